#!/usr/bin/env bash
# Runs every fuzzer for a while, one on each core: Tests/House/fuzz.sh <folder of fuzzers> <seconds>
# What they find stays in build/corpus; an input that breaks something is kept in out/fuzz.
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
    local name corpus seeds=()
    name="$(basename "$1")"
    corpus="build/corpus/$name" # libFuzzer writes to the first folder and only reads the others
    if [ -d "Tests/Fuzz/Seeds/$name" ]; then seeds=("Tests/Fuzz/Seeds/$name"); fi
    mkdir -p "$corpus"
    local code=0
    "$1" "$corpus" "${seeds[@]}" -max_total_time="$2" -rss_limit_mb=2048 -timeout=10 -verbosity=0 \
        -artifact_prefix="out/fuzz/$name-" -print_final_stats=1 >"out/fuzz/$name.log" 2>&1 || code=$?
    { echo "$name, $2 s"; cat "out/fuzz/$name.log"; } # at once, so that two do not mix
    return "$code"
}
export -f run
printf '%s\0' "${fuzzers[@]}" | xargs -0 -P "$(nproc)" -I '{}' bash -c 'run "$@"' run '{}' "$2"
