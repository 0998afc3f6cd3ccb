package agent

import (
	"context"
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
