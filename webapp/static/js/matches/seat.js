/** How this device looks at fields: from which side, cards upright or as they lie, verses or sounds, both sides or one. */

const KEY = "field";
const small = matchMedia("(orientation: portrait) and (max-width: 560px)");

/** What was chosen on this device, and does not follow the screen. @type {Set<string>} */
const chosen = new Set();

/** @typedef {{near: "A"|"B", upright: boolean, sounds: boolean, one: boolean}} Look */

/**
 * The look that was chosen on this device; a small upright phone starts with sounds, which it can show large.
 * @returns {Look}
 */
export function remembered() {
  const look = { near: "A", upright: false, sounds: small.matches, one: false };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const name of Object.keys(look)) {
      if (typeof kept[name] !== typeof look[name]) continue;
      look[name] = kept[name];
      chosen.add(name);
    }
    if (look.near !== "B") look.near = "A";
  } catch {
    // nothing kept, or nothing may be kept here
  }
  return /** @type {Look} */ (look);
}

/** Keep what was chosen, and nothing else. @param {string} name @param {string|boolean} value */
function remember(name, value) {
  chosen.add(name);
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [name]: value }));
  } catch {
    // the choice lasts as long as the page then
  }
}

/**
 * Give the view buttons their work.
 * @param {HTMLElement} root  holds buttons with data-look
 * @param {Look} look
 * @param {(look: Look) => void} changed
 */
export function lookButtons(root, look, changed) {
  // a phone that is turned shows what it has room for, until somebody chooses
  small.addEventListener("change", () => {
    if (chosen.has("sounds")) return;
    look.sounds = small.matches;
    show();
    changed(look);
  });
  const buttons = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("[data-look]")]);
  const show = () => {
    for (const button of buttons) if (button.dataset.look !== "near") button.setAttribute("aria-pressed", String(look[button.dataset.look]));
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const name = button.dataset.look;
      if (name === "near") look.near = look.near === "A" ? "B" : "A";
      else look[name] = !look[name];
      remember(name, look[name]);
      show();
      changed(look);
    });
  }
  show();
}
