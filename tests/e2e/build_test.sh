#!/usr/bin/env bash
# build_test.sh: build.sh with a Go that compiles nothing. A build that takes long prints a line now and then, and none afterwards; programs
# that are there already are not built again; a build without time is skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "build_test.sh: FAILED: $*" >&2
  cat "$work/said" >&2
  exit 1
}
mkdir -p "$work/bin" "$work/build/bindings/go/pkgconfig"
echo 'Libs: -L/nowhere -lkoord' >"$work/build/bindings/go/pkgconfig/koord.pc"
cat >"$work/bin/go" <<'GO'
#!/bin/sh
case "$1" in
  env) echo go1.99.0 ;;
  version) echo go version go1.99.0 linux/amd64 ;;
  build)
    while [ "$1" != -o ]; do shift; done
    case $2 in
      */new/)
        sleep 3
        touch "$2/server" "$2/kube-apiserver" "$2/kubectl"
        ;;
    esac
    ;;
esac
GO
chmod +x "$work/bin/go"
export PATH=$work/bin:$PATH
build() { "$here/build.sh" "$work/out" "$work/build" >"$work/said" 2>&1; }

KOORD_E2E_PROGRESS_SECONDS=1 build || fail "status $?"
[ -e "$work/out/etcd" ] && [ -e "$work/out/kube-apiserver" ] && [ -e "$work/out/kubectl" ] || fail "found $(ls "$work/out"), expected the programs"
grep -qx 'kube-apiserver: still building after [1-4] s' "$work/said" || fail 'no line while kube-apiserver is built'
grep -qx 'kube-apiserver: [0-9]* s' "$work/said" || fail 'no line when kube-apiserver was built'
cp "$work/said" "$work/before"
sleep 2
cmp -s "$work/said" "$work/before" || fail 'lines after the end'
if sed '1,/^kube-apiserver: [0-9]* s$/d' "$work/said" | grep 'kube-apiserver'; then fail 'lines after kube-apiserver was built'; fi

KOORD_E2E_PROGRESS_SECONDS=1 build || fail "status $? of a second build"
if grep 'kube-apiserver' "$work/said"; then fail 'kube-apiserver is built again'; fi

rm "$work/out/.control-plane.stamp"
status=0
KOORD_E2E_BUILD_SECONDS=1 build || status=$?
[ $status -eq 77 ] && tail -n 1 "$work/said" | grep -qx 'SKIPPED: .* could not be built in 1 s' || fail "status $status without time, expected 77"
