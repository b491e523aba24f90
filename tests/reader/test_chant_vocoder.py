"""The vocoder on parameters whose sound can be worked out by hand."""

import numpy as np
import pytest

from reader.chant.envelope import envelope
from reader.chant.hts_engine import CEPSTRUM, FRAME, TAPS, Parameters
from reader.chant.spectrum import BINS, MelFilter, low_pass_response
from reader.chant.vocoder import synthesise
from tests.support.acoustics import RATE, pitch

SECONDS = 1
LENGTH = SECONDS * RATE
FRAMES = LENGTH // FRAME + 2


def flat(gain: float, *, open_low_pass: bool) -> Parameters:
    """Return parameters of a filter that passes everything: `gain` in nepers."""
    cepstrum = np.zeros((FRAMES, CEPSTRUM), np.float32)
    cepstrum[:, 0] = gain
    low_pass = np.zeros((FRAMES, TAPS), np.float32)
    low_pass[:, 0] = 1.0 if open_low_pass else 0.0
    return Parameters(cepstrum, low_pass)


def no_pulses() -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(0), np.zeros(0)


def test_without_voice_a_flat_filter_gives_white_noise_of_its_gain() -> None:
    sound = synthesise(
        MelFilter(), flat(np.log(0.1), open_low_pass=True), np.zeros(FRAMES, np.float32), no_pulses(), LENGTH
    )
    # two windowed halves of one noise add up to it, so its power stays
    assert np.sqrt(np.mean(sound[RATE // 10 :] ** 2)) == pytest.approx(0.1, rel=0.05)
    power = np.abs(np.fft.rfft(sound)) ** 2
    bands = [band.mean() for band in np.array_split(power[1:], 8)]
    assert max(bands) / min(bands) < 1.2


def test_a_pulse_through_a_flat_filter_stays_a_pulse_at_its_time_with_the_power_of_its_period() -> None:
    times, periods = np.array([1000.0, 2000.0]), np.array([225.0, 225.0])
    sound = synthesise(
        MelFilter(), flat(0.0, open_low_pass=True), np.ones(FRAMES, np.float32), (times, periods), LENGTH
    )
    assert sound[1000] == pytest.approx(15, abs=0.01)
    assert sound[2000] == pytest.approx(15, abs=0.01)
    sound[[1000, 2000]] = 0
    assert np.abs(sound).max() < 0.01


@pytest.mark.parametrize("fraction", [0.25, 0.5, 0.8])
def test_a_pulse_between_samples_is_delayed_by_the_fraction(fraction: float) -> None:
    times = np.array([1000.0 + fraction])
    sound = synthesise(
        MelFilter(),
        flat(0.0, open_low_pass=True),
        np.ones(FRAMES, np.float32),
        (times, np.array([1.0])),
        LENGTH,
    )
    window = np.fft.rfft(sound[990:1054])
    phase = np.unwrap(np.angle(window))[1:20]
    delay = -np.polyfit(np.arange(1, 20), phase, 1)[0] * 64 / (2 * np.pi)
    assert delay == pytest.approx(10 + fraction, abs=0.02)


def test_a_pulse_train_is_heard_at_its_pitch() -> None:
    times = np.arange(0, LENGTH - 400, RATE / 233.3)
    sound = synthesise(
        MelFilter(),
        flat(0.0, open_low_pass=True),
        np.ones(FRAMES, np.float32),
        (times, np.full(len(times), RATE / 233.3)),
        LENGTH,
    )
    track = pitch(sound)
    assert np.abs(1200 * np.log2(track.hz / 233.3)).max() < 2


def test_the_low_pass_divides_voice_from_breath() -> None:
    """A closed low-pass leaves a voiced frame all breath, an open one none."""
    for open_low_pass, heard in ((True, 0.0), (False, 1.0)):
        sound = synthesise(
            MelFilter(),
            flat(0.0, open_low_pass=open_low_pass),
            np.ones(FRAMES, np.float32),
            no_pulses(),
            LENGTH,
        )
        assert np.sqrt(np.mean(sound[RATE // 10 :] ** 2)) == pytest.approx(heard, abs=0.05)


def test_the_filter_of_a_mel_cepstrum_is_minimum_phase() -> None:
    """Its impulse response has its energy as early as any filter with that amplitude can."""
    rng = np.random.default_rng(5)
    cepstrum = (rng.standard_normal((1, CEPSTRUM)) * 0.3 / (1 + np.arange(CEPSTRUM))).astype(np.float32)
    mel = MelFilter()
    response = np.exp(mel.log_amplitude(cepstrum)[0] + 1j * mel.phase(cepstrum)[0])
    impulse = np.fft.irfft(response)
    # by the real cepstrum: fold its negative half over
    real = np.fft.irfft(mel.log_amplitude(cepstrum)[0])
    folded = np.concatenate([real[:1], 2 * real[1 : BINS - 1], real[BINS - 1 : BINS], np.zeros(BINS - 2)])
    expected = np.fft.irfft(np.exp(np.fft.rfft(folded)))
    assert np.abs(impulse - expected).max() < 1e-4 * np.abs(expected).max()


def test_formants_move_with_their_scale() -> None:
    """The peak of a low resonance moves up by the scale, to a few percent."""
    cepstrum = np.zeros((1, CEPSTRUM), np.float32)
    cepstrum[0] = [0.3 * np.cos(0.6 * k) * np.exp(-0.05 * k) for k in range(CEPSTRUM)]
    peaks = [int(np.argmax(MelFilter(scale).log_amplitude(cepstrum)[0])) for scale in (0.9, 1.0, 1.1)]
    assert [round(peak / peaks[1], 2) for peak in peaks] == pytest.approx([0.9, 1.0, 1.1], abs=0.02)


def test_the_low_pass_response_is_that_of_the_mirrored_filter() -> None:
    half = np.array([[0.25, 0.2, 0.1, *[0.0] * (TAPS - 3)]], np.float32)
    response = low_pass_response(half)[0]
    full = np.abs(np.fft.rfft([0.1, 0.2, 0.25, 0.2, 0.1], 2 * (BINS - 1)))
    assert np.allclose(np.abs(response), full, atol=1e-5)


@pytest.mark.parametrize(("words", "hold"), [(96_000, 0), (192_000, 144_000), (96_000, 4_800)])
def test_the_envelope_begins_at_once_and_reaches_nothing_at_the_end(words: int, hold: int) -> None:
    gain = envelope(words, hold, 8.0)
    assert len(gain) == words + hold
    assert gain[48] == 1.0
    assert gain[0] < 0.01
    assert gain[-1] < 0.01
    assert np.abs(np.diff(gain)).max() < 0.05
    if hold >= 144_000:
        before_release = words + hold - 12_001
        assert 20 * np.log10(gain[before_release]) == pytest.approx(-8 * (hold - 12_001) / hold, abs=0.01)
