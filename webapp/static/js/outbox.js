// Commands on their way to the server: kept until acknowledged, through a lost connection and a reload.
//
//   const outbox = new Outbox({
//     url: "/matches/4f7k2m/commands",   // where this stream's commands are posted
//     stream: "match:4f7k2m",
//     onStored(answer, entry) {},        // {seq, events, repeated}
//     onConflict(answer, entry) {},      // {seq, events}: made against an older state, and dropped
//     onRefused(answer, entry) {},       // {refused, message}: the rules say no, and dropped
//     onWaiting(count, reason) {},       // "3 not sent yet"; reason: "" | "sending" | "offline" | "door" | "reload"
//   });
//   outbox.now();                        // the server is back: what is left is sent at once
//   outbox.send({type: "take", player: "A"}, have);   // `have`: the last number that the page has applied
//
// Sent one at a time, in order. The same id is sent again until an answer comes, and the server does it once. A
// command made on top of own commands that are still waiting follows them: when they are stored, it counts as made
// after them. Works on plain http in the hall's network: no service worker, no crypto.subtle.

const RESEND = 2500;
const LONGEST = 20000;
const ANSWER = 8000;

export class Outbox {
  constructor({ url, stream, onStored, onConflict, onRefused, onWaiting = () => {} }) {
    Object.assign(this, { url, stream, onStored, onConflict, onRefused, onWaiting });
    this.prefix = `outbox|${stream}|`;
    this.failures = 0;
    this.timer = 0;
    this.busy = false;
    this.entries = this.load();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.now();
  }

  get waiting() {
    return this.entries.length;
  }

  // Put a command into the box and return its entry; it is on its way when this returns.
  send(command, expectedSeq) {
    const entry = { client_id: newId(), expected_seq: expectedSeq, command };
    this.entries.push(entry);
    this.keep(entry);
    this.now();
    return entry;
  }

  now() {
    clearTimeout(this.timer);
    this.failures = 0;
    this.pump();
  }

  async pump() {
    if (this.busy || !this.entries.length) return this.report(this.busy ? "sending" : "");
    this.busy = true;
    this.report("sending");
    const entry = this.entries[0];
    const answer = await post(this.url, entry);
    this.busy = false;
    if (isFinal(answer)) {
      try {
        this.settle(entry, answer);
      } finally {
        // a fault of the page must not keep the next command
        this.pump();
      }
    } else {
      if (answer.status === 400) await refreshToken();
      this.later(answer.status);
    }
  }

  settle(entry, { status, body }) {
    this.failures = 0;
    this.entries.shift();
    forget(entry.key);
    if (status === 200) this.follow(entry, body);
    this.report("");
    if (status === 200) this.onStored(body, entry);
    else if (status === 409) this.onConflict(body, entry);
    else this.onRefused(body, entry);
  }

  // What was made while `entry` was waiting was made on top of it, so it now counts from what `entry` stored. That may
  // be nothing, where it was so already.
  follow(entry, body) {
    if (body.events[0]?.seq !== entry.expected_seq + 1) return;
    for (const next of this.entries) {
      if (next.expected_seq === entry.expected_seq) {
        next.expected_seq = body.seq;
        this.keep(next);
      }
    }
  }

  later(status) {
    const reasons = { 400: "reload", 401: "door", 403: "door" };
    this.report(reasons[status] ?? "offline");
    const delay = Math.min(RESEND * 1.5 ** this.failures++, LONGEST);
    this.timer = setTimeout(() => this.pump(), delay);
  }

  report(reason) {
    this.onWaiting(this.entries.length, reason);
  }

  // Each entry has a key of its own, so that two tabs on one board do not overwrite each other's.
  load() {
    const kept = [];
    try {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith(this.prefix)).sort()) {
        const entry = parse(localStorage.getItem(key));
        if (entry) kept.push({ ...entry, key });
      }
    } catch {
      // no storage here: nothing was kept
    }
    return kept;
  }

  keep(entry) {
    const { key, ...kept } = entry;
    entry.key = key ?? `${this.prefix}${String(Date.now()).padStart(15, "0")}|${String(count++).padStart(6, "0")}`;
    try {
      localStorage.setItem(entry.key, JSON.stringify(kept));
    } catch {
      // a full or forbidden storage loses only what a reload would have kept
    }
  }
}

let count = 0;

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // no storage here
  }
}

// Whether the server has spoken about the command itself; anything else is tried again.
function isFinal({ status, body }) {
  const again = [400, 401, 403, 408, 425, 429];
  return body !== null && (status === 200 || (status >= 400 && status < 500 && !again.includes(status)));
}

// A page that was open through a change of the server's key has a token that no longer counts: fetch another.
async function refreshToken() {
  try {
    const text = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector('meta[name="csrf-token"]');
    if (fresh) document.querySelector('meta[name="csrf-token"]').content = fresh.content;
  } catch {
    // no connection: the next try comes anyway
  }
}

// 128 random bits in hexadecimal; crypto.randomUUID is not there on plain http.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Post a command with the page's CSRF token; status 0 when no answer came.
export async function post(url, { client_id, expected_seq, command }) {
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      signal: AbortSignal.timeout(ANSWER),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content,
      },
      body: JSON.stringify({ client_id, expected_seq, command }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  } catch {
    return { status: 0, body: null };
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
