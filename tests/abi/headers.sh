#!/bin/sh
# headers.sh CC CXX INCLUDE: each header of koord/ compiles alone, as C99 and C++11, and declares its experimental part
# only on request. koord.h includes them all, and the header that amalgamate.py writes has equal declarations.
set -eu
cc=$1 cxx=$2 include=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
problems=0
report() {
  echo "headers: $1"
  problems=$((problems + 1))
}
compiles() { # compiles HEADER [OPTION...]
  printf '#include "%s"\n' "$1" >"$dir/alone.c"
  cp "$dir/alone.c" "$dir/alone.cc"
  shift
  $cc -std=c99 -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -fsyntax-only "-I$include" "$@" "$dir/alone.c" 2>"$dir/log" &&
    $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$include" "$@" "$dir/alone.cc" 2>"$dir/log"
}
declared() { # declared HEADER [OPTION...]: the declarations seen by the compiler, without positions and layout
  printf '#include "%s"\n' "$1" >"$dir/all.c"
  shift
  $cc -E -P "-I$include" "$@" "$dir/all.c" | sed 's/[](),;*[{}]/ & /g' | tr -s '[:space:]' '\n' | sort
}

stable=0 experimental=0
for header in "$include"/koord/*.h "$include"/koord/experimental/*.h; do
  name=${header#"$include"/}
  if compiles "$name"; then
    stable=$((stable + 1))
  elif grep -q "$name is experimental: define KOORD_EXPERIMENTAL" "$dir/log"; then
    experimental=$((experimental + 1))
  else
    report "$name does not compile alone"
    cat "$dir/log"
  fi
  compiles "$name" -DKOORD_EXPERIMENTAL || { report "$name does not compile with KOORD_EXPERIMENTAL"; cat "$dir/log"; }
done
[ "$stable" -gt 0 ] && [ "$experimental" -gt 0 ] || report "$stable stable headers, $experimental experimental ones"

"$include/../tools/generate/amalgamate.py" "$dir/koord.h"
for option in -DKOORD_NONE -DKOORD_EXPERIMENTAL; do
  compiles koord.h "$option" || { report "koord.h does not compile with $option"; cat "$dir/log"; }
  compiles "$dir/koord.h" "$option" || { report "the amalgamated header does not compile with $option"; cat "$dir/log"; }
  declared koord.h "$option" >"$dir/umbrella"
  declared "$dir/koord.h" "$option" >"$dir/amalgamated"
  cmp -s "$dir/umbrella" "$dir/amalgamated" || report "the amalgamated header declares something else with $option"
done
echo "headers: $stable stable, $experimental experimental, $problems problems"
[ "$problems" -eq 0 ]
