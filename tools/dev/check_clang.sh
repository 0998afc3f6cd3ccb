#!/usr/bin/env bash
# check_clang.sh [MODULE...]: checks the library with clang: its warnings, and the lock annotations
# of src/base/mutex.h. Compiles for syntax only, one module at a time. Names that two files of a
# module define locally are an error, too. The status is 77 without clang++.
set -euo pipefail
cd "$(dirname "$0")/../.."
clang=${CLANGXX:-clang++}
command -v "$clang" >/dev/null || {
  echo "check_clang: SKIPPED: there is no clang++"
  exit 77
}
modules=("$@")
[ $# -gt 0 ] || mapfile -t modules < <(sed -n 's/^\([a-z]*\):.*/\1/p' src/modules.txt)
read -ra found < <(pkg-config --cflags hwloc)
compile() {
  "$clang" -std=c++20 -fsyntax-only -Wall -Wextra -Wthread-safety -Wthread-safety-beta -Werror -Iinclude -Isrc -I. \
    -DKOORD_EXPERIMENTAL "${found[@]}" -x c++ -
}

# Verify that the annotations have an effect: this code reads without the lock.
! compile 2>/dev/null <<'END' || { echo "check_clang: a read without the lock passes" >&2; exit 1; }
#include "base/mutex.h"
struct Counter {
  koord::Mutex mutex;
  int count KOORD_GUARDED_BY(mutex) = 0;
};
int read(const Counter &counter) { return counter.count; }
END

status=0
for module in "${modules[@]}"; do
  git ls-files --cached --others --exclude-standard "src/$module" | grep '\.cc$' |
    while IFS= read -r file; do [ ! -e "$file" ] || printf '#include "%s"\n' "$file"; done | compile || status=1
done
[ "$status" -eq 0 ] && echo "check_clang: ${#modules[@]} modules"
exit "$status"
