// What happens, as it happens: one stream for all that a page follows.
//
//   follow({
//     topics: ["match:4f7k2m", "reading:r1"],
//     mark: "",                      // from the server, when the page was drawn with a state; "" replays all
//     onEvent(event) {},             // {topic, seq, kind, payload, client_id, at}, each once and in order
//     onReset(topic) {},             // another history began (a backup was restored): default reloads the page
//     onStatus(status) {},           // "online" | "offline" | "reconnected"
//   })
//
// Every message's id is a mark that names the last number of every topic; it is all that is needed to go on.

const RETRY = [250, 500, 1000, 2000, 4000];

export function follow({ topics, mark = "", onEvent, onReset = reload, onStatus = () => {} }) {
  const have = new Map();
  let source = null;
  let timer = 0;
  let failures = 0;
  let wasOffline = false;
  let stopped = false;
  read(mark);

  function read(text) {
    for (const part of text.split(",").slice(1)) {
      const at = part.lastIndexOf("=");
      have.set(part.slice(0, at), Number(part.slice(at + 1)));
    }
  }

  function open() {
    if (source || stopped || document.hidden) return;
    const query = new URLSearchParams({ topics: topics.join(",") });
    if (mark) query.set("since", mark);
    source = new EventSource(`/stream?${query}`);
    source.addEventListener("open", () => {
      failures = 0;
      onStatus(wasOffline ? "reconnected" : "online");
      wasOffline = false;
    });
    source.addEventListener("message", receive);
    source.addEventListener("reset", (message) => {
      const { topic } = JSON.parse(message.data);
      have.delete(topic);
      onReset(topic);
    });
    source.addEventListener("error", lost);
  }

  function receive(message) {
    const event = JSON.parse(message.data);
    const seen = have.get(event.topic) ?? 0;
    if (event.seq <= seen) return;
    if (event.seq > seen + 1) {
      // something is missing: ask again from what is known
      reopen(0);
      return;
    }
    have.set(event.topic, event.seq);
    mark = message.lastEventId;
    onEvent(event);
  }

  function lost() {
    wasOffline = true;
    onStatus("offline");
    reopen(RETRY[Math.min(failures++, RETRY.length - 1)]);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function reopen(delay) {
    close();
    timer = setTimeout(open, delay * (1 + Math.random() / 2));
  }

  function visibility() {
    // a hidden tab gives its connection back: a browser has only six
    if (document.hidden) close();
    else reopen(0);
  }

  document.addEventListener("visibilitychange", visibility);
  addEventListener("online", () => reopen(0));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
  return {
    seen: (topic) => have.get(topic) ?? 0,
    close() {
      stopped = true;
      close();
      document.removeEventListener("visibilitychange", visibility);
    },
  };
}

let reloads = false;

// Whether the page is being loaded anew of its own accord: nobody needs to be asked whether to leave it.
export function reloading() {
  return reloads;
}

function reload() {
  reloads = true;
  location.reload();
}

// Shows the state of the connection in an element with data-online, data-offline and data-reconnected texts.
export function showStatus(element) {
  let timer = 0;
  return function show(status) {
    clearTimeout(timer);
    element.dataset.status = status;
    element.textContent = element.dataset[status] ?? "";
    if (status === "reconnected") timer = setTimeout(show, 4000, "online");
  };
}
