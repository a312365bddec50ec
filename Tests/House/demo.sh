#!/usr/bin/env bash
# The main job on real meshes: Tests/House/demo.sh <build folder> [<folder to write to>]
# Bakes three meshes, proves them, drops a hundred bodies within half a millisecond a frame, writes the page.
set -euo pipefail
cd "$(dirname "$0")/../.."

tool="$1/bin/spheretree"
out="${2:-out/demo}"
meshes="build/meshes"
mkdir -p "$out"

say() { printf '\n== %s\n' "$1"; }

bake() { # name, mesh, then what the bake is told
    local name="$1" mesh="$meshes/$2.ply"
    shift 2
    "$tool" bake "$mesh" -o "$out/$name.sphtree" "$@"
}

# Spheres and largest certified error of each level (its own spheres and the leaves above it), on one line.
levels() { # name
    "$tool" inspect "$out/$1.sphtree" --csv | awk -F, '
        NR == 2 { radius = $8 }
        NR > 1 { level[NR] = $2; leaf[NR] = $4 == 0; error[NR] = $9; if ($2 > deepest) deepest = $2 }
        END {
            for (l = 0; l <= deepest; ++l) {
                count = worst = 0
                for (i = 2; i <= NR; ++i)
                    if (level[i] == l || (level[i] < l && leaf[i])) { ++count; if (error[i] > worst) worst = error[i] }
                printf "%s%d (%.1f %%)", l ? ", " : "", count, 100 * worst / radius
            }
        }'
}

say "The Stanford bunny, made smaller and closed"
"$tool" check "$meshes/bunny-1500.ply"
"$tool" check "$meshes/bunny-1500.ply" --json >"$out/bunny.json"

say "Its sphere-tree, and those of the dragon and the teapot"
bake bunny bunny-1500
bake dragon dragon-1500 --method merge
bake teapot teapot --method merge
bake bunny-octree bunny-1500 --method octree --quiet

say "The proof that they cover every point, and that their errors are true"
"$tool" verify "$meshes/bunny-1500.ply" "$out/bunny.sphtree"
"$tool" verify "$meshes/dragon-1500.ply" "$out/dragon.sphtree"
"$tool" verify "$meshes/teapot.ply" "$out/teapot.sphtree"

say "How well the bunny's fits, by a referee that shares nothing with the bake"
"$tool" inspect "$out/bunny.sphtree" --mesh "$meshes/bunny-1500.ply"

say "A hundred of them dropped, half a millisecond a frame"
"$tool" drop "$meshes/bunny-1500.ply" "$out/bunny.sphtree" "$meshes/dragon-1500.ply" "$out/dragon.sphtree" \
    "$meshes/teapot.ply" "$out/teapot.sphtree" --count 100 --budget 0.5ms --record "$out/drop.json" >"$out/drop.txt"

"$tool" export "$out/bunny.sphtree" --form lines -o "$out/bunny.txt"
if command -v python3 >/dev/null; then Resources/draw_levels.py "$out/bunny.txt" "$out/bunny-levels.png"; fi
more=() # what make bench and spheretree evaluate left, if they ran
for file in out/evaluation/evaluation.json out/bench/peers.json; do
    if [ -f "$file" ]; then more+=("$file"); fi
done
"$tool" view "$meshes/bunny-1500.ply" "$out/bunny.sphtree" "$out/bunny-octree.sphtree" \
    "$meshes/dragon-1500.ply" "$out/dragon.sphtree" "$meshes/teapot.ply" "$out/teapot.sphtree" \
    "$out/drop.json" "${more[@]}" -o "$out/index.html" --title "SphereTree: bunny, dragon, teapot"

say "Open $out/index.html in a browser. Spheres per level (certified error, of the radius):"
for name in bunny dragon teapot; do printf '%-12s%s\n' "$name:" "$(levels "$name")"; done
cat "$out/drop.txt"
