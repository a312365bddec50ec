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
printf '\n== Unreal: the subsystem beside the core\n'
"$1/spheretree-unreal-tests" SphereTree.Performance | tee out/bench/unreal.txt
# Ours beside the peers' as rows for the page (Resources/Viewer/README.md): a heading, then lines of name and time; or one
# line with a case, and names with what each does in a second.
awk '
    function quoted(text) { gsub(/[\\"]/, "", text); sub(/ +$/, "", text); return "\"" text "\"" }
    BEGIN { printf "{\"command\": \"make bench\", \"rows\": [" }
    /^[^ ]/ { heading = $0 }
    function row(what, name, value, unit) {
        printf "%s\n{\"kind\": \"peer\", \"case\": %s, \"name\": %s, \"value\": %s, \"unit\": %s, \"source\": %s}",
            count++ ? "," : "", quoted(what), quoted(name), value, quoted(unit), quoted(name ~ /^ours/ ? "ours" : name)
    }
    / us per pair/ && /^  [^ ]/ {
        name = substr($0, 3, 34); sub(/ +$/, "", name)
        row(heading, name, substr($0, 37) + 0, "µs per pair")
    }
    / ours +[0-9]+\/s/ {
        what = $0; sub(/ +ours .*/, "", what)
        for (i = 2; i <= NF; i++) if ($i ~ /^[0-9]+\/s$/) row(what, $(i - 1), $i + 0, "per second")
    }
    END { print "\n]}" }' out/bench/*.txt >out/bench/peers.json
echo
echo "The figures are in out/bench."
