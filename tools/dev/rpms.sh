#!/usr/bin/env bash
# rpms.sh: builds the RPM packages of this tree into DIST/rpm (dist/rpm), including the source package. Older packages of koord
# there are removed. JOBS=2 sets the number of parallel compilers, WORK the build folder (build/rpms), KOORD_WERROR=ON makes
# warnings errors. Arguments are passed to rpmbuild: "--without agent" builds the others without a network.
set -euo pipefail
cd "$(dirname "$0")/../.."
dist=$(realpath -m "${DIST:-dist}")
work=$(realpath -m "${WORK:-build/rpms}")
jobs=${JOBS:-2}
command -v rpmbuild >/dev/null || { echo "rpms: install rpmbuild first, as root: apt-get install rpm, or dnf install rpm-build" >&2; exit 1; }

identity() { sed -n "s/^set($1 \"\{0,1\}\([^\")]*\)\"\{0,1\})$/\1/p" cmake/identity.cmake; }
version=$(identity koord_version)
[ -n "$version" ] || { echo "rpms: cmake/identity.cmake has no koord_version" >&2; exit 1; }
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(date -d "$(sed -n 's/^ -- .*>  //p' packaging/debian/changelog | head -n 1)" +%s)
fi
export SOURCE_DATE_EPOCH

rm -rf "$work"
mkdir -p "$work/SOURCES" "$work/SPECS" "$work/tmp"
edits=()
for name in koord_version koord_address koord_maintainer koord_email; do edits+=(-e "s|@$name@|$(identity $name)|g"); done
sed "${edits[@]}" packaging/rpm/libkoord.spec.in >"$work/SPECS/libkoord.spec"
tools/dev/tree-files.sh "$dist" |
  tar -c --null -T - --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
    --transform "flags=r;s|^|libkoord-$version/|" | gzip -n >"$work/SOURCES/libkoord-$version.tar.gz"
touch -d "@$SOURCE_DATE_EPOCH" "$work/SPECS/libkoord.spec" "$work/SOURCES/libkoord-$version.tar.gz"

options=(--define "_topdir $work" --define "_tmppath $work/tmp" --define "_buildhost localhost" --define "_smp_mflags -j$jobs"
  --define "koord_werror ${KOORD_WERROR:-OFF}")
# On a system of Debian the database of rpm is empty, and its macros have the folders of Debian.
if ! rpm -q --quiet glibc 2>/dev/null; then
  options+=(--nodeps --dbpath "$work/db" --define "_lib lib64" --define "_libdir %{_prefix}/lib64" --define "_prefix /usr"
    --define "_sysconfdir /etc" --define "_docdir /usr/share/doc" --define "_mandir /usr/share/man")
fi
command -v ninja >/dev/null && options+=(--define "koord_options -GNinja")
if [ -d /usr/lib/ccache ]; then
  CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)}
  export CCACHE_DIR CCACHE_BASEDIR="$work/BUILD/libkoord-$version" CCACHE_NOHASHDIR=1 PATH="/usr/lib/ccache:$PATH"
fi
export JOBS="$jobs"
rpmbuild -ba "${options[@]}" "$@" "$work/SPECS/libkoord.spec" >"$work/log" 2>&1 ||
  { tail -n 60 "$work/log"; echo "rpms: not built; $work/log has all of it" >&2; exit 1; }

mkdir -p "$dist/rpm"
find "$dist/rpm" -maxdepth 1 -type f -name '*koord*.rpm' -delete
find "$work/RPMS" "$work/SRPMS" -name '*.rpm' -exec cp {} "$dist/rpm" \;
rm -rf "$work/BUILD" "$work/BUILDROOT" "$work/tmp"
echo "rpms: in $dist/rpm"
(cd "$dist/rpm" && ls -1 -- *.rpm)
