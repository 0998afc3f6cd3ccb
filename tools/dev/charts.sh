#!/usr/bin/env bash
# charts.sh FOLDER: builds Helm from the Go module tests/charts into build/charts, checks the charts of kubernetes/deploy/charts with
# it, and writes their packages into FOLDER. The same sources give the same packages. If modules are unavailable, it exits with 77
# and prints SKIPPED and the reason as the last line.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -eq 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
mkdir -p "$1" "$root/build/charts"
folder=$(cd "$1" && pwd) module=$root/tests/charts out=$root/build/charts
export GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" GOTOOLCHAIN=local
skip() { echo "SKIPPED: $*"; exit 77; }
go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$module/go.mod")" 2>"$out/said") ||
  skip "$(tail -n 1 "$out/said")"
cd "$module"
nice -n 10 "$go" mod download >"$out/said" 2>&1 || skip "modules of Helm: $(tail -n 1 "$out/said")"

# Without these flags Helm reports v3 and takes any cluster that it cannot ask for Kubernetes 1.20.
version() { "$go" list -m -f '{{.Version}}' "$1"; }
helm=helm.sh/helm/v3 minor=$(version k8s.io/client-go | cut -d. -f2)
flags="-s -w -X $helm/internal/version.version=$(version $helm)"
for package in chartutil lint/rules; do
  flags+=" -X $helm/pkg/$package.k8sVersionMajor=1 -X $helm/pkg/$package.k8sVersionMinor=$minor"
done
nice -n 10 "$go" build -ldflags "$flags" -o "$out/helm" $helm/cmd/helm
changed=$(date -d "$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$root/packaging/debian/changelog")" +%s)
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
for chart in "$root"/kubernetes/deploy/charts/koord-*; do
  # Helm reports links among the files of a chart, and lint without --quiet the lack of an icon.
  "$out/helm" lint --strict --quiet "$chart" 2>"$out/said" || { grep -v 'found symbolic link' "$out/said" >&2; exit 1; }
  "$out/helm" package "$chart" --destination "$packed" >"$out/packaged" 2>"$out/said" || { grep -v 'found symbolic link' "$out/said" >&2; exit 1; }
  # Helm writes the time of packaging, so the files are packed again.
  archive=$(basename "$(sed -n 's/^Successfully packaged chart and saved it to: //p' "$out/packaged")") name=$(basename "$chart")
  tar -x -f "$packed/$archive" -C "$packed"
  tar -c -C "$packed" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$changed}" --owner=0 --group=0 --numeric-owner --format=ustar \
    --mode=go=rX,u+rw "$name" | gzip -n -9 >"$folder/$archive"
  echo "$folder/$archive"
done
