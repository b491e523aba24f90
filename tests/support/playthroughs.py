"""OpenSpiel's playthroughs of our games: everything that its interface shows of one random hand, state by state.

Three short ones are kept whole, to read where they differ; of all of them the digest is kept.
`python -m tests.support.playthroughs` writes them anew, after a change of rules, views or of OpenSpiel itself.
"""

import hashlib
from pathlib import Path
from typing import Any

from engine.games import ENTRIES
from tests.support.peers import library

KEPT = Path(__file__).parents[1] / "engine" / "adapters" / "golden"
GOLDEN = ("mutsu_ichi", "judan", "oicho_kabu")
SETTINGS: dict[str, dict[str, Any]] = {game: {} for game in ENTRIES} | {
    "hachinin_meri": {"players": 4},
    "napoleon": {"players": 3, "joker": "strong"},
    "kakkuri": {"players": 5},
    "bozu_mekuri": {"players": 2, "stacks": 2},
    "ginko": {"players": 2},
    "ginkoya": {"players": 2},
    "oicho_kabu": {"players": 2, "max_total_bet": 2},
    "kyo_kabu": {"players": 3},
    "mekuri": {"players": 4},
    "yomi": {"players": 3, "rules": "A_wild"},
    "shirinma": {"max_bid": 1},
    "mutsu_ichi": {"players": 2},
}
"""Options that keep a playthrough short: fewer seats look at every state."""


def playthrough(game: str) -> str:
    """Return the text of a game's playthrough."""
    openspiel = library("engine.adapters.openspiel")
    openspiel.register()
    generate_playthrough = library("open_spiel.python.algorithms.generate_playthrough")
    parameters = openspiel.parameters_of(game, SETTINGS[game])
    written = ",".join(f"{name}={value}" for name, value in parameters.items())
    text: str = generate_playthrough.playthrough(f"{openspiel.PREFIX}{game}({written})", None, seed=7)
    return text


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def kept(game: str) -> str:
    """Return a playthrough that is kept whole."""
    return (KEPT / f"{game}.txt").read_text(encoding="utf-8")


def digests_kept() -> dict[str, str]:
    """Return the digest of every game's playthrough."""
    lines = (KEPT / "digests.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def write() -> None:
    KEPT.mkdir(exist_ok=True)
    texts = {game: playthrough(game) for game in ENTRIES}
    for game in GOLDEN:
        (KEPT / f"{game}.txt").write_text(texts[game], encoding="utf-8")
    lines = "".join(f"{game} {digest(text)}\n" for game, text in texts.items())
    (KEPT / "digests.txt").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    write()
