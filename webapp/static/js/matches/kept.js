/** What is noted of a read and not entered yet outlives a reload of the page: it is kept in this tab until it is entered. */

export class Kept {
  /** @param {string} code the match's */
  constructor(code) {
    this.key = `noted|${code}`;
  }

  /** @param {any} view the match as it stands @param {import("./draft.js").Draft} draft */
  keep(view, draft) {
    if (draft.plain) return this.drop();
    const { card } = view.read;
    tried(() => sessionStorage.setItem(this.key, JSON.stringify({ card, reads: view.reads, facts: draft.facts(card, null) })));
  }

  /** The facts of the read that the match stands at; null where nothing of it was kept. @param {any} view */
  found(view) {
    const kept = tried(() => JSON.parse(sessionStorage.getItem(this.key) ?? "null"));
    return kept && kept.card === view.read?.card && kept.reads === view.reads ? kept.facts : null;
  }

  drop() {
    tried(() => sessionStorage.removeItem(this.key));
  }
}

/** A full or forbidden storage loses only what a reload would have kept. @template T @param {() => T} act */
function tried(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
