#!/usr/bin/env bash
# archive.sh FOLDER BUILD: writes the archive of kubectl-koord with the koordctl of a build tree, and the krew manifest koord.yaml with
# its checksum, into FOLDER. koordctl gets the libraries that it loads, except those of glibc, and their licences. The same sources give
# the same archive. If modules are unavailable, it exits with 77 and prints SKIPPED and the reason as the last line.
set -euo pipefail
export LC_ALL=C
[ $# -eq 2 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
module=$root/kubernetes/kubectl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "SKIPPED: $*"; exit 77; }
value() { sed -n "s/^set(koord_$1 \(.*\))$/\1/p" "$root/cmake/identity.cmake"; }
koordctl=$build/tools/koordctl/koordctl
[ -x "$koordctl" ] || { echo "archive.sh: there is no $koordctl" >&2; exit 1; }

export GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" GOTOOLCHAIN=local CGO_ENABLED=0
go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$module/go.mod")" 2>"$work/said") ||
  skip "$(tail -n 1 "$work/said")"
(cd "$module" && nice -n 10 "$go" mod download) >"$work/said" 2>&1 || skip "modules of kubernetes/kubectl: $(tail -n 1 "$work/said")"
tree=$work/tree
mkdir -p "$tree/bin" "$tree/lib" "$tree/doc"
(cd "$module" && nice -n 10 "$go" build -trimpath -ldflags '-s -w' -o "$tree/bin/" ./cmd/kubectl-koord)
cp "$module/kubectl_complete-koord" "$koordctl" "$tree/bin/"
cp "$root/LICENSE" "$tree/doc/"
GO=$go "$root/packaging/image/licenses.sh" "$tree/bin/kubectl-koord" >"$tree/doc/modules.txt"

# koordctl and the library contain the code of these packages, which are headers.
packages='nlohmann-json3-dev libcli11-dev'
loaded=$(ldd "$koordctl")
case $loaded in *'not found'*) echo "archive.sh: $(echo "$loaded" | grep 'not found' | head -n 1)" >&2; exit 1 ;; esac
for library in $(echo "$loaded" | sed -n 's/^.*[[:space:]]\(\/[^ ]*\) (0x.*$/\1/p'); do
  case $(basename "$library") in
    ld-linux*) continue ;;
    libkoord.so.*) ;;
    *)
      owner=$(dpkg-query -S "$library" "/usr$library" 2>/dev/null | head -n 1 | cut -d: -f1) || true
      [ -n "$owner" ] || { echo "archive.sh: $library is of no Debian package" >&2; exit 1; }
      [ "$owner" != libc6 ] || continue
      packages="$packages $owner"
      ;;
  esac
  cp -L "$library" "$tree/lib/"
done
# shellcheck disable=SC2086  # the packages are words
"$root/packaging/notices.sh" "$tree/doc/licenses" $packages
strip "$tree/bin/koordctl" "$tree/lib/"*

arch=$("$go" env GOARCH) version=$(value version)
changed=$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$root/packaging/debian/changelog")
name=kubectl-koord-$version-linux-$arch.tar.gz
tar -c -C "$tree" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(date -d "$changed" +%s)}" --owner=0 --group=0 --numeric-owner \
  --mode=go=rX,u+rw bin lib doc | gzip -n >"$folder/$name"
sum=$(sha256sum "$folder/$name" | cut -d' ' -f1)
sed -e "s|@VERSION@|$version|g; s|@ADDRESS@|$(value address)|g; s|@ARCHIVE@|$name|; s|@SHA256@|$sum|; s|@ARCH@|$arch|" \
  -e "s|@GLIBC@|$(ldd --version | sed -n '1s/.* //p')|" "$root/packaging/krew/koord.yaml.in" >"$folder/koord.yaml"
! grep -n '@[A-Z0-9]*@' "$folder/koord.yaml" >&2 || { echo 'archive.sh: the manifest has fields without a value' >&2; exit 1; }
ls -l "$folder/$name" "$folder/koord.yaml"
