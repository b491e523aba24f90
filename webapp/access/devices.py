"""A device in words, from what its browser says of itself: "Chrome, Windows"."""

# the first that is found counts: most browsers also name the ones that they want to be taken for
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def device_words(agent: str) -> str:
    """Return browser and system; empty for a device that names neither."""
    return ", ".join(filter(None, (_first(_BROWSERS, agent), _first(_SYSTEMS, agent))))


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in names if sign in agent), "")
