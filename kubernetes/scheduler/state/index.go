package state

import (
	"slices"
	"sync/atomic"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// nodeIndex finds a node's verdict in an evaluation of all nodes. It is rebuilt in the first cycle
// after a node was added or removed.
type nodeIndex struct {
	current atomic.Pointer[NodeList]
	stale   atomic.Bool
}

// NodeList is immutable. Rows of an evaluation ascend by number, like this list: position i is row
// i, unless nodes were added or removed between the two.
type NodeList struct {
	IDs    []uint32
	byName map[string]int32 // positions in IDs
	names  []string         // by number
}

// Nodes returns the known nodes.
func (s *State) Nodes() *NodeList {
	list := s.index.current.Load()
	if list != nil && !s.index.stale.Load() {
		return list
	}
	s.index.stale.Store(false) // before the nodes are read: later changes make it stale again
	list = s.listNodes()
	s.index.current.Store(list)
	metrics.Rebuilds.Inc()
	return list
}

func (s *State) listNodes() *NodeList {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := &NodeList{IDs: make([]uint32, 0, len(s.nodes)), byName: make(map[string]int32, len(s.nodes))}
	most := uint32(0)
	for _, node := range s.nodes {
		if node.known {
			list.IDs = append(list.IDs, node.id)
			most = max(most, node.id)
		}
	}
	slices.Sort(list.IDs)
	list.names = make([]string, most+1)
	for name, node := range s.nodes {
		if node.known {
			at, _ := slices.BinarySearch(list.IDs, node.id)
			list.byName[name] = int32(at)
			list.names[node.id] = name
		}
	}
	return list
}

// Name returns the name of a node by number, or "" if it is not in the list.
func (l *NodeList) Name(id uint32) string {
	if int(id) < len(l.names) {
		return l.names[id]
	}
	return ""
}

// ID returns the number of a node.
func (l *NodeList) ID(name string) (uint32, bool) {
	at, known := l.byName[name]
	if !known {
		return 0, false
	}
	return l.IDs[at], true
}

// Row returns the verdict of a node, or nil if there is none.
func (l *NodeList) Row(rows []koord.Verdict, name string) *koord.Verdict {
	at, known := l.byName[name]
	if !known {
		return nil
	}
	id := l.IDs[at]
	if int(at) < len(rows) && rows[at].Node == id {
		return &rows[at]
	}
	found, exists := slices.BinarySearchFunc(rows, id, func(row koord.Verdict, id uint32) int { return int(row.Node) - int(id) })
	if !exists {
		return nil
	}
	return &rows[found]
}
