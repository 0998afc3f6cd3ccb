#!/usr/bin/env bash
# check_alone.sh [library]: checks that every source and header of the library and the tools
# compiles by itself, without warnings. Complete builds compile several files together, where a file
# may depend on includes of an earlier one, and -Wshadow is off. With "library" the tools are left
# out. JOBS=2 sets the number of parallel compilers.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${JOBS:-$(nproc)}
flags=(-std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wno-restrict -Werror -Iinclude -DKOORD_EXPERIMENTAL)
read -ra found < <(pkg-config --cflags hwloc)
flags+=("${found[@]}")
looked_at=0
objects=$PWD/build/alone
mkdir -p "$objects"
trap 'rm -rf "$objects"' EXIT

files() { git ls-files --cached --others --exclude-standard -- "$@"; }
# A header with a source is checked through it, because a source includes its own header first.
headers() {
  local file
  files "$@" | grep '\.h$' | while IFS= read -r file; do [ -e "${file%.h}.cc" ] || printf '%s\n' "$file"; done
}
sources() { files "$@" | grep '\.cc$'; }

# With ccache this creates objects, which later runs find; without it no code is generated.
compile() { # compile FILE FLAG...
  local file=$1 name=${1//\//_} status=0
  shift
  if [ -n "$ccache" ]; then
    printf '#include "%s"\n' "$file" >"$objects/$name.cc"
    ccache "${CXX:-c++}" "$@" -I. -c -o "$objects/$name.o" "$objects/$name.cc" || status=1
    rm -f "$objects/$name.o"
  else
    printf '#include "%s"\n' "$file" | "${CXX:-c++}" "$@" -I. -fsyntax-only -x c++ - || status=1
  fi
  [ "$status" -eq 0 ] || echo "check_alone: $file" >&2
  return "$status"
}
ccache=$(command -v ccache || true)
export ccache objects
export -f compile

look() { # look FILES FLAG...
  local list=$1
  shift
  looked_at=$((looked_at + $(wc -l <<<"$list")))
  xargs -P "$jobs" -I{} bash -c 'compile "$@"' bash {} "${flags[@]}" "$@" <<<"$list"
}
look "$(headers src; sources src)" -Isrc
if [ "${1-}" != library ]; then
  look "$(sources tools/cli; headers tools/cli)" -Itools
  look "$(sources tools/koordctl; headers tools/koordctl)" -Itools -Itools/koordctl
  look "$(sources tools/koord-replay; headers tools/koord-replay)" -Itools -Itools/koord-replay
  look "$(sources tools/koord-conformance; headers tools/koord-conformance)" -Isrc -Itools/koord-conformance
fi
echo "check_alone: $looked_at files compile alone"
