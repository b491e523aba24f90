"""QR codes of addresses: for the page, and for the terminal."""

import io

import segno
from markupsafe import Markup


def svg(text: str) -> Markup:
    """Return a QR code as inline SVG that a strict content policy allows; its meaning stands beside it as text."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, dark="#000", light="#fff"
    )
    return Markup(out.getvalue().decode("ascii").replace("<svg ", '<svg aria-hidden="true" ', 1))  # noqa: S704


def terminal(text: str) -> str:
    """Return a QR code made of half-block signs."""
    out = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
