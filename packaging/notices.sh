#!/bin/sh
# notices.sh [--debian] FOLDER PACKAGE...: copies the licences of Debian packages, whose code or libraries an artefact
# contains, into FOLDER as PACKAGE.txt, and the common licences to which these refer into FOLDER/common-licenses; not
# with --debian, for packages of Debian, where they are in /usr/share/common-licenses.
set -eu
common=yes
[ "${1:-}" != --debian ] || { common=; shift; }
[ $# -ge 2 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
folder=$1
shift
fail() { echo "notices.sh: $*" >&2; exit 1; }
mkdir -p "$folder"
for package; do
  from=/usr/share/doc/$package/copyright
  [ -f "$from" ] || fail "$from with the licence of $package is missing"
  install -m 644 "$from" "$folder/$package.txt"
  [ -n "$common" ] || continue
  for name in $(grep -oE '/usr/share/common-licenses/[A-Za-z0-9]+(-[0-9]+(\.[0-9]+)*)?' "$from" | sort -u); do
    [ -f "$name" ] || fail "$name, to which the licence of $package refers, is missing"
    mkdir -p "$folder/common-licenses"
    install -m 644 "$name" "$folder/common-licenses/${name##*/}.txt"
  done
done
