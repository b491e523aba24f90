"""Devices in words that an organiser understands."""

import pytest

from webapp.access.devices import device_words

AGENTS = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 "
    "Edg/126.0.0.0": "Edge, Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
    "Safari/537.36": "Chrome, Android",
    "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0": "Firefox, Linux",
    "curl/8.5.0": "",
    "": "",
}


@pytest.mark.parametrize(("agent", "words"), AGENTS.items())
def test_a_browser_says_what_it_is(agent: str, words: str) -> None:
    assert device_words(agent) == words
