#!/usr/bin/env bash
# check_alone.sh [library]: checks with clang that every source and header of the library and the
# tools compiles by itself: its warnings, -Wshadow, and the lock annotations of src/base/mutex.h.
# Other builds use gcc, which knows no lock annotations, and compile several files together, where a
# file may depend on includes of an earlier one. No code is generated. With "library" the tools are
# left out. JOBS=2 sets the number of parallel compilers. The status is 77 without clang++.
set -euo pipefail
cd "$(dirname "$0")/../.."
clang=${CLANGXX:-clang++}
command -v "$clang" >/dev/null || {
  echo "check_alone: SKIPPED: there is no clang++"
  exit 77
}
jobs=${JOBS:-$(nproc)}
flags=(-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wthread-safety
  -Wthread-safety-beta -Werror -Iinclude -I. -DKOORD_EXPERIMENTAL)
read -ra found < <(pkg-config --cflags hwloc)
flags+=("${found[@]}")
looked_at=0

# Verify that the annotations have an effect: this code reads without the lock.
! "$clang" "${flags[@]}" -Isrc -x c++ - 2>/dev/null <<'END' || { echo "check_alone: a read without the lock passes" >&2; exit 1; }
#include "base/mutex.h"
struct Counter {
  koord::Mutex mutex;
  int count KOORD_GUARDED_BY(mutex) = 0;
};
int read(const Counter &counter) { return counter.count; }
END

files() { git ls-files --cached --others --exclude-standard -- "$@"; }
# A header with a source is checked through it, because a source includes its own header first.
headers() {
  local file
  files "$@" | grep '\.h$' | while IFS= read -r file; do [ -e "${file%.h}.cc" ] || printf '%s\n' "$file"; done
}
sources() { files "$@" | grep '\.cc$'; }

# Through an #include, because clang warns about a header that is compiled itself.
compile() { # compile FILE COMPILER FLAG...
  local file=$1
  shift
  [ -e "$file" ] || return 0
  printf '#include "%s"\n' "$file" | "$@" -x c++ - || { echo "check_alone: $file" >&2; return 1; }
}
export -f compile

look() { # look FILES FLAG...
  local list=$1
  shift
  looked_at=$((looked_at + $(wc -l <<<"$list")))
  xargs -P "$jobs" -I{} bash -c 'compile "$@"' bash {} "$clang" "${flags[@]}" "$@" <<<"$list"
}
look "$(headers src; sources src)" -Isrc
if [ "${1-}" != library ]; then
  look "$(sources tools/cli; headers tools/cli)" -Itools
  look "$(sources tools/koordctl; headers tools/koordctl)" -Itools -Itools/koordctl
  look "$(sources tools/koord-replay; headers tools/koord-replay)" -Itools -Itools/koord-replay
  look "$(sources tools/koord-conformance; headers tools/koord-conformance)" -Isrc -Itools/koord-conformance
fi
echo "check_alone: $looked_at files compile alone"
