#!/usr/bin/env bash
# packages.sh: builds the Debian packages of this tree into DIST (dist), including source packages,
# and checks them with lintian. Older packages of koord there are removed. JOBS=2 sets the number of parallel
# compilers, WORK the build folder (build/packages).
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
dist=$(realpath -m "${DIST:-dist}")
work=${WORK:-$root/build/packages}
jobs=${JOBS:-2}

missing=
for tool in dpkg-buildpackage:dpkg-dev dh:debhelper lintian:lintian; do
  command -v "${tool%:*}" >/dev/null 2>&1 || missing="$missing ${tool#*:}"
done
if [ -n "$missing" ]; then
  echo "packages: install these first, as root: apt-get install$missing" >&2
  exit 1
fi

version=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
upstream=${version%-*}
header=$(sed -n 's/^#define KOORD_VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/koord/base.h | paste -sd.)
if [ "$upstream" != "$header" ]; then
  echo "packages: packaging/debian/changelog is about $upstream, include/koord/base.h about $header" >&2
  exit 1
fi
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -l packaging/debian/changelog -S Timestamp)}"

# debian/ is copied from packaging/.
tree=$work/libkoord-$upstream
rm -rf "$work"
mkdir -p "$tree"
tools/dev/tree-files.sh "$dist" | tar -c --null -T - | tar -x -C "$tree"
mv "$tree/packaging/debian" "$work/debian"
tar -c --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
  -C "$work" "libkoord-$upstream" | gzip -n >"$work/libkoord_$upstream.orig.tar.gz"
mv "$work/debian" "$tree/debian"
# dpkg keeps times before SOURCE_DATE_EPOCH, which are those of the checkout.
find "$tree" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +

# debhelper sets a separate home for the build, so ccache is pointed to ours.
if [ -d /usr/lib/ccache ]; then
  CCACHE_DIR=${CCACHE_DIR:-$(ccache -k cache_dir)}
  export CCACHE_DIR CCACHE_BASEDIR="$tree" CCACHE_NOHASHDIR=1 PATH="/usr/lib/ccache:$PATH"
fi
# koord-agent: Go and its modules are downloaded first, and found from the build's home.
GO=$(tools/dev/go-toolchain.sh "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' kubernetes/agent/go.mod)")
(cd kubernetes/agent && GOTOOLCHAIN=local "$GO" mod download)
GOMODCACHE=$("$GO" env GOMODCACHE) GOCACHE=$("$GO" env GOCACHE)
export GO GOMODCACHE GOCACHE
profiles="${DEB_BUILD_PROFILES:-} pkg.libkoord.agent"
# Languages missing in the tree are not packaged.
for language in go python java; do
  [ -e "$tree/bindings/$language/CMakeLists.txt" ] || profiles="$profiles pkg.libkoord.no$language"
done
(cd "$tree" && DEB_BUILD_PROFILES="$profiles" DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:+$DEB_BUILD_OPTIONS }parallel=$jobs" \
  dpkg-buildpackage --unsigned-source --unsigned-changes) >"$work/log" 2>&1 ||
  { tail -n 60 "$work/log"; echo "packages: not built; $work/log has all of it" >&2; exit 1; }

# Checks the binaries in the packages as the loader uses them.
python3 -B "$tree/tests/install/binaries.py" --hardened "$tree/debian"

mkdir -p "$dist"
find "$dist" -maxdepth 1 -type f \( -name '*koord*_*.deb' -o -name 'libkoord_*' \) -delete
find "$work" -maxdepth 1 -type f \( -name '*.deb' -o -name '*.dsc' -o -name '*.tar.*' -o -name '*.buildinfo' \
  -o -name '*.changes' \) -exec cp {} "$dist" \;
echo "packages: in $dist"
(cd "$dist" && ls -1 -- *.deb)

# Any remark fails the build, also pedantic ones. packaging/debian/*.lintian-overrides gives reasons for
# overrides. Machine code contains random letters, which are not misspelt words. The first version closes
# no bug of Debian's archive, because it is no upload there; as an override this is unused from the second on.
lintian --no-cfg --allow-root --display-info --pedantic \
  --suppress-tags spelling-error-in-binary,initial-upload-closes-no-bugs \
  --fail-on error,warning,info,pedantic "$dist"/*_"$(dpkg --print-architecture)".changes
echo 'packages: lintian is content'
