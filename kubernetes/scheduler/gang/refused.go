package gang

import (
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
)

// mostRefused limits the pairs of member and node that are remembered for a gang.
const mostRefused = 1024

// byNode are the plugins whose Filter depends on the node and its pods, bound or nominated, alone.
var byNode = map[string]bool{names.NodeResourcesFit: true, names.NodePorts: true, names.NodeName: true, names.NodeAffinity: true,
	names.NodeUnschedulable: true, names.TaintToleration: true}

// longestRefusal limits how long a refusal counts: plugins also read what stateOf leaves out, such as pods that are nominated.
const longestRefusal = 5 * time.Minute

// Refusal states that another plugin refuses a node to a member.
type Refusal struct {
	Node   fwk.NodeInfo
	Plugin string // "" if it is not known
}

// refusal is a remembered Refusal. It counts while the node is unchanged.
type refusal struct {
	plugin string
	state  uint64 // of the node, without the gang's members
	again  bool   // the plugin refused the node again, without members of the gang on it
	at     time.Time
}

// lasts reports whether the plugin would refuse the node once more: it did so twice, and its answer depends on the
// unchanged node.
func (r refusal) lasts() bool { return r.again && byNode[r.plugin] }

// Refused are nodes that other plugins refuse to members of a gang.
type Refused struct {
	All     map[types.UID][]string
	Lasting map[types.UID][]string // those that would be refused once more
	Example string                 // one of Lasting, for messages
}

// Refuse remembers nodes that other plugins refuse to a member. kube-scheduler states them when a member fits on
// no node, or is placed on another node than planned.
func (g *Gangs) Refuse(key types.NamespacedName, pod *v1.Pod, refusals []Refusal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil || all.members[pod.UID] == nil {
		return
	}
	known := 0
	for _, nodes := range all.refused {
		known += len(nodes)
	}
	for _, found := range refusals {
		name, state := found.Node.Node().Name, all.stateOf(found.Node)
		before, is := all.refused[pod.UID][name]
		same := is && before.state == state
		if !is && known >= mostRefused || same && found.Plugin == "" {
			continue
		}
		if all.refused == nil {
			all.refused = map[types.UID]map[string]refusal{}
		}
		if all.refused[pod.UID] == nil {
			all.refused[pod.UID] = map[string]refusal{}
		}
		if !is {
			known++
		}
		again := same && before.plugin == found.Plugin && !all.isOn(found.Node)
		all.refused[pod.UID][name] = refusal{found.Plugin, state, again, time.Now()}
		all.planAgain = all.planAgain || !same
	}
}

// PlanAgain reports whether nodes were refused that the last plan did not exclude, so that another plan may succeed. It
// reports this once.
func (g *Gangs) PlanAgain(key types.NamespacedName) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil || !all.planAgain {
		return false
	}
	all.planAgain = false
	return true
}

// Waiting returns the members that wait in Permit.
func (g *Gangs) Waiting(key types.NamespacedName) (out []types.UID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if all := g.byName[key]; all != nil {
		for uid, at := range all.members {
			if at.placed && at.pod.Spec.NodeName == "" {
				out = append(out, uid)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Refused returns the nodes that other plugins refuse to members, and forgets those of nodes that have changed.
func (g *Gangs) Refused(key types.NamespacedName, nodes []fwk.NodeInfo) (out Refused) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil || len(all.refused) == 0 {
		return out
	}
	states := map[string]uint64{}
	for _, refused := range all.refused {
		for name := range refused {
			states[name] = 0
		}
	}
	for _, info := range nodes {
		if _, is := states[info.Node().Name]; is {
			states[info.Node().Name] = all.stateOf(info)
		}
	}
	out.All, out.Lasting = map[types.UID][]string{}, map[types.UID][]string{}
	for _, uid := range slices.Sorted(maps.Keys(all.refused)) {
		refused := all.refused[uid]
		maps.DeleteFunc(refused, func(name string, of refusal) bool {
			return states[name] != of.state || time.Since(of.at) > longestRefusal
		})
		for _, name := range slices.Sorted(maps.Keys(refused)) {
			out.All[uid] = append(out.All[uid], name)
			if of := refused[name]; of.lasts() {
				out.Lasting[uid] = append(out.Lasting[uid], name)
				if pod := all.members[uid].pod; out.Example == "" {
					out.Example = of.plugin + " refuses node " + name + " to pod " + pod.Namespace + "/" + pod.Name
				}
			}
		}
		if len(refused) == 0 {
			delete(all.refused, uid)
		}
	}
	return out
}

// forgetRefused forgets all refused nodes, because the gang is placed.
func (a *gang) forgetRefused() { a.refused, a.planAgain = nil, false }

// isOn reports whether a member of the gang is on a node, so that it may be the cause of a refusal.
func (a *gang) isOn(info fwk.NodeInfo) bool {
	return slices.ContainsFunc(info.GetPods(), func(on fwk.PodInfo) bool { return a.members[on.GetPod().UID] != nil })
}

// stateOf returns a number that changes with the node and its pods, as far as the plugins of byNode read them. Members
// of the gang do not count: they are on the node while a plan is tried, and leave it when the gang gives up.
func (a *gang) stateOf(info fwk.NodeInfo) uint64 {
	node := info.Node()
	hash := fnv.New64a()
	write := func(texts ...string) {
		for _, text := range texts {
			io.WriteString(hash, text+"\x00")
		}
	}
	write(string(node.UID), strconv.FormatBool(node.Spec.Unschedulable))
	for _, taint := range node.Spec.Taints {
		write(taint.Key, taint.Value, string(taint.Effect))
	}
	for _, key := range slices.Sorted(maps.Keys(node.Labels)) {
		write(key, node.Labels[key])
	}
	for _, resource := range slices.Sorted(maps.Keys(node.Status.Allocatable)) {
		amount := node.Status.Allocatable[resource]
		write(string(resource), amount.String())
	}
	sum := hash.Sum64()
	for _, on := range info.GetPods() { // in any order
		pod := on.GetPod()
		if a.members[pod.UID] != nil {
			continue
		}
		hash.Reset()
		write(string(pod.UID), strconv.FormatInt(pod.Generation, 10))
		sum += hash.Sum64()
	}
	return sum
}
