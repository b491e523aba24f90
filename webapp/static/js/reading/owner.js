/** A page's own name, and its sign of life while it has the sound of a reading. */

import { newId } from "../outbox.js";

const BEAT = 4000;

/**
 * Return the name under which this page takes the sound of a reading.
 *
 * It outlives a reload, so that the page finds its sound again. While the page is open the name is not in the storage,
 * so a copy of the tab gets a name of its own.
 * @param {string} reading
 */
export function ownName(reading) {
  const key = `sound|${reading}`;
  const name = take(key) ?? newId();
  addEventListener("pagehide", () => put(key, name));
  addEventListener("pageshow", (event) => event.persisted && take(key));
  return name;
}

/**
 * Say every few seconds that the page is there, as long as it has the sound.
 * @param {string} url
 * @param {string} name
 * @param {() => boolean} hasSound
 * @param {() => void} lost  called when another page has the sound
 */
export function beat(url, name, hasSound, lost) {
  setInterval(async () => {
    if (!hasSound()) return;
    const answer = await send(url, { owner: name });
    if (answer && !answer.yours && hasSound()) lost();
  }, BEAT);
}

/** Tell the server in the page's last moment that its sound is gone. */
export function leave(url, name) {
  send(url, { client_id: newId(), expected_seq: 0, command: { do: "leave", owner: name } }, true);
}

async function send(url, body, keepalive = false) {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  try {
    const response = await fetch(url, {
      method: "POST",
      keepalive,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function take(key) {
  try {
    const name = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return name;
  } catch {
    return null;
  }
}

function put(key, name) {
  try {
    sessionStorage.setItem(key, name);
  } catch {
    // without storage a reloaded page is another page
  }
}
