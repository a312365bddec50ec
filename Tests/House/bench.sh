#!/usr/bin/env bash
# Runs every benchmark: Tests/House/bench.sh <folder of benchmarks>. Figures also go to out/bench.
set -euo pipefail
cd "$(dirname "$0")/../.."

shopt -s nullglob
benchmarks=("$1"/*-bench)
if [ "${#benchmarks[@]}" -eq 0 ]; then
    echo "There is no benchmark in $1: their names end in -bench." >&2
    exit 1
fi
mkdir -p out/bench
for benchmark in "${benchmarks[@]}"; do
    name="$(basename "$benchmark")"
    printf '\n== %s\n' "$name"
    "$benchmark" | tee "out/bench/$name.txt"
done
echo
echo "The figures are in out/bench."
