// Whoever erases what is kept on the server has nothing left in the browser either: what was not sent yet would come back.

import { forgetAll } from "./left.js";

document.querySelector("form[data-erase]")?.addEventListener("submit", forgetAll);
