package placement

import (
	"context"

	"libkoord.invalid/koord/kubernetes/agent/config"
)

// reap ends sandboxes that have ended according to their control groups without an event of the
// runtime. containerd sends no event for the end of a pod that it knew before its own restart, and
// lists sandboxes that have ended but are not removed yet to a plugin that connects.
func (k *Keeper) reap(ctx context.Context) {
	if _, err := k.groups.Open(ctx); err != nil {
		return // without kubelet's groups there is no evidence
	}
	for _, sandbox := range k.facts.RunningSandboxes() {
		exists, err := k.groups.HasSandbox(sandbox)
		switch {
		case err != nil:
		case exists && !sandbox.Seen:
			k.facts.MarkSeen(sandbox.ID)
		case !exists && (sandbox.Seen || k.groups.LostPod(sandbox.UID)):
			k.log.Info("pod ended without a StopPodSandbox event", "uid", sandbox.UID, "sandbox", sandbox.ID)
			k.facts.StopSandbox(sandbox.ID, true)
		}
	}
	for _, uid := range k.facts.DeletedPods() {
		if k.config.NRI.Use == config.NRINever && k.groups.LostPod(uid) && k.facts.EndPod(uid) {
			k.log.Info("deleted pod has ended", "uid", uid)
		}
	}
}
