package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
)

// room is what a node has left, as far as one can be sure. A node of which one cannot be sure has none.
type room struct {
	*nodeFacts
	free   CPUs
	amount map[string]int64
}

// checkPending names pods that wait although a node has room for them. It tells of pods and nodes only of which a few plain
// rules say all: pods that want CPUs of their own, or none, memory, and nothing else; nodes that align nothing.
func (c *checker) checkPending(state *State) {
	held, unsure := map[string][]*podFacts{}, map[string]bool{}
	for i := range state.Pods {
		switch pod := &state.Pods[i]; {
		case holds(pod):
			facts, wrong := readPod(pod)
			held[pod.Spec.NodeName] = append(held[pod.Spec.NodeName], facts)
			if len(wrong) > 0 || facts.ownsCPUs() && len(facts.cpus) == 0 {
				unsure[pod.Spec.NodeName] = true
			}
		case pod.Status.NominatedNodeName != "": // it comes first
			unsure[pod.Status.NominatedNodeName] = true
		}
	}
	var rooms []*room
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		if r := roomOf(c.nodes[name], held[name]); r != nil && !unsure[name] {
			rooms = append(rooms, r)
		}
	}
	for i := range state.Pods {
		pod := &state.Pods[i]
		if pod.Spec.NodeName != "" || !c.believes(pod) || !isPlain(pod) {
			continue
		}
		facts, wrong := readPod(pod)
		if len(wrong) > 0 || !isSimple(facts) {
			continue
		}
		for _, r := range rooms {
			if r.takes(facts) {
				c.found(PendingButFits, r.name, fmt.Sprintf("waits, and the node has CPUs %s and %d thousandths left", r.free, r.amount["cpu"]),
					facts.name())
				break
			}
		}
	}
}

// isPlain tells whether nothing but resources decides where a pod may be.
func isPlain(pod *v1.Pod) bool {
	spec := &pod.Spec
	if pod.DeletionTimestamp != nil || pod.Status.Phase == v1.PodFailed || pod.Status.Phase == v1.PodSucceeded ||
		len(spec.NodeSelector) > 0 || spec.Affinity != nil || len(spec.TopologySpreadConstraints) > 0 || len(spec.Volumes) > 0 ||
		len(spec.ResourceClaims) > 0 || len(spec.SchedulingGates) > 0 || spec.HostNetwork || pod.Labels[groupLabel] != "" {
		return false
	}
	for i := range spec.Containers {
		if len(spec.Containers[i].Ports) > 0 {
			return false
		}
	}
	for name := range pod.Annotations {
		// A claim that the pod brought along is taken away.
		if strings.Contains(name, koordinator) && name != specAnnotation && name != statusAnnotation && name != devicesAnnotation {
			return false
		}
	}
	return true
}

func isSimple(pod *podFacts) bool {
	for name := range pod.requests {
		if name != "cpu" && name != "memory" {
			return false
		}
	}
	switch {
	case pod.policy != "" || pod.spec.Exclusive != "":
		return false
	case pod.ownsCPUs():
		return pod.requests["cpu"]%1000 == 0 && (pod.spec.Required == "" || pod.spec.Required == "FullPCPUs")
	}
	return pod.spec.Required == "" && (pod.qos == "" || pod.qos == "LS" || pod.qos == "BE")
}

// roomOf is nil for a node with rules of its own.
func roomOf(node *nodeFacts, pods []*podFacts) *room {
	if node.closed || node.unread || !node.known || node.amplified || node.policy != "" && node.policy != "None" {
		return nil
	}
	r := &room{nodeFacts: node, free: CPUs{}, amount: amounts(node.allocatable)}
	for cpu := range node.cores {
		r.free[cpu] = true
	}
	taken := []CPUs{node.barred}
	for _, cpus := range node.kubelet {
		taken = append(taken, cpus)
	}
	r.amount["pods"] -= int64(len(pods))
	r.amount["cpu"] -= 1000 * int64(len(node.barred))
	for _, pod := range pods {
		taken = append(taken, pod.cpus)
		for name, value := range pod.requests {
			r.amount[name] -= value
		}
	}
	for _, cpus := range taken {
		for cpu := range cpus {
			delete(r.free, cpu)
		}
	}
	return r
}

func (r *room) takes(pod *podFacts) bool {
	if r.amount["pods"] < 1 || r.amount["cpu"] < pod.requests["cpu"] || r.amount["memory"] < pod.requests["memory"] {
		return false
	}
	if !pod.ownsCPUs() {
		return true
	}
	need, perCore := int(pod.requests["cpu"]/1000), map[core]int{}
	for cpu := range r.free {
		perCore[r.cores[cpu]]++
	}
	if !r.wholeCores && pod.spec.Required != "FullPCPUs" {
		return len(r.free) >= need
	}
	whole := 0
	for at, free := range perCore {
		size := r.onCore[at]
		if need%size != 0 { // how many CPUs that takes is another rule
			return false
		}
		if free == size {
			whole += size
		}
	}
	return whole >= need
}
