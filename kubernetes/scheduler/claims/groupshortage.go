package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Limits of messages about several nodes.
const (
	mostNodesNamed = 3
	mostReason     = 160 // bytes of the reason for one node
)

// shortage is the reason for which a node has no room for one more unit.
type shortage struct {
	pods        int    // of the group, for which the node has room
	why         string // if "", the unit needs count devices, and this many are free
	count, free int64
}

func (s *shortage) String() string {
	if s.why == "" {
		return fmt.Sprintf("needs %s, found %d", counted(int(s.count), "device", "devices"), s.free)
	}
	return s.why
}

// lacks records a shortage of a spot if there was none with as many pods.
func (g *groupPlanner) lacks(at int, s shortage) {
	s.pods = g.spots[at].pods
	if known, is := g.shortages[at]; !is || known.pods < s.pods {
		g.shortages[at] = s
	}
}

// why returns the reason for which it is not known whether there is a plan, or "" if there is none.
func (g *groupPlanner) why() string {
	switch {
	case g.limit != "":
		return "the search ended at its limit of " + g.limit
	case len(g.doubts) > 0:
		return g.reasons()
	}
	return ""
}

// lacksDevices reports whether the last search, which found no plan, shows that the devices of the nodes do not suffice:
// it never lacked other resources. With devices that several nodes share, this is only known by counting, because the search
// tries one allocation of a node.
func (g *groupPlanner) lacksDevices() bool {
	return g.counted || len(g.crowded) == 0 && !g.by.HasDevicesOfSeveralNodes()
}

// provesShortage searches for a plan, and reports whether the devices of the nodes do not suffice for one.
func (g *groupPlanner) provesShortage(spare int) bool {
	return !g.plan(spare) && g.isExact() && g.lacksDevices()
}

// shortage states why there is no plan, for the nodes with the most room.
func (g *groupPlanner) shortage() string {
	text := fmt.Sprintf("found no room for %s of its group at once", counted(g.needed, "pod", "pods"))
	if g.counted {
		devices := sum(g.wanted(g.pods() - g.needed))
		text += fmt.Sprintf(", which need at least %s", counted(int(devices), "device", "devices"))
	}
	reasons := g.reasons()
	if reasons == "" {
		reasons = "no node with devices suits the labels, tolerations and allocated claims of its pods"
	}
	return text + ": " + reasons
}

// reasons states why nodes have no room: first those whose answer is not known, and then those with
// the most room.
func (g *groupPlanner) reasons() string {
	type reason struct {
		room int64
		text string
	}
	var all []reason
	for at := range g.spots {
		node := g.spots[at].info.Node().Name
		short, isShort := g.shortages[at]
		switch doubt := g.doubts[at]; {
		case doubt != "":
			all = append(all, reason{math.MaxInt64, shorten(doubt)})
		case isShort:
			text := fmt.Sprintf("node %s has room for %d (%s)", node, short.pods, shorten(short.String()))
			all = append(all, reason{int64(short.pods), text})
		case g.counted:
			all = append(all, reason{g.freeOf(at), fmt.Sprintf("node %s has %d free", node, g.freeOf(at))})
		}
	}
	slices.SortStableFunc(all, func(a, b reason) int { return cmp.Compare(b.room, a.room) }) // spots are sorted by name
	var texts []string
	for _, r := range all[:min(len(all), mostNodesNamed)] {
		texts = append(texts, r.text)
	}
	if more := len(all) - mostNodesNamed; more > 0 {
		texts = append(texts, "and "+counted(more, "more node", "more nodes"))
	}
	return strings.Join(texts, "; ")
}

// shorten limits a reason.
func shorten(text string) string {
	if len(text) <= mostReason {
		return text
	}
	return strings.ToValidUTF8(text[:mostReason], "") + "..."
}
