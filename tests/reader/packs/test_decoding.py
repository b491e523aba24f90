"""Files of unknown origin: damaged, crafted, hanging, and the process in which they are decoded."""

import io
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reader.packs.decoder import Decoder, Undecodable
from reader.packs.decoding import resampled
from reader.packs.faults import PackFlaw
from reader.packs.worker import answer
from reader.pattern import Half
from reader.reason import from_dict
from tests.support.packs import Way, recorded, said

KINDS = ("wav", "flac", "ogg", "mp3")


@cache
def whole(kind: str) -> bytes:
    luck = np.random.default_rng(2)
    return recorded(said(Half(17, "kami")), Way(kind, 22_050), luck, lead=0.2, tail=0.2).content


def asked(folder: Path, content: bytes) -> dict[str, object]:
    (folder / "a").write_bytes(content)
    return answer({"source": str(folder / "a"), "target": str(folder / "b.flac"), "poem": 17, "whole": False})


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_decoded(tmp_path: Path, kind: str) -> None:
    (half,) = asked(tmp_path, whole(kind))["halves"]  # type: ignore[misc]
    assert half["rate"] == 22_050
    assert abs(half["on"] - 9_840) < 48 * 15
    assert abs(half["off"] - half["on"] - 96_000) < 48 * 25
    assert soundfile.info(tmp_path / "b.flac").samplerate == 48_000


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from(KINDS), data=st.data())
def test_a_damaged_file_is_told_so_or_read(tmp_path: Path, kind: str, data: st.DataObject) -> None:
    content = bytearray(whole(kind))
    head = min(len(content), 400)
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.one_of(st.integers(0, head - 1), st.integers(0, len(content) - 1)))
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.sampled_from([1.0, 1.0, 0.5, 0.01]))
    reply = asked(tmp_path, bytes(content[: int(len(content) * cut)]))
    assert set(reply) in ({"halves"}, {"fault"})


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
def test_any_bytes_are_told_to_be_no_sound(tmp_path: Path, content: bytes) -> None:
    assert "fault" in asked(tmp_path, content)


def wav(samples: np.ndarray, rate: int = 48_000, subtype: str = "PCM_16") -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype=subtype)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (wav(np.zeros(0)), "no sound in it"),
        (wav(np.zeros(96_000)), "silent"),
        (wav(np.full(96_000, np.nan, np.float32), subtype="FLOAT"), "silent"),
        (wav(np.zeros((1_000, 16))), "16 channels"),
        (wav(np.zeros(9_000), 4_000), "sample rate of 4000"),
        (wav(np.zeros(121 * 8_000), 8_000), "longer than 120 s"),
        (b"", "no sound that can be decoded"),
    ],
    ids=("empty", "silent", "no numbers", "many channels", "slow", "long", "no bytes"),
)
def test_what_cannot_be_a_half_is_told_why(tmp_path: Path, content: bytes, why: str) -> None:
    assert why in str(from_dict(PackFlaw, asked(tmp_path, content)["fault"]))  # type: ignore[arg-type]


def test_infinite_samples_do_no_harm(tmp_path: Path) -> None:
    clip = said(Half(17, "kami"))
    sound = clip.samples.copy()
    sound[30_000] = np.inf
    assert "halves" in asked(tmp_path, wav(sound, subtype="FLOAT"))


def test_clipping_is_counted(tmp_path: Path) -> None:
    loud = np.clip(said(Half(17, "kami")).samples * 8, -1, 1)
    (half,) = asked(tmp_path, wav(loud))["halves"]  # type: ignore[misc]
    assert half["clipped"] > 1_000


@pytest.mark.parametrize("rate", [22_050, 44_100, 96_000, 8_000])
def test_a_tone_keeps_pitch_and_place_at_another_rate(rate: int) -> None:
    time = np.arange(rate) / rate
    tone = (np.sin(2 * np.pi * 440 * time) * np.hanning(rate)).astype(np.float32)
    out = resampled(tone, rate)
    expected = np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000) * np.hanning(48_000)
    assert len(out) == 48_000
    assert np.abs(out - expected).max() < 0.01


CHILD = """
import json, sys, time
for line in sys.stdin:
    what = json.loads(line)["source"]
    if "hang" in what: time.sleep(600)
    if "crash" in what: raise SystemExit(3)
    fault = {"flaw": "NOT_THERE", "params": {"place": what}}
    print("rubbish" if "rubbish" in what else json.dumps({"fault": fault}), flush=True)
"""


def test_a_decoder_that_hangs_or_dies_ends_one_file_only(tmp_path: Path) -> None:
    with Decoder(limit=3.0, worker=(sys.executable, "-c", CHILD)) as decoder:

        def why(name: str) -> str:
            answer = decoder.decode(Path(name), tmp_path / "out", 1, whole=False)
            assert isinstance(answer, Undecodable)
            return str(answer.why)

        assert why("one").startswith("one: ")
        assert "not decoded within 3 s" in why("hang")
        assert why("two").startswith("two: ")
        assert "broke down" in why("crash")
        assert "broke down" in why("rubbish")
        assert why("three").startswith("three: ")


def test_a_decoder_that_cannot_start_says_so(tmp_path: Path) -> None:
    with Decoder(worker=(str(tmp_path / "nothing"),)) as decoder:
        answer = decoder.decode(tmp_path, tmp_path, 1, whole=False)
    assert isinstance(answer, Undecodable)
    assert "does not run" in str(answer.why)
