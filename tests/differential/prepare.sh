#!/bin/sh
# prepare.sh koordinator|kubelet|gpuallocator INTO: writes upstream's own
# packages with our drivers into the folder INTO.
#   koordinator  github.com/koordinator-sh/koordinator from the Go module proxy, in the version named below; or, if KOORDINATOR
#                is set, from this git repository, which has the commit named below
#   kubelet      k8s.io/kubernetes $KUBERNETES_VERSION (default v1.36.3) from the Go module proxy
#   gpuallocator from $GPUALLOCATOR, a git repository that has the commit named below
# For kubelet, go must be new enough for its go.mod. Exit code 77: the sources are not available.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
koordinator_version=v1.8.0
koordinator_commit=a7a1b76bbf81abd26f9c377de1f31a60dd965f6e
gpuallocator_commit=876e7b7
what=$1 into=$2
rm -rf "$into"
mkdir -p "$into"
into=$(cd "$into" && pwd)

# module PATH VERSION: prints the folder of a module, which it downloads if necessary.
module() {
  folder=$(go mod download -json "$1@$2" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  test -d "$folder" && echo "$folder" || { echo "no module $1 $2 from the Go module proxy" >&2; return 1; }
}

case $what in
koordinator)
  if test -n "${KOORDINATOR-}"; then
    git -C "$KOORDINATOR" cat-file -e "$koordinator_commit^{commit}" 2>/dev/null || {
      echo "Koordinator: KOORDINATOR names no git repository with commit $koordinator_commit" >&2
      exit 77
    }
    git -C "$KOORDINATOR" archive "$koordinator_commit" go.mod go.sum apis pkg cmd | tar x -C "$into"
  else
    source=$(module github.com/koordinator-sh/koordinator "$koordinator_version") || exit 77
    (cd "$source" && cp -r go.mod go.sum apis pkg cmd "$into")
    chmod -R u+w "$into"
  fi
  sh "$here/koordinator/switches.sh" "$into"
  plugins=$into/pkg/scheduler/plugins
  cp "$here"/koordinator/zz_take_test.go "$here"/koordinator/zz_plugin*_test.go "$here"/koordinator/zz_figures_test.go "$plugins/nodenumaresource/"
  cp "$here"/koordinator/zz_device*_test.go "$plugins/deviceshare/"
  mkdir "$plugins/zzboth" "$plugins/zzcycle"
  cp "$here"/both/*_test.go "$plugins/zzboth/"
  cp "$here/both/zz_numa_access.go" "$plugins/nodenumaresource/"
  cp "$here/both/zz_device_access.go" "$plugins/deviceshare/"
  # Copies the drivers of sets e and f under names of their own.
  for from in numa:plugin device:device; do
    sed "s/^package .*/package zzboth/; s/\\<zz\\([A-Z]\\)/${from%:*}\\1/g" "$here/koordinator/zz_${from#*:}_scene_test.go" >"$plugins/zzboth/zz_${from%:*}_scene_test.go"
  done
  cp "$here"/cycle/cycle_test.go "$here"/cycle/upstream_test.go "$plugins/zzcycle/"
  cp "$here"/koordinator/zz_merge_test.go "$here"/topologymanager/*_test.go "$into/pkg/scheduler/frameworkext/topologymanager/"
  # Event handlers of v1.8.0 have handled all objects when they are added, and there is no list of them.
  grep -rq 'func WaitForHandlersSync' "$into/pkg/scheduler/frameworkext/helper" ||
    sed -i '/helper\.WaitForHandlersSync/,/^\t}$/d; /helper\.ResetRegistrations/d; /frameworkext\/helper"$/d' "$plugins"/zzboth/*.go "$plugins"/zzcycle/*.go
  ;;
kubelet)
  version=${KUBERNETES_VERSION:-v1.36.3}
  source=$(module k8s.io/kubernetes "$version") || exit 77
  cp -r "$source/go.mod" "$source/go.sum" "$source/pkg" "$source/third_party" "$source/cmd" "$into"
  mkdir "$into/test" # packages of kube-scheduler's tests import it
  cp -r "$source/test/utils" "$into/test"
  chmod -R u+w "$into"
  # The modules of its staging folder come from the proxy, too.
  sed -i "s|=> ./staging/src/\(.*\)|=> \1 v0.${version#v1.}|" "$into/go.mod"
  # Three of version 1.38.0-beta.0 are not on every proxy. The managers need only one of them, of which 7.0.0 suffices.
  diff=sigs.k8s.io/structured-merge-diff/v7
  ! grep -q "$diff v7.0.1" "$into/go.mod" || (cd "$into" && go mod edit -replace=$diff@v7.0.1=$diff@v7.0.0)
  for absent in apiextensions-api ktesting; do
    grep -q "^[[:space:]]k8s.io/$absent => " "$into/go.mod" || continue
    mkdir -p "$into/zz/$absent"
    printf 'module k8s.io/%s\n' $absent >"$into/zz/$absent/go.mod"
    sed -i "s|^\([[:space:]]k8s.io/$absent =>\) .*|\1 ./zz/$absent|" "$into/go.mod"
  done
  managers=$into/pkg/kubelet/cm
  rm -f "$managers"/cpumanager/*_test.go "$managers"/topologymanager/*_test.go
  sh "$here/kubelet/switches.sh" "$into"
  mkdir -p "$managers/zzadmit" "$managers/zznodes"
  minor=${version#v1.} minor=${minor%%.*}
  for package in cpumanager zzadmit; do
    printf 'package %s\n\n// zzMinor is that of the version beside which libkoord runs.\nconst zzMinor = %s\n' $package "$minor" >"$managers/$package/zz_minor_test.go"
  done
  # The package with the nodes of set refusals, which another module imports.
  printf 'package zznodes\n\n// Minor is the version of these kubelets.\nconst Minor = %s\n' "$minor" >"$managers/zznodes/zz_minor.go"
  cp "$here/refusals/zz_nodes.go" "$managers/zznodes/"
  score=
  test "$minor" -lt 38 || score='hint.Score = score'
  printf 'package topologymanager\n\n// zzScore sets the Score of a hint, which older versions do not have.\nfunc zzScore(hint *TopologyHint, score int64) { %s }\n' "$score" >"$managers/topologymanager/zz_score_test.go"
  cp "$here"/kubelet/zz_cpu_test.go "$here"/kubelet/zz_machine_test.go "$managers/cpumanager/"
  cp "$here"/kubelet/zz_merge_test.go "$here"/topologymanager/*_test.go "$managers/topologymanager/"
  cp "$here"/kubelet/zz_admit*_test.go "$managers/zzadmit/"
  cp "$here"/kubelet/zz_devices.go "$managers/devicemanager/"
  more=
  test "$minor" -lt 38 || more=', 0'
  cat >"$managers/cpumanager/zz_take_test.go" <<EOF
package cpumanager

import (
	"github.com/go-logr/logr"
	"k8s.io/utils/cpuset"
)

// zzTake picks without hints from the topology manager, which are a parameter since 1.38.
func zzTake(p *staticPolicy, logger logr.Logger, available cpuset.CPUSet, cpus int) (cpuset.CPUSet, error) {
	return p.takeByTopology(logger, available, cpus$more)
}
EOF
  cp "$here/kubelet/zz_figures_test.go" "$managers/cpumanager/"
  case $version in
  v1.3[56].*)
    cp "$here"/kubelet/zz_api135_test.go "$managers/zzadmit/zz_api_test.go"
    ;;
  *)
    sh "$here/kubelet/switches137.sh" "$into"
    test "$minor" -lt 38 || sh "$here/kubelet/switches138.sh" "$into"
    sed -i 's|cadvisor/info/v1|cadvisor/lib/model|' "$managers/devicemanager/zz_devices.go"
    cp "$here"/kubelet/zz_api137_test.go "$managers/zzadmit/zz_api_test.go"
    ;;
  esac
  sed 's/^package .*/package zznodes/' "$managers/zzadmit/zz_api_test.go" >"$managers/zznodes/zz_api.go"
  ;;
gpuallocator)
  git -C "${GPUALLOCATOR:-/nonexistent}" cat-file -e "$gpuallocator_commit^{commit}" 2>/dev/null || {
    echo "go-gpuallocator: GPUALLOCATOR names no git repository with commit $gpuallocator_commit" >&2
    exit 77
  }
  git -C "$GPUALLOCATOR" archive "$gpuallocator_commit" | tar x -C "$into"
  sh "$here/gpuallocator/switches.sh" "$into"
  cp "$here"/gpuallocator/*.go "$into/gpuallocator/"
  exit 0 # its vendor folder is complete
  ;;
*)
  echo 'prepare.sh koordinator|kubelet|gpuallocator INTO' >&2
  exit 2
  ;;
esac
cd "$into"
go mod edit -require=koordc@v0.0.0 -replace=koordc@v0.0.0="$here/koordc"
