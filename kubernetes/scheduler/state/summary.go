package state

import "k8s.io/apimachinery/pkg/types"

// Summary describes the records of a state, for diagnosis and tests.
type Summary struct {
	Nodes        map[string]NodeSummary
	Pods         map[types.UID]types.NamespacedName // pods on nodes
	Named        int                                // pods that are known by name
	Leaving      int                                // pods that are being deleted
	Reservations map[types.UID]bool                 // whether the cluster has their resources
}

// NodeSummary describes the record of a node.
type NodeSummary struct {
	Node, Topology bool // the cluster has the Node, and its NodeResourceTopology
	Pods           int
}

// Summary returns a description of the records.
func (s *State) Summary() Summary {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Summary{
		Nodes:        map[string]NodeSummary{},
		Pods:         map[types.UID]types.NamespacedName{},
		Named:        len(s.byName),
		Leaving:      len(s.leaving),
		Reservations: map[types.UID]bool{},
	}
	for name, rec := range s.nodes {
		out.Nodes[name] = NodeSummary{Node: rec.node != "", Topology: rec.topology != "", Pods: len(rec.pods)}
	}
	for uid, rec := range s.pods {
		out.Pods[uid] = rec.Name
	}
	for uid, rec := range s.reservations.byUID {
		out.Reservations[uid] = rec.applied != ""
	}
	return out
}
