"""A reading into a file, faster than it sounds."""

import json
from bisect import bisect_right
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from reader.cache import ClipCache
from reader.clip import Clip
from reader.outputs.file import (
    FileOutputError,
    Label,
    check,
    check_place,
    same_file,
    whole_files,
    write_sound,
    write_text,
)
from reader.plan import Plan, plan
from reader.rendering import Renderer
from reader.samples import SAMPLE_RATE
from reader.timings import timings
from reader.verse import Verse
from webapp.aloud.order_slip import OrderSlip
from webapp.aloud.report import described, lasting
from webapp.refusal import Refusal

_NOTHING: Final = np.zeros(0, np.float32)


def check_files(out: Path, document: Path | None) -> None:
    """Raise Refusal if these files cannot be written, before any work is done for them."""
    try:
        check(out)
        if document is not None:
            check_place(document)
    except FileOutputError as error:
        raise Refusal(str(error)) from None
    if document is not None and same_file(document, out):
        raise Refusal(f"{out}: --out and --timings are the same file; give two names")


def read_into(
    slip: OrderSlip, out: Path, document: Path | None, cache: ClipCache, console: Console
) -> dict[str, Any]:
    """Write the reading and, if wanted, its timings, both or neither; returns what `--json` answers.

    Raises Refusal, and what the voice raises.
    """
    slip = within_minutes(slip)
    laid = plan(slip.programme)
    heard: dict[Verse, Clip] = {}
    try:
        files = [out] if document is None else [out, document]
        with (
            whole_files(*files) as lent,
            Renderer(cache, slip.voice) as renderer,
            _progress(console) as progress,
        ):
            _render(renderer, laid, progress)

            def clip(verse: Verse) -> Clip:
                made = renderer.clip(verse)
                # The timings need a clip's marks only: a hundred poems' sound is not kept.
                heard[verse] = replace(made, samples=_NOTHING)
                return made

            task = progress.add_task("Writing", total=laid.length)
            write_sound(
                lent[0],
                out,
                laid,
                clip,
                _label(slip),
                progress=lambda samples: progress.update(task, completed=samples),
            )
            if document is not None:
                pace, gaps = slip.programme.pace, slip.programme.gaps
                when = timings(laid, heard.__getitem__, pace, slip.voice.name, gaps)
                write_text(lent[1], document, json.dumps(when, ensure_ascii=False) + "\n")
    except FileOutputError as error:
        raise Refusal(str(error)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{out} was not written") from None
    answer = {"out": str(out), **({"timings": str(document)} if document else {})}
    return answer | lasting(laid) | described(slip)


def within_minutes(slip: OrderSlip) -> OrderSlip:
    """Return the slip with as many of its cards as are over within its minutes; one is always read."""
    most = slip.minutes * 60 * SAMPLE_RATE
    cards = slip.programme.cards
    if not most or plan(slip.programme).length <= most:
        return slip
    fits = bisect_right(
        range(1, len(cards)),
        most,
        key=lambda count: plan(replace(slip.programme, cards=cards[:count])).length,
    )
    count = max(1, fits)
    draw = replace(slip.draw, most=count)
    return replace(slip, draw=draw, programme=replace(slip.programme, cards=cards[:count]))


def _render(renderer: Renderer, laid: Plan, progress: Progress) -> None:
    """Voice every verse, showing how far it is."""
    task = progress.add_task("Voicing", total=len(laid.verses))
    job = renderer.prefetch(laid.verses, lambda done, _total: progress.update(task, completed=done))
    while not job.wait(0.2):
        pass
    progress.update(task, completed=len(laid.verses))


def _label(slip: OrderSlip) -> Label:
    programme = slip.programme
    return Label(
        title=f"Hyakunin Isshu, {_poems(len(programme.cards))}",
        artist=f"Naniwazu, voice {slip.voice.name}",
        credit=slip.voice.credit,
        comment=f"pattern {programme.pattern}, pace {programme.pace}, order {slip.draw.order}, seed {slip.seed.hex}",
    )


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def summary(answer: dict[str, Any]) -> str:
    """Return in one line what was written."""
    minutes, seconds = divmod(round(answer["seconds"]), 60)
    credit = f"; {answer['credit']}" if answer["credit"] else ""
    return f"{answer['out']}: {_poems(len(answer['cards']))}, {minutes}:{seconds:02d}{credit}"


def _poems(count: int) -> str:
    return f"{count} poem{'' if count == 1 else 's'}"
