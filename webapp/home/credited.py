"""Whose work this program stands on; names and licences are the same in every language. See NOTICE."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """A work, its makers, and the licence under which it is used. `url` is the licence's text."""

    name: str
    makers: str
    licence: str
    url: str = ""


VOICE = Work(
    "HTS Voice “Mei” (mei_normal)",
    "© 2009–2013 Nagoya Institute of Technology, Department of Computer Science, MMDAgent Project Team",
    "Creative Commons Attribution 3.0",
    "https://creativecommons.org/licenses/by/3.0/",
)
FONT = Work("Yuji Syuku", "© 2021 The Yuji Project Authors", "SIL Open Font License 1.1")
PRINT_FONTS = (
    Work("Noto Serif JP", "© 2017–2024 Adobe", "SIL Open Font License 1.1"),
    Work("Noto Serif", "© 2022 The Noto Project Authors", "SIL Open Font License 1.1"),
)
PROGRAM = Work("Naniwazu", "© 2026 The Naniwazu authors", "MIT")
