"""Know which clip Web Audio was told to play when: the address of each sound, and when it began and was cut.

The page under test is not touched: what it fetches is followed through decoding to the sources that play it.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import Page

_INIT = """
(() => {
  const addresses = new WeakMap(), sounds = [], views = [];
  const arrayBuffer = Response.prototype.arrayBuffer;
  Response.prototype.arrayBuffer = async function () {
    const data = await arrayBuffer.call(this);
    addresses.set(data, this.url);
    return data;
  };
  const decode = BaseAudioContext.prototype.decodeAudioData;
  BaseAudioContext.prototype.decodeAudioData = async function (data, ...rest) {
    const address = addresses.get(data);
    const buffer = await decode.call(this, data, ...rest);
    addresses.set(buffer, address);
    return buffer;
  };
  const { start, stop } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when = 0, offset = 0, ...rest) {
    window.__context = this.context;
    const address = addresses.get(this.buffer);
    if (address) sounds.push((this.__sound = { address, when, offset, end: when + this.buffer.duration - offset }));
    return start.call(this, when, offset, ...rest);
  };
  AudioBufferSourceNode.prototype.stop = function (when = 0) {
    if (this.__sound) this.__sound.end = Math.min(this.__sound.end, Math.max(when, this.context.currentTime));
    return stop.call(this, when);
  };
  window.__sounds = () => ({ sounds, views });
  setInterval(() => {
    const phase = document.getElementById("phase")?.textContent ?? "";
    const poem = document.querySelector(".sounds-now")?.textContent ?? "";
    if (window.__context) views.push([window.__context.currentTime, phase, poem]);
  }, 50);
})();
"""


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A clip on the audio clock, in seconds: from `offset` of the clip on, from `when` until `end`."""

    name: str
    when: float
    offset: float
    end: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page showed at a time of the audio clock: what it said was going on, and the poem by its sounds."""

    at: float
    phase: str
    poem: str


def follow_clips(page: Page) -> None:
    """Put the ears into a page that has not been opened yet."""
    page.add_init_script(_INIT)


def followed(page: Page) -> tuple[list[Scheduled], list[Seen]]:
    """Return all that was scheduled and shown so far."""
    raw = page.evaluate("window.__sounds()")
    sounds = [
        Scheduled(name[1], one["when"], one["offset"], one["end"])
        for one in raw["sounds"]
        if (name := re.search(r"/clips/([0-9a-f]{64})\.", one["address"]))
    ]
    return sounds, [Seen(*view) for view in raw["views"]]
