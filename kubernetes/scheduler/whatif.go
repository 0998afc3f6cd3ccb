package scheduler

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// whatIf overlays pod additions and removals on the cluster. Removing a pod and adding it again
// restores its original placement.
type whatIf struct {
	removed []removedPod
	added   []addedPod
}

type removedPod struct {
	uid  types.UID
	node string
}

type addedPod struct {
	uid  types.UID
	node string
	made *koord.Pod
}

func (w *whatIf) clone() *whatIf {
	if w == nil {
		return nil
	}
	return &whatIf{removed: slices.Clone(w.removed), added: slices.Clone(w.added)}
}

func (w *whatIf) remove(uid types.UID, node string) {
	before := len(w.added)
	w.added = slices.DeleteFunc(w.added, func(pod addedPod) bool { return pod.uid == uid })
	if len(w.added) == before {
		w.removed = append(w.removed, removedPod{uid: uid, node: node})
	}
}

// restore adds a removed pod again. It returns false if the pod was not removed.
func (w *whatIf) restore(uid types.UID) bool {
	before := len(w.removed)
	w.removed = slices.DeleteFunc(w.removed, func(pod removedPod) bool { return pod.uid == uid })
	return len(w.removed) < before
}

func (w *whatIf) touches(node string) bool {
	if w == nil {
		return false
	}
	return slices.ContainsFunc(w.removed, func(pod removedPod) bool { return pod.node == node }) ||
		slices.ContainsFunc(w.added, func(pod addedPod) bool { return pod.node == node })
}

// add sets the what-if of a node in a query, or of all nodes if node is "".
func (w *whatIf) add(query *koord.Query, nodes *nodeList, node string) error {
	if w == nil {
		return nil
	}
	for _, pod := range w.removed {
		if node == "" || pod.node == node {
			if err := query.RemovePod(string(pod.uid)); err != nil {
				return err
			}
		}
	}
	for _, pod := range w.added {
		if id, known := nodes.id(pod.node); known && (node == "" || pod.node == node) {
			if err := query.AddPod(pod.made, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// with returns the combination of two what-ifs.
func (w *whatIf) with(other *whatIf) *whatIf {
	switch {
	case other == nil || len(other.removed)+len(other.added) == 0:
		return w
	case w == nil:
		return other.clone()
	}
	return &whatIf{removed: slices.Concat(w.removed, other.removed), added: slices.Concat(w.added, other.added)}
}

// touched returns the nodes that a what-if changes, each once.
func (w *whatIf) touched() []string {
	var out []string
	for _, pod := range w.removed {
		out = append(out, pod.node)
	}
	for _, pod := range w.added {
		out = append(out, pod.node)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (w *whatIf) removes(node string) bool {
	return slices.ContainsFunc(w.removed, func(pod removedPod) bool { return pod.node == node })
}
