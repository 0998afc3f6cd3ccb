#!/bin/sh
# program.sh NAME FILE: builds koord-scheduler, koord-agent or koord-webhook as FILE, linked statically with this tree's library.
# All are compiled in WORK (build/image); JOBS (2) limits the number of compilers. KUBERNETES: see go-program.sh.
set -eu
[ $# -eq 2 ] || { sed -n '2,3s/^# \?//p' "$0" >&2; exit 2; }
name=$1 file=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
. packaging/image/settings.sh
work=${WORK:-$PWD/build/image}
mkdir -p "$work"

if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
{
  cmake --preset dist -B "$work/library" -DKOORD_TOOLS=OFF -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib
  cmake --build "$work/library" -j "${JOBS:-2}"
  cmake --install "$work/library"
} >"$work/library.log" 2>&1 || { tail -n 20 "$work/library.log" >&2; exit 1; }
packaging/image/go-program.sh "$name" "$file" "$work/prefix/lib/pkgconfig"
