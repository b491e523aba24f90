import { follow, showStatus } from "/static/js/stream.js";
import { Outbox } from "/static/js/outbox.js";

const taps = document.getElementById("taps");
const { code, mark } = taps.dataset;
const topic = `match:${code}`;
const applied = (window.applied = []);
const show = showStatus(document.getElementById("status"));
const stream = follow({
  topics: [topic],
  mark,
  onEvent(event) {
    applied.push(event.seq);
    taps.textContent += event.payload.by;
  },
  onStatus(status) {
    show(status);
    if (status === "reconnected") outbox.now();
  },
});
// the answer to an own tap may come before the news of it
let stored = 0;
const outbox = (window.outbox = new Outbox({
  url: `/taps/${code}/commands`,
  stream: topic,
  onStored: ({ seq }) => (stored = Math.max(stored, seq)),
  onConflict: () => (document.getElementById("refused").textContent = "conflict"),
  onRefused: ({ message }) => (document.getElementById("refused").textContent = message),
  onWaiting: (count, reason) => (document.getElementById("waiting").textContent = count ? `${count} ${reason}` : ""),
}));
for (const [id, by] of [["a", "A"], ["b", "B"]]) {
  document.getElementById(id).addEventListener("click", () => outbox.send({ by }, Math.max(stored, stream.seen(topic))));
}
