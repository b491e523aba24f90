// The cards of a first kana that are still unread, or the first kana that are single by now, are marked and then told
// all together.

import { fill, h } from "../dom.js";

export function ask(step, desk) {
  desk.task(step.kana ? fill(desk.texts.group, { kana: step.kana }) : desk.texts.singles);
  desk.put(h("div", { class: "read", lang: "ja" }, ...step.read.map((name) => h("span", {}, name))));
  /** @type {Set<string>} */
  const left = new Set();
  const none = step.kana ? desk.texts.group_none : desk.texts.singles_none;
  const done = h("button", { class: "button main wide", type: "button" }, none);
  const toggles = step.members.map(({ bit, kimariji }) => {
    const button = h("button", { class: "button toggle", type: "button", lang: "ja", "aria-pressed": "false" }, kimariji, desk.small(kimariji));
    button.addEventListener("click", () => {
      const on = !left.delete(bit);
      if (on) left.add(bit);
      button.setAttribute("aria-pressed", String(on));
      done.textContent = left.size ? fill(desk.texts.group_ok, { count: left.size }) : none;
    });
    return button;
  });
  step.tell = (event) => {
    const mask = [...left].reduce((sum, bit) => sum | BigInt(`0x${bit}`), 0n);
    desk.answer(mask.toString(16), event);
  };
  done.addEventListener("click", step.tell);
  desk.choices.className = step.kana ? "choices three" : "choices many";
  desk.choices.replaceChildren(...toggles, done);
  desk.shown();
}

export function said(step, { right }, desk) {
  const cards = step.left.join(" · ");
  const count = step.left.length;
  const wrong = count ? fill(desk.texts.group_wrong, { cards, count }) : step.kana ? desk.texts.group_empty : desk.texts.singles_none;
  const single = step.singles.length && h("p", { class: "soft small", lang: "ja" }, fill(desk.texts.single, { kana: step.singles.join(" ") }));
  return { text: !right ? wrong : step.kana ? fill(desk.texts.group_right, { count }) : desk.texts.right, nodes: single ? [single] : [] };
}

export function key(event, _step, desk) {
  const toggles = [...desk.choices.querySelectorAll(".toggle")];
  const button = /^[1-9]$/.test(event.key) ? toggles[Number(event.key) - 1] : null;
  if (button) /** @type {HTMLElement} */ (button).click();
  return button !== null && button !== undefined;
}
