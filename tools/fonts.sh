#!/bin/sh
# Cuts the shipped font subsets out of Yuji Syuku, Noto Serif JP and Noto Serif.
# Usage: tools/fonts.sh YUJI NOTO-JP NOTO, the folders of the npm packages @expo-google-fonts/yuji-syuku, noto-serif-jp, noto-serif
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
ttf="$1/400Regular/YujiSyuku_400Regular.ttf"
cut() {
  "$here/.venv/bin/pyftsubset" "$ttf" --text-file="$2" --layout-features=vert,vrt2 --flavor=woff2 --desubroutinize \
    --name-IDs=0,1,2,13,14 --output-file="$here/webapp/static/fonts/naniwazu-$1.woff2"
}
work=$(mktemp -d)
"$here/.venv/bin/python" - "$here/poems/data/poems.json" "$work" <<'P'
import json, sys
from pathlib import Path
book = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
poems = [book["opener"], *book["poems"]]
texts = [line for poem in poems for line in [*poem["kanji"], poem["author"]["name"], *poem["author"]["name_variants"]]]
kanji = {sign for text in texts for sign in text if sign > "\u3100"} | set("上中下左右浮自陣敵取送札読一二三四五六七八九十百")
kana = {chr(code) for start, end in ((0x3041, 0x3097), (0x309B, 0x309F), (0x30A1, 0x30FD)) for code in range(start, end)}
Path(sys.argv[2], "kana").write_text("".join(sorted(kana | set("、。・「」　"))), encoding="utf-8")
Path(sys.argv[2], "kanji").write_text("".join(sorted(kanji)), encoding="utf-8")
P
cut kana "$work/kana"
cut kanji "$work/kanji"
rm -r "$work"

# What is printed: all kanji of names (all of JIS X 0213) and the vertical forms; the second has the Latin and Cyrillic letters
# that the first lacks. Features are not used there, so they are left out.
print() {
  "$here/.venv/bin/pyftsubset" "$1" --unicodes="$2" --layout-features= --no-hinting --drop-tables+=GSUB,GPOS,BASE,STAT,GDEF \
    --name-IDs=0,1,2,13,14 --output-file="$here/webapp/prints/fonts/$3.ttf"
}
print "$2/400Regular/NotoSerifJP_400Regular.ttf" "20-24f,1e00-1eff,370-52f,2000-28ff,2e80-9fff,f900-faff,fe10-fe4f,ff00-ffef,20000-3ffff" japanese
print "$3/400Regular/NotoSerif_400Regular.ttf" "20-52f,1e00-1fff,2000-206f" letters
