"""Decision points labelled by eye: draws the pictures, takes the labels, lays the program's own beside them.

    python tools/eye_labels.py sheets FOLDER [SEED]      a waveform and a spectrogram of every opening
    python tools/eye_labels.py new FOLDER SEED           only what has no label yet
    python tools/eye_labels.py again FOLDER SEED [NOTE]  ten of them, or of those with a note, for a second look
    python tools/eye_labels.py zoom FOLDER 07=1234 …     closer, around times that were read from the sheets
    python tools/eye_labels.py enter FOLDER FILE.csv     rows "code,time" into labels.csv
    python tools/eye_labels.py compare [every]           the program's decision points against the labels

Whoever labels sees neither voice nor label: files have codes, every time axis begins at a number drawn by lot, and the
key lies in FOLDER, to be opened by `enter` alone.
"""

import csv
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from PIL import Image, ImageDraw  # noqa: E402

from engine.training.trial import MOST_LABEL_SPREAD_MS  # noqa: E402
from poems.anthology import poem  # noqa: E402
from poems.cards import numbers  # noqa: E402
from poems.kimariji import starting_with  # noqa: E402
from reader.clip import Samples  # noqa: E402
from reader.samples import SAMPLE_RATE  # noqa: E402
from tests.support.eye_set import MS, Case, cases, clips, found, write  # noqa: E402

SHEET: Final = (800, 1.4)
"""Milliseconds of a row, and pixels a millisecond."""
ZOOM: Final = (160, 7.0)
ROWS: Final = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3}
"""Rows of a sheet by the length of the kimari-ji."""
WAVE, COLOURS, AXIS, LEFT = 90, 210, 24, 30
"""Pixels: heights of waveform, spectrogram and axis, and the margin."""
HIGHEST: Final = 8_000
"""Hertz at the top of a spectrogram; lines lie a kilohertz apart."""
RANGE: Final = 60.0
"""Decibels from white to black."""
WINDOW: Final = 288
"""Samples that a column of the spectrogram looks at: 6 ms."""


def sheets(folder: Path, seed: str) -> None:
    """Draw the sheets of all files."""
    _sheets(folder, random.Random(seed), cases())


def new(folder: Path, seed: str) -> None:
    """Draw the sheets of the files that have no label."""
    _sheets(folder, random.Random(seed), [case for case in cases() if case.eye is None])


def again(folder: Path, seed: str, note: str | None = None) -> None:
    """Draw the sheets of ten files that have a label, from those with a note if one is given."""
    luck = random.Random(seed)
    seen = [case for case in cases() if case.eye is not None and note in (None, case.note)]
    _sheets(folder, luck, luck.sample(seen, 10))


def _sheets(folder: Path, luck: random.Random, wanted: list[Case]) -> None:
    """Draw sheets and write their key; print for each code what is read and what it might be instead."""
    luck.shuffle(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    key = {}
    with tempfile.TemporaryDirectory() as packs:
        made = clips(wanted, Path(packs))
    for place, case in enumerate(wanted, 1):
        code = f"{place:02d}"
        key[code] = {"number": case.number, "shift": luck.randrange(1000, 9000, 10)}
        np.save(folder / f"{code}.npy", made[case.number].samples)
        length = poem(case.poem).kimariji_length
        rows = [(SHEET[0] * row) for row in range(ROWS[length])]
        _strips(
            made[case.number].samples, [(at, code) for at in rows], SHEET, [key[code]["shift"]] * len(rows)
        ).save(folder / f"{code}.png")
        print(code, poem(case.poem).kimariji_key[: length + 3], *_rivals(case))
    (folder / "key.json").write_text(json.dumps(key))


def _rivals(case: Case) -> list[str]:
    """Return how the poems go on that are the last to be excluded."""
    own = poem(case.poem)
    before = own.kimariji_key[: own.kimariji_length - 1]
    others = [poem(one).kimariji_key for one in numbers(starting_with(before) if before else (1 << 101) - 2)]
    return sorted({one[: own.kimariji_length] for one in others} - {own.kimariji_key[: own.kimariji_length]})


def zoom(folder: Path, seen: Mapping[str, float]) -> Path:
    """Draw what lies around times of sheets; the middle of each strip is moved by lot."""
    key = json.loads((folder / "key.json").read_text())
    strips, shifts, sounds = [], [], []
    for code, time in seen.items():
        luck = random.Random(f"{code} {time}")
        at = time - key[code]["shift"] - ZOOM[0] / 2 + luck.randrange(-35, 36)
        strips.append((max(0, round(at)), code))
        shifts.append(key[code]["shift"])
        sounds.append(np.load(folder / f"{code}.npy"))
    pictures = [
        _strips(sound, [strip], ZOOM, [shift])
        for sound, strip, shift in zip(sounds, strips, shifts, strict=True)
    ]
    whole = Image.new("RGB", (pictures[0].width, sum(one.height for one in pictures)), "white")
    for place, one in enumerate(pictures):
        whole.paste(one, (0, place * one.height))
    file = folder / f"zoom-{'-'.join(seen)}.png"
    whole.save(file)
    return file


def _strips(
    sound: Samples, strips: Sequence[tuple[int, str]], size: tuple[int, float], shifts: Sequence[int]
) -> Image.Image:
    """Return strips of a sound, each from a time in milliseconds on, with its code and a shifted time axis."""
    length, scale = size
    height = WAVE + COLOURS + AXIS
    image = Image.new("RGB", (LEFT + round(length * scale) + 8, height * len(strips)), "white")
    draw = ImageDraw.Draw(image)
    colours = _spectrogram(sound)
    for row, ((begin, code), shift) in enumerate(zip(strips, shifts, strict=True)):
        top = row * height
        _wave(draw, sound, begin, top, size)
        part = colours[:, begin * 2 : (begin + length) * 2]
        picture = Image.fromarray(part).resize(
            (round(part.shape[1] * scale / 2), COLOURS), Image.Resampling.BILINEAR
        )
        image.paste(picture, (LEFT, top + WAVE))
        for hertz in range(1000, HIGHEST, 1000):
            y = top + WAVE + COLOURS - round(COLOURS * hertz / HIGHEST)
            draw.line([(LEFT - 5, y), (LEFT, y)], "black")
        _axis(draw, begin, top, size, shift)
        draw.text((2, top + 2), code, "red")
    return image


def _wave(draw: ImageDraw.ImageDraw, sound: Samples, begin: int, top: int, size: tuple[int, float]) -> None:
    length, scale = size
    part = sound[round(begin * MS) : round((begin + length) * MS)]
    opening = sound[: round(2400 * MS)]
    loud = float(np.abs(opening).max()) or 1.0
    columns = np.array_split(part, round(length * scale)) if len(part) else []
    for x, column in enumerate(columns):
        low, high = (top + WAVE / 2 - float(v) / loud * (WAVE / 2 - 2) for v in (column.min(), column.max()))
        draw.line([(LEFT + x, high), (LEFT + x, low)], (0, 60, 160))


def _axis(draw: ImageDraw.ImageDraw, begin: int, top: int, size: tuple[int, float], shift: int) -> None:
    length, scale = size
    fine, labelled = (10, 50) if scale < 3 else (5, 20)
    first = -(-(begin + shift) // fine) * fine
    for time in range(first, begin + shift + length + 1, fine):
        x = LEFT + round((time - shift - begin) * scale)
        long = time % labelled == 0
        draw.line([(x, top + WAVE + COLOURS), (x, top + WAVE + COLOURS + (8 if long else 4))], "black")
        if long:
            draw.line([(x, top), (x, top + WAVE + COLOURS)], (230, 150, 150))
            draw.text((x - 12, top + WAVE + COLOURS + 9), str(time), "black")


def _spectrogram(sound: Samples) -> NDArray[np.uint8]:
    """Return a picture of a sound, two columns a millisecond, high tones lifted by 6 dB an octave."""
    lifted = np.append(sound[0], sound[1:] - 0.97 * sound[:-1]).astype(np.float64)
    opening = np.pad(lifted[: round(3_200 * MS)], (WINDOW // 2, WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(opening, WINDOW)[:: SAMPLE_RATE // 2000]
    power = np.abs(np.fft.rfft(frames * np.hanning(WINDOW), 1024, axis=1)) ** 2
    level = 10 * np.log10(power[:, : HIGHEST * 1024 // SAMPLE_RATE + 1] + 1e-12)
    shade = np.clip((level.max() - level) / RANGE, 0, 1)
    return np.ascontiguousarray((255 * shade).astype(np.uint8).T[::-1])


def enter(folder: Path, rows: Iterable[Sequence[str]]) -> None:
    """Put labels, as they were read from the shifted axes, into labels.csv; a second look beside the first."""
    key: dict[str, Any] = json.loads((folder / "key.json").read_text())
    read = {key[code]["number"]: float(time) - key[code]["shift"] for code, time in rows}
    write(
        (
            replace(case, again=read[case.number])
            if case.eye is not None
            else replace(case, eye=read[case.number])
        )
        if case.number in read
        else case
        for case in cases()
    )


def compare(*, every: bool) -> None:
    """Print by speaker how far the program's decision points lie from the labels, in milliseconds."""
    wanted = [case for case in cases() if case.eye is not None]
    with tempfile.TemporaryDirectory() as packs:
        made = clips(wanted, Path(packs))
    off: dict[str, list[float]] = {}
    unsure = 0
    for case in wanted:
        point = found(case, made[case.number])
        apart = point.at - (case.eye or 0.0)
        sure = point.spread <= MOST_LABEL_SPREAD_MS
        unsure += not sure
        groups = (case.note,) if case.note else ("the forty", case.source, case.speaker)
        for group in groups if sure else ():
            off.setdefault(group, []).append(apart)
        if every:
            kimariji = poem(case.poem).kimariji_key[: poem(case.poem).kimariji_length]
            print(
                f"{case.number:3} {case.speaker:13}{case.way:6}{case.eye:7.0f}{point.at:8.1f}{apart:7.1f}",
                end="",
            )
            print(f"  ±{point.spread:3.0f} {'' if sure else 'not used '}{kimariji}")
    again = [abs(case.again - case.eye) for case in wanted if case.again is not None and case.eye is not None]
    print(f"labels twice: {len(again)}, median {median(again):.1f} ms, most {max(again):.0f} ms apart")
    print(f"{unsure} of {len(wanted)} files have no decision point that the program trusts")
    for group, values in off.items():
        ranked = sorted(map(abs, values))
        share = ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))]
        middle = f"median {median(ranked):5.1f}, 95 of 100 {share:5.1f}, most {ranked[-1]:5.1f}"
        print(f"{group:18} {len(values):3} files: {middle} ms; the middle of them {median(values):+.1f} ms")


def main(words: Sequence[str]) -> int:
    match list(words):
        case ["sheets", folder, *seed]:
            sheets(Path(folder), *(seed or ["first look"]))
        case ["new", folder, seed]:
            new(Path(folder), seed)
        case ["again", folder, seed, *note]:
            again(Path(folder), seed, *note)
        case ["zoom", folder, *seen]:
            print(zoom(Path(folder), {code: float(time) for code, time in (one.split("=") for one in seen)}))
        case ["enter", folder, file]:
            with Path(file).open(encoding="utf-8") as rows:
                enter(Path(folder), csv.reader(rows))
        case ["compare", *every]:
            compare(every=bool(every))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
