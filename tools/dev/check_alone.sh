#!/usr/bin/env bash
# check_alone.sh [library]: every source and header of the library and the tools compiles by itself, without warnings. Whole
# builds compile several files together: there a file may live on what the one before it included, and -Wshadow is off.
# With "library" the tools are left out.
# JOBS=2 says how many compilers run at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${JOBS:-$(nproc)}
flags=(-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wno-restrict -Werror -Iinclude)
read -ra found < <(pkg-config --cflags hwloc)
flags+=("${found[@]}")
looked_at=0

files() { git ls-files --cached --others --exclude-standard -- "$@"; }
# A source includes its own header first.
headers() {
  local file
  files "$@" | grep '\.h$' | while IFS= read -r file; do [ -e "${file%.h}.cc" ] || printf '%s\n' "$file"; done
}
sources() { files "$@" | grep '\.cc$'; }

look() { # look FILES FLAG...
  local list=$1
  shift
  looked_at=$((looked_at + $(wc -l <<<"$list")))
  xargs -P "$jobs" -I{} sh -c 'file=$1; shift; printf "#include \"%s\"\n" "$PWD/$file" |
    ${CXX:-c++} "$@" -x c++ - || { echo "check_alone: $file" >&2; exit 1; }' sh {} "${flags[@]}" "$@" <<<"$list"
}
look "$(headers src; sources src)" -Isrc
if [ "${1-}" != library ]; then
  look "$(sources tools/koordctl; headers tools/koordctl)" -Itools/koordctl
  look "$(sources tools/koord-conformance; headers tools/koord-conformance)" -Isrc -Itools/koord-conformance
fi
echo "check_alone: $looked_at files compile alone"
