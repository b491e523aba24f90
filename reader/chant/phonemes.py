"""Katakana to phonemes, mora by mora, in the voice's own symbols."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from poems.kana import morae

_ROWS: Final = {
    "": "アイウエオ",
    "k": "カキクケコ",
    "g": "ガギグゲゴ",
    "s": "サ・スセソ",
    "z": "ザ・ズゼゾ",
    "t": "タ・・テト",
    "d": "ダ・・デド",
    "n": "ナニヌネノ",
    "h": "ハヒ・ヘホ",
    "b": "バビブベボ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "y": "ヤ・ユ・ヨ",
    "r": "ラリルレロ",
    "w": "ワ・・・・",
}
_SHIFTED: Final = {"シ": "sh i", "ジ": "j i", "チ": "ch i", "ツ": "ts u", "フ": "f u"}
_PALATAL: Final = {
    "キ": "ky",
    "ギ": "gy",
    "シ": "sh",
    "ジ": "j",
    "チ": "ch",
    "ニ": "ny",
    "ヒ": "hy",
    "ビ": "by",
    "ピ": "py",
    "ミ": "my",
    "リ": "ry",
}
_LENGTH_MARK: Final = "ー"
_VOICED_STOPS: Final = frozenset({"g", "gy", "b", "by", "d", "dy"})
_STOPS: Final = _VOICED_STOPS | {"k", "ky", "t", "ty", "p", "py", "ch", "ts", "j"}
_VOICELESS: Final = frozenset({"k", "ky", "s", "sh", "t", "ts", "ch", "h", "hy", "f", "p", "py", "cl"})


@dataclass(frozen=True, slots=True)
class Mora:
    """One beat: its katakana, its consonant if it has one, and what it rests on: a vowel, N (ン) or cl (ッ)."""

    kana: str
    consonant: str | None
    nucleus: str

    @property
    def phonemes(self) -> tuple[str, ...]:
        """The one or two phonemes in order."""
        return (self.consonant, self.nucleus) if self.consonant else (self.nucleus,)


def voiced(phoneme: str) -> bool:
    """Tell whether the vocal folds swing. Vowels always do: a chant has no devoiced ones."""
    return phoneme not in _VOICELESS


def stopped(consonant: str | None) -> bool:
    """Tell whether a consonant shuts the mouth: what it is, is heard when it bursts."""
    return consonant in _STOPS


def murmured(consonant: str | None) -> bool:
    """Tell whether a consonant is a stop whose closure is voiced: a murmur that is alike in all of them."""
    return consonant in _VOICED_STOPS


def line_morae(line: str) -> tuple[Mora, ...]:
    """Split one line of phonetic katakana; raises `ValueError` for any other kana (hiragana, ヲ, ヂ, ヅ)."""
    spoken: list[Mora] = []
    for kana in morae(line):
        if kana == _LENGTH_MARK and spoken and spoken[-1].nucleus in "aiueo":
            spoken.append(Mora(kana, None, spoken[-1].nucleus))
        elif kana in _SOUNDS:
            spoken.append(Mora(kana, *_SOUNDS[kana]))
        else:
            raise ValueError(f"{line!r}: {kana!r} has no sound here; phonetic katakana is needed")
    return tuple(spoken)


def _sounds() -> Mapping[str, tuple[str | None, str]]:
    table: dict[str, tuple[str | None, str]] = {"ン": (None, "N"), "ッ": (None, "cl")}
    for consonant, row in _ROWS.items():
        table |= {kana: (consonant or None, vowel) for kana, vowel in zip(row, "aiueo", strict=True)}
    for kana, sound in _SHIFTED.items():
        consonant, vowel = sound.split()
        table[kana] = (consonant, vowel)
    for kana, consonant in _PALATAL.items():
        table |= {kana + small: (consonant, vowel) for small, vowel in zip("ャュョ", "auo", strict=True)}
    del table["・"]
    return table


_SOUNDS: Final = _sounds()
