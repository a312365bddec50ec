#!/usr/bin/env bash
# The main job on a real mesh: Tests/House/demo.sh <build folder>
set -euo pipefail
cd "$(dirname "$0")/../.."

tool="$1/bin/spheretree"
mesh="build/meshes/bunny-1500.ply"
out="out/demo"
tree="$out/bunny.sphtree"

mkdir -p "$out"
printf '\n== The Stanford bunny, made smaller and closed\n'
"$tool" check "$mesh"
"$tool" check "$mesh" --json >"$out/bunny.json"

printf '\n== Its sphere-tree\n'
"$tool" bake "$mesh" -o "$tree"

printf '\n== The proof that it covers every point, and that its errors are true\n'
"$tool" verify "$mesh" "$tree"

printf '\n== How well it fits, by a referee that shares nothing with the bake\n'
"$tool" inspect "$tree" --mesh "$mesh"

"$tool" export "$tree" --form lines -o "$out/bunny.txt"
if command -v python3 >/dev/null; then
  Resources/draw_levels.py "$out/bunny.txt" "$out/bunny-levels.png"
  printf '\nThe levels as a picture:      %s\n' "$out/bunny-levels.png"
fi
printf 'The tree:                     %s\nIts spheres, one a line:      %s\nThe report for programs:      %s\n' \
  "$tree" "$out/bunny.txt" "$out/bunny.json"
