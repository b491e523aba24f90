// A button that prints the page; without a script the browser's own menu does.

const button = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
button.hidden = false;
button.addEventListener("click", () => print());
