#!/usr/bin/env bash
# bundle.sh FOLDER: writes koord-VERSION-linux-ARCHITECTURE.tar.gz into FOLDER. The archive contains the library and the files to compile
# programs with it, koordctl and koord-replay with manual pages and completions, the guides, the libraries that all these load, and all
# licences. glibc and the C++ runtime are of the system. The tree works in any folder. The same sources give the same archive.
set -euo pipefail
export LC_ALL=C
umask 022
[ $# -eq 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/bundle
mkdir -p "$1" "$build"
folder=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "bundle.sh: $*" >&2; exit 1; }
value() { sed -n "s/^set(koord_$1 \(.*\))$/\1/p" "$root/cmake/identity.cmake"; }
version=$(value version) arch=$(dpkg --print-architecture)
name=koord-$version-linux-$arch tree=$work/koord-$version-linux-$arch

# DT_RPATH, unlike DT_RUNPATH, also applies to the libraries that a library loads: hwloc finds udev in the same folder.
flags='-Wl,--disable-new-dtags'
set -- -DCMAKE_INSTALL_MESSAGE=NEVER -DCMAKE_INSTALL_LIBDIR=lib "-DCMAKE_INSTALL_RPATH=\$ORIGIN" "-DKOORD_WERROR=${KOORD_WERROR:-OFF}" \
  "-DCMAKE_SHARED_LINKER_FLAGS=$flags" "-DCMAKE_EXE_LINKER_FLAGS=$flags"
! command -v ninja >/dev/null || set -- "$@" -G Ninja
! command -v ccache >/dev/null || set -- "$@" -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
(cd "$root" && cmake --log-level=WARNING --preset dist -B "$build" "$@") >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
cmake --build "$build" -j "${JOBS:-$(nproc)}"
cmake --install "$build" --prefix "$tree"
# Hooks of container runtimes are left out: settings of the node contain their paths, and Debian packages install them.
rm -r "$tree/libexec" "$tree/share/koord/oci" "$tree/share/man/man8"
# koord-conformance is left out: it tests builds of the tree.
rm "$tree/bin/koord-conformance" "$tree/share/man/man1/koord-conformance.1"

licenses=$tree/share/doc/koord/licenses
cp "$root/LICENSE" "$tree/LICENSE"
# These packages are headers, whose code is compiled in.
packages='nlohmann-json3-dev libcli11-dev'
loaded=$(ldd "$tree"/bin/* "$tree/lib/libkoord.so.1")
! grep 'not found' <<<"$loaded" >&2 || fail 'a library is missing'
for library in $(sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) (0x.*$/\1=\2/p' <<<"$loaded" | sort -u); do
  soname=${library%%=*} path=${library#*=}
  [ "$soname" != libkoord.so.1 ] || continue
  owner=$(dpkg-query -S "$path" "/usr$path" "$(realpath "$path")" 2>/dev/null | head -n 1 | cut -d: -f1) || true
  case $owner in
    '') fail "$path is of no Debian package, so its licence is not known; build on Debian 12" ;;
    libc6 | libstdc++6 | libgcc-s1) continue ;;
  esac
  packages="$packages $owner"
  cp -L "$path" "$tree/lib/$soname"
  chmod 644 "$tree/lib/$soname"
done
# shellcheck disable=SC2086  # the packages are words
"$root/packaging/notices.sh" "$licenses" $packages
# Programs that use the static library are linked with this hwloc.
ln -s "$(basename "$tree"/lib/libhwloc.so.*)" "$tree/lib/libhwloc.so"
find "$tree/bin" "$tree/lib" -type f \( -path '*/bin/*' -o -name '*.so.*' \) -exec strip --strip-unneeded {} +
glibc=$(find "$tree/bin" "$tree/lib" -type f \( -path '*/bin/*' -o -name '*.so.*' \) -exec readelf -VW {} + |
  sed -n 's/.*Name: GLIBC_\([0-9.]*\) .*/\1/p' | sort -uV | tail -n 1)
gcc=$("$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")" -dumpversion)
sed -e "s|@VERSION@|$version|g; s|@GLIBC@|$glibc|g; s|@GCC@|${gcc%%.*}|g" "$here/README.in" >"$tree/README"

changed=$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$root/packaging/debian/changelog")
tar -c -C "$work" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(date -d "$changed" +%s)}" --owner=0 --group=0 --numeric-owner \
  --format=ustar --mode=go=rX,u+rw "$name" | gzip -n -9 >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
ls -l "$folder/$name.tar.gz"
