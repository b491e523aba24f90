"""Hear what a page really plays: everything that reaches the loudspeaker, sample by sample.

A worklet stands in front of every audio context's destination and hands on each block with its frame number. The page
under test is not touched: the tap is put in by the browser before the page's own scripts run.
"""

import base64
import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

_WORKLET = """
registerProcessor("tap", class extends AudioWorkletProcessor {
  frames = 0;
  process(inputs, outputs) {
    const heard = inputs[0][0];
    if (heard) outputs[0][0].set(heard);
    if (heard?.some((x) => x !== 0)) this.port.postMessage([this.frames, heard.slice(), currentFrame - this.frames]);
    this.frames += 128;
    return true;
  }
});
"""

_INIT = """
(() => {
  const connect = AudioNode.prototype.connect;
  window.__heard = [];
  window.__contexts = [];
  AudioNode.prototype.connect = function (to, ...rest) {
    const context = this.context;
    if (to !== context.destination || context instanceof OfflineAudioContext) return connect.call(this, to, ...rest);
    const entry = new GainNode(context);
    window.__contexts.push(context);
    const code = new Blob([WORKLET], { type: "text/javascript" });
    window.__ready = context.audioWorklet.addModule(URL.createObjectURL(code)).then(() => {
      const tap = new AudioWorkletNode(context, "tap", { outputChannelCount: [1] });
      tap.port.onmessage = ({ data }) => window.__heard.push(data);
      connect.call(entry, tap);
      connect.call(tap, context.destination);
    });
    return connect.call(this, entry);
  };
  window.__recording = () => {
    // On a busy machine Chromium now and then gives a block the number of the one before: the count is right, and
    // most blocks agree on where it began.
    const begins = window.__heard.map(([, , begin]) => begin).sort((a, b) => a - b);
    const begin = begins[begins.length >> 1];
    if (!begins.length) return { first: 0, samples: "" };
    const first = Math.min(...window.__heard.map(([frame]) => frame));
    const last = Math.max(...window.__heard.map(([frame, block]) => frame + block.length));
    const samples = new Float32Array(last - first);
    for (const [frame, block] of window.__heard) samples.set(block, frame - first);
    const bytes = new Uint8Array(samples.buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return { first: begin + first, samples: btoa(text) };
  };
})();
""".replace("WORKLET", json.dumps(_WORKLET))


@dataclass(frozen=True, slots=True)
class Recording:
    """What was heard: samples from the context's frame `first` on."""

    first: int
    samples: NDArray[np.float32]

    def at(self, frame: int, length: int) -> NDArray[np.float32]:
        """Return what was heard from a frame on; silence before and after the recording."""
        out = np.zeros(length, np.float32)
        start, end = max(frame, self.first), min(frame + length, self.first + len(self.samples))
        if start < end:
            out[start - frame : end - frame] = self.samples[start - self.first : end - self.first]
        return out


def listen(page: Page) -> None:
    """Put the tap into a page that has not been opened yet; its context must have been made with `bypass_csp`."""
    page.add_init_script(_INIT)


def heard(page: Page) -> Recording:
    """Return all that was heard so far, at most a few blocks behind."""
    raw = page.evaluate("window.__recording()")
    return Recording(raw["first"], floats(raw["samples"]))


def floats(text: str) -> NDArray[np.float32]:
    """Read float32 samples that came out of a page as base64."""
    return np.frombuffer(base64.b64decode(text), np.float32).copy()
