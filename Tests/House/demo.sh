#!/usr/bin/env bash
# The main job on a real mesh: Tests/House/demo.sh <build folder>
set -euo pipefail
cd "$(dirname "$0")/../.."

tool="$1/bin/spheretree"
mesh="build/meshes/bunny.ply"
out="out/demo"

mkdir -p "$out"
printf '\n== The Stanford bunny\n'
"$tool" check "$mesh"
"$tool" check "$mesh" --json >"$out/bunny.json"
printf '\nThe same report for programs: %s\n' "$out/bunny.json"
