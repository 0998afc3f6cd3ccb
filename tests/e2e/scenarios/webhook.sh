#!/usr/bin/env bash
# Moves a running cluster from kube-scheduler with a device plugin to koord-scheduler with the webhook, and back, in the order of
# docs/operate/upgrade.md. Creation of pods never stops; webhook, schedulers and API server are killed on the way. No GPU is held
# twice, no pod is lost, and no Binding of another account passes. Sizes: KOORD_E2E_MOVE_NODES (100), KOORD_E2E_MOVE_PODS (500),
# KOORD_E2E_FOREIGN (1000 Bindings).
set -euo pipefail
. "$(dirname "$0")/lib.sh"
nodes=${KOORD_E2E_MOVE_NODES:-100} pods=${KOORD_E2E_MOVE_PODS:-500} foreign=${KOORD_E2E_FOREIGN:-1000}
patience=$((120 + pods / 10)) # seconds
deploy=$e2e/../../kubernetes/deploy
port=$(($(cat "$state/port") + 11))

# begin NAME COMMAND...: runs a part of load in the background.
begin() {
  local name=$1
  shift
  load -workers 16 "$@" >"$state/$name.out" 2>&1 &
  echo $! >"$state/$name.background"
}
# finish NAME: ends it and expects success.
finish() {
  local pid
  pid=$(cat "$state/$1.background")
  rm "$state/$1.background"
  kill "$pid" 2>/dev/null || true
  wait "$pid" || {
    head -n 20 "$state/$1.out"
    fail "$1 has failed"
  }
  say "$(tail -n 1 "$state/$1.out")"
}
trap 'for file in "$state"/*.background; do [ ! -f "$file" ] || kill "$(cat "$file")" 2>/dev/null || true; done' EXIT
more() { # LEDGER COUNT: waits until so many more pods have been created
  local until=$((SECONDS + 2 * patience)) count
  touch "$1"
  count=$(($(grep -c ^created "$1" || true) + $2))
  until [ "$(grep -c ^created "$1")" -ge "$count" ]; do
    [ $SECONDS -lt $until ] || fail "no $2 more pods in $1"
    sleep 0.5
  done
}
running=() # schedulers that must run
# revive: starts schedulers again that have ended because a bound pod was replaced under its name while their watch was interrupted
# (kubernetes/kubernetes#141255), as kubelet does.
revive() {
  local name
  for name in "${running[@]}"; do
    ! control alive "$state" "$name" || continue
    tail -n 200 "$state/$name.log" | grep -q 'Pod updated on a different node' || fail "$name has ended: $(tail -n 5 "$state/$name.log")"
    control again "$state" "$name"
    say "$name had ended after a pod was replaced, and was started again"
  done
}
devices() { "$deploy/gpu-pods.sh" | awk -v devices="$1" '$5 == devices'; }
none() { # DEVICES: waits until no pod has this source of devices
  local until=$((SECONDS + patience)) found
  until found=$(devices "$1") && [ -z "$found" ]; do
    [ $SECONDS -lt $until ] || fail "$1 after $patience s: $(head -n 5 <<<"$found")"
    revive
    sleep 1
  done
}
scheduler_of_new() { # the scheduler that a new pod with a GPU gets
  kubectl create --dry-run=server -o 'jsonpath={.spec.schedulerName}' -f - <<'END'
{apiVersion: v1, kind: Pod, metadata: {name: probe}, spec: {containers: [{name: main, image: none, resources: {limits: {nvidia.com/gpu: 1}}}]}}
END
}
until_new() { # SCHEDULER: waits until new pods with a GPU get it, and prints a time after which all do
  local until=$((SECONDS + 90))
  until [ "$(scheduler_of_new 2>"$state/probe.err")" = "$1" ]; do
    [ $SECONDS -lt $until ] || fail "new pods do not get scheduler $1: $(cat "$state/probe.err")"
    sleep 0.2
  done
  sleep 2 # creationTimestamp has seconds
  date -u +%Y-%m-%dT%H:%M:%SZ
}
settled() { # LEDGER SINCE SCHEDULER: waits until all pods are right
  local until=$((SECONDS + 2 * patience))
  until load verify -ledger "$1" -since "$2" -scheduler "$3" >"$state/verify.out" 2>&1; do
    [ $SECONDS -lt $until ] || {
      head -n 20 "$state/verify.out"
      fail 'the pods of the stream'
    }
    revive
    sleep 2
  done
  say "$(tail -n 1 "$state/verify.out")"
}
held() { # WHAT: no GPU is held twice while everything changes
  check "$1" -ignore no-device-allocated
}
webhook() { # FAILURE-POLICY MODE: applies the manifests, and starts the webhook if it does not run
  local file rule
  kubectl kustomize "$deploy/webhook/manifests" | sed -e "s/port: 443$/port: $port/" -e "s/failurePolicy: Fail/failurePolicy: $1/" >"$state/webhook.yaml"
  kubectl apply --validate=strict --warnings-as-errors -f "$state/webhook.yaml" >"$state/webhook.applied" 2>&1 || fail "$(cat "$state/webhook.applied")"
  file=$state/webhook-config.yaml
  {
    cat "$deploy/webhook/manifests/config.yaml"
    echo "serve: $(kubectl get service -n kube-system koord-webhook -o 'jsonpath={.spec.clusterIP}'):$port"
    echo "listen: 127.0.0.1:$port"
    for rule in mutation requests annotations bindings; do echo "$rule: {mode: $2}"; done
  } >"$file"
  control kill "$state" webhook
  control program "$bin" "$state" webhook "http://127.0.0.1:$port/readyz" koord-webhook -config "$file" -kubeconfig "$state/webhook.kubeconfig"
}
webhook_user() {
  kubectl apply -f "$deploy/webhook/manifests/rbac.yaml" >/dev/null
  kubectl config view --raw --flatten --minify >"$state/webhook.kubeconfig"
  local as=(kubectl --kubeconfig "$state/webhook.kubeconfig" config)
  "${as[@]}" unset users >/dev/null
  "${as[@]}" set-credentials webhook --token "$(kubectl create token koord-webhook -n kube-system --duration 24h)" >/dev/null
  "${as[@]}" set-context --current --user webhook >/dev/null
}
results() { # RULE RESULT: a count of the webhook
  curl -sf "http://127.0.0.1:$port/metrics" | awk -v name="koord_webhook_requests_total{result=\"$2\",rule=\"$1\"}" \
    '$1 == name { count = $2 } END { print count + 0 }'
}
killed() { # NAME: kills a program and starts it again
  control kill "$state" "$1" KILL
  sleep 1
  control again "$state" "$1"
  say "$1 was killed and started again"
}
plugins() { # on|off: starts or stops the device plugins of all nodes, as docs/operate/upgrade.md does
  local wanted=8
  [ "$1" = on ] || wanted=0
  kubectl label nodes --all --overwrite "e2e/device-plugin=$1" >/dev/null
  local until=$((SECONDS + patience))
  while [ "$(kubectl get nodes -o 'jsonpath={range .items[*]}{.status.allocatable.nvidia\.com/gpu}{"\n"}{end}' | sort -u)" != $wanted ]; do
    [ $SECONDS -lt $until ] || fail "not all nodes have $wanted GPUs of the device plugin after $patience s"
    sleep 1
  done
  [ "$1" = off ] || return 0
  kubectl get nodes -o go-template='{{range .items}}{{if index .status.capacity "nvidia.com/gpu"}}{{.metadata.name}} {{end}}{{end}}' |
    xargs kubectl patch node --subresource=status --type=json -p '[
      {"op": "remove", "path": "/status/capacity/nvidia.com~1gpu"},
      {"op": "remove", "path": "/status/allocatable/nvidia.com~1gpu"}]' >/dev/null
}

for name in "${schedulers[@]}"; do control kill "$state" "$name"; done
kubectl apply -f "$e2e/foreign.yaml" >/dev/null
webhook_user
said=$(load -workers 16 nodes -count "$nodes" -machines "$state/machines" -bare -gpus)
say "$said"
begin kubelet kubelet
scheduler stock "$e2e/stock-scheduler.yaml"
running=(stock)
begin to stream -keep-waiting -rate $((pods / 100 + 1)) -most "$pods" -ledger "$state/to" -prefix to
more "$state/to" $((pods / 2))
none unreported
say "kube-scheduler and the device plugin place pods: $(devices kubelet | wc -l) have GPUs"

# Dry run: nothing changes.
webhook Ignore dryRun
before=$(results mutate dry_run)
more "$state/to" $((pods / 10))
[ "$(results mutate dry_run)" -gt "$before" ] || fail "the webhook in dry run does not see the pods: $(tail -n 3 "$state/webhook.log")"
[ "$(scheduler_of_new)" = default-scheduler ] || fail 'the webhook in dry run changes pods'
say "dry run: the webhook would change $(results mutate dry_run) pods and refuse $(results bindings dry_run) Bindings"

# New pods go to koord-scheduler, which does not run yet, and the guard refuses Bindings of kube-scheduler.
running=()
control kill "$state" stock # so that pods wait for it
sleep 3
webhook Fail enforce
since=$(until_new koord-scheduler)
control again "$state" stock
killed webhook
none unreported
plugins off
for name in "${schedulers[@]}"; do control again "$state" "$name"; done
running=(stock "${schedulers[@]}")
say "koord-scheduler starts; $(devices pending | wc -l) pods wait, $(devices kubelet | wc -l) have GPUs of the device plugin"
begin foreign foreign -count "$foreign"
killed webhook
killed "$(leader 60 "${schedulers[@]}")"
killed apiserver
[ "$(results bindings refused)" -gt 0 ] || fail 'the guard has refused no Binding'
replaced=$(load -workers 4 replace -ledger "$state/to" -pending default-scheduler)
case $replaced in *': 0 in'*) fail 'no pod waits for kube-scheduler' ;; esac
say "$replaced"
more "$state/to" $((pods / 5))
held 'while pods move'
wait "$(cat "$state/foreign.background")" || fail "$(cat "$state/foreign.out")"
rm "$state/foreign.background"
say "$(tail -n +2 "$state/foreign.out")"
finish to
settled "$state/to" "$since" koord-scheduler
held 'after the move'

# Back.
begin back stream -rate $((pods / 100 + 1)) -most $((pods / 4)) -ledger "$state/back" -prefix back
more "$state/back" $((pods / 10))
running=(stock)
for name in "${schedulers[@]}"; do control kill "$state" "$name"; done
killed apiserver
# The device plugin does not know the GPUs that koord-scheduler gave: it must not run beside their pods.
cat "$state/to" "$state/back" >"$state/both"
said=$(load -workers 4 replace -ledger "$state/both" -allocated)
say "$said"
none annotation
plugins on
killed webhook
kubectl delete validatingwebhookconfiguration,mutatingwebhookconfiguration koord-webhook >/dev/null
since=$(until_new default-scheduler)
control kill "$state" webhook
kubectl delete -f "$state/webhook.yaml" --ignore-not-found >/dev/null
cat "$state/to" "$state/back" >"$state/both"
said=$(load -workers 4 replace -ledger "$state/both" -pending koord-scheduler)
say "$said"
killed stock
more "$state/back" $((pods / 10))
finish back
cat "$state/to" "$state/back" >"$state/both"
settled "$state/both" "$since" default-scheduler
held 'after the way back'
none unreported
[ -z "$(devices annotation)" ] || fail "pods have annotations of koord-scheduler: $(devices annotation | head -n 3)"
finish kubelet
running=()
control kill "$state" stock
kubectl delete -f "$e2e/foreign.yaml" >/dev/null
load clean
for name in "${schedulers[@]}"; do control again "$state" "$name"; done
leader 30 "${schedulers[@]}" >/dev/null
