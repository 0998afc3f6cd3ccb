#!/usr/bin/env bash
# bundle_test.sh ARCHIVE: unpacks an offline bundle into an empty folder, compiles the quick start there, runs it and koordctl, moves the
# folder and repeats. Then compares the archive with a second one.
set -euo pipefail
export LC_ALL=C
[ $# -eq 1 ] || { sed -n '2,3s/^# \?//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
archive=$(realpath "$1") name=$(basename "$1" .tar.gz)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "bundle_test.sh: $*" >&2; exit 1; }
(cd "$(dirname "$archive")" && sha256sum --quiet -c "$archive.sha256")

tar -tvzf "$archive" >"$dir/list"
[ "$(awk '{ print $2, $4, $5 }' "$dir/list" | sort -u | wc -l)" -eq 1 ] || fail 'files have different owners or times'
tar -tzf "$archive" >"$dir/names"
tr / '\001' <"$dir/names" | sort -c || fail 'the names are not sorted'
! grep -v "^$name/" "$dir/names" || fail "these files are not in $name"
mkdir "$dir/first"
tar -xzf "$archive" -C "$dir/first"
tree=$dir/first/$name
! grep -rlF "$root" "$tree" || fail 'these files name the folder of the build'
for path in include/koord.h include/koord.hpp lib/libkoord.so.1 lib/libkoord.a lib/pkgconfig/koord.pc lib/cmake/koord/koordConfig.cmake \
  share/man/man1/koordctl.1 share/bash-completion/completions/koordctl share/zsh/vendor-completions/_koordctl \
  share/fish/vendor_completions.d/koordctl.fish LICENSE README share/doc/koord/README.md; do
  [ -s "$tree/$path" ] || fail "there is no $path"
done

# Libraries of the system that programs may load.
system='linux-vdso|/ld-linux|/lib(c|m|stdc\+\+|gcc_s)\.so\.'
own_libraries() { # PROGRAM: fails unless all others are in the tree
  ldd "$1" | grep -Ev "$system" >"$dir/loaded"
  ! grep -vF "$tree/" "$dir/loaded" || fail "$1 loads these from elsewhere"
}
use() {
  echo "in $tree"
  for program in "$tree"/bin/*; do own_libraries "$program"; done
  env -i "$tree/bin/koordctl" version
  env -i "$tree/bin/koordctl" allocate --from "$tree/share/doc/koord/examples/two-socket-server.xml" --pod web=4 >"$dir/said"
  grep -q web "$dir/said" || fail 'koordctl allocates nothing'
  (
    export PKG_CONFIG_PATH=$tree/lib/pkgconfig
    python3 -B "$root/tests/quickstart/block.py" "$root/README.md" c >"$dir/pick.c"
    # shellcheck disable=SC2046  # the flags are words
    cc "$dir/pick.c" $(pkg-config --cflags --libs koord) "-Wl,-rpath,$(pkg-config --variable=libdir koord)" -o "$dir/pick"
    # shellcheck disable=SC2046
    cc "$dir/pick.c" $(pkg-config --static --cflags --libs koord | sed 's/-lkoord/-l:libkoord.a/') \
      "-Wl,-rpath,$(pkg-config --variable=libdir koord)" -o "$dir/pick_static"
  )
  rm -rf "$dir/cmake"
  # Without pkg-config, which would find an installed hwloc.
  cmake -S "$root/tests/install/consumer" -B "$dir/cmake" -DPROGRAM="$dir/pick.c" -DCMAKE_PREFIX_PATH="$tree" \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON >"$dir/log" 2>&1 && cmake --build "$dir/cmake" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
  for program in "$dir/pick" "$dir/pick_static" "$dir/cmake/shared" "$dir/cmake/static"; do
    # hwloc in a program with the static library finds udev in the program's rpath only if that is of the old kind.
    case $program in *static) ;; *) own_libraries "$program" ;; esac
    said=$(env -i "$program")
    [ "$said" = 0-7 ] || fail "$program printed $said"
  done
}
use
mv "$dir/first" "$dir/second"
tree=$dir/second/$name
use

# Every bundled library has a licence.
for library in "$tree"/lib/lib*.so.*; do
  case $(basename "$library") in libkoord.*) continue ;; esac
  base=$(basename "$library")
  ls "$tree/share/doc/koord/licenses/${base%%.so*}"*.txt >/dev/null || fail "there is no licence of $base"
done
for licence in $(grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9]+(-[0-9]+(\.[0-9]+)*)?' "$tree/share/doc/koord/licenses"/*.txt | sort -u); do
  cmp "$licence" "$tree/share/doc/koord/licenses/common-licenses/${licence##*/}.txt" || fail "there is no text of $licence"
done
! grep '@' "$tree/README" || fail 'README has values that are not set'
TZ=Asia/Tokyo "$here/bundle.sh" "$dir/again" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
cmp "$archive" "$dir/again/$name.tar.gz" || fail 'the same sources give another archive'
echo "$(basename "$archive"): ok"
