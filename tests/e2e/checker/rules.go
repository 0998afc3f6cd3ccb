package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
)

// Kinds of violations.
const (
	Malformed           = "malformed"             // an annotation that cannot be read
	LostNode            = "lost-node"             // a pod on a node that is not there
	NoStatus            = "no-resource-status"    // LSE or LSR without CPUs, or without a shared pool where one is due
	NoDevices           = "no-device-allocated"   // asks for devices and has none of the type
	NotDue              = "not-due"               // holds what it did not ask for
	CPUTwice            = "cpu-twice"             // two pods hold a CPU
	CPUOfKubelet        = "cpu-of-kubelet"        // kubelet gave the CPU to another pod
	CPUUnknown          = "cpu-unknown"           // the node does not report the CPU
	CPUReserved         = "cpu-reserved"          // the CPU is no pod's
	CPUCount            = "cpu-count"             // not as many CPUs as asked for
	PartOfCore          = "part-of-core"          // whole cores are due
	NUMAOver            = "numa-over"             // pods hold more of a NUMA node than it has
	NUMAUnknown         = "numa-unknown"          // the node does not report the NUMA node
	NUMAAmount          = "numa-amount"           // not what was asked for, or not where the CPUs are
	NUMACrossed         = "numa-crossed"          // one NUMA node is due
	NodeOver            = "node-over"             // pods request more than the node has
	DeviceOver          = "device-over"           // pods hold more of a device than it has
	DeviceUnknown       = "device-unknown"        // the node does not report the device
	DeviceUnhealthy     = "device-unhealthy"      //
	DeviceAmount        = "device-amount"         // not as many, or not as much, as asked for
	DeviceOfKubelet     = "device-of-kubelet"     // kubelet gave the device to another pod, or to two
	DevicesApart        = "devices-apart"         // one PCIe switch is due
	VirtualFunctionOver = "virtual-function-over" // two pods hold it, or the device has no such
	GangPartial         = "gang-partial"          // some pods of a gang are bound, and too few
	PendingButFits      = "pending-but-fits"      // a pod waits, and a node has room for it
)

// Violation is one thing that must not be.
type Violation struct {
	Kind, Node string
	Pods       []string
	Text       string
}

func (v Violation) String() string {
	where := ""
	if v.Node != "" {
		where = " node " + v.Node
	}
	if len(v.Pods) > 0 {
		where += " pod " + strings.Join(v.Pods, ", ")
	}
	return fmt.Sprintf("VIOLATION %s:%s: %s", v.Kind, where, v.Text)
}

// Options say what to believe.
type Options struct {
	Schedulers []string // none: all
	Gangs      bool
	Pending    bool
	Ignored    []string // kinds
}

// Result is what was found.
type Result struct {
	Violations                                []Violation
	Pods, Bound, WithCPUs, WithDevices, Nodes int
	CPUsHeld, DevicesHeld                     int
}

func (r Result) String() string {
	return fmt.Sprintf("checked %d pods on %d nodes: %d bound, %d hold %d CPUs, %d hold %d devices; %d violations",
		r.Pods, r.Nodes, r.Bound, r.WithCPUs, r.CPUsHeld, r.WithDevices, r.DevicesHeld, len(r.Violations))
}

type checker struct {
	Options
	Result
	nodes map[string]*nodeFacts
	pods  map[string][]*podFacts // by node
}

// Check looks at a state.
func Check(state *State, options Options) Result {
	c := &checker{Options: options, nodes: map[string]*nodeFacts{}, pods: map[string][]*podFacts{}}
	c.readNodes(state)
	for i := range state.Pods {
		c.readPod(&state.Pods[i])
	}
	for _, name := range slices.Sorted(maps.Keys(c.pods)) {
		c.checkNode(c.nodes[name], c.pods[name])
	}
	if options.Gangs {
		c.checkGangs(state)
	}
	if options.Pending {
		c.checkPending(state)
	}
	return c.Result
}

func (c *checker) found(kind, node, text string, pods ...string) {
	if slices.Contains(c.Ignored, kind) {
		return
	}
	c.Violations = append(c.Violations, Violation{kind, node, pods, text})
}

func (c *checker) readNodes(state *State) {
	c.Nodes = len(state.Nodes)
	take := func(name string, create bool, read func(*nodeFacts) error) {
		node := c.nodes[name]
		if node == nil {
			if !create {
				return // an object of a node that is gone
			}
			node = newNode(name)
			c.nodes[name] = node
		}
		if err := read(node); err != nil {
			node.unread = true
			c.found(Malformed, name, err.Error())
		}
	}
	for i := range state.Nodes {
		take(state.Nodes[i].Name, true, func(n *nodeFacts) error { return n.takeNode(&state.Nodes[i]) })
	}
	for i := range state.Topologies {
		take(state.Topologies[i].Name, false, func(n *nodeFacts) error { return n.takeTopology(&state.Topologies[i]) })
	}
	for i := range state.Devices {
		take(state.Devices[i].Name, false, func(n *nodeFacts) error { return n.takeDevices(&state.Devices[i]) })
	}
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		for _, given := range c.nodes[name].givenTwice {
			c.found(DeviceOfKubelet, name, "kubelet gave "+given)
		}
	}
}

func holds(pod *v1.Pod) bool {
	return pod.Spec.NodeName != "" && pod.Status.Phase != v1.PodSucceeded && pod.Status.Phase != v1.PodFailed
}

func (c *checker) believes(pod *v1.Pod) bool {
	return len(c.Schedulers) == 0 || slices.Contains(c.Schedulers, pod.Spec.SchedulerName)
}

func (c *checker) readPod(pod *v1.Pod) {
	c.Pods++
	if !holds(pod) || !c.believes(pod) {
		return
	}
	c.Bound++
	facts, wrong := readPod(pod)
	for _, err := range wrong {
		c.found(Malformed, pod.Spec.NodeName, err.Error(), facts.name())
	}
	if c.nodes[pod.Spec.NodeName] == nil {
		c.found(LostNode, pod.Spec.NodeName, "the node is not there", facts.name())
		return
	}
	c.pods[pod.Spec.NodeName] = append(c.pods[pod.Spec.NodeName], facts)
	if len(facts.cpus) > 0 {
		c.WithCPUs++
		c.CPUsHeld += len(facts.cpus)
	}
	if len(facts.devices) > 0 {
		c.WithDevices++
		c.DevicesHeld += len(facts.devices)
	}
}

func (c *checker) checkNode(node *nodeFacts, pods []*podFacts) {
	slices.SortFunc(pods, func(a, b *podFacts) int { return cmp.Compare(a.name(), b.name()) })
	for _, pod := range pods {
		c.checkCPUs(node, pod)
		c.checkNUMA(node, pod)
		c.checkDevices(node, pod)
	}
	c.checkSharing(node, pods)
	c.checkTotals(node, pods)
}

// checkSharing: what two pods hold.
func (c *checker) checkSharing(node *nodeFacts, pods []*podFacts) {
	owner, alive := map[int]*podFacts{}, map[string]bool{}
	for _, pod := range pods {
		alive[string(pod.UID)] = true
	}
	for _, pod := range pods {
		clashes := map[*podFacts]CPUs{}
		for cpu := range pod.cpus {
			if other := owner[cpu]; other != nil {
				if clashes[other] == nil {
					clashes[other] = CPUs{}
				}
				clashes[other][cpu] = true
			} else {
				owner[cpu] = pod
			}
		}
		for other, cpus := range clashes {
			c.found(CPUTwice, node.name, "both hold CPUs "+cpus.String(), other.name(), pod.name())
		}
		for _, uid := range slices.Sorted(maps.Keys(node.kubelet)) {
			// Of pods that are listed with their own CPUs the comparison above tells.
			if uid == string(pod.UID) || alive[uid] {
				continue
			}
			if both := pod.cpus.and(node.kubelet[uid]); len(both) > 0 {
				c.found(CPUOfKubelet, node.name, fmt.Sprintf("holds CPUs %s, which kubelet gave to %q", both, uid), pod.name())
			}
		}
	}
	c.checkDeviceSharing(node, pods)
}

// checkTotals: sums over pods.
func (c *checker) checkTotals(node *nodeFacts, pods []*podFacts) {
	requested, onNUMA := map[string]int64{"pods": int64(len(pods))}, map[int]map[string]int64{}
	for _, pod := range pods {
		for name, value := range pod.requests {
			requested[name] += value
		}
		for id, list := range pod.numa {
			if onNUMA[id] == nil {
				onNUMA[id] = map[string]int64{}
			}
			for name, value := range list {
				onNUMA[id][name] += value
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(requested)) {
		// A resource that the node does not list may be one of its devices.
		quantity, listed := node.allocatable[v1.ResourceName(name)]
		if has := amount(name, quantity); listed && requested[name] > has {
			c.found(NodeOver, node.name, fmt.Sprintf("%d of %s are requested, it has %d", requested[name], name, has))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(onNUMA)) {
		zone, reported := node.numa[id]
		for _, name := range slices.Sorted(maps.Keys(onNUMA[id])) {
			if has, listed := zone[name]; reported && listed && onNUMA[id][name] > has && !node.amplified {
				c.found(NUMAOver, node.name, fmt.Sprintf("%d of %s are held on NUMA node %d, which has %d", onNUMA[id][name], name, id, has))
			}
		}
	}
}

func (c *checker) checkGangs(state *State) {
	bound := map[string][]string{}
	for i := range state.Pods {
		pod := &state.Pods[i]
		if name := pod.Labels[groupLabel]; name != "" && holds(pod) && c.believes(pod) {
			bound[pod.Namespace+"/"+name] = append(bound[pod.Namespace+"/"+name], pod.Namespace+"/"+pod.Name)
		}
	}
	for i := range state.Groups {
		group := &state.Groups[i]
		pods := bound[group.Namespace+"/"+group.Name]
		if len(pods) > 0 && len(pods) < group.Spec.MinMember {
			c.found(GangPartial, "", fmt.Sprintf("gang %s/%s: %d pods are bound, it needs %d", group.Namespace, group.Name, len(pods),
				group.Spec.MinMember), pods...)
		}
	}
}
