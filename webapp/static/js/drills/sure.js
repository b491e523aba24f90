/** How sure an answer is: asked with one tap, after the answer and before what is right is told. */

import { h, write } from "../dom.js";

const LEVELS = [1, 2, 3, 4];

/**
 * Ask it in the place of what could be answered; return what puts that back.
 * @param {any} desk @param {any} step   its `sure` says what skipping skips: "one" answer, or the "rest"
 * @param {string} given   the answer, which is named where it was a button
 */
export function askSure(desk, step, given) {
  const { choices, texts } = desk;
  const task = /** @type {HTMLElement} */ (document.getElementById("task"));
  const before = { nodes: [...choices.childNodes], look: choices.className, task: task.textContent ?? "" };
  const named = [...choices.querySelectorAll("button")].find((button) => button.dataset.given === given)?.textContent;
  const levels = LEVELS.map((level) =>
    h("button", { class: "button", type: "button", data: { sure: String(level) } }, h("span", { class: "number" }, String(level)), h("span", { class: "small" }, texts[`sure_${level}`])),
  );
  const skip = h("button", { class: "button plain wide", type: "button", data: { sure: "0" } }, step.sure === "rest" ? texts.sure_skip_rest : texts.sure_skip);
  write(task, named ? `${named}: ${texts.sure}` : texts.sure);
  choices.className = "choices sure";
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-labelledby", "task");
  choices.tabIndex = -1;
  choices.replaceChildren(...levels, skip);
  choices.focus({ preventScroll: true });
  return () => {
    choices.removeAttribute("role");
    choices.removeAttribute("aria-labelledby");
    choices.removeAttribute("tabindex");
    choices.className = before.look;
    choices.replaceChildren(...before.nodes);
    write(task, before.task);
  };
}
