//go:build !kube1_36

package scheduler

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// simPlace is the part of kube-scheduler's queue in which a pod is.
type simPlace int

const (
	simActive   simPlace = iota
	simBackoff           // an attempt ended with an error
	simRefused           // a plugin refused it; events or activation end this
	simGated             // PreEnqueue holds it back
	simInFlight          // in a cycle, or being bound
)

// simQueued is a pod in kube-scheduler's queue.
type simQueued struct {
	pod     *v1.Pod
	place   simPlace
	until   time.Time // end of the backoff
	byFit   bool      // the pod's last attempt was refused by NodeResourcesFit
	byKoord bool      // ... by the plugin
	again   bool      // activated while it was in flight
	events  []simClusterEvent
}

// simClusterEvent is an event of kube-scheduler.
type simClusterEvent struct {
	resource fwk.EventResource
	action   fwk.ActionType
	old, now any
}

// enqueue adds or updates a waiting pod.
func (s *simScheduler) enqueue(old, now *v1.Pod) {
	entry := s.queue[now.UID]
	if entry == nil {
		if s.placed[now.UID] == nil {
			s.queue[now.UID] = &simQueued{pod: now}
			s.activate(s.queue[now.UID])
		}
		return
	}
	entry.pod = now
	if entry.place == simGated {
		s.activate(entry)
	}
	if old != nil && !maps.Equal(old.Labels, now.Labels) {
		s.movedPod(entry, simClusterEvent{fwk.TargetPod, fwk.UpdatePodLabel, old, now})
	}
}

// activate makes a pod ready for a cycle, unless PreEnqueue holds it back.
func (s *simScheduler) activate(entry *simQueued) {
	entry.place = simActive
	if status := s.plugin.PreEnqueue(s.ctx, entry.pod); !status.IsSuccess() {
		entry.place = simGated
	}
}

// moved passes an event to the pods that wait.
func (s *simScheduler) moved(resource fwk.EventResource, action fwk.ActionType, old, now any) {
	event := simClusterEvent{resource, action, old, now}
	for _, uid := range slices.Sorted(maps.Keys(s.queue)) {
		s.movedPod(s.queue[uid], event)
	}
}

func (s *simScheduler) movedPod(entry *simQueued, event simClusterEvent) {
	switch entry.place {
	case simInFlight:
		entry.events = append(entry.events, event)
	case simRefused, simGated:
		if s.isWorth(entry, event) {
			s.activate(entry)
			s.sim.logf("  hint for %s", entry.pod.Name)
		}
	}
}

// isWorth reports whether a plugin that refused a pod wants to try it again after an event.
func (s *simScheduler) isWorth(entry *simQueued, event simClusterEvent) bool {
	if entry.byFit && (event.resource == fwk.Node || event.action == fwk.Delete) {
		return true
	}
	if !entry.byKoord {
		return false
	}
	for _, registered := range s.hints {
		if registered.Event.Resource == event.resource && registered.Event.ActionType&event.action != 0 {
			if hint, err := registered.QueueingHintFn(logr.Discard(), entry.pod, event.old, event.now); err != nil || hint == fwk.Queue {
				return true
			}
		}
	}
	return false
}

// Activate is called by the plugin.
func (s *simScheduler) Activate(_ klog.Logger, pods map[string]*v1.Pod) {
	for _, entry := range s.queue {
		if pods[entry.pod.Namespace+"/"+entry.pod.Name] == nil {
			continue
		}
		if entry.place == simInFlight {
			entry.again = true
		} else if entry.place != simActive {
			s.activate(entry)
			s.sim.activated[entry.pod.Name] = true
		}
	}
}

// active returns the pods that a cycle may begin with, in ascending order.
func (s *simScheduler) active() (out []*simQueued) {
	if !s.ready {
		return nil
	}
	for _, entry := range s.queue {
		if entry.place == simBackoff && !entry.until.After(time.Now()) {
			s.activate(entry)
		}
		if entry.place == simActive {
			out = append(out, entry)
		}
	}
	slices.SortFunc(out, func(a, b *simQueued) int { return cmp.Compare(a.pod.UID, b.pod.UID) })
	return out
}

// simCycle is a scheduling cycle, and the binding cycle after it.
type simCycle struct {
	pod      *v1.Pod
	state    fwk.CycleState
	step     int
	infos    []fwk.NodeInfo
	named    sets.Set[string]       // nodes that PreFilter names; nil for all
	refusals map[string]*fwk.Status // of nodes
	skipped  bool                   // the pod does not need the plugin
	refused  bool                   // the plugin refused the pod or a node
	node     string
}

// startCycle begins a cycle for a pod.
func (s *simScheduler) startCycle(entry *simQueued) {
	entry.place, entry.again, entry.events, entry.byFit, entry.byKoord = simInFlight, false, nil, false, false
	if entry.pod.DeletionTimestamp != nil || s.placed[entry.pod.UID] != nil { // as skipPodSchedule
		delete(s.queue, entry.pod.UID)
		return
	}
	c := &simCycle{pod: entry.pod, state: framework.NewCycleState(), refusals: map[string]*fwk.Status{}}
	c.state.Write(framework.PodsToActivateKey, framework.NewPodsToActivate())
	c.infos = s.infos()
	s.cycle = c
	s.continueCycle()
}

// infos returns the nodes in kube-scheduler's cache.
func (s *simScheduler) infos() (out []fwk.NodeInfo) {
	for _, name := range slices.Sorted(maps.Keys(s.nodes)) {
		info := framework.NewNodeInfo(s.podsOn(name)...)
		info.SetNode(s.nodes[name])
		out = append(out, info)
	}
	return out
}

// continueCycle executes the next part of the current cycle.
func (s *simScheduler) continueCycle() {
	c := s.cycle
	c.step++
	var status *fwk.Status
	switch c.step {
	case 1:
		status = s.preFilter(c)
	case 2:
		status = s.choose(c)
	default:
		s.reserve(c)
		return
	}
	s.sim.logf("  %s: step %d: %s %v", c.pod.Name, c.step, c.node, status)
	if !status.IsSuccess() {
		s.cycle = nil
		if status.IsRejected() { // all pods have the same priority, so that none is evicted
			statuses := framework.NewNodeToStatus(c.refusals, fwk.NewStatus(fwk.UnschedulableAndUnresolvable))
			s.plugin.PostFilter(s.ctx, c.state, c.pod, statuses)
		}
		s.failed(c, status)
	}
}

func (s *simScheduler) preFilter(c *simCycle) *fwk.Status {
	result, status := s.plugin.PreFilter(s.ctx, c.state, c.pod, c.infos)
	if status.IsSkip() {
		c.skipped = true
		return nil
	}
	c.refused = !status.IsSuccess()
	if status.IsSuccess() && result != nil && !result.AllNodes() {
		c.named, c.refused = result.NodeNames, true
	}
	return status
}

// choose filters and scores the nodes.
func (s *simScheduler) choose(c *simCycle) *fwk.Status {
	var scores fwk.NodeScoreList
	var infos []fwk.NodeInfo
	entry := s.queue[c.pod.UID]
	c.refused = c.refused || len(c.infos) == 0 // any event is worth another attempt
	for _, info := range c.infos {
		name := info.Node().Name
		if c.named != nil && !c.named.Has(name) {
			continue
		}
		if !s.fitsOn(c.pod, info.Node()) {
			if entry != nil {
				entry.byFit = true
			}
			c.refusals[name] = fwk.NewStatus(fwk.Unschedulable).WithPlugin(names.NodeResourcesFit)
			continue
		}
		if !c.skipped {
			if status := s.plugin.Filter(s.ctx, c.state, c.pod, info); status.IsRejected() {
				c.refused, c.refusals[name] = true, status.WithPlugin(args.Name)
				continue
			} else if !status.IsSuccess() {
				return status
			}
		}
		infos = append(infos, info)
		scores = append(scores, fwk.NodeScore{Name: name})
	}
	if len(scores) == 0 {
		return fwk.NewStatus(fwk.Unschedulable, "no node")
	}
	if status := s.plugin.PreScore(s.ctx, c.state, c.pod, infos); status.IsSuccess() {
		for i := range scores {
			if scores[i].Score, status = s.plugin.Score(s.ctx, c.state, c.pod, infos[i]); !status.IsSuccess() {
				return status
			}
		}
		if status = s.plugin.NormalizeScore(s.ctx, c.state, c.pod, scores); !status.IsSuccess() {
			return status
		}
	}
	c.node = slices.MaxFunc(scores, func(a, b fwk.NodeScore) int { return cmp.Compare(a.Score, b.Score) }).Name
	return nil
}

// fitsOn is NodeResourcesFit for CPUs.
func (s *simScheduler) fitsOn(pod *v1.Pod, node *v1.Node) bool {
	used := simCPUs(pod)
	for _, other := range s.placed {
		if other.node == node.Name {
			used += simCPUs(other.pod)
		}
	}
	return used <= node.Status.Allocatable.Cpu().MilliValue()
}

// podsOn returns the pods on a node, if gangs exist whose plans read them.
func (s *simScheduler) podsOn(node string) (pods []*v1.Pod) {
	for _, uid := range slices.Sorted(maps.Keys(s.placed)) {
		if on := s.placed[uid]; on.node == node && s.sim.hasGangs {
			pods = append(pods, on.pod)
		}
	}
	return pods
}

func simCPUs(pod *v1.Pod) int64 { return pod.Spec.Containers[0].Resources.Requests.Cpu().MilliValue() }

// reserve ends the scheduling cycle. The binding cycle follows, at once or after Permit's wait.
func (s *simScheduler) reserve(c *simCycle) {
	s.cycle = nil
	s.placed[c.pod.UID] = &simPlaced{pod: c.pod, node: c.node, assumed: true}
	s.binding[c.pod.UID] = c
	status := s.plugin.Reserve(s.ctx, c.state, c.pod, c.node)
	s.sim.logf("  %s: reserve on %s: %v", c.pod.Name, c.node, status)
	if !status.IsSuccess() {
		c.refused = true
		s.unreserve(c)
		s.failed(c, status)
		return
	}
	status, patience := s.plugin.Permit(s.ctx, c.state, c.pod, c.node)
	s.activateLater(c)
	switch {
	case status.IsWait():
		s.waiting[c.pod.UID] = &simWaiting{from: s, cycle: c, until: time.Now().Add(patience)}
		s.sim.logf("  %s: waits", c.pod.Name)
	case !status.IsSuccess():
		s.unreserve(c)
		s.failed(c, status)
	default:
		go s.bind(c)
	}
}

// activateLater activates the pods that Permit names.
func (s *simScheduler) activateLater(c *simCycle) {
	if data, err := c.state.Read(framework.PodsToActivateKey); err == nil {
		s.Activate(logr.Discard(), data.(*framework.PodsToActivate).Map)
	}
}

// bind is the binding cycle. It runs in a goroutine, because requests wait for their answers.
func (s *simScheduler) bind(c *simCycle) {
	_, status := s.plugin.PreBindPreFlight(s.ctx, c.state, c.pod, c.node)
	if status.IsSuccess() {
		status = s.plugin.PreBind(s.ctx, c.state, c.pod, c.node)
	}
	if status.IsSuccess() || status.IsSkip() {
		status = s.plugin.Bind(s.ctx, c.state, c.pod, c.node)
	}
	if s.ctx.Err() != nil { // the process has ended
		return
	}
	s.sim.logf("  %s: bound to %s: %v", c.pod.Name, c.node, status)
	if !status.IsSuccess() {
		s.giveUp(c, status)
		return
	}
	s.plugin.PostBind(s.ctx, c.state, c.pod, c.node)
	delete(s.binding, c.pod.UID)
	delete(s.queue, c.pod.UID)
	if placed := s.placed[c.pod.UID]; placed != nil {
		placed.assumed = false
	}
	if s.stored(c.pod) == nil {
		delete(s.placed, c.pod.UID)
	}
}

// giveUp ends a binding cycle, or a wait in Permit. kube-scheduler then reports the pod as deleted.
func (s *simScheduler) giveUp(c *simCycle, status *fwk.Status) {
	if s.unreserve(c) {
		assumed := *c.pod
		assumed.Spec.NodeName = c.node
		for _, uid := range slices.Sorted(maps.Keys(s.queue)) {
			if uid != c.pod.UID {
				s.movedPod(s.queue[uid], simClusterEvent{fwk.AssignedPod, fwk.Delete, &assumed, nil})
			}
		}
	}
	s.failed(c, status)
}

// unreserve releases a pod's resources. It reports false for a pod that kube-scheduler cannot forget,
// because an informer has reported that it is bound.
func (s *simScheduler) unreserve(c *simCycle) bool {
	s.plugin.Unreserve(s.ctx, c.state, c.pod, c.node)
	delete(s.binding, c.pod.UID)
	if placed := s.placed[c.pod.UID]; placed != nil && !placed.assumed {
		return false
	}
	delete(s.placed, c.pod.UID)
	return true
}

// stored returns the version of a pod in the informer's store, or nil if it was deleted.
func (s *simScheduler) stored(pod *v1.Pod) *v1.Pod {
	found, exists, _ := s.stores[simPods].GetByKey(simKey(pod))
	if !exists || found.(*v1.Pod).UID != pod.UID {
		return nil
	}
	return found.(*v1.Pod)
}

// failed puts a pod into the queue again, as kube-scheduler's failure handler does.
func (s *simScheduler) failed(c *simCycle, status *fwk.Status) {
	entry := s.queue[c.pod.UID]
	now := s.stored(c.pod)
	if entry == nil || now == nil || now.Spec.NodeName != "" {
		delete(s.queue, c.pod.UID)
		return
	}
	entry.pod = now
	events := entry.events
	entry.events = nil
	entry.byKoord = c.refused
	switch {
	case !status.IsRejected():
		entry.place, entry.until = simBackoff, time.Now().Add(time.Second)
	case entry.again || slices.ContainsFunc(events, func(event simClusterEvent) bool { return s.isWorth(entry, event) }):
		s.activate(entry)
	default:
		entry.place = simRefused
	}
}

// simWaiting is a pod that waits in Permit.
type simWaiting struct {
	from  *simScheduler
	cycle *simCycle
	until time.Time
	done  bool
}

// GetPod returns the pod.
func (w *simWaiting) GetPod() *v1.Pod { return w.cycle.pod }

// GetPendingPlugins returns the plugins whose answer is missing.
func (w *simWaiting) GetPendingPlugins() []string { return []string{args.Name} }

// Allow ends the wait: the pod is bound.
func (w *simWaiting) Allow(string) {
	if w.end() {
		w.from.later[w.cycle.pod.UID] = func() { w.from.bind(w.cycle) }
	}
}

// Reject ends the wait: the pod gives its resources up.
func (w *simWaiting) Reject(string, string) bool {
	if w.end() {
		w.cycle.refused = true
		w.from.later[w.cycle.pod.UID] = func() { w.from.giveUp(w.cycle, fwk.NewStatus(fwk.Unschedulable, "rejected")) }
		return true
	}
	return false
}

// Preempt is Reject for the simulation.
func (w *simWaiting) Preempt(plugin, message string) bool { return w.Reject(plugin, message) }

// expire ends the waits whose time is over.
func (s *simScheduler) expire() {
	for _, uid := range slices.Sorted(maps.Keys(s.waiting)) {
		if waits := s.waiting[uid]; waits != nil && !waits.until.After(time.Now()) {
			s.sim.logf("  %s: waited in vain", waits.cycle.pod.Name)
			waits.Reject(args.Name, "timeout")
		}
	}
}

func (w *simWaiting) end() bool {
	first := !w.done
	w.done = true
	delete(w.from.waiting, w.cycle.pod.UID)
	return first
}
