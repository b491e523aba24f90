"""Payments between seats."""


def side_against_rest(seats: int, rewards: dict[int, int], each_other: int) -> tuple[int, ...]:
    """Return what every seat gets: the named ones their reward, each other the same. It must come to zero."""
    paid = tuple(rewards.get(seat, each_other) for seat in range(seats))
    assert sum(paid) == 0, paid
    return paid
