/** The list of voices: trying them out, and taking in a zip with its progress. */

import { fill, island } from "../dom.js";
import { listenButtons } from "./listen.js";
import { get, token } from "./send.js";

const ASK = 400;

const page = island("page");
const words = island("strings");
const find = (id) => document.getElementById(id);
const say = (text) => (find("status").textContent = text);

listenButtons(page.previewUrl, words, say);

const form = /** @type {HTMLFormElement | null} */ (find("upload"));
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = form.elements.namedItem("file").files[0];
  if (!file) return fault(words.choose);
  if (file.size > page.largest) return fault(fill(words.too_large, { most: Math.round(page.largest / 2 ** 30) }));
  fault("");
  busy(true);
  const answer = await sendForm(new FormData(form));
  if (answer?.status === 200) await followed(answer.body.progressUrl);
  else fault(answer?.body.message ?? words.failed);
  busy(false);
});

form?.elements.namedItem("file").addEventListener("change", (event) => {
  const title = form.elements.namedItem("title");
  title.value ||= (event.target.files[0]?.name ?? "").replace(/\.zip$/i, "").slice(0, 60);
});

/** Send the form, showing how much of it is on the way; `fetch` cannot tell. */
function sendForm(data) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", page.uploadUrl);
    request.setRequestHeader("X-CSRFToken", token());
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => {
      const part = event.lengthComputable ? event.loaded / event.total : 0;
      show(part / 2, fill(words.sending, { percent: Math.round(100 * part) }));
    });
    request.addEventListener("load", () => resolve({ status: request.status, body: request.response ?? {} }));
    request.addEventListener("error", () => resolve(null));
    request.send(data);
  });
}

/** Ask how far the server is until it is done, then go to the pack's page. */
async function followed(url) {
  for (;;) {
    const now = await get(url);
    if (now?.fault) return fault(now.fault);
    if (now?.url) {
      show(1, words.done);
      location.assign(now.url);
      return;
    }
    if (now) {
      const text = now.total ? fill(words.listening, now) : words.unpacking;
      show(0.5 + (now.total ? now.done / now.total / 2 : 0), text);
    }
    await new Promise((resolve) => setTimeout(resolve, ASK));
  }
}

function busy(on) {
  form.querySelector("button").toggleAttribute("disabled", on);
  form.querySelector(".sending").hidden = !on;
}

function show(part, text) {
  find("sent").value = part;
  find("sent-text").textContent = text;
}

function fault(text) {
  find("upload-fault").textContent = text;
}
