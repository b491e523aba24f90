/** Keeps the screen on while a page is looked at, where the browser lets it: not on plain http from another device. */

export function stayAwake() {
  const ask = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
