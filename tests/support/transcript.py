"""A random session as a text to read and to compare: what was dealt, who decided what, and what came of it.

`python -m tests.support.transcript` writes the transcripts that are kept anew.
"""

import random
from pathlib import Path
from typing import Any

from engine.core.codec import encode
from engine.core.document import Json
from engine.core.events import Event, type_name
from engine.core.game import Game
from engine.games import make
from tests.support.games import CHOOSERS, Playout

KEPT = Path(__file__).parents[1] / "engine" / "games"

Case = tuple[str, str, dict[str, Any], int, int]
"""A game, a name, its options, a seed and how many hands."""

CASES: tuple[Case, ...] = (
    ("kakkuri", "seven", {}, 3, 1),
    ("kakkuri", "eight-yafune", {"players": 8, "preset": "yafune"}, 5, 1),
    ("kakkuri", "sansoku", {"players": 6, "swap_phase": False}, 15, 1),
    ("ao_kammuri", "default", {"rounds": 1}, 1, 1),
    ("ao_kammuri", "goita-iro", {"rounds": 1, "goita_chain": True, "separate_iro": True, "scoring": "remaining"}, 2, 1),
    ("bozu_mekuri", "default", {}, 1, 1),
    (
        "bozu_mekuri",
        "house-rules",
        {"players": 3, "semimaru": "skip", "dan": "blind10", "yumi": "rotate_hands", "stacks": 2, "bozu_loss": "five"},
        2,
        1,
    ),
    ("ginko", "default", {"rounds": 2}, 1, 2),
    ("ginko", "rotating", {"rounds": 3, "bank_rotation": True, "monk_multipliers": True, "players": 3}, 2, 3),
    ("ginkoya", "default", {"rounds": 2}, 1, 2),
    ("ginkoya", "simultaneous", {"rounds": 2, "simultaneous": True, "start": 3}, 2, 2),
    ("oicho_kabu", "default", {"rounds": 2}, 1, 2),
    ("oicho_kabu", "dead-cards", {"rounds": 2, "players": 3, "dead_cards": True, "tie": "banker"}, 2, 2),
    ("kyo_kabu", "default", {"rounds": 2, "players": 3}, 2, 2),
    ("judan", "default", {"rounds": 1}, 1, 1),
    ("judan", "full-deal", {"rounds": 1, "full_deal": True}, 2, 1),
    ("mekuri", "three", {"rounds": 1}, 1, 1),
    ("mekuri", "two-blomhoff", {"rounds": 1, "players": 2, "scoring": "blomhoff"}, 1, 1),
    ("mekuri", "four", {"rounds": 1, "players": 4, "yaku_value": 30}, 4, 1),
    ("yomi", "four", {"rounds": 1}, 3, 1),
    ("yomi", "three-wild", {"rounds": 1, "players": 3, "rules": "A_wild"}, 2, 1),
    ("yomi", "set-b", {"rounds": 1, "rules": "B"}, 5, 1),
    ("mighty", "default", {}, 3, 1),
    ("mighty", "unranked", {"suit_order": "unranked", "mighty_alt": "C", "buried": "declarer"}, 5, 1),
    ("kakeya", "default", {}, 3, 1),
    ("kakeya", "losers-anytime", {"trump": "losers", "rensho_anytime": True}, 2, 2),
    ("kan", "default", {"rounds": 2}, 1, 3),
    ("shirinma", "default", {"rounds": 1, "max_bid": 5}, 3, 1),
    ("mutsu_ichi", "default", {"rounds": 3, "players": 3}, 3, 3),
    ("napoleon", "default", {}, 3, 1),
    ("napoleon", "strong-joker", {"joker": "strong", "yoromeki": True, "no_trump": "high"}, 2, 1),
    (
        "napoleon",
        "four-weak-joker",
        {"players": 4, "joker": "weak", "joker_hunter": True, "joker_may_lead_first": False, "same_two_from": 1},
        6,
        1,
    ),
    ("napoleon", "kitty-jack", {"all_pass": "kitty_jack", "max_redeals": 2}, 1, 2),
    ("napoleon", "mighty-must-bid", {"all_pass": "mighty_must_bid", "joker": "strong", "joker_rank": 2}, 4, 1),
    ("napoleon", "six", {"players": 6, "first_trick_trumps": True, "pass_out": False}, 5, 1),
    ("napoleon", "three", {"players": 3, "min_bid": 13, "no_trump": "low"}, 3, 1),
    ("napoleon", "two", {"players": 2, "joker": "strong", "same_two_joker": "ignores"}, 6, 1),
    ("hachinin_meri", "eight", {}, 3, 1),
    ("hachinin_meri", "six-open", {"players": 6, "reveal_lone_trump": True, "yaku_transfer": False}, 2, 1),
    (
        "hachinin_meri",
        "four",
        {"players": 4, "dragon_poll": "holder_only", "run_yaku": "chaser", "hidden_dragon_scope": "all_yaku"},
        3,
        1,
    ),
    ("hachinin_meri", "without-clubs", {"removed_suit": "P", "tenka_is_dragon": False, "run_yaku": "in_run"}, 2, 1),
    ("hachinin_meri", "without-swords", {"removed_suit": "I"}, 2, 1),
    ("hachinin_meri", "without-cups", {"removed_suit": "C"}, 2, 1),
    ("hachinin_meri", "without-coins", {"removed_suit": "O"}, 2, 1),
    ("hachinin_meri", "match", {"players": 4, "match_games": 1}, 14, 99),
    ("napoleon", "twelve", {"min_bid": 12, "same_two_from": 0, "siberia": False, "hands": 1}, 13, 9),
    ("napoleon", "thrown-in", {"players": 2, "max_redeals": 0}, 1, 1),
    ("napoleon", "dealt-again", {"players": 2}, 55, 1),
    ("kakkuri", "five", {"players": 5}, 1, 1),
    ("ao_kammuri", "winner-deals", {"picture_set": "commons_old_print", "next_dealer": "winner", "rounds": 2}, 1, 2),
    (
        "bozu_mekuri",
        "two",
        {"players": 2, "picture_set": "rank_default", "semimaru": "all_lose", "dan": "draw_again", "hime_again": True},
        2,
        1,
    ),
    (
        "bozu_mekuri",
        "old-print",
        {
            "players": 3,
            "picture_set": "commons_old_print",
            "semimaru": "others_lose",
            "dan": "take_pot",
            "yumi": "reverse",
            "hime_empty_again": True,
        },
        2,
        1,
    ),
    (
        "bozu_mekuri",
        "ten",
        {"players": 10, "picture_set": "bouzumekuri_app", "semimaru": "take_all", "dan": "take_all_hands"},
        54,
        1,
    ),
    (
        "bozu_mekuri",
        "disqualified",
        {"semimaru": "disqualified", "dan": "take_from_max", "nyudo_as_bozu": True},
        2,
        1,
    ),
    ("bozu_mekuri", "skip", {"players": 2, "semimaru": "skip"}, 2, 1),
    ("ginko", "two", {"players": 2, "slots": 4, "semimaru_value": None, "rounds": 2}, 5, 2),
    (
        "ginko",
        "seven",
        {"players": 7, "picture_set": "commons_old_print", "simultaneous": True, "semimaru_value": 0, "rounds": 1},
        8,
        1,
    ),
    ("ginkoya", "two", {"players": 2, "picture_set": "rank_default", "rounds": 2}, 2, 2),
    ("ginkoya", "seven", {"players": 7, "picture_set": "commons_old_print", "rounds": 1}, 5, 1),
    ("ginkoya", "app", {"picture_set": "bouzumekuri_app", "rounds": 1}, 2, 1),
    ("oicho_kabu", "two-chosen", {"players": 2, "bank_rotation": True, "second_draw": "chosen", "rounds": 3}, 6, 3),
    ("oicho_kabu", "ten", {"players": 10, "rounds": 1}, 9, 1),
    (
        "kyo_kabu",
        "two",
        {"players": 2, "tie": "banker", "bank_rotation": True, "kuppin_any_order": True, "rounds": 3},
        2,
        3,
    ),
    ("kyo_kabu", "ten", {"players": 10, "rounds": 1}, 3, 1),
    ("judan", "misdealt", {"rounds": 1}, 14, 1),
    ("mekuri", "misdealt", {"rounds": 1, "players": 2, "scoring": "blomhoff"}, 6, 1),
    ("mekuri", "dropped", {"rounds": 1, "players": 4}, 2, 1),
    ("yomi", "may-end", {"rounds": 1, "must_play": False}, 1, 1),
    ("mighty", "friend-deals", {"trump_lead_first": True, "next_dealer": "friend", "hands": 2}, 41, 2),
    ("mighty", "thrown-in", {"max_redeals": 0, "hands": 1}, 4, 1),
    ("mighty", "dealt-again", {"hands": 1}, 4, 1),
    ("kakeya", "hearts", {"trump": "H", "stones": 1}, 1, 99),
    ("kakeya", "diamonds", {"trump": "D"}, 1, 1),
    ("kakeya", "clubs", {"trump": "C"}, 1, 1),
    ("kan", "three-deals", {"rounds": 1}, 6, 9),
    ("shirinma", "twenty-three", {"players": 23, "rounds": 1, "max_bid": 2}, 2, 1),
    ("mutsu_ichi", "two", {"players": 2, "rounds": 1}, 1, 1),
    ("mutsu_ichi", "eight", {"players": 8, "rounds": 1, "most": 6}, 1, 1),
)  # fmt: skip


def path_of(case: Case) -> Path:
    return KEPT / case[0] / "golden" / f"{case[1]}.txt"


def begun(case: Case) -> Playout:
    """Return the session of a case before its first deal."""
    name, _, options, seed, _ = case
    game = make(name, options)
    return Playout(game, random.Random(seed), CHOOSERS[seed % 3], seed % game.seats)


def transcript(case: Case) -> str:
    """Return the text of a session."""
    playout = begun(case)
    game, hands = playout.game, case[4]
    lines = [f"{game.id} {game.options.changed()} dealer {playout.dealer}"]
    while len(playout.state.hand_scores) < hands:
        seat, legal = playout.state.to_act(), playout.state.legal_actions()
        happened = playout.step()
        if not happened:
            break
        for event in happened:
            action = game.action_of(event)
            if action is None:
                lines.append("  " + told(game, event))
            else:
                others = [game.text(one) for one in legal if one != action]
                shown = ", ".join(others) if len(others) < 12 else f"{len(others)} others"
                lines.append(f"{seat} {game.text(action)}" + (f"   (or {shown})" if others else ""))
    return "\n".join(lines) + "\n"


def told(game: Game[Any], event: Event) -> str:
    """Return an event in a line."""
    fields = " ".join(f"{name}={_short(value)}" for name, value in encode(event, game.deck).items())
    return f"{type_name(type(event))} {fields}".rstrip()


def _short(value: Json) -> str:
    if isinstance(value, list):
        return "[" + " ".join(map(_short, value)) + "]"
    if isinstance(value, dict):
        return "/".join(map(_short, value.values()))
    return str(value)


def write() -> None:
    for case in CASES:
        path_of(case).parent.mkdir(parents=True, exist_ok=True)
        path_of(case).write_text(transcript(case), encoding="utf-8")


if __name__ == "__main__":
    write()
