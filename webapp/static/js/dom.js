/** Making elements, and filling words into sentences that the server translated. */

/**
 * Make an element: `h("button", { class: "button", type: "button", onclick: go }, "Go")`. Properties that start with
 * "on" are listeners, `data` is an object, null and false leave an attribute out, true sets it empty.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/**
 * Put values into a sentence: `fill("{player} sends {count}", { player: "A", count: 2 })`.
 * @param {string} sentence
 * @param {Record<string, string|number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/**
 * A drawing from the page's own set, `<template id="icons">`; the words beside it say what it means.
 * @param {string} name
 */
export function icon(name) {
  const set = /** @type {HTMLTemplateElement} */ (document.getElementById("icons"));
  return /** @type {SVGElement} */ (set.content.querySelector(`[data-icon="${name}"]`)).cloneNode(true);
}

/**
 * Let an element say a text. One that says it already is left alone, or a screen reader would read it out again.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * What the server put into the page as JSON.
 * @param {string} id
 */
export function island(id) {
  return JSON.parse(/** @type {HTMLElement} */ (document.getElementById(id)).textContent ?? "null");
}

let pressed = false;
addEventListener("pointerdown", () => (pressed = true), true);
addEventListener("keydown", () => (pressed = false), true);
addEventListener("click", () => (pressed = false));

/**
 * Call `act` when an element is pressed: at once under a finger or a mouse, and by a click that no press came before,
 * which is the keyboard's or a screen reader's. Not for lists that scroll.
 * @param {HTMLElement} target
 * @param {(event: Event) => void} act
 */
export function onPress(target, act) {
  target.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && !target.hasAttribute("disabled")) act(event);
  });
  target.addEventListener("click", (event) => {
    if (!pressed) act(event);
  });
}
