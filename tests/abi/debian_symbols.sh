#!/bin/sh
# debian_symbols.sh SOURCE: packaging/debian/libkoord1.symbols lists the exports of the library with their versions.
set -eu
export LC_ALL=C
source=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed 's|#.*||' "$source/src/capi/generated/libkoord.map" | awk '
  /^KOORD_[A-Z0-9_.]+ \{/ { node = $1; print node "@" node }
  /^ *koord_[a-z0-9_]+;/ { sub(";", "", $1); print $1 "@" node }' | sort >"$dir/mapped"
sed -n 's/^ \([^ ]*@KOORD_[A-Z0-9_.]*\) .*/\1/p' "$source/packaging/debian/libkoord1.symbols" | sort >"$dir/packaged"
[ -s "$dir/mapped" ] || { echo 'debian_symbols: the version script lists nothing'; exit 1; }
if ! diff "$dir/mapped" "$dir/packaged"; then
  echo 'debian_symbols: libkoord1.symbols (>) does not have what the version script lists (<)'
  exit 1
fi
echo "debian_symbols: $(wc -l <"$dir/packaged") symbols"
