//go:build !kube1_36

package scheduler

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/offer"
)

// The checker knows the objects of the API server only. It reads annotations by itself.

// simHolding is what an object holds on a node by its annotations.
type simHolding struct {
	name    string
	uid     types.UID
	uses    types.UID // the Reservation that a pod uses; "" for none
	cpus    uint64
	amounts map[string]int64 // by NUMA node and resource, and by device and resource
}

// simHoldingOf reads the annotations of an allocation.
func simHoldingOf(name string, object metav1.Object) (out simHolding, err error) {
	out = simHolding{name: name, uid: object.GetUID(), amounts: map[string]int64{}}
	annotations := object.GetAnnotations()
	if text := annotations[objects.AnnotationResourceStatus]; text != "" {
		var status struct {
			CPUSet    string `json:"cpuset"`
			NUMANodes []struct {
				Node      int                          `json:"node"`
				Resources map[string]resource.Quantity `json:"resources"`
			} `json:"numaNodeResources"`
		}
		if err = json.Unmarshal([]byte(text), &status); err != nil {
			return out, err
		}
		if out.cpus, err = simCPUSet(status.CPUSet); err != nil {
			return out, err
		}
		for _, node := range status.NUMANodes {
			for name, amount := range node.Resources {
				if name == "cpu" && out.cpus != 0 {
					continue // the set counts: pods without a NUMA policy take CPUs of any NUMA node
				}
				out.amounts[fmt.Sprint("NUMA node ", node.Node, " ", name)] += amount.MilliValue()
			}
		}
	}
	if text := annotations[objects.AnnotationDeviceAllocated]; text != "" {
		var devices map[string][]struct {
			Minor     int                          `json:"minor"`
			Resources map[string]resource.Quantity `json:"resources"`
		}
		if err = json.Unmarshal([]byte(text), &devices); err != nil {
			return out, err
		}
		for kind, list := range devices {
			for _, device := range list {
				for name, amount := range device.Resources {
					out.amounts[fmt.Sprint(kind, " ", device.Minor, " ", name)] += amount.MilliValue()
				}
			}
		}
	}
	return out, nil
}

// simCPUSet reads a list such as 0-3,6.
func simCPUSet(text string) (out uint64, err error) {
	if text == "" {
		return 0, nil
	}
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseUint(first, 10, 6)
		if err != nil {
			return 0, err
		}
		to, err := strconv.ParseUint(last, 10, 6)
		if err != nil {
			return 0, err
		}
		for cpu := from; cpu <= to; cpu++ {
			out |= 1 << cpu
		}
	}
	return out, nil
}

// simCapacity returns the amounts of the machine, which every node is, for a name in a holding.
func simCapacity(name string) (milli int64, known bool) {
	switch {
	case strings.HasPrefix(name, "NUMA node ") && strings.HasSuffix(name, " cpu"):
		return simCPUCount / 2 * 1000, true
	case strings.HasPrefix(name, "NUMA node ") && strings.HasSuffix(name, " memory"):
		return 32 << 30 * 1000, true
	case strings.HasSuffix(name, "gpu-core"), strings.HasSuffix(name, "gpu-memory-ratio"):
		return 100 * 1000, true
	}
	return 0, false
}

// holdings returns what pods and Available Reservations hold on a node.
func (sim *simulation) holdings(node string) (pods, reservations []simHolding) {
	for _, key := range sim.server.keys(simPods) {
		pod := sim.server.pod(key)
		if pod.Spec.NodeName != node || simVisible(pod) == nil {
			continue
		}
		holding, err := simHoldingOf("pod "+pod.Name, pod)
		if err != nil {
			sim.fail("unreadable", "pod %s: %v", pod.Name, err)
		}
		holding.uses = offer.UsedBy(pod)
		pods = append(pods, holding)
	}
	for _, key := range sim.server.keys(simReservations) {
		object := sim.server.reservation(key)
		if object.Status.NodeName != node || object.Status.Phase != apis.ReservationAvailable {
			continue
		}
		holding, err := simHoldingOf("Reservation "+object.Name, object)
		if err != nil {
			sim.fail("unreadable", "Reservation %s: %v", object.Name, err)
		}
		reservations = append(reservations, holding)
	}
	return pods, reservations
}

// checkNode checks that nothing of a node is held twice.
func (sim *simulation) checkNode(node string) {
	pods, reservations := sim.holdings(node)
	all := append(slices.Clone(pods), reservations...)
	for i := range all {
		for j := range i {
			both := all[i].cpus & all[j].cpus
			if both != 0 && all[i].uses != all[j].uid && all[j].uses != all[i].uid {
				sim.fail("CPU held twice", "%s: %s and %s hold CPU %d", node, all[j].name, all[i].name, bits.TrailingZeros64(both))
			}
		}
	}
	// Owners take from their Reservation, and may take more than it has.
	sums := map[string]int64{}
	taken := map[types.UID]map[string]int64{}
	for _, held := range reservations {
		taken[held.uid] = map[string]int64{}
	}
	for _, held := range pods {
		from := taken[held.uses]
		for name, amount := range held.amounts {
			if from != nil {
				from[name] += amount
			} else {
				sums[name] += amount
			}
		}
	}
	for _, held := range reservations {
		from := taken[held.uid]
		for name, amount := range held.amounts {
			from[name] = max(from[name], amount)
		}
		for name, amount := range from {
			sums[name] += amount
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if most, known := simCapacity(name); known && sums[name] > most {
			sim.fail("amount held twice", "%s: %s: %dm of %dm are held", node, name, sums[name], most)
		}
	}
}

// checkWrite checks a write of an object: whatever is bound stays as it is, and nothing is held twice.
func (sim *simulation) checkWrite(kind simKind, before, now metav1.Object) {
	switch kind {
	case simPods:
		pod := now.(*v1.Pod)
		if old, is := before.(*v1.Pod); is && old.Spec.NodeName != "" {
			for _, key := range []string{objects.AnnotationResourceStatus, objects.AnnotationDeviceAllocated} {
				if old.Annotations[key] != pod.Annotations[key] && (key == objects.AnnotationDeviceAllocated || !isResize(old, pod)) {
					sim.fail("bound pod changed", "pod %s: %s: %q, before %q", pod.Name, key, pod.Annotations[key], old.Annotations[key])
				}
			}
			sim.checkNode(pod.Spec.NodeName)
			if old.Spec.NodeName != pod.Spec.NodeName {
				sim.fail("bound pod changed", "pod %s: on %s, before %s", pod.Name, pod.Spec.NodeName, old.Spec.NodeName)
			}
			return
		}
		if pod.Spec.NodeName != "" {
			sim.checkNode(pod.Spec.NodeName)
			sim.checkComplete(pod)
		}
	case simReservations:
		if node := now.(*apis.Reservation).Status.NodeName; node != "" {
			sim.checkNode(node)
		}
	}
}

// isResize reports whether a resized pod keeps its CPUs, or some of them.
func isResize(old, now *v1.Pod) bool {
	before, err := simHoldingOf("", old)
	after, failed := simHoldingOf("", now)
	const stays = 0x33 // the CPUs that no report lacks
	keeps := before.cpus&stays&^after.cpus == 0 || after.cpus&^before.cpus == 0
	return err == nil && failed == nil && now.Annotations[simResizedKey] != "" && keeps
}

// checkResizes checks that each resized pod has the CPUs that it requests, if a state made of the objects
// alone has room for them.
func (sim *simulation) checkResizes(fresh *simScheduler) {
	for _, key := range sim.server.keys(simPods) {
		pod := sim.server.pod(key)
		held, err := simHoldingOf("", pod)
		if err != nil || pod.Annotations[simResizedKey] == "" || simVisible(pod) == nil || held.cpus == 0 ||
			int64(bits.OnesCount64(held.cpus)) == pod.Spec.Containers[0].Resources.Requests.Cpu().Value() {
			continue
		}
		converted, err := fresh.all.parts.State.Convert(pod)
		must(sim.t, err)
		if plan, refusal, err := fresh.cluster.PlanResize(converted, nil); err == nil && !refusal.Refused() {
			sim.fail("not resized", "pod %s requests %s CPUs, and holds %b", pod.Name, pod.Spec.Containers[0].Resources.Requests.Cpu(), held.cpus)
			must(sim.t, plan.Close())
		}
		must(sim.t, converted.Close())
	}
}

// checkComplete checks that a pod that was bound holds what it requests.
func (sim *simulation) checkComplete(pod *v1.Pod) {
	if pod.Annotations[simForeignKey] != "" {
		return
	}
	holding, err := simHoldingOf(pod.Name, pod)
	if err != nil {
		return // reported by checkNode
	}
	requests := pod.Spec.Containers[0].Resources.Requests
	if qos := pod.Labels[objects.LabelQOSClass]; qos == "LSR" || qos == "LSE" {
		if wanted, found := requests.Cpu().Value(), bits.OnesCount64(holding.cpus); found != int(wanted) || holding.cpus>>simCPUCount != 0 {
			sim.fail("incomplete", "pod %s requests %d CPUs, and holds %b", pod.Name, wanted, holding.cpus)
		}
	}
	share := requests["koordinator.sh/gpu"]
	whole := requests["nvidia.com/gpu"]
	wanted := share.MilliValue() + 100*whole.MilliValue()
	found := int64(0)
	for name, amount := range holding.amounts {
		if strings.HasSuffix(name, "gpu-memory-ratio") {
			found += amount
		}
	}
	if found != wanted {
		sim.fail("incomplete", "pod %s requests %dm percent of GPUs, and holds %dm", pod.Name, wanted, found)
	}
}

// answers returns what the library knows: the nodes, their pods, and verdicts about some pods. Two states
// of the same objects are equal.
func (s *simScheduler) answers() string {
	var out strings.Builder
	names, err := s.cluster.NodeNames()
	must(s.sim.t, err)
	byID := map[uint32]string{}
	sorted := map[string]uint32{}
	for _, row := range names {
		byID[row.Node], sorted[row.Name] = row.Name, row.Node
	}
	for _, name := range slices.Sorted(maps.Keys(sorted)) {
		fmt.Fprintf(&out, "%s", name)
		for _, which := range []koord.ClusterCPUSet{koord.ClusterCPUSetFree, koord.ClusterCPUSetAllocated, koord.ClusterCPUSetReserved,
			koord.ClusterCPUSetSharedPool} {
			cpus, err := s.cluster.NodeCPUs(sorted[name], which)
			fmt.Fprintf(&out, " %v %v", cpus, err)
		}
		pods, err := s.cluster.Pods(sorted[name])
		slices.Sort(pods)
		fmt.Fprintf(&out, " %v\n", err)
		for _, uid := range pods {
			status, failed := s.cluster.PodStatus(uid)
			devices, failedToo := s.cluster.PodDevices(uid)
			conflicts, _ := s.cluster.PodConflicts(uid)
			fmt.Fprintf(&out, "  %s %s %v %s %v %s\n", uid, status, failed, simIDs.ReplaceAll(devices, nil), failedToo, simConflicts(&conflicts))
		}
	}
	for i, shape := range simShapes {
		probe := shape("probe")
		converted, err := s.all.parts.State.Convert(probe)
		if err != nil {
			fmt.Fprintf(&out, "shape %d: %v\n", i, err)
			continue
		}
		rows, _, err := s.cluster.Evaluate(converted, nil)
		lines := make([]string, len(rows))
		for at, row := range rows {
			lines[at] = fmt.Sprintf(" %s:%t:%d", byID[row.Node], row.Reason == koord.ReasonNone, row.Score)
		}
		slices.Sort(lines)
		fmt.Fprintf(&out, "shape %d: %v%s\n", i, err, strings.Join(lines, ""))
		must(s.sim.t, converted.Close())
	}
	return out.String()
}

// simIDs matches the ids of devices, which are not known without a Device object.
var simIDs = regexp.MustCompile(`,"id":"[^"]*"`)

// simConflicts formats the refused parts of a claim. Doubts are left out: a scheduler has none about what it
// reserved itself.
func simConflicts(c *koord.PodConflicts) string {
	return fmt.Sprint(c.CPUsHeld, c.DevicesOvercommitted, c.ClaimsRefused)
}

// checkRestart compares the scheduler's state with that of one that starts from the API server's objects.
func (sim *simulation) checkRestart() {
	fresh := newSimScheduler(sim)
	for fresh.initial > 0 {
		for _, handler := range fresh.pendingNotices() {
			fresh.notify(handler.listener, handler.kind)
		}
	}
	if before, after := sim.sched.answers(), fresh.answers(); before != after {
		sim.fail("state differs after a restart", "%s", simDifference(before, after))
	}
	sim.checkWaiting(fresh)
	sim.checkResizes(fresh)
	fresh.stop(0)
	sim.settle()
	fresh.close()
}

// simDifference returns the first line that differs.
func simDifference(before, after string) string {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range min(len(old), len(now)) {
		if old[i] != now[i] {
			return fmt.Sprintf("line %d:\n    before: %s\n    after:  %s", i, old[i], now[i])
		}
	}
	return "one of them has more lines"
}

// checkWaiting checks that no pod waits although a state made of the objects alone has room for it.
func (sim *simulation) checkWaiting(fresh *simScheduler) {
	for _, key := range sim.server.keys(simPods) {
		pod := sim.server.pod(key)
		if pod.Spec.NodeName != "" || simVisible(pod) == nil || pod.Annotations[apis.AnnotationGangName] != "" {
			continue
		}
		offers, err := fresh.all.parts.State.Offers(pod)
		must(sim.t, err)
		converted, err := fresh.all.parts.State.Convert(pod)
		if err != nil {
			sim.fail("unreadable", "pod %s: %v", pod.Name, err)
			continue
		}
		for _, name := range sim.server.keys(simNodes) {
			id, err := fresh.cluster.NodeID(name)
			if err != nil || len(offers.At(name)) > 0 || !fresh.fitsOn(pod, sim.server.objects[simNodes][name].(*v1.Node)) {
				continue
			}
			if refusal, _, err := fresh.cluster.Judge(converted, nil, id); err == nil && !refusal.Refused() {
				sim.fail("waits", "pod %s waits; it fits on %s", pod.Name, name)
			}
		}
		must(sim.t, converted.Close())
	}
}
