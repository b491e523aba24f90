"""Decision points of recordings, of one poem in two voices: the whole size is `naniwazu bench labels`."""

from webapp.bench import labels


def test_decision_points_of_recordings_are_found() -> None:
    sure, middle, _, most = labels.run((14,))
    assert sure.value == 100
    assert middle.value <= 15
    assert most.value <= 50
