/** What the pages for a hand show alike: what is being read, how far the reading is, and why it waits. */

import { fill } from "../dom.js";
import { phaseWords } from "./phase.js";

const find = (id) => document.getElementById(id);

/** @param {any} view @param {Record<string, string>} words */
export function drawReading(view, words) {
  find("phase").textContent = phaseWords(view, words);
  find("progress").max = Math.max(1, view.total);
  find("progress").value = view.read.length;
  find("progress-text").textContent = fill(words.read_of, { n: view.read.length, total: view.total });
  const hands = view.tables.filter((table) => table.hand_up).map((table) => table.names);
  find("reason").textContent = view.waiting ? fill(words.hands, { tables: hands.join(", ") }) : "";
  find("reason").hidden = !view.waiting;
}

/** The beginning of the poem that was heard last; never of one that is to come. */
export function beginning(view, poems) {
  const poem = view.poem === null ? null : poems[view.poem];
  return poem ? poem.lines[0].map(([text]) => text).join("") : "";
}
