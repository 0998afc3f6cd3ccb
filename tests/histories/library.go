package main

import (
	"bytes"
	"errors"

	"libkoord.invalid/koord"
)

// A fault report is the text of a failed check. The format says which check it was.
type faultReport struct{ format, text string }

func must(err error) {
	if err != nil {
		failf("%v", err)
	}
}

// planted lists faults that a library passes through unnoticed to the caller: each must be found.
var planted = []string{
	"free-cpu-missing", "cpus-given-twice", "fitting-node-refused", "full-node-accepted", "removal-forgotten",
	"what-if-changes-the-cluster", "pod-missing-after-restart", "resize-moves-the-pod", "gpu-given-twice",
	"stale-verdict-accepted", "topology-update-lost", "gang-half-committed", "claim-counts-twice", "rebind-not-applied",
	"resize-may-move", "resize-refused", "claim-not-judged-again", "owner-forgotten-after-restart",
	"restricted-reservation-lends-more", "gang-on-more-nodes", "object-change-unnoticed", "stale-without-a-change",
	"amounts-on-another-numa-node", "unneeded-victim", "kept-pod-evicted", "avoided-pod-evicted", "kept-pod-moved",
	"more-pods-moved", "moves-refused", "moves-without-the-pod", "device-of-a-claim-given", "claim-kept",
}

// A library is a cluster of libkoord. A planted fault changes what some of its calls do or return.
type library struct {
	cluster *koord.Cluster
	calls   *uint64
	fault   string
	restart bool // this is a cluster that was made of the objects

	turns   int
	status  []byte
	devices []byte
	cpus    map[string]uint64 // of pods, as they were at first
	changed bool              // an object has changed, and no pod since
}

// strikes reports whether the planted fault is the named one and its turn has come.
func (l *library) strikes(fault string, every int) bool {
	if l.fault != fault {
		return false
	}
	l.turns++
	return l.turns%every == 0
}

func newLibrary(calls *uint64, fault string, args []byte) *library {
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{Profile: koord.ProfileSpec}, args)
	must(err)
	return &library{cluster: cluster, calls: calls, fault: fault, cpus: map[string]uint64{}}
}

func (l *library) close() { l.cluster.Close() }

func (l *library) nodeCPUs(node uint32, which koord.ClusterCPUSet) uint64 {
	*l.calls++
	set, err := l.cluster.NodeCPUs(node, which)
	must(err)
	cpus := wordOf(set)
	if which == koord.ClusterCPUSetFree && cpus != 0 && l.strikes("free-cpu-missing", 40) {
		cpus &= cpus - 1
	}
	return cpus
}

func wordOf(set koord.CPUSet) uint64 {
	if len(set) == 0 {
		return 0
	}
	for _, word := range set[1:] {
		if word != 0 {
			failf("CPUs %s: no machine has more than 64", set)
		}
	}
	return set[0]
}

func (l *library) judge(pod *koord.Pod, query *koord.Query, node uint32) (koord.Refusal, int32) {
	*l.calls++
	refusal, score, err := l.cluster.Judge(pod, query, node)
	must(err)
	if refusal.Refused() && l.strikes("full-node-accepted", 40) {
		refusal = koord.Refusal{}
	}
	if !refusal.Refused() && l.strikes("fitting-node-refused", 40) {
		refusal.Reason = koord.ReasonNotEnoughCPUs
	}
	return refusal, score
}

func (l *library) judgeWithout(pod *koord.Pod, query *koord.Query, node uint32, uid string) (koord.Refusal, int32) {
	must(query.RemovePod(uid))
	if l.strikes("what-if-changes-the-cluster", 5) {
		must(l.cluster.RemovePod(uid))
	}
	return l.judge(pod, query, node)
}

func (l *library) reserve(pod *koord.Pod, query *koord.Query, node uint32) (uint64, koord.Refusal, error) {
	*l.calls++
	if l.fault == "stale-verdict-accepted" || l.fault == "object-change-unnoticed" && l.changed {
		query = nil
	}
	if query != nil && l.strikes("stale-without-a-change", 2) {
		return 0, koord.Refusal{}, koord.ErrStale
	}
	l.changed = false
	cpus, refusal, err := l.cluster.Reserve(pod, query, node)
	return wordOf(cpus), refusal, err
}

func (l *library) planResize(pod *koord.Pod) (*koord.Plan, koord.Refusal) {
	*l.calls++
	query, err := koord.NewQuery()
	must(err)
	defer query.Close()
	if l.fault == "resize-may-move" {
		must(query.SetFlags(koord.QueryMayMove))
	}
	plan, refusal, err := l.cluster.PlanResize(pod, query)
	must(err)
	if plan != nil && l.strikes("resize-refused", 3) {
		plan.Close()
		return nil, koord.Refusal{Reason: koord.ReasonWouldMove}
	}
	return plan, refusal
}

func (l *library) planGang(pods []*koord.Pod, options koord.GangOptions, query *koord.Query) (*koord.Plan, koord.GangInfo) {
	*l.calls++
	if l.fault == "gang-on-more-nodes" {
		options.MaxNodes = 0
	}
	plan, info, err := l.cluster.PlanGang(pods, options, query)
	must(err)
	return plan, info
}

// victims returns the uids of the victims in a row.
func (l *library) victims(found *koord.Preemption, row int, node uint32) []string {
	*l.calls++
	steps, err := found.Victims(row)
	must(err)
	var out []string
	for _, step := range steps {
		out = append(out, step.UID)
	}
	if len(out) > 0 && l.strikes("unneeded-victim", 2) {
		others, err := l.cluster.Pods(node)
		must(err)
		out = append(out, others[len(others)-1])
	}
	return out
}

// protect protects a pod in a query for a kind of plan.
func (l *library) protect(query *koord.Query, uid string, protection koord.Protection, plan string) {
	*l.calls++
	switch l.fault {
	case "kept-pod-evicted", "kept-pod-moved":
		if protection == koord.ProtectionKeep && (plan == "preemption") == (l.fault == "kept-pod-evicted") {
			protection = koord.ProtectionNone
		}
	case "avoided-pod-evicted":
		if protection == koord.ProtectionAvoid {
			protection = koord.ProtectionNone
		}
	}
	must(query.ProtectPod(uid, protection))
}

func (l *library) planRebind(node uint32, options koord.RebindOptions, query *koord.Query) (*koord.Plan, koord.RebindInfo) {
	*l.calls++
	if l.fault == "more-pods-moved" {
		options.MaxMoved = 0
	}
	plan, info, err := l.cluster.PlanRebind(node, options, query)
	must(err)
	return plan, info
}

func (l *library) planRebindFor(pod *koord.Pod, node uint32, options koord.RebindOptions,
	query *koord.Query) (*koord.Plan, koord.RebindInfo) {
	*l.calls++
	if l.fault == "more-pods-moved" {
		options.MaxMoved = 0
	}
	plan, info, err := l.cluster.PlanRebindFor(pod, node, options, query)
	must(err)
	if plan != nil && l.strikes("moves-refused", 2) {
		plan.Close()
		return nil, koord.RebindInfo{Reason: koord.ReasonNotEnoughCPUs, Refusal: koord.Refusal{Reason: koord.ReasonNotEnoughCPUs}}
	}
	return plan, info
}

func (l *library) setReservation(uid string, policy int) {
	*l.calls++
	if l.fault == "restricted-reservation-lends-more" {
		policy = int(koord.ReservationPolicyDefault)
	}
	must(l.cluster.SetReservation(uid, koord.ReservationPolicy(policy)))
}

func (l *library) attachOwner(uid, reservation string) {
	*l.calls++
	if l.restart && l.strikes("owner-forgotten-after-restart", 2) {
		return
	}
	must(l.cluster.AttachOwner(uid, reservation))
}

func (l *library) podCPUs(uid string) uint64 {
	*l.calls++
	set, err := l.cluster.PodCPUs(uid)
	must(err)
	word := wordOf(set)
	if l.fault == "claim-not-judged-again" {
		if before, known := l.cpus[uid]; known {
			return before
		}
		l.cpus[uid] = word
	}
	return word
}

func (l *library) removePod(uid string) error {
	*l.calls++
	delete(l.cpus, uid)
	if l.strikes("removal-forgotten", 20) {
		return nil
	}
	return l.cluster.RemovePod(uid)
}

func (l *library) setPod(pod *koord.Pod) (koord.PodConflicts, error) {
	*l.calls++
	if l.restart && l.strikes("pod-missing-after-restart", 5) {
		return koord.PodConflicts{}, nil
	}
	l.changed = false
	conflicts, err := l.cluster.SetPod(pod)
	if conflicts.ClaimsRefused > 0 && l.strikes("claim-counts-twice", 5) {
		conflicts.ClaimsRefused = 0
	}
	return conflicts, err
}

func (l *library) setTopology(name string, json []byte) (uint32, error) {
	*l.calls++
	l.changed = true
	if l.strikes("topology-update-lost", 6) {
		if id, err := l.cluster.NodeID(name); err == nil {
			return id, nil
		}
	}
	return l.cluster.SetTopology(json)
}

// podTexts returns the annotations of a pod's allocation.
func (l *library) podTexts(uid string) (status, devices []byte) {
	*l.calls += 2
	status, err := l.cluster.PodStatus(uid)
	must(err)
	devices, err = l.cluster.PodDevices(uid)
	must(err)
	return status, devices
}

// reservedTexts is podTexts for a pod that was just reserved.
func (l *library) reservedTexts(uid string) (status, devices []byte) {
	status, devices = l.podTexts(uid)
	if l.strikes("amounts-on-another-numa-node", 5) {
		status = bytes.Replace(status, []byte(`"node":0,"resources"`), []byte(`"node":1,"resources"`), 1)
	}
	if l.fault == "cpus-given-twice" && len(status) > 2 {
		l.turns++
		if l.turns%10 == 0 {
			return l.status, devices
		}
		l.status = status
	}
	if l.fault == "gpu-given-twice" && len(devices) > 2 {
		l.turns++
		if l.turns%5 == 0 {
			return status, l.devices
		}
		l.devices = devices
	}
	return status, devices
}

func (l *library) commit(plan *koord.Plan, kind string) error {
	*l.calls++
	if kind == "rebind" && l.fault == "rebind-not-applied" {
		return nil
	}
	err := l.cluster.Commit(plan)
	half := kind == "gang" && l.fault == "gang-half-committed" || kind == "place" && l.fault == "moves-without-the-pod"
	if err == nil && half {
		steps, stepsErr := plan.Steps()
		must(stepsErr)
		must(l.cluster.RemovePod(steps[len(steps)-1].UID))
	}
	return err
}

func (l *library) stepCPUs(plan *koord.Plan, step int, kind string) uint64 {
	*l.calls++
	cpus, err := plan.StepCPUs(step)
	must(err)
	word := wordOf(cpus)
	if kind == "resize" && word != 0 && l.strikes("resize-moves-the-pod", 3) {
		return word << 1
	}
	return word
}

func (l *library) info() koord.ClusterInfo {
	*l.calls++
	info, err := l.cluster.Info()
	must(err)
	return info
}

// expect checks the status of a call.
func expect(call string, err error, status koord.Status) {
	if !errors.Is(err, status) {
		failf("%s returned %v, expected %v", call, err, status)
	}
}
