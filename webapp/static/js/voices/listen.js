/** Buttons that let a voice be heard: `<button data-listen="mei">`. One clip is made and one sounds at a time. */

import { load, play, stop } from "./sound.js";
import { post } from "./send.js";

/**
 * @param {string} url  where clips are asked for
 * @param {Record<string, string>} words
 * @param {(text: string) => void} say
 */
export function listenButtons(url, words, say) {
  for (const button of document.querySelectorAll("[data-listen]")) {
    const name = button.innerHTML;
    const rest = () => {
      button.innerHTML = name;
      button.removeAttribute("aria-pressed");
      say("");
    };
    button.addEventListener("click", async () => {
      if (button.getAttribute("aria-pressed") === "true") return stop();
      stop();
      button.setAttribute("disabled", "");
      say(words.making);
      const { listen: voice, poem = "17", part = "kami" } = button.dataset;
      const answer = await post(url, { voice, poem: Number(poem), part });
      button.removeAttribute("disabled");
      if (answer?.status !== 200) return say(answer?.body.message ?? words.failed);
      try {
        const buffer = await load(answer.body.url);
        await play(buffer, 0, buffer.duration, rest);
        button.textContent = words.stop;
        button.setAttribute("aria-pressed", "true");
        say(answer.body.credit ? `${words.playing}: ${answer.body.credit}` : words.playing);
      } catch {
        say(words.failed);
      }
    });
  }
}
