#!/bin/sh
# go-program.sh NAME FILE PKGCONFIG: compiles koord-scheduler, koord-agent or koord-webhook as FILE, with the static library that koord.pc in
# the folder PKGCONFIG names. The experimental half of the library works with one release only, so it is linked statically; the
# program loads only Debian's libraries. JOBS (2) limits the number of compilers; GO names a go that is new enough, if known.
# KUBERNETES, such as 1.36, builds for another version of Kubernetes than the default (kubernetes/versions).
set -eu
[ $# -eq 3 ] || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }
name=$1 file=$(realpath -m "$2") pkgconfig=$(realpath "$3")
cd "$(dirname "$0")/../.."
. packaging/image/settings.sh
mkdir -p "$(dirname "$file")"
modfile=$(kubernetes/versions/modfile.sh "$module")
go=${GO:-$(tools/dev/go-toolchain.sh "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$modfile")")}

# Hardened like Debian's packages: one program has root's rights on a node, the others rights over the pods of a cluster.
tags=koord_static${KUBERNETES:+,kube$(echo "$KUBERNETES" | tr . _)} cflags='-O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2' link="-s -w -extldflags '-Wl,-z,relro,-z,now'"
case $name in
  koord-scheduler)
    version=$(sed -n 's|^.*k8s\.io/kubernetes \(v[^ ]*\)$|\1|p' "$modfile")
    [ -n "$version" ] || { echo "go-program.sh: $modfile names no version of k8s.io/kubernetes" >&2; exit 1; }
    minor=${version#v1.}
    names=k8s.io/component-base/version
    link="$link -X $names.gitVersion=$version -X $names.gitMajor=1 -X $names.gitMinor=${minor%%.*}"
    ;;
  koord-agent) tags=$tags,nri_no_wasm ;;
esac
folder=$(PKG_CONFIG_PATH=$pkgconfig pkg-config --variable=libdir koord)
headers=$(PKG_CONFIG_PATH=$pkgconfig pkg-config --variable=includedir koord)
[ -f "$folder/libkoord.a" ] || { echo "go-program.sh: there is no $folder/libkoord.a" >&2; exit 1; }
# Go caches the output of pkg-config with the compiled package, so it would search the folders of another build for the library.
# Therefore pkg-config prints no folders, as for system libraries, and the compiler gets them by other flags.
export PKG_CONFIG_PATH="$pkgconfig" PKG_CONFIG_SYSTEM_LIBRARY_PATH="$folder" PKG_CONFIG_SYSTEM_INCLUDE_PATH="$headers"
export LIBRARY_PATH="$folder${LIBRARY_PATH:+:$LIBRARY_PATH}" C_INCLUDE_PATH="$headers${C_INCLUDE_PATH:+:$C_INCLUDE_PATH}"
# Go does not detect a changed archive either, so the program is removed to force linking.
rm -f "$file"
cd "$module"
# Compilers run for seconds, so they need no garbage collection while memory suffices.
GOGC=off GOMEMLIMIT=1500MiB CGO_ENABLED=1 CGO_CFLAGS=$cflags GOTOOLCHAIN=local GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" \
  "$go" build -modfile="$modfile" -tags "$tags" -trimpath -buildmode=pie -o "$file" -ldflags "$link" "./cmd/$name"
