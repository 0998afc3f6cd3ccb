#!/usr/bin/env bash
# build.sh OUT [BUILD]: the programs of the end-to-end tests, from Go modules alone.
#   etcd, kube-apiserver, kube-scheduler, kubectl   of the versions that control-plane/go.mod states
#   checker, load                                   of this folder
#   koord-scheduler                                 bindings/go/scheduler, with the library of BUILD (build/release)
# A program whose sources have not changed is not built again. JOBS (2) bounds the compilers.
# Exits with 77 and a line that starts with SKIPPED where the modules cannot be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] && [ $# -le 2 ] || { sed -n '2,7s/^# \?//p' "$0" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
build=$(cd "${2:-$root/build/release}" && pwd)
jobs=${JOBS:-2}
export GOFLAGS="-buildvcs=false -mod=readonly -p=$jobs" GOMAXPROCS=$jobs GOTOOLCHAIN=local

skip() { echo "SKIPPED: $*"; exit 77; }
command -v go >/dev/null || skip 'no go'
# What the modules are cannot be had without a proxy or a cache that has them all.
modules() { # FOLDER
  (cd "$here/$1" && go mod download >"$out/download.log" 2>&1) || skip "modules of $1: $(tail -n 1 "$out/download.log")"
}

# compile NAME STAMP FOLDER PACKAGE [OPTION...]
compile() {
  local name=$1 stamp=$2 folder=$3 package=$4 begun=$SECONDS
  shift 4
  [ -x "$out/$name" ] && [ "$(cat "$out/.$name.stamp" 2>/dev/null)" = "$stamp" ] && return
  (cd "$folder" && nice -n 10 go build -trimpath "$@" -o "$out/$name" "$package")
  echo "$stamp" >"$out/.$name.stamp"
  echo "$name: built in $((SECONDS - begun)) s"
}

stamp() { (go version; cat "$@") | sha256sum | cut -c1-16; }

# Other people's programs: their versions are all that can change.
version=$(awk '$1 == "k8s.io/kubernetes" && $2 ~ /^v/ { print $2; exit }' "$here/control-plane/go.mod")
minor=${version#v1.}
# Without these kube-apiserver says that it is v0.0.0, which clients refuse.
names=k8s.io/component-base/version
flags="-s -w -X $names.gitVersion=$version -X $names.gitMajor=1 -X $names.gitMinor=${minor%%.*}"
theirs=$(stamp "$here/control-plane/go.mod" "$here/control-plane/go.sum")
missing=
for program in etcd kube-apiserver kube-scheduler kubectl; do
  [ "$(cat "$out/.$program.stamp" 2>/dev/null)" = "$theirs" ] || missing=1
done
[ -z "$missing" ] || modules control-plane
for program in etcd kube-apiserver kube-scheduler kubectl; do
  package=k8s.io/kubernetes/cmd/$program
  [ $program != etcd ] || package=go.etcd.io/etcd/server/v3
  CGO_ENABLED=0 compile $program "$theirs" "$here/control-plane" "$package" -ldflags "$flags"
done

# Our own: the go command knows best what has changed, and takes little where nothing has.
modules .
for program in checker load; do
  (cd "$here" && CGO_ENABLED=0 nice -n 10 go build -o "$out/$program" "./$program")
done

scheduler=$root/bindings/go/scheduler
if [ -d "$scheduler/cmd" ]; then
  modules ../../bindings/go/scheduler
  package=$(cd "$scheduler" && go list -f '{{if eq .Name "main"}}{{.ImportPath}}{{end}}' ./cmd/... | head -n 1)
  library=$(sed -n 's/^Libs: -L\([^ ]*\).*/\1/p' "$build/bindings/go/pkgconfig/koord.pc")
  (cd "$scheduler" && PKG_CONFIG_PATH=$build/bindings/go/pkgconfig CGO_LDFLAGS="-O2 -g -Wl,-rpath,$library" CGO_ENABLED=1 \
    nice -n 10 go build -o "$out/koord-scheduler" "$package")
fi
