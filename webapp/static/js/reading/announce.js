/** A call to the hall that is no poem: a chime, the words spoken where the browser can, and a shake of the phone. */

const CHIMES = { two: [880, 660], end: [660, 880, 1320] };
const SHAKES = { two: [200, 120, 200], end: [700] };
const NOTE = 0.35;

/** @type {AudioContext | null} */
let context = null;

/** Have a loudspeaker ready from the first touch on: browsers give none before. */
export function whenTouched() {
  const open = () => {
    context ??= new AudioContext();
    context.resume().catch(() => {});
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, open, { once: true });
}

/** @param {"two" | "end"} kind @param {string} text in the language of the page */
export function announce(kind, text) {
  navigator.vibrate?.(SHAKES[kind]);
  if (context?.state === "running") chime(context, CHIMES[kind]);
  setTimeout(() => speak(text), 1000 * NOTE * CHIMES[kind].length);
}

function chime(context, notes) {
  notes.forEach((pitch, index) => {
    const at = context.currentTime + 0.05 + index * NOTE;
    const [tone, level] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.3, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, at + NOTE);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + NOTE);
  });
}

/** A voice of another language would read out nonsense, so without one of the page's own nothing is said. */
function speak(text) {
  if (!("speechSynthesis" in window)) return;
  const language = document.documentElement.lang;
  const voice = speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(language));
  if (!voice) return;
  const said = new SpeechSynthesisUtterance(text);
  Object.assign(said, { voice, lang: voice.lang });
  speechSynthesis.speak(said);
}
