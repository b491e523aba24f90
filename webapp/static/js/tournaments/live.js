/** A page of a tournament, kept up to date: whenever something happens, its live parts are taken from the page anew. */

import { follow } from "../stream.js";
import { island } from "../dom.js";

const TOGETHER = 200;
const words = island("strings");
const { topics, mark } = island("live-topics");

let timer = 0;
let asking = false;
let again = false;
/** @type {() => void} */
let onChange = () => {};

/** @param {() => void} listener what to do after the page has changed */
export function changed(listener) {
  onChange = listener;
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}

async function refresh() {
  again = asking;
  if (asking) return;
  asking = true;
  const response = await fetch(location.href.split("#")[0], { headers: { Accept: "text/html" } }).catch(() => null);
  asking = false;
  if (response?.ok) show(new DOMParser().parseFromString(await response.text(), "text/html"));
  if (again) refresh();
}

/** @param {Document} found */
function show(found) {
  const active = document.activeElement;
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = found.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (part.dataset.live === "list") part.replaceChildren(...children(part, fresh));
    else if (!inUse(part)) part.replaceChildren(...fresh.childNodes);
  }
  if (active instanceof HTMLElement && active.isConnected && document.activeElement !== active) active.focus({ preventScroll: true });
  onChange();
}

/** The new children; one that somebody is typing into stays as it is, and what was unfolded stays open. */
function children(part, fresh) {
  return [...fresh.children].map((child) => {
    const old = child.id && part.querySelector(`:scope > #${CSS.escape(child.id)}`);
    if (old && (inUse(old) || old.outerHTML === child.outerHTML)) return old;
    if (old instanceof HTMLDetailsElement) child.open = old.open;
    return document.adoptNode(child);
  });
}

/** Whether somebody is filling in something here. */
function inUse(part) {
  if (part.contains(document.activeElement)) return true;
  return [...part.querySelectorAll("input:not([type=hidden]), select, textarea")].some(
    (field) => field.checked !== field.defaultChecked || ("defaultValue" in field && field.value !== field.defaultValue),
  );
}

/** @param {string} status */
function connection(status) {
  const sign = document.getElementById("connection");
  if (sign) sign.dataset.state = status === "offline" ? "offline" : "online";
  const text = document.getElementById("connection-text");
  if (text) text.textContent = words[status] ?? "";
  if (status === "reconnected") soon();
}

for (const part of document.querySelectorAll("details[data-open=wide]")) part.open = matchMedia("(min-width: 60rem)").matches;
if (topics) follow({ topics: topics.split(","), mark, onEvent: soon, onStatus: connection });
document.body.classList.add("ready");
