#!/usr/bin/env bash
# Runs every fuzzer, one on each core: Tests/House/fuzz.sh <folder of fuzzers> <seconds>|same
# With seconds each looks for something new, and what it learns stays in build/corpus. "same" is for make test: the same
# inputs on every machine, so that a run is red for what changed, never by luck. An input that breaks something is kept
# in out/fuzz; it belongs into Tests/Fuzz/Seeds, mended.
set -euo pipefail
cd "$(dirname "$0")/../.."

shopt -s nullglob
fuzzers=("$1"/*-fuzzer)
if [ "${#fuzzers[@]}" -eq 0 ]; then
    echo "There is no fuzzer in $1: their names end in -fuzzer." >&2
    exit 1
fi
mkdir -p out/fuzz

run() {
    local name corpus seeds=() limit=(-max_total_time="$2") code=0
    name="$(basename "$1")"
    corpus="build/corpus/$name" # libFuzzer writes to the first folder and only reads the others
    if [ "$2" = same ]; then
        corpus="build/corpus/same/$name"
        rm -rf "$corpus"
        limit=(-seed=1) # about ten seconds each
        case "$name" in
        archive-fuzzer) limit+=(-runs=60000) ;;
        mesh-fuzzer) limit+=(-runs=8000) ;;
        *) limit+=(-runs=700) ;;
        esac
    fi
    if [ -d "Tests/Fuzz/Seeds/$name" ]; then seeds=("Tests/Fuzz/Seeds/$name"); fi
    mkdir -p "$corpus"
    "$1" "$corpus" "${seeds[@]}" "${limit[@]}" -rss_limit_mb=2048 -timeout=60 -verbosity=0 \
        -artifact_prefix="out/fuzz/$name-" -print_final_stats=1 >"out/fuzz/$name.log" 2>&1 || code=$?
    # At once, so that two do not mix; without libFuzzer's notes on what it learned.
    { echo "$name, $2"; grep -v 'NEW_FUNC\|# Uses:\|ecommended dictionary' "out/fuzz/$name.log" || true; }
    return "$code"
}
export -f run
printf '%s\0' "${fuzzers[@]}" | xargs -0 -P "$(nproc)" -I '{}' bash -c 'run "$@"' run '{}' "$2"
