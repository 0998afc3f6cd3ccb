package state

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
)

// WhatIf overlays pod additions and removals on the cluster. Removing a pod and adding it again
// restores its original placement.
type WhatIf struct {
	Removed []RemovedPod
	Added   []AddedPod
}

// RemovedPod is a pod that a what-if removes from a node.
type RemovedPod struct {
	UID  types.UID
	Node string
}

// AddedPod is a pod that a what-if adds to a node.
type AddedPod struct {
	UID       types.UID
	Node      string
	Converted *koord.Pod
}

// Clone returns a copy, or nil for nil.
func (w *WhatIf) Clone() *WhatIf {
	if w == nil {
		return nil
	}
	return &WhatIf{Removed: slices.Clone(w.Removed), Added: slices.Clone(w.Added)}
}

// Remove removes a pod from a node.
func (w *WhatIf) Remove(uid types.UID, node string) {
	before := len(w.Added)
	w.Added = slices.DeleteFunc(w.Added, func(pod AddedPod) bool { return pod.UID == uid })
	if len(w.Added) == before {
		w.Removed = append(w.Removed, RemovedPod{UID: uid, Node: node})
	}
}

// Restore adds a removed pod again. It returns false if the pod was not removed.
func (w *WhatIf) Restore(uid types.UID) bool {
	before := len(w.Removed)
	w.Removed = slices.DeleteFunc(w.Removed, func(pod RemovedPod) bool { return pod.UID == uid })
	return len(w.Removed) < before
}

// Touches reports whether a what-if changes a node.
func (w *WhatIf) Touches(node string) bool {
	if w == nil {
		return false
	}
	return slices.ContainsFunc(w.Removed, func(pod RemovedPod) bool { return pod.Node == node }) ||
		slices.ContainsFunc(w.Added, func(pod AddedPod) bool { return pod.Node == node })
}

// Add sets the what-if of a node in a query, or of all nodes if node is "".
func (w *WhatIf) Add(query *koord.Query, nodes *NodeList, node string) error {
	if w == nil {
		return nil
	}
	for _, pod := range w.Removed {
		if node == "" || pod.Node == node {
			if err := query.RemovePod(string(pod.UID)); err != nil {
				return err
			}
		}
	}
	for _, pod := range w.Added {
		if id, known := nodes.ID(pod.Node); known && (node == "" || pod.Node == node) {
			if err := query.AddPod(pod.Converted, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// With returns the combination of two what-ifs.
func (w *WhatIf) With(other *WhatIf) *WhatIf {
	switch {
	case other == nil || len(other.Removed)+len(other.Added) == 0:
		return w
	case w == nil:
		return other.Clone()
	}
	return &WhatIf{Removed: slices.Concat(w.Removed, other.Removed), Added: slices.Concat(w.Added, other.Added)}
}

// Touched returns the nodes that a what-if changes, each once.
func (w *WhatIf) Touched() []string {
	var out []string
	for _, pod := range w.Removed {
		out = append(out, pod.Node)
	}
	for _, pod := range w.Added {
		out = append(out, pod.Node)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Removes reports whether a what-if removes a pod from a node.
func (w *WhatIf) Removes(node string) bool {
	return slices.ContainsFunc(w.Removed, func(pod RemovedPod) bool { return pod.Node == node })
}
