/** The first page, kept up to date: whenever something happens in what it shows, that part is fetched anew. */

import { follow } from "../stream.js";

const TOGETHER = 250;
/** New readings and tables belong to no stream that the page follows yet. */
const LOOK = 15000;

const now = document.getElementById("now");
let stream = null;
let timer = 0;
let topics = "";

/** Follow what the page shows, from where it stood when it was drawn. */
function listen() {
  const { mark } = document.getElementById("mark").dataset;
  const wanted = mark.split(",").slice(1).map((part) => part.slice(0, part.lastIndexOf("=")));
  if (wanted.join(",") === topics) return;
  topics = wanted.join(",");
  stream?.close();
  stream = wanted.length ? follow({ topics: wanted, mark, onEvent: soon, onStatus: (is) => is === "reconnected" && soon() }) : null;
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, TOGETHER);
}

async function refresh() {
  const response = await fetch(now.dataset.url, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html").body;
  const was = document.activeElement?.closest?.("#now a")?.getAttribute("href");
  now.replaceChildren(...found.childNodes);
  if (was) now.querySelector(`a[href="${CSS.escape(was)}"]`)?.focus();
  listen();
}

listen();
setInterval(() => document.hidden || refresh(), LOOK);
