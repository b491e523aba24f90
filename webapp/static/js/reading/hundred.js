/** The hundred cards as a grid: what is chosen, what lies on the mats, what is missing. */

export class Hundred {
  /**
   * @param {HTMLElement} root
   * @param {(card: number) => void} tapped
   */
  constructor(root, tapped) {
    this.root = root;
    this.buttons = [...root.querySelectorAll("button")];
    this.byNumber = /** @type {HTMLInputElement} */ (document.getElementById(`${root.id}-by-number`));
    root.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) tapped(Number(button.dataset.card));
    });
    this.byNumber.addEventListener("change", () => this.#arrange());
  }

  /** Which cards the pressed buttons mean: "own_cards", "laid" or "absent". @param {string} field */
  shows(field) {
    this.field = field;
    if (this.last) this.draw(this.last);
  }

  /** @param {{cards: number[], lying: number[], absent: number[]}} found */
  draw(found) {
    this.last = found;
    const sets = { own_cards: new Set(found.cards), laid: new Set(found.lying), absent: new Set(found.absent) };
    const pressed = sets[this.field ?? "own_cards"];
    for (const button of this.buttons) {
      const card = Number(button.dataset.card);
      const read = sets.own_cards.has(card);
      button.setAttribute("aria-pressed", String(pressed.has(card)));
      button.toggleAttribute("data-read", read);
      button.toggleAttribute("data-lies", sets.laid.has(card));
      button.toggleAttribute("data-gone", sets.absent.has(card));
    }
  }

  #arrange() {
    const key = (button) => Number(button.dataset.card);
    const sorted = this.byNumber.checked ? [...this.buttons].sort((a, b) => key(a) - key(b)) : this.buttons;
    this.root.replaceChildren(...sorted);
  }
}
