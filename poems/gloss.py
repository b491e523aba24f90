"""One line on what each poem says, in our own words, in English, Russian and modern Japanese."""

import json
from enum import StrEnum
from functools import cache
from pkgutil import get_data

FORMAT = "naniwazu-glosses/1"


class Language(StrEnum):
    """A language that every poem has a gloss in, by its code."""

    ENGLISH = "en"
    RUSSIAN = "ru"
    JAPANESE = "ja"


def gloss(number: int, language: str) -> str:
    """Return the gloss of poem 1 to 100, or of the opener for 0.

    Raises ValueError for another number, or for a language that is not one of `Language`.
    """
    if language not in list(Language):
        raise ValueError(f"no glosses in {language!r}: there are {', '.join(Language)}")
    if not 0 <= number <= 100:
        raise ValueError(f"there is no poem {number}: poems are numbered 1 to 100, the opener is 0")
    return _glosses(Language(language))[number]


@cache
def _glosses(language: Language) -> tuple[str, ...]:
    document = json.loads(get_data("poems", "data/glosses.json") or b"")
    assert document["format"] == FORMAT, document["format"]
    by_number = {entry["poem"]: entry[language] for entry in document["glosses"]}
    return tuple(by_number[number] for number in range(101))
