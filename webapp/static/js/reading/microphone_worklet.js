/** Hands on what a microphone hears, with the frame at which each block begins. */

registerProcessor(
  "microphone",
  class extends AudioWorkletProcessor {
    process([[heard]]) {
      if (heard) this.port.postMessage({ frame: currentFrame, samples: heard.slice() });
      return true;
    }
  },
);
