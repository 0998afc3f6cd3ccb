#!/usr/bin/env bash
# build_test.sh: build.sh with a Go that compiles nothing. A build that takes long prints a line now and then, and none afterwards; programs
# that are there already are not built again; a build without time is skipped. Another version of Kubernetes has its own modules, and
# a control plane from a folder is not built.
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
echo "$PWD: $*" >>"$(dirname "$0")/calls"
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

# Only what depends on Kubernetes is built with the modules of the version.
rm -f "$work/bin/calls" "$work/out/.control-plane.stamp"
KUBERNETES=1.36 build || fail "status $? for Kubernetes 1.36"
for module in control-plane scheduler webhook; do
  grep -q "/$module: build .*-modfile=.*/versions/1.36/$module.mod -tags=kube1_36 " "$work/bin/calls" ||
    fail "$module is not built for 1.36: $(cat "$work/bin/calls")"
done
grep -q '/control-plane: build .*gitVersion=v1\.36\.[0-9]* .*gitMinor=36 ' "$work/bin/calls" || fail 'kube-apiserver is not told its version'
if grep '/e2e: build .*-modfile' "$work/bin/calls"; then fail 'the checker is built with the modules of another version'; fi
status=0
KUBERNETES=1.20 build || status=$?
[ $status -eq 2 ] && grep -q 'found KUBERNETES=1.20, expected ' "$work/said" || fail "status $status for an unknown version, expected 2"
# kube-apiserver of a version without all of its modules must come from a folder.
status=0
KUBERNETES=1.38 build || status=$?
[ $status -eq 77 ] && tail -n 1 "$work/said" | grep -q '^SKIPPED: .*KOORD_E2E_CONTROL_PLANE' || fail "status $status for 1.38, expected 77"

mkdir "$work/own"
for program in etcd kube-apiserver kubectl; do
  status=0
  KOORD_E2E_CONTROL_PLANE=$work/own build || status=$?
  [ $status -eq 2 ] && grep -q "no program $work/own/$program" "$work/said" || fail "status $status without $program, expected 2"
  echo own >"$work/own/$program" && chmod +x "$work/own/$program"
done
rm "$work/bin/calls"
KOORD_E2E_CONTROL_PLANE=$work/own KUBERNETES=1.38 build || fail "status $? with a control plane"
if grep '/control-plane: build' "$work/bin/calls"; then fail 'the control plane is built although there is one'; fi
grep -qx own "$work/out/kube-apiserver" || fail 'another kube-apiserver than that of the folder is used'
rm "$work/bin/calls"
build || fail "status $? after that"
grep -q '/control-plane: build' "$work/bin/calls" || fail 'programs of a folder are used for the default version'
