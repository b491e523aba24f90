"""What each kana sounds like, written out by hand: a second opinion on the chant's own table."""

_ROWS = """
ア:a イ:i ウ:u エ:e オ:o
カ:k.a キ:k.i ク:k.u ケ:k.e コ:k.o ガ:g.a ギ:g.i グ:g.u ゲ:g.e ゴ:g.o
サ:s.a シ:sh.i ス:s.u セ:s.e ソ:s.o ザ:z.a ジ:j.i ズ:z.u ゼ:z.e ゾ:z.o
タ:t.a チ:ch.i ツ:ts.u テ:t.e ト:t.o ダ:d.a デ:d.e ド:d.o
ナ:n.a ニ:n.i ヌ:n.u ネ:n.e ノ:n.o
ハ:h.a ヒ:h.i フ:f.u ヘ:h.e ホ:h.o バ:b.a ビ:b.i ブ:b.u ベ:b.e ボ:b.o
マ:m.a ミ:m.i ム:m.u メ:m.e モ:m.o ヤ:y.a ユ:y.u ヨ:y.o
ラ:r.a リ:r.i ル:r.u レ:r.e ロ:r.o ワ:w.a ン:N
キョ:ky.o チョ:ch.o
"""

SOUNDS: dict[str, str] = {}
for _entry in _ROWS.split():
    _kana, _sound = _entry.split(":")
    SOUNDS[_kana] = _sound


def phonemes(phonetic: str) -> list[str]:
    """Return the phonemes of a phonetic katakana line; a length mark repeats the vowel before it."""
    spoken: list[str] = []
    i = 0
    while i < len(phonetic):
        if phonetic[i] == "ー":
            spoken.append(spoken[-1])
            i += 1
            continue
        step = 2 if phonetic[i : i + 2] in SOUNDS else 1
        spoken += SOUNDS[phonetic[i : i + step]].split(".")
        i += step
    return spoken
