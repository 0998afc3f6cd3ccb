package agent

import (
	"context"
	"os"

	"libkoord.invalid/koord"
)

// reap ends sandboxes that have ended according to their control groups without an event of the
// runtime. containerd sends no event for the end of a pod that it knew before its own restart, and
// lists sandboxes that have ended but are not removed yet to a plugin that connects.
func (k *keeper) reap(ctx context.Context) {
	if _, err := k.groups.get(ctx); err != nil {
		return // without kubelet's groups there is no evidence
	}
	for _, one := range k.facts.boxes() {
		there, err := k.groups.has(one)
		switch {
		case err != nil:
		case there && !one.seen:
			k.facts.see(one.id)
		case !there && (one.seen || k.groups.lost(one)):
			k.log.Info("pod ended without a StopPodSandbox event", "uid", one.uid, "sandbox", one.id)
			k.facts.stopSandbox(one.id, true)
		}
	}
}

// has reports whether the control group of a sandbox exists. A sandbox that never had a group, as
// in a virtual machine, may be running.
func (g *groups) has(one box) (bool, error) {
	if !isContainerID(one.id) {
		return false, koord.ErrNotFound
	}
	below, err := g.pathOf(one.kubeQOS, one.uid, one.id)
	if err != nil {
		return false, err
	}
	return g.exists(below)
}

// lost reports whether the pod of a sandbox has no group in any class, although kubelet manages
// groups. kubelet creates a pod's group before the sandbox, even for a virtual machine, and removes
// it when the pod has ended.
func (g *groups) lost(one box) bool {
	for _, qos := range []koord.KubeQOS{koord.KubeQOSGuaranteed, koord.KubeQOSBurstable, koord.KubeQOSBestEffort} {
		class, err := g.pathOf(qos, "", "")
		if err != nil {
			return false
		}
		if there, err := g.exists(class); err != nil || !there {
			return false
		}
		pod, err := g.pathOf(qos, one.uid, "")
		if err != nil {
			return false
		}
		if there, err := g.exists(pod); err != nil || there {
			return false
		}
	}
	return true
}

func (g *groups) exists(group string) (bool, error) {
	_, err := os.Stat(g.fileOf("cpuset", group, ""))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
