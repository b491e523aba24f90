"""A style: its limits, and a fingerprint that misses nothing."""

from dataclasses import fields, replace

import pytest

from reader.chant.style import DEFAULT, Contour, Rhythm, Style


@pytest.mark.parametrize("part", [Contour, Rhythm, Style])
def test_every_number_of_a_style_is_in_its_fingerprint(part: type) -> None:
    for field in fields(part):
        if field.name in ("contour", "rhythm"):
            continue
        owner = {Contour: DEFAULT.contour, Rhythm: DEFAULT.rhythm, Style: DEFAULT}[part]
        changed = replace(owner, **{field.name: getattr(owner, field.name) * 1.01 + 0.01})
        style = {
            Contour: lambda c: Style(contour=c),
            Rhythm: lambda c: Style(rhythm=c),
            Style: lambda c: c,
        }[part](changed)
        assert style.fingerprint() != DEFAULT.fingerprint(), field.name


def test_equal_styles_have_equal_fingerprints() -> None:
    assert Style().fingerprint() == DEFAULT.fingerprint()


@pytest.mark.parametrize(
    ("style", "complaint"),
    [
        (lambda: Style(contour=Contour(base_hz=50)), "base_hz is 50; it may be 120 to 400"),
        (lambda: Style(contour=Contour(vibrato_cents=float("nan"))), "vibrato_cents is nan"),
        (lambda: Style(rhythm=Rhythm(line_end=0)), "line_end is 0"),
        (lambda: Style(formants=2), "formants is 2"),
        (lambda: Style(hold_fade_db=-1), "hold_fade_db is -1"),
    ],
)
def test_a_style_outside_its_limits_is_refused(style: object, complaint: str) -> None:
    with pytest.raises(ValueError, match="chant style") as refusal:
        style()  # type: ignore[operator]
    assert complaint in str(refusal.value)
