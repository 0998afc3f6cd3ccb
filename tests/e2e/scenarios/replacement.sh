#!/usr/bin/env bash
# In place of kube-scheduler: kubeadm's static pod with the patch, the static pod and the Deployment of the replacement
# acquire kube-scheduler's lease once it is released, not before, and assign CPUs to pods that name no scheduler.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
replacement=$e2e/../../kubernetes/deploy/scheduler/replacement
profile=default-scheduler

for name in "${schedulers[@]}"; do control kill "$state" "$name"; done
# The parts of kubeadm's file that the patch concerns.
cat >"$state/kubeadm.yaml" <<'END'
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system, labels: {component: kube-scheduler, tier: control-plane}}
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.37.0
      command:
        - kube-scheduler
        - --authentication-kubeconfig=/etc/kubernetes/scheduler.conf
        - --authorization-kubeconfig=/etc/kubernetes/scheduler.conf
        - --bind-address=127.0.0.1
        - --kubeconfig=/etc/kubernetes/scheduler.conf
        - --leader-elect=true
      volumeMounts:
        - {mountPath: /etc/kubernetes/scheduler.conf, name: kubeconfig, readOnly: true}
  volumes:
    - {name: kubeconfig, hostPath: {path: /etc/kubernetes/scheduler.conf, type: FileOrCreate}}
END
kubectl patch --local -f "$state/kubeadm.yaml" --type strategic --patch-file "$replacement/kubeadm/kube-scheduler+strategic.yaml" \
  -o yaml >"$state/patched.yaml"
sed 's/leaderElect: false/leaderElect: true/' "$e2e/stock-scheduler.yaml" >"$state/leading.yaml"

server a
for form in kubeadm static deployment; do
  scheduler stock "$state/leading.yaml"
  for _ in $(seq 150); do
    ! leads stock || break
    sleep 0.2
  done
  leads stock || fail 'kube-scheduler does not lead'
  case $form in
    kubeadm) control static "$bin" "$state" $form "$state/patched.yaml" "$replacement/koord-scheduler.yaml" ;;
    static) control static "$bin" "$state" $form "$replacement/static-pod.yaml" "$replacement/koord-scheduler.yaml" ;;
    deployment) scheduler $form "$replacement/config.yaml" ;;
  esac
  lsr before-$form 2
  bound before-$form 20
  [ -z "$(cpus before-$form)" ] || fail "$form: two schedulers serve $profile: the pod has CPUs while kube-scheduler leads"
  control kill "$state" stock
  for _ in $(seq 150); do
    ! leads $form || break
    sleep 0.2
  done
  leads $form || fail "$form does not take kube-scheduler's lease: $(tail -n 3 "$state/$form.log")"
  lsr after-$form 2
  bound after-$form 20
  [ -n "$(cpus after-$form)" ] || fail "$form: the pod has no CPUs"
  say "replacement: as $form it waited for kube-scheduler's lease, then gave CPUs $(cpus after-$form)"
  control kill "$state" $form
  kubectl delete pods --all --grace-period=0 --force >/dev/null 2>&1
done
for name in "${schedulers[@]}"; do control again "$state" "$name"; done
leader 30 "${schedulers[@]}" >/dev/null
