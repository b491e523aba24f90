/** The page for a big screen: it follows a reading and does nothing else. */

import { island } from "../dom.js";
import { keepAwake } from "./awake.js";
import { HallClock } from "./hall_clock.js";
import { Line, getJson } from "./line.js";
import { Lists } from "./lists.js";
import { followLooks } from "./looks.js";
import { connection } from "./notice.js";
import { phaseWords, progressWords } from "./phase.js";
import { Stage } from "./stage.js";

const AGAIN = 1500;
const page = island("page");
const words = island("strings");
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let poems = null;
while (!(poems = await getJson(page.poemsUrl))) await new Promise((resolve) => setTimeout(resolve, AGAIN));

const stage = new Stage(find("stage"), poems, words);
const lists = new Lists(find("lists"), poems, words);
const clock = new HallClock(find("hall-clock"), words, { helper: false, send: async () => null, take() {}, ended() {} });
const line = new Line(page, "", { view: draw, refused() {}, overtaken() {}, status: connection });

followLooks(document.body, find("stage"));
find("whole-screen").addEventListener("click", () => {
  document.documentElement.requestFullscreen?.().catch(() => {});
  keepAwake();
});
draw(page.view);
line.ask();

function draw(view) {
  stage.draw(view);
  lists.draw(view);
  clock.draw(view);
  find("phase").textContent = phaseWords(view, words);
  find("progress-text").textContent = progressWords(view, words);
}
