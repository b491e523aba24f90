"""The games, by id. A game's module is imported when it is asked for.

To add one: a package `engine.games.NAME` with a `Game` subclass, and a line here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from engine.core.document import DocumentError
from engine.core.game import Game
from engine.core.options import OptionError, Options
from engine.core.record import Record


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list of games says about one, without importing it."""

    id: str
    module: str
    cls: str
    english: str
    japanese: str
    russian: str
    players: tuple[int, ...]
    deck: str


ENTRIES = {
    entry.id: entry
    for entry in (
        Entry(
            "hachinin_meri",
            "engine.games.hachinin_meri",
            "HachininMeri",
            "Hachinin-meri",
            "八人メリ",
            "Хатинин-мэри",
            (4, 6, 8),
            "unsun",
        ),
        Entry(
            "napoleon",
            "engine.games.napoleon",
            "Napoleon",
            "Napoleon",
            "ナポレオン",
            "Наполеон",
            (2, 3, 4, 5, 6),
            "french",
        ),
        Entry(
            "kakkuri",
            "engine.games.kakkuri",
            "Kakkuri",
            "Kakkuri",
            "カックリ",
            "Каккури",
            (5, 6, 7, 8),
            "mekuri",
        ),
        Entry(
            "ao_kammuri",
            "engine.games.ao_kammuri",
            "AoKammuri",
            "Ao-kammuri",
            "青冠",
            "Ао-каммури",
            (4,),
            "yomifuda",
        ),
        Entry(
            "bozu_mekuri",
            "engine.games.bozu_mekuri",
            "BozuMekuri",
            "Bōzu-mekuri",
            "坊主めくり",
            "Бодзу-мэкури",
            (2, 3, 4, 5, 6, 7, 8, 9, 10),
            "yomifuda",
        ),
        Entry(
            "ginko",
            "engine.games.ginko",
            "Ginko",
            "Ginkō",
            "銀行",
            "Гинко",
            (2, 3, 4, 5, 6, 7),
            "yomifuda",
        ),
        Entry(
            "ginkoya",
            "engine.games.ginkoya",
            "Ginkoya",
            "Ginkō-ya",
            "銀行屋",
            "Гинкоя",
            (2, 3, 4, 5, 6, 7),
            "yomifuda",
        ),
        Entry(
            "oicho_kabu",
            "engine.games.oicho_kabu",
            "OichoKabu",
            "Oicho-kabu",
            "おいちょかぶ",
            "Ойтё-кабу",
            (2, 3, 4, 5, 6, 7, 8, 9, 10),
            "kabufuda",
        ),
        Entry(
            "kyo_kabu",
            "engine.games.kyo_kabu",
            "KyoKabu",
            "Kyō-kabu",
            "京かぶ",
            "Кё-кабу",
            (2, 3, 4, 5, 6, 7, 8, 9, 10),
            "kabufuda",
        ),
        Entry(
            "judan",
            "engine.games.judan",
            "Judan",
            "Jūdan",
            "ジュウダン",
            "Дзюдан",
            (2,),
            "mekuri",
        ),
        Entry(
            "mekuri",
            "engine.games.mekuri",
            "Mekuri",
            "Mekuri",
            "めくり",
            "Мэкури",
            (2, 3, 4),
            "mekuri",
        ),
        Entry(
            "yomi",
            "engine.games.yomi",
            "Yomi",
            "Yomi",
            "読み",
            "Ёми",
            (3, 4),
            "mekuri",
        ),
        Entry(
            "mighty",
            "engine.games.mighty",
            "Mighty",
            "Mighty",
            "マイティ",
            "Майти",
            (5,),
            "french",
        ),
        Entry(
            "kakeya",
            "engine.games.kakeya",
            "Kakeya",
            "Kakeya-torampu",
            "掛合トランプ",
            "Какэя-торампу",
            (4,),
            "french",
        ),
        Entry(
            "kan",
            "engine.games.kan",
            "Kan",
            "Kan (gonin-kan)",
            "ゴニンカン",
            "Кан (гонин-кан)",
            (5,),
            "french",
        ),
        Entry(
            "shirinma",
            "engine.games.shirinma",
            "Shirinma",
            "Shirinma",
            "しりんま",
            "Сиринма",
            tuple(range(12, 24)),
            "mekuri",
        ),
        Entry(
            "mutsu_ichi",
            "engine.games.mutsu_ichi",
            "MutsuIchi",
            "Mutsu-ichi",
            "六一",
            "Муцу-ити",
            (2, 3, 4, 5, 6, 7, 8),
            "ichiroku",
        ),
    )
}


class UnknownGame(ValueError):  # noqa: N818
    """An id that no game has."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game[:40]!r}; there are {', '.join(ENTRIES)}")


def load(game: str) -> type[Game[Any]]:
    """Return the class of a game. Raises UnknownGame."""
    entry = ENTRIES.get(game)
    if entry is None:
        raise UnknownGame(game)
    cls: type[Game[Any]] = getattr(import_module(entry.module), entry.cls)
    return cls


def make(game: str, options: Mapping[str, object] | None = None) -> Game[Any]:
    """Return a game with these options, the others at their defaults. Raises UnknownGame or OptionError."""
    return _made(game, load(game).options_type.read(options or {}))


@lru_cache(maxsize=256)
def _made(game: str, options: Options) -> Game[Any]:
    """Return the game of these options; it is frozen, so there need be only one."""
    return load(game)(options)


def of_record(record: Record) -> Game[Any]:
    """Return the game that a record is of. Raises DocumentError with the place."""
    try:
        return make(record.game, record.options)
    except UnknownGame as error:
        raise DocumentError("game", str(error)) from None
    except OptionError as error:
        raise DocumentError(f"options.{error.option[:40]}", str(error)) from None
