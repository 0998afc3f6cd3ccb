#!/usr/bin/env bash
# A Reservation keeps CPUs for its owners, repeatedly, until it is deleted. Then a waiting pod gets them.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

kubectl create -f - >/dev/null <<END
apiVersion: scheduling.koordinator.sh/v1alpha1
kind: Reservation
metadata: {name: room}
spec:
  template:
    metadata:
      labels: {koordinator.sh/qosClass: LSR}
    spec:
      schedulerName: $profile
      containers:
        - name: main
          image: busybox
          resources: {requests: {cpu: 8, memory: 1Gi}, limits: {cpu: 8, memory: 1Gi}}
  owners:
    - labelSelector: {matchLabels: {app: web}}
  allocateOnce: false
END
# No node exists yet.
kubectl wait --for='jsonpath={.status.phase}=Pending' reservation/room --timeout=20s >/dev/null ||
  fail "the Reservation is not Pending: $(kubectl get reservation room -o 'jsonpath={.status}')"
server a
kubectl wait --for='jsonpath={.status.phase}=Available' reservation/room --timeout=20s >/dev/null ||
  fail "the Reservation is not Available: $(kubectl get reservation room -o 'jsonpath={.status}')"
reserved=$(kubectl get reservation room -o 'jsonpath={.metadata.annotations.scheduling\.koordinator\.sh/resource-status}' |
  sed -n 's/.*"cpuset":"\([^"]*\)".*/\1/p')
[ -n "$reserved" ] || fail 'the Reservation says of no CPUs that they are reserved'

lsr other 10
refused other
for owner in first second; do
  lsr $owner 8 "" "app: web"
  bound $owner 20
  [ "$(cpus $owner)" = "$reserved" ] || fail "$owner has CPUs $(cpus $owner), expected $reserved"
  owners=$(kubectl wait --for="jsonpath={.status.currentOwners[0].name}=$owner" reservation/room --timeout=20s 2>&1) ||
    fail "$owner is not among the Reservation's owners: $owners"
  check "reservation: its owner has CPUs $reserved"
  kubectl delete pod $owner >/dev/null
done
sleep 2
pending other

kubectl delete reservation room >/dev/null
bound other 5
check 'reservation: it is gone, and the pod that waited has its CPUs'
