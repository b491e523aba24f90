"""The limits of guessing at the door, by a clock of the test's own."""

import math
import random
import threading

import pytest

from webapp.access.guesses import DAY, FIRST, HOUR, MINUTE, Guesses, group


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guesses(clock: Clock) -> Guesses:
    return Guesses(clock)


def wrong(guesses: Guesses, address: str, times: int) -> int:
    """How many of so many wrong tries are let through."""
    return sum(guesses.begin(address) is not None for _ in range(times))


def test_an_address_has_six_tries_a_minute_and_forty_an_hour(guesses: Guesses, clock: Clock) -> None:
    passed = []
    for _ in range(10):
        passed.append(wrong(guesses, "10.0.0.1", 9))
        clock.now += MINUTE
    assert passed == [6, 6, 6, 6, 6, 6, 4, 0, 0, 0]
    clock.now += HOUR - 10 * MINUTE
    assert wrong(guesses, "10.0.0.1", 9) == 6


def test_the_first_tries_of_an_address_are_let_through_when_the_shared_ones_are_used_up(
    guesses: Guesses, clock: Clock
) -> None:
    for number in range(20):
        wrong(guesses, f"10.0.1.{number}", 6)
    assert wrong(guesses, "10.0.1.0", 1) == wrong(guesses, "10.0.1.19", 1) == 0
    assert wrong(guesses, "10.0.0.1", 6) == FIRST
    clock.now += MINUTE
    assert wrong(guesses, "10.0.0.1", 6) == 6


def test_the_first_tries_come_back_after_a_day(guesses: Guesses, clock: Clock) -> None:
    wrong(guesses, "10.0.0.1", FIRST)
    for later in (DAY - 1, DAY):
        clock.now = 1000.0 + later
        for number in range(20):
            wrong(guesses, f"10.0.1.{number}", 6)
        assert wrong(guesses, "10.0.0.1", 6) == (0 if later < DAY else FIRST)


def test_a_right_code_is_no_guess(guesses: Guesses) -> None:
    for _ in range(50):
        one = guesses.begin("10.0.0.1")
        assert one is not None
        guesses.was_right(one)
        guesses.was_right(one)
    assert wrong(guesses, "10.0.0.1", 9) == 6


@pytest.mark.parametrize("hours", [1, 20, 25])
def test_no_number_of_addresses_guesses_more_than_is_said(guesses: Guesses, clock: Clock, hours: int) -> None:
    """Thousands of addresses try whenever they like; the bound is the one of the module's arithmetic."""
    chance = random.Random(hours)
    passed = tries = 0
    while clock.now < 1000.0 + hours * HOUR:
        for _ in range(6):
            tries += 1
            passed += guesses.begin(f"10.{chance.randrange(40)}.{chance.randrange(256)}.1") is not None
        clock.now += 10.0
    bound = 240 * hours + 600 * math.ceil(hours / 24)
    assert 0.9 * bound < passed <= bound < tries


def test_tries_at_the_same_moment_are_counted_one_by_one(guesses: Guesses) -> None:
    passed: list[int] = []
    start = threading.Barrier(8)

    def guess() -> None:
        start.wait()
        passed.append(wrong(guesses, "10.0.0.1", 20))

    threads = [threading.Thread(target=guess) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(passed) == 6


@pytest.mark.parametrize(
    ("address", "together"),
    [
        ("192.168.1.9", "192.168.1.9"),
        ("::ffff:192.168.1.9", "192.168.1.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nobody", "nobody"),
    ],
)
def test_a_device_that_has_many_addresses_is_one(address: str, together: str) -> None:
    assert group(address) == together
