#!/usr/bin/env bash
# image.sh NAME FILE.tar ROOT: packs the root file system in ROOT, which root.sh has made for NAME, as an OCI image: a layout in
# a tar file. Its tag is this tree's version. The same ROOT and SOURCE_DATE_EPOCH (by default of the packages' changelog) give
# the same file. Needs umoci (Debian: umoci), no root and no registry.
set -euo pipefail
export LC_ALL=C
[ $# -eq 3 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
name=$1 file=$2 root=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/settings.sh"
version=$(sed -n 's/^set(koord_version \(.*\))$/\1/p' "$here/../../cmake/identity.cmake")
changed=$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$here/../debian/changelog")
when=${SOURCE_DATE_EPOCH:-$(date -d "$changed" +%s)}
created=$(date -u -d "@$when" +%FT%TZ)
[ -x "$root/usr/bin/$name" ] || { echo "image.sh: there is no usr/bin/$name in $root" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pack() { # FOLDER NAME...: to standard output, whoever made the files and whenever
  local folder=$1
  shift
  tar -c -C "$folder" --sort=name --mtime="@$when" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --format=gnu "$@"
}
mapfile -t names < <(ls -A "$root")
pack "$root" "${names[@]}" >"$work/layer.tar"

image=$work/oci:$version
umoci init --layout "$work/oci"
umoci new --image "$image"
umoci raw add-layer --image "$image" --history.created "$created" --history.created_by packaging/image "$work/layer.tar"
umoci config --image "$image" --no-history --created "$created" --config.env PATH=/usr/bin --config.user "$user:$user" \
  --config.entrypoint "/usr/bin/$name"
umoci gc --layout "$work/oci"
mkdir -p "$(dirname "$file")"
pack "$work/oci" blobs index.json oci-layout >"$work/image.tar"
mv "$work/image.tar" "$file"
