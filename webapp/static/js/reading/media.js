/** The lock screen: its keys, and what it says. It names the poem that was read last, never one that is to come. */

import { fill } from "../dom.js";

/**
 * Let the keys of the lock screen, of headphones and of keyboards work the reading.
 * @param {{play: () => void, pause: () => void, next: () => void, replay: () => void}} act
 */
export function onLockScreen(act) {
  const handlers = {
    play: act.play,
    pause: act.pause,
    stop: act.pause,
    nexttrack: act.next,
    previoustrack: act.replay,
    // nobody listens ahead
    seekto: null,
    seekforward: null,
    seekbackward: null,
  };
  for (const [name, run] of Object.entries(handlers)) {
    try {
      navigator.mediaSession?.setActionHandler(name, run);
    } catch {
      // a key that this browser does not know
    }
  }
}

/**
 * Say how far the reading is, where the system shows it.
 * @param {any} view
 * @param {Record<string, string>} words
 */
export function tellLockScreen(view, words) {
  if (!("mediaSession" in navigator)) return;
  const { read, total } = view;
  const title = read.length ? fill(words.title, { n: read.length, total }) : words.title_opener;
  if (navigator.mediaSession.metadata?.title !== title) {
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: words.artist, album: "Naniwazu" });
  }
  const sounds = ["speaking", "play"].includes(view.phase);
  navigator.mediaSession.playbackState = sounds ? "playing" : "paused";
}
