"""Ghost matches: against a level, one's own past, or a club-mate who lends how they play."""
