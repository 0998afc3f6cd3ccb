#!/bin/sh
# licenses.sh PROGRAM: prints the licences and notices of the Go modules in PROGRAM, which must accompany the program. A module
# without one is an error. Modules must be in Go's cache, as after building; GO names the go to use.
set -eu
[ $# -eq 1 ] || { sed -n '2,3s/^# \?//p' "$0" >&2; exit 2; }
go=${GO:-$("$(dirname "$0")/../../tools/dev/go-toolchain.sh")}
cache=$("$go" env GOMODCACHE)
modules=$("$go" version -m "$1" | awk '$1 == "dep" && $3 ~ /^v/ && $4 != "" { print $2 "@" $3 }')
[ -n "$modules" ] || { echo "licenses.sh: $1 has no modules of others" >&2; exit 1; }

show() { # NAME FILE...: those that are there
  name=$1 found=
  shift
  for file; do
    [ -f "$file" ] || continue
    found=yes
    printf '======== %s: %s\n\n' "$name" "$(basename "$file")"
    cat "$file"
    printf '\n'
  done
  [ -n "$found" ] || { echo "licenses.sh: $name has no licence among $*" >&2; exit 1; }
}
# Every program contains the standard library and the runtime.
show go "$("$go" env GOROOT)/LICENSE"
for module in $modules; do
  # The cache writes a capital letter as "!" and the small letter.
  from=$cache/$(echo "$module" | sed 's/\([A-Z]\)/!\L\1/g')
  show "$module" "$from"/LICEN[CS]E* "$from"/COPYING* "$from"/NOTICE*
done
