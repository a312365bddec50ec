#!/usr/bin/env bash
# clang-format, clang-tidy and cppcheck over all that is ours: Tests/House/lint.sh <build folder> [file...]
set -euo pipefail
cd "$(dirname "$0")/../.."

build="$1"
shift
jobs="$(nproc)"

if [ "$#" -gt 0 ]; then files=("$@"); else
    mapfile -d '' files < <(git ls-files -z --cached --others --exclude-standard -- '*.h' '*.cpp' | sort -z)
fi
# What is compiled, as it is compiled: files of a stage joined (names of generated files that include them), so that the
# headers they share are read once. The Unreal modules and the stand-in are not among them: their names, macros and
# reflection are Unreal's, and Tests/Unreal checks them in its own way.
mapfile -t compiled < <(sed -n 's/^ *"file": "\(.*\)",\?$/\1/p' "$build/compile_commands.json" | sort -u |
    grep -v '/Tests/Unreal/\|/Source/SphereTree\(Editor\)\?\(Tests\)\?/\|/SphereTreeCoreModule.cpp$')
units=()
sources=()
for unit in "${compiled[@]}"; do
    parts="$(sed -n 's/^#include "\(.*\.cpp\)"$/\1/p' "$unit")"
    [[ "$unit" == *_cxx.cxx ]] || parts="$unit"
    wanted=0
    for file in "${files[@]}"; do
        if [[ "$file" == *.cpp ]] && grep -qxF "$PWD/$file" <<<"$parts"; then
            sources+=("$file")
            wanted=1
        fi
    done
    if [ "$wanted" -eq 1 ]; then units+=("$unit"); fi
done

failed=0
core=()
for file in "${files[@]}"; do
    if [[ "$file" == Source/SphereTreeCore/Private/*/*.cpp ]]; then core+=("$file"); fi
done
echo "alone: ${#core[@]} files of the core, which are compiled together elsewhere"
printf '%s\0' "${core[@]}" | xargs -0 -r -P "$jobs" -n 4 g++ -fsyntax-only -std=c++20 -fno-exceptions -fno-rtti -Wall -Wextra \
    -mavx2 -mno-fma -isystem /usr/include/eigen3 -I Source/SphereTreeCore/Public -I Source/SphereTreeCore/Private || failed=1

if [ "$#" -eq 0 ]; then
    echo "the Unreal modules: every file alone, for each version of the engine"
    cmake --build "$build" --target spheretree-unreal-reflection >/dev/null
    for minor in 3 4 5 6; do
        SPHERETREE_BUILD="$PWD/$build" SPHERETREE_CXX=g++ python3 -B Tests/Unreal/Checks/compile_version.py "$minor" --alone ||
            failed=1
    done
fi

echo "clang-format: ${#files[@]} files"
clang-format --dry-run -Werror "${files[@]}" || failed=1

echo "clang-tidy: ${#sources[@]} files in ${#units[@]} units"
printf '%s\0' "${units[@]}" |
    xargs -0 -P "$jobs" -n 1 clang-tidy --quiet -p "$build" 2> >(grep -v 'warnings\? generated\|^Suppressed\|^Use -header' >&2) || failed=1

echo "cppcheck: ${#sources[@]} files"
mkdir -p "$build/cppcheck"
cppcheck --std=c++20 --language=c++ --library=googletest -I Source/SphereTreeCore/Public -I Source/SphereTreeCore/Private -I Tests \
    --cppcheck-build-dir="$build/cppcheck" -j "$jobs" --enable=warning,performance,portability --inline-suppr \
    --error-exitcode=1 --quiet --suppressions-list=Tests/House/cppcheck.txt "${sources[@]}" || failed=1

if [ "$failed" -ne 0 ]; then
    echo "Lint found faults; they are named above." >&2
    exit 1
fi
echo "Lint found nothing."
