"""What `naniwazu read --json` answers."""

from typing import Any

from poems.cards import numbers
from reader.gaps import told
from reader.laid import check
from reader.plan import Plan
from reader.record import FORMAT, draw_to_dict
from reader.samples import to_seconds
from reader.voices import VoiceUnavailableError
from webapp.aloud.order_slip import OrderSlip


def voice_failed(slip: OrderSlip, error: VoiceUnavailableError) -> str:
    """Return why the voice does not speak, and which one to go on with."""
    return f"--voice {slip.voice.name}: {error}; go on with --voice {slip.instead}"


def described(slip: OrderSlip) -> dict[str, Any]:
    """Return what is read and how; enough to read the same again."""
    programme = slip.programme
    return {
        "format": FORMAT,
        "draw": draw_to_dict(slip.draw),
        "cards": list(programme.cards),
        "dead": list(slip.dead),
        "order": slip.draw.order.value,
        "pattern": str(programme.pattern),
        "pace": str(programme.pace),
        "joka": programme.joka,
        "joka_upper": programme.uppers,
        "play_pause": to_seconds(programme.play_pause),
        **told(programme.gaps),
        "voice": slip.voice.name,
        "precision": slip.voice.precision,
        "credit": slip.voice.credit,
        "seed": slip.seed.hex,
        "commitment": slip.draw.commitment(slip.seed),
        **({"laid": laid(slip)} if slip.laid else {}),
    }


def laid(slip: OrderSlip) -> dict[str, list[int]]:
    """Return which of the laid cards will be read, may be and never will, by number: nothing of the order."""
    found = check(slip.draw, slip.laid)
    parts = {"will": found.will, "may": found.may, "never": found.never}
    return {name: list(numbers(cards)) for name, cards in parts.items()}


def laid_lines(slip: OrderSlip) -> list[str]:
    """Return in words what the check of the laid cards found; nothing where nobody said what lies."""
    if not slip.laid:
        return []
    found = check(slip.draw, slip.laid)
    out = [f"{found.will.bit_count()} of the {slip.laid.bit_count()} laid cards will be read."]
    if found.never:
        named = ", ".join(map(str, numbers(found.never)))
        out.append(f"Never read, though they lie: {named}. Is it the right set?")
    if found.may:
        out.append(f"May come or not: {', '.join(map(str, numbers(found.may)))}.")
    return out


def lasting(plan: Plan) -> dict[str, Any]:
    """Return how long a plan lasts, and its hash."""
    return {"plan": plan.id, "seconds": to_seconds(plan.length)}
