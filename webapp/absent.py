"""What is named and not there."""


class Absent(LookupError):  # noqa: N818 - an answer (404), not a fault
    """An address names what this club does not have."""
