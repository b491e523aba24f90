#!/bin/sh
# Resolves pyproject.toml into the two locks. Needs uv. The locks carry hashes and no index, so any mirror serves.
set -eu
cd "$(dirname "$0")/.."
common="--universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links"
uv pip compile $common pyproject.toml requirements/build.in --extra espeak -o requirements/app.txt "$@"
uv pip compile $common pyproject.toml requirements/build.in --extra espeak --extra m4a --extra peers --group dev -c requirements/app.txt -o requirements/dev.txt "$@"
