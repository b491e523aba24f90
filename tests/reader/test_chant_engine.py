"""The engine's C functions against the wheel's public face, and what happens where they are missing."""

import ctypes.util
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reader.chant import hts_engine
from reader.chant.hts_engine import CEPSTRUM, FRAME, TAPS, EngineError, HtsEngine
from reader.chant.labels import full_context
from reader.chant.phonemes import line_morae
from reader.chant.plain_engine import PlainEngine

LABELS = full_context([line_morae(line) for line in ("チハヤブル", "カミヨモキカズ", "タツタガワ")])


@pytest.fixture(scope="module")
def engine() -> HtsEngine:
    return HtsEngine()


def test_lengths_are_those_of_the_public_engine(engine: HtsEngine) -> None:
    plain = PlainEngine()
    assert engine.natural_lengths(LABELS) == plain.natural_lengths(LABELS)
    assert len(plain.speak(LABELS, 230.0)) == FRAME * sum(engine.natural_lengths(LABELS))


def test_parameters_last_as_long_as_asked(engine: HtsEngine) -> None:
    lengths = [10 + i % 7 for i in range(len(LABELS))]
    parameters = engine.parameters(LABELS, lengths)
    assert parameters.cepstrum.shape == (sum(lengths), CEPSTRUM)
    assert parameters.low_pass.shape == (sum(lengths), TAPS)
    assert parameters.cepstrum.dtype == parameters.low_pass.dtype == np.float32
    assert np.isfinite(parameters.cepstrum).all()
    # silence around words: the first and last frames are far softer than the loudest
    loud = parameters.cepstrum[:, 0]
    assert max(loud[0], loud[-1]) < loud.max() - 4


def test_two_engines_and_many_threads_say_the_same(engine: HtsEngine) -> None:
    lengths = engine.natural_lengths(LABELS)
    wanted = engine.parameters(LABELS, lengths)
    engines = [engine, HtsEngine(), HtsEngine()]
    found: list[bool] = []

    def speak(number: int) -> None:
        made = engines[number % 3].parameters(LABELS, lengths)
        found.append(
            np.array_equal(made.cepstrum, wanted.cepstrum) and np.array_equal(made.low_pass, wanted.low_pass)
        )

    threads = [threading.Thread(target=speak, args=(number,)) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 9


def test_an_engine_that_is_dropped_gives_its_memory_back() -> None:
    for _ in range(20):
        HtsEngine().natural_lengths(LABELS[:3])


@pytest.mark.parametrize("labels", [[], ["nonsense"], [""], [*LABELS, "ナニワ/A:"]])
def test_labels_that_mean_nothing_are_refused_and_the_engine_goes_on(
    engine: HtsEngine, labels: list[str]
) -> None:
    with pytest.raises(EngineError, match="full-context labels"):
        engine.natural_lengths(labels)
    assert len(engine.natural_lengths(LABELS)) == len(LABELS)


def test_lengths_that_the_voice_cannot_keep_are_refused(engine: HtsEngine) -> None:
    with pytest.raises(EngineError, match="frames"):
        engine.parameters(LABELS, [1] * len(LABELS))


def test_a_missing_voice_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"nothing\.htsvoice"):
        HtsEngine(tmp_path / "nothing.htsvoice")


def test_a_file_that_is_no_voice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.htsvoice").write_text("not a voice")
    with pytest.raises(EngineError, match="does not load"):
        HtsEngine(tmp_path / "text.htsvoice")


def test_a_wheel_without_the_functions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        hts_engine, "library_path", lambda: Path(ctypes.util.find_library("c") or "libc.so.6")
    )
    with pytest.raises(EngineError, match="cannot be reached"):
        HtsEngine()


def test_a_library_that_is_missing_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hts_engine, "library_path", lambda: tmp_path / "gone.so")
    with pytest.raises(EngineError, match="cannot be reached"):
        HtsEngine()


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hts_engine, "_PACKAGE", "no_such_package_here")
    with pytest.raises(EngineError, match="pip install pyopenjtalk-plus"):
        HtsEngine()


def test_a_structure_larger_than_its_memory_is_noticed() -> None:
    fresh = HtsEngine()
    memory: Any = fresh._memory
    memory[hts_engine._ENGINE_BYTES + 7] = b"\0"
    with pytest.raises(EngineError, match="larger than expected"):
        fresh.natural_lengths(LABELS)


AT_WORK = """
import threading
from reader.chant.hts_engine import HtsEngine
from tests.reader.test_chant_engine import LABELS

engine, begun = HtsEngine(), threading.Event()

def work():
    while True:
        engine.parameters(LABELS, engine.natural_lengths(LABELS))
        begun.set()

threading.Thread(target=work, daemon=True).start()
begun.wait()
"""


def test_a_process_may_end_while_a_thread_is_at_work() -> None:
    """As at Ctrl+C in the midst of the self-check: nothing is freed under the thread's hands."""
    ending = [subprocess.Popen([sys.executable, "-c", AT_WORK]) for _ in range(6)]
    assert [one.wait(timeout=60) for one in ending] == [0] * 6
