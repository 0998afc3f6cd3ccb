package agent

import (
	"os"

	"libkoord.invalid/koord"
)

// box is a sandbox that is thought to run.
type box struct {
	id, uid string
	kubeQOS koord.KubeQOS
	seen    bool // its control group was there
}

// boxes are the sandboxes that are thought to run.
func (f *Facts) boxes() []box {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []box
	for _, one := range f.sandboxes {
		if !one.stopped {
			out = append(out, box{one.id, one.pod.uid, one.pod.kubeQOS, one.seen})
		}
	}
	return out
}

// see records that the control group of a sandbox is there.
func (f *Facts) see(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if one := f.sandboxes[id]; one != nil {
		one.seen = true
	}
}

// reap ends sandboxes whose control group was there and is gone: containerd tells no plugin of the end of a pod that it knew
// before its own restart. A sandbox that never had a group, as in a virtual machine, is left to the runtime's word.
func (k *keeper) reap() {
	for _, one := range k.facts.boxes() {
		there, err := k.groups.has(one)
		switch {
		case err != nil:
		case there && !one.seen:
			k.facts.see(one.id)
		case !there && one.seen:
			k.log.Info("a pod has ended without the runtime's word", "uid", one.uid, "sandbox", one.id)
			k.facts.stopSandbox(one.id, true)
		}
	}
}

// has tells whether the control group of a sandbox is there.
func (g *groups) has(one box) (bool, error) {
	if !isContainerID(one.id) {
		return false, koord.ErrNotFound
	}
	below, err := g.pathOf(one.kubeQOS, one.uid, one.id)
	if err != nil {
		return false, err
	}
	_, err = os.Stat(g.fileOf("cpuset", below, ""))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
