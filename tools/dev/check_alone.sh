#!/usr/bin/env bash
# check_alone.sh: every source and every header of the library and the tools compiles alone, without warnings. Whole builds
# compile several files together: there a file may live on what the one before it included, and -Wshadow is off.
# JOBS=2 says how many compilers run at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${JOBS:-$(nproc)}
flags=(-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wno-restrict -Werror -Iinclude)
read -ra found < <(pkg-config --cflags hwloc)
flags+=("${found[@]}")

# A source includes its own header first: only headers without one are looked at by themselves.
of() { # of DIRECTORY: the files to look at
  local file
  git ls-files --cached --others --exclude-standard -- "$1" | grep -E '\.(cc|h)$' |
    while IFS= read -r file; do
      if [ "${file##*.}" = cc ] || [ ! -e "${file%.h}.cc" ]; then printf '%s\n' "$file"; fi
    done
}
look() { # look FLAG...: at the files that standard input names
  xargs -P "$jobs" -I{} sh -c 'file=$1; shift; printf "#include \"%s\"\n" "$PWD/$file" |
    ${CXX:-c++} "$@" -x c++ - || { echo "check_alone: $file" >&2; exit 1; }' sh {} "${flags[@]}" "$@"
}
of src | look -Isrc || exit 1
of tools/koordctl | look -Itools/koordctl || exit 1
of tools/koord-conformance | look -Isrc -Itools/koord-conformance || exit 1
echo "check_alone: $( (of src; of tools/koordctl; of tools/koord-conformance) | wc -l) files compile alone"
