package scheduler

import (
	"slices"
	"sync/atomic"

	"libkoord.invalid/koord"
)

// nodeIndex finds a node's verdict in an evaluation of all nodes. It is rebuilt in the first cycle
// after a node was added or removed.
type nodeIndex struct {
	made  atomic.Pointer[nodeList]
	stale atomic.Bool
}

// nodeList is immutable. Rows of an evaluation ascend by number, like this list: position i is row
// i, unless nodes were added or removed between the two.
type nodeList struct {
	ids    []uint32
	byName map[string]int32 // positions in ids
	names  []string         // by number
}

// list returns the known nodes.
func (s *model) list() *nodeList {
	list := s.index.made.Load()
	if list != nil && !s.index.stale.Load() {
		return list
	}
	s.index.stale.Store(false) // before the nodes are read: later changes make it stale again
	list = s.listNodes()
	s.index.made.Store(list)
	rebuilds.Inc()
	return list
}

func (s *model) listNodes() *nodeList {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := &nodeList{ids: make([]uint32, 0, len(s.nodes)), byName: make(map[string]int32, len(s.nodes))}
	most := uint32(0)
	for _, node := range s.nodes {
		if node.known {
			list.ids = append(list.ids, node.id)
			most = max(most, node.id)
		}
	}
	slices.Sort(list.ids)
	list.names = make([]string, most+1)
	for name, node := range s.nodes {
		if node.known {
			at, _ := slices.BinarySearch(list.ids, node.id)
			list.byName[name] = int32(at)
			list.names[node.id] = name
		}
	}
	return list
}

// name returns the name of a node by number, or "" if it is not in the list.
func (l *nodeList) name(id uint32) string {
	if int(id) < len(l.names) {
		return l.names[id]
	}
	return ""
}

// id returns the number of a node.
func (l *nodeList) id(name string) (uint32, bool) {
	at, known := l.byName[name]
	if !known {
		return 0, false
	}
	return l.ids[at], true
}

// row returns the verdict of a node, or nil if there is none.
func (l *nodeList) row(rows []koord.Verdict, name string) *koord.Verdict {
	at, known := l.byName[name]
	if !known {
		return nil
	}
	id := l.ids[at]
	if int(at) < len(rows) && rows[at].Node == id {
		return &rows[at]
	}
	found, exists := slices.BinarySearchFunc(rows, id, func(row koord.Verdict, id uint32) int { return int(row.Node) - int(id) })
	if !exists {
		return nil
	}
	return &rows[found]
}
