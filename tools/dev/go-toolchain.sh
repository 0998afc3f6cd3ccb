#!/bin/sh
# go-toolchain.sh [VERSION [FOLDER]]: prints the path of a go of at least VERSION (1.26): the one on
# the path, or one in FOLDER (~/.cache/koord/go-...), which is downloaded first if it is missing. It
# is the module golang.org/toolchain, downloaded by the existing go (1.19 or newer) from its
# configured proxy. No network is needed if it exists already. The download is verified with the
# hash below, or with Go's sum database for other versions.
set -eu
wanted=${1:-1.26}
# The versions that are downloaded, ascending: the first that is new enough. The hash of each module
# is printed by "go mod download -json".
pinned='1.26.8 1.27.2'
pinned_hash() {
  case $1 in
    1.26.8.linux-amd64) echo h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM= ;;
    1.26.8.linux-arm64) echo h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc= ;;
    1.27.2.linux-amd64) echo h1:N6Xv/1OLzI0jVVkUwkrxHRZc/GCTARUo6idcngKwlDE= ;;
    1.27.2.linux-arm64) echo h1:ZPmpRXAGb18VzsgBfc7C1IiDkORwc8GE7uU914Sto/U= ;;
  esac
}

say() { echo "go-toolchain: $*" >&2; }
fail() { say "$*"; exit 1; }
case $wanted in '' | *[!0-9.]* | .* | *.) fail "'$wanted' is no version of Go, such as 1.26 or 1.26.8" ;; esac

# Prevents each go from switching to another toolchain, or using the module or the Go of the caller.
export GOTOOLCHAIN=local GOWORK=off GO111MODULE=on
unset GOROOT
at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; } # at_least WANTED HAS
version_of() { (cd / && "$1" env GOVERSION 2>/dev/null) | sed -n 's/.*go\([0-9][0-9.a-z]*\).*/\1/p'; }

here=$(command -v go || true)
[ -n "$here" ] || fail 'found no go command to fetch the toolchain with: apt-get install golang-go'
has=$(version_of "$here")
if [ -n "$has" ] && at_least "$wanted" "$has"; then
  echo "$here"
  exit 0
fi

version=
for known in $pinned; do
  [ -n "$version" ] || ! at_least "$wanted" "$known" || version=$known
done
if [ -z "$version" ]; then
  case $wanted in *.*.*) version=$wanted ;; *) fail "name the release: $wanted is newer than $known, which is known here" ;; esac
fi
platform=$("$here" env GOHOSTOS)-$("$here" env GOHOSTARCH)
folder=${2:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/koord/go-$version}
works() { # works FOLDER: tests whether FOLDER contains a working Go of the required version and platform
  [ -x "$1/bin/go" ] && [ "$("$1/bin/go" version 2>/dev/null)" = "go version go$version $(echo "$platform" | tr - /)" ]
}
if works "$folder"; then
  echo "$folder/bin/go"
  exit 0
fi
[ ! -e "$folder" ] || fail "$folder is there and is no Go $version for $platform: remove it, or name another folder"

mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT
trap 'exit 1' HUP INT TERM
hash=$(pinned_hash "$version.$platform")
# A separate module cache, because files of modules are not executable, and the user's cache must
# not be changed.
export GOMODCACHE="$new/cache" GOFLAGS='-mod=mod -modcacherw'
if [ -n "$hash" ]; then
  # The hash is equally safe and needs no database. Go 1.21 and newer insist on the database.
  [ -n "$has" ] && at_least 1.21 "$has" || export GOSUMDB=off
elif [ "$("$here" env GOSUMDB)" = off ] || "$here" env GONOSUMDB | grep -q 'golang\.org'; then
  say "NOT VERIFIED: Go $version for $platform has no hash in this script, and this Go asks no sum database for it"
fi
say "Go $version for $platform into $folder (${has:-no version} is here, $wanted is needed)"
(cd "$new" && "$here" mod download -json "golang.org/toolchain@v0.0.1-go$version.$platform") >"$new/json" 2>"$new/log" ||
  { cat "$new/log" "$new/json" >&2; fail "cannot get Go $version: is the proxy of modules reachable?"; }
got=$(sed -n 's/.*"Sum": "\(h1:[^"]*\)".*/\1/p' "$new/json")
[ -z "$hash" ] || [ "$got" = "$hash" ] || fail "what came as Go $version is not what it should be: $got, expected $hash"
tree=$new/cache/golang.org/toolchain@v0.0.1-go$version.$platform
[ -d "$tree" ] || fail "what came as Go $version has no $tree"

# Restores what a module cannot contain: executable programs and nested modules.
chmod -R u+w "$tree"
chmod a+x "$tree"/bin/* "$tree"/pkg/tool/*/* "$tree"/lib/wasm/go_*_exec
find "$tree/src" -name _go.mod | while IFS= read -r file; do mv "$file" "$(dirname "$file")/go.mod"; done
works "$tree" || fail "what came as Go $version does not run: $("$tree/bin/go" version 2>&1 | head -n 1)"
# Another process may have created it meanwhile.
mv -T "$tree" "$folder" 2>/dev/null || works "$folder" || fail "cannot make $folder"
echo "$folder/bin/go"
