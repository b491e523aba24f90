"""The benchmark of the anthology measures what it says; how fast this machine is, is not asserted."""

from webapp.bench import poems


def test_figures_are_complete() -> None:
    figures = poems.run()
    assert [figure.name for figure in figures] == [
        "load the anthology",
        "current kimari-ji, one poem",
        "safe prefix, one poem",
        "current kimari-ji, all poems",
        "search",
        "judge an answer",
    ]
    assert {figure.unit for figure in figures} == {"ms", "µs"}
    assert all(figure.value > 0 for figure in figures)
