"""The columns of a table of people, and what stands in them: the same for files that come and files that go."""

import re
from collections.abc import Mapping
from typing import Final

from webapp.db.people_models import FactKind, Member, Standing
from webapp.tournaments.sheet import plain

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "氏名", "player", "名前", "選手名", "選手", "имя"),
    "kana": ("kana", "かな", "reading", "カナ", "ふりがな", "フリガナ", "よみ", "読み", "よみがな"),
    "club": ("club", "所属会", "affiliation", "会", "所属", "かるた会", "клуб"),
    "class": ("class", "級", "クラス", "класс"),
    "class_since": ("class_since", "昇級日", "級取得日", "級の日付"),
    "dan": ("dan", "段位", "段", "дан"),
    "dan_since": ("dan_since", "昇段日", "段位取得日", "段の日付"),
    "hand": ("hand", "利き手", "きき手", "рука"),
    "note": ("note", "備考", "メモ", "примечание"),
    "status": ("status", "区分", "会員区分"),
    "since": ("since", "入会日", "日付", "joined"),
    "reads": ("reads", "読手", "読手可"),
}
"""Our columns, each by the headings it is known under: the English one, the Japanese one, then others."""

CLASSES: Final = ("A", "B", "C", "D", "E", "F", "G")

_DAN: Final = {
    **dict.fromkeys(("なし", "無", "無段", "無段位", "none", "нет"), 0),
    **{
        sign: dan
        for dan, signs in enumerate(["初一壱", "二弐", "三参", "四", "五", "六", "七", "八", "九", "十"], 1)
        for sign in signs
    },
    **{str(dan): dan for dan in range(11)},
}
_HANDS: Final = {
    **dict.fromkeys(("right", "r", "右", "右手", "みぎ", "правая"), "right"),
    **dict.fromkeys(("left", "l", "左", "左手", "ひだり", "левая"), "left"),
}
_STANDINGS: Final = {
    **dict.fromkeys(("member", "会員", "部員", "член"), Standing.MEMBER),
    **dict.fromkeys(("guest", "ゲスト", "体験", "客", "гость"), Standing.GUEST),
    **dict.fromkeys(("left", "退会", "ob", "og", "卒業", "выбыл"), Standing.LEFT),
}
_YES: Final = frozenset({"yes", "y", "1", "○", "〇", "◯", "可", "はい", "да", "true"})
_DAN_ENDS: Final = re.compile(r"\s*(段|dan|дан)$")


def class_of(cell: str) -> str | None:
    """Return the class of a cell, empty for none: `Ａ級` and `a` are A. None for what is no class."""
    text = plain(cell).upper().removesuffix("級").removeprefix("CLASS").strip()
    return text if not text or text in CLASSES else None


def dan_of(cell: str) -> int | None:
    """Return the dan of a cell, 0 for none or for an empty cell: 初段, 4, 四段, 無段. None for what is no dan."""
    text = plain(cell).casefold()
    if not text or text == "-":
        return 0
    return _DAN.get(text, _DAN.get(_DAN_ENDS.sub("", text)))


def hand_of(cell: str) -> str | None:
    """Return left, right, or empty for an empty cell; None for what is no hand."""
    text = plain(cell).casefold()
    return _HANDS.get(text) if text else ""


def standing_of(cell: str) -> Standing | None:
    """Return what somebody is to the club, a member for an empty cell; None for what is not understood."""
    text = plain(cell).casefold()
    return _STANDINGS.get(text) if text else Standing.MEMBER


def reads_of(cell: str) -> bool:
    """Return whether a cell says that somebody can read."""
    return plain(cell).casefold() in _YES


def cells_of(member: Member) -> dict[str, str]:
    """Return what a table says of a person, by column."""

    def since(kind: FactKind) -> str:
        held = [fact for fact in member.of_kind(kind) if fact.value == member.value(kind)]
        return held[-1].day.isoformat() if held and held[-1].day else ""

    return {
        "name": member.name,
        "kana": member.kana,
        "club": member.club,
        "class": member.grade or "",
        "class_since": since(FactKind.GRADE),
        "dan": str(member.dan or ""),
        "dan_since": since(FactKind.DAN),
        "hand": member.hand or "",
        "note": member.note,
        "status": member.standing,
        "since": since(FactKind.STANDING),
        "reads": "yes" if member.can_read else "",
    }
