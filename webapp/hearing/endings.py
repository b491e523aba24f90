"""What the end of a run with sound says of its times: where nothing was measured, why not."""

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.trial import MOST_DELAY_SPREAD_MS, DelaySource
from webapp.drills.kind import Over, Start


def early(count: int) -> tuple[tuple[str, str], ...]:
    """Return a line that counts presses before the decision point; none where there were none."""
    if not count:
        return ()
    told = ngettext(
        "%(num)s press before the sound had told.", "%(num)s presses before the sound had told.", count
    )
    return ((str(_("Too early")), str(told)),)


def unmeasured(over: Over, start: Start) -> tuple[tuple[str, str], ...]:
    """Return a line that says why no speed is told; none where it is."""
    sounds = [one.sound for one in over.trials if one.seed == start.seed.hex and one.sound is not None]
    if not sounds or any(one.measures for one in sounds):
        return ()
    last = sounds[-1]
    if last.delay_source in (DelaySource.NONE, DelaySource.BROWSER):
        why = _("not told: the delay of this sound output was not measured.")
    elif (last.delay_spread_ms or 0.0) > MOST_DELAY_SPREAD_MS:
        spread = f"{last.delay_spread_ms:.0f}"
        why = _("not told: the delay was tapped too unevenly (spread %(spread)s ms).", spread=spread)
    else:
        why = _("not told: where these sounds are decided is not known well enough.")
    return ((str(_("Time taken")), str(why)),)
