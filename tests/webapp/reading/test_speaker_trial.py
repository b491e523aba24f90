"""A try of a loudspeaker that ends by itself while somebody cuts it off."""

import threading
from contextlib import ExitStack

from tests.support.fake_sink import FakeSink
from webapp.reading.speaker_trial import Trial


def test_the_loudspeaker_is_free_when_a_trial_was_closed_whoever_lets_it_go() -> None:
    reached, go_on, free = threading.Event(), threading.Event(), threading.Event()

    def let_go() -> None:
        reached.set()
        go_on.wait(30)
        free.set()

    held = ExitStack()
    held.callback(let_go)
    trial = Trial(lambda *_: FakeSink(), held)
    by_itself = threading.Thread(target=trial.close)
    by_itself.start()
    assert reached.wait(30)
    closed: list[bool] = []

    def cut_off() -> None:
        trial.close()
        closed.append(free.is_set())

    cutting = threading.Thread(target=cut_off)
    cutting.start()
    cutting.join(0.05)
    assert not closed, "it is not free yet"
    go_on.set()
    by_itself.join(30)
    cutting.join(30)
    assert closed == [True]
