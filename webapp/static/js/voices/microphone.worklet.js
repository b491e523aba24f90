/** Passes on what the microphone hears, a twenty-fifth of a second at a time. */

const SIZE = 1920;

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(SIZE);
    this.filled = 0;
  }

  process(inputs) {
    const channel = inputs[0]?.[0];
    if (!channel) return true;
    for (const sample of channel) {
      this.block[this.filled++] = sample;
      if (this.filled === SIZE) {
        this.port.postMessage(this.block.slice());
        this.filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("microphone", Microphone);
