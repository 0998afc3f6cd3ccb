#!/usr/bin/env bash
# kubelet.sh [BUILD]: a real kubelet, registered with a real control plane, on a real containerd, with
# koord-scheduler, koord-agent, koordctl of BUILD (build/release), and a fake device plugin. A node is taken over
# from kubelet's static policy in the two stages of docs/operate/agent.md. Needs the programs that
# tests/e2e/run.sh and tests/node/run.sh have built in build/; kubelet is built beside them. It uses
# /var/lib/kubelet, which must not exist before, and removes it. The status is that of run.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
build=$(cd "${1:-$root/build/release}" && pwd)
[ ! -e /var/lib/kubelet ] || skip 'there is a /var/lib/kubelet already: a kubelet'"'"'s'

plane=$here/kubelet
version=$(awk '$1 == "k8s.io/kubernetes" && $2 ~ /^v/ { print $2; exit }' "$plane/go.mod")
minor=${version#v1.} minor=${minor%%.*}
stamp=$(sha256sum "$plane/go.mod" "$plane/go.sum" | sha256sum | cut -c1-16)
if [ "$(cat "$node/.kubelet.stamp" 2>/dev/null)" != "$stamp" ]; then
  go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$plane/go.mod")" 2>"$node/kubelet.log") ||
    skip "$(tail -n 1 "$node/kubelet.log")"
  names=k8s.io/component-base/version
  # Without these flags kubelet reports v0.0.0, which koordctl and the agent could not parse.
  (cd "$plane" && GOTOOLCHAIN=local CGO_ENABLED=1 GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" nice -n 10 "$go" build \
    -o "$node/kubelet" -ldflags "-s -w -X $names.gitVersion=$version -X $names.gitMajor=1 -X $names.gitMinor=$minor" \
    k8s.io/kubernetes/cmd/kubelet) >"$node/kubelet.log" 2>&1 || { cat "$node/kubelet.log"; exit 1; }
  echo "$stamp" >"$node/.kubelet.stamp"
fi

start_control_plane
start_scheduler
"$node/scenario" -bin "$node" -koordctl "$build/tools/koordctl/koordctl" -kubelet-version "1.$minor" -kubectl "$bin/kubectl" -admin "$admin" \
  -account "$state/agent.kubeconfig" -examples "$root/kubernetes/deploy/agent/manifests/examples"
