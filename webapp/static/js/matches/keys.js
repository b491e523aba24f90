/** The keyboard at the desk. Letters act only while no field is being typed into and no sheet is open. */

const HANDS = { 1: ["A", "A"], 2: ["A", "B"], 3: ["B", "A"], 4: ["B", "B"] };

/**
 * @param {import("./desk.js").Desk} desk
 * @param {Record<string, (key: string) => void>} act  by name: undo, redo, hand, log, rare, help, swap, search, enter, place
 * @param {() => boolean} enabled
 */
export function listen(desk, act, enabled) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) desk.drop();
    if (!enabled() || busy(event.target) || document.querySelector("dialog[open]")) return;
    if (press(event.key, event.shiftKey, desk, act)) event.preventDefault();
  });
}

/** @returns {boolean} whether the key meant something */
function press(key, shift, desk, act) {
  const lower = key.toLowerCase();
  if (desk.placing && /^[1-8]$/.test(key)) act.place(key);
  else if (HANDS[key]) desk.touch(...HANDS[key]);
  else if (lower === "a" || lower === "b") desk.take(lower.toUpperCase());
  else if (lower === "n") desk.take(null);
  else if (lower === "u") act.undo(key);
  else if (lower === "r") act.redo(key);
  else if (lower === "h") act.hand(shift ? "B" : "A");
  else if (lower === "m" && desk.chosen !== null) desk.move();
  else if (lower === "s" && desk.view?.stage === "sending") desk.command({ type: "forgo" });
  else if (lower === "l") act.log(key);
  else if (lower === "o") act.rare(key);
  else if (lower === "w") act.swap(key);
  else if (key === "/") act.search(key);
  else if (key === "?") act.help(key);
  else return false;
  return true;
}

/** @param {EventTarget|null} target */
function busy(target) {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}
