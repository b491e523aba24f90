"""The day that a club's evening belongs to: what begins after midnight is still of the evening before."""

import datetime as dt
from typing import Final

DAY_BEGINS: Final = dt.timedelta(hours=4)


def practice_day(moment: dt.datetime) -> dt.date:
    """Return the day of a moment, by this machine's clock."""
    return (moment.astimezone() - DAY_BEGINS).date()
