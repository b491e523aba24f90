/** The proof page's own check: the browser draws the order again, by a program of its own. */

import { h, island } from "../dom.js";
import { fromHex, hex, sha256 } from "../sha256.js";
import { committed, drawn } from "./draw.js";
import { getJson } from "./line.js";

const page = island("page");
const words = island("strings");
const findings = /** @type {HTMLElement} */ (document.getElementById("findings"));

const record = await getJson(page.recordUrl);
if (record) {
  const seed = fromHex(record.seed);
  // the fingerprint on the page, not the one in the record: it is what somebody may have noted
  const fits = hex(sha256(committed(record.draw, seed))) === document.getElementById("commitment").textContent;
  const same = drawn(record.draw, seed, page).join() === record.cards.join();
  say(fits, fits ? words.seed_good : words.seed_bad);
  say(same, same ? words.order_good : words.order_bad);
}

function say(good, text) {
  findings.append(h("li", { data: { good: String(good), browser: "" } }, text));
}
