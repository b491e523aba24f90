/** Keep the screen on while a page reads. */

/**
 * Ask the browser to keep the screen on, now and whenever the page is seen again.
 * @returns {Promise<boolean>} false where the browser has no such thing, as on a plain network address
 */
export async function keepAwake() {
  if (!("wakeLock" in navigator)) return false;
  const ask = () => navigator.wakeLock.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  return (await ask()) !== null;
}
