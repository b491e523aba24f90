/** Where the sound comes from: this device, or the room's speakers at the server. One place at a time. */

import { fill, h, write } from "../dom.js";
import { LOW, level } from "./level.js";
import { Room } from "./room.js";
import { SpeakerSettings, ownLevel } from "./speaker_settings.js";

/** Milliseconds between two looks for a loudspeaker that went away. */
const LOOK = 3000;

export class SoundPlace {
  /**
   * @param {HTMLElement} root       the block `_sound.html`
   * @param {HTMLElement} trouble    where it is said that a loudspeaker went away
   * @param {any} page               addresses and words
   * @param {object} act
   * @param {import("./conductor.js").Conductor} act.conductor
   * @param {(view: any) => void} act.moved      the reading after the sound went elsewhere
   * @param {(message: string) => void} act.say
   */
  constructor(root, trouble, page, act) {
    Object.assign(this, { root, trouble, act, words: page.words, trialClip: page.trialClip });
    this.room = new Room(page);
    this.find = (id) => root.querySelector(`#${id}`);
    this.device = this.find("room-device");
    this.chosen = null;
    this.view = null;
    this.looking = false;
    this.confirmed = null;
    for (const radio of this.#radios()) radio.addEventListener("change", () => this.#choose(radio.value));
    root.addEventListener("toggle", () => root.open && this.place === "room" && this.#look());
    this.device.addEventListener("change", () => this.#chooseDevice());
    this.find("try-sound").addEventListener("click", () => this.#try());
    this.find("move-sound").addEventListener("click", () => this.#move());
    this.find("heard-yes").addEventListener("click", () => this.#heard());
    this.find("heard-no").addEventListener("click", () => (this.find("heard-help").hidden = false));
    const { say, conductor } = act;
    this.settings = new SpeakerSettings(root, this.room, { say, changed: () => this.#show() });
    ownLevel(this.find("page-level"), this.find("page-level-now"), (decibels) => {
      conductor.player.setLevel(decibels);
      this.#show();
    });
    setInterval(() => this.#lost() && !document.hidden && this.#look(), LOOK);
  }

  /** Where the sound is, or would be: "page" or "room". */
  get place() {
    if (this.chosen) return this.chosen;
    return this.view?.here && this.view.room ? "room" : "page";
  }

  /**
   * Begin or take the reading in the room, after the first verse was heard there.
   * @param {"start" | "take"} what
   */
  async begin(what) {
    if (!this.room.speaker) await this.#look();
    const speaker = this.room.speaker;
    if (!speaker) return this.act.say(this.room.view.trouble);
    if (!speaker.heard) return this.#check(() => this.begin(what));
    const { state, message } = await this.room.wish(what);
    this.#show();
    if (state) this.#arrived(state);
    else this.act.say(message ?? this.words.offline);
  }

  /** @param {any} view */
  draw(view) {
    const lost = this.#lost();
    this.view = view;
    if (this.#lost() && !lost) {
      this.room.forget(view.room);
      this.#look();
    }
    this.#show();
  }

  #radios() {
    return this.root.querySelectorAll("input[name=place]");
  }

  #lost() {
    return Boolean(this.view?.room && this.view.phase === "held" && this.view.held_for === "device");
  }

  async #choose(place) {
    this.chosen = place;
    this.#endCheck();
    if (place === "room") {
      await this.#look();
      if (this.room.speaker?.heard) await this.#ready();
    } else if (this.room.view.ready && !this.view.room) {
      await this.room.wish("leave");
    }
    this.#show();
  }

  async #chooseDevice() {
    this.room.chosen = this.device.value;
    this.#endCheck();
    this.#show();
    if (this.room.speaker?.heard) await this.#ready();
    this.#show();
  }

  /** Open the loudspeaker before the reading begins: then its first sound comes at once. */
  async #ready() {
    if (this.view.phase !== "ready" || this.view.here) return;
    const { state, message } = await this.room.wish("ready");
    if (!state && message) this.act.say(message);
  }

  async #look() {
    if (this.looking) return;
    this.looking = true;
    await this.room.look();
    this.looking = false;
    this.#show();
  }

  async #try() {
    if (this.place === "room") return this.#check(null);
    await this.act.conductor.tryOut(this.trialClip).catch(() => this.act.say(this.words.blocked));
    this.#ask(null);
  }

  /** Let the trial verse be heard in the room, and go on when somebody says that it was. */
  async #check(after) {
    this.root.open = true;
    const message = await this.room.tryOut();
    if (message) this.act.say(message);
    else this.#ask(after);
  }

  #ask(after) {
    this.confirmed = after;
    this.find("heard-check").hidden = false;
    this.find("heard-help").hidden = true;
    this.find("heard-check").scrollIntoView({ block: "center" });
    this.find("heard-yes").focus();
  }

  async #heard() {
    const after = this.confirmed;
    this.#endCheck();
    if (this.place !== "room") return;
    const message = await this.room.tune({ heard: true });
    if (message) this.act.say(message);
    if (after) await after();
    else await this.#ready();
  }

  #endCheck() {
    this.confirmed = null;
    this.find("heard-check").hidden = true;
  }

  async #move() {
    if (this.place === "room") {
      await this.act.conductor.leave();
      return this.begin("take");
    }
    const { state, message } = await this.room.wish("leave");
    if (!state) return this.act.say(message ?? this.words.offline);
    this.act.moved(state);
    await this.act.conductor.take();
    this.chosen = null;
  }

  #arrived(state) {
    this.chosen = null;
    this.root.open = false;
    this.act.moved(state);
  }

  #show() {
    if (!this.view) return;
    const { place } = this;
    for (const radio of this.#radios()) radio.checked = radio.value === place;
    for (const part of this.root.querySelectorAll(".place-part")) part.hidden = part.dataset.place !== place || (place === "room" && !this.room.view.speakers.length);
    const over = ["done", "stopped"].includes(this.view.phase);
    const { speaker } = this.room;
    const name = this.view.room || speaker?.name || this.words.room;
    this.find("place-now").textContent = place === "room" ? name : this.words.page;
    this.#showSpeakers();
    const actual = this.view.room ? "room" : "page";
    const move = this.find("move-sound");
    move.hidden = over || !this.view.here || actual === place || (place === "room" && !this.view.yours);
    move.disabled = place === "room" && !speaker;
    move.textContent = place === "room" ? this.words.move_to_room : this.words.move_here;
    this.find("try-sound").disabled = place === "room" ? !speaker || Boolean(this.view.room) : this.act.conductor.busy;
    this.#showDoubt(place, speaker);
    this.#showTrouble();
  }

  #showSpeakers() {
    const { speakers } = this.room.view;
    const wanted = JSON.stringify([speakers.map((one) => [one.name, one.default, one.holder]), this.room.chosen]);
    if (this.shown !== wanted) {
      this.shown = wanted;
      this.device.replaceChildren(
        ...speakers.map((one) => {
          const more = [one.default && this.words.usual, one.holder && this.words.in_use].filter(Boolean).join(", ");
          return h("option", { value: one.name }, more ? `${one.name} (${more})` : one.name);
        }),
      );
      this.device.value = this.room.chosen;
      this.settings.show();
    }
    this.device.disabled = speakers.length < 2 || Boolean(this.view.room);
  }

  #showDoubt(place, speaker) {
    const low = level() < LOW ? this.words.low : "";
    const holder = speaker?.holder ? fill(this.words.held_by, { holder: speaker.holder }) : "";
    const text = place === "page" ? low : this.room.view.trouble || holder || (speaker?.doubt ?? "");
    this.find("sound-doubt").textContent = text;
    this.find("sound-doubt").hidden = !text;
  }

  #showTrouble() {
    const lost = this.#lost();
    const back = lost && this.room.view.speakers.some((one) => one.name === this.view.room);
    const text = lost ? fill(back ? this.words.back : this.words.gone, { place: this.view.room }) : "";
    write(this.trouble, text);
    this.trouble.hidden = !lost;
    this.trouble.classList.toggle("bad", !back);
  }
}
