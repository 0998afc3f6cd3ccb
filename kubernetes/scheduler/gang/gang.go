// Package gang tracks pods that are placed together or not at all by the label pod-group or
// Koordinator's annotations, and writes the status of their PodGroups.
package gang

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Gangs holds pods that are placed together or not at all, by the name of their gang: from the
// label pod-group, or from Koordinator's annotations.
type Gangs struct {
	stores *stores.Stores
	pods   Converter
	state  *state.State
	queue  Activator

	mu      sync.Mutex
	byName  map[types.NamespacedName]*gang
	planned map[types.NamespacedName]*gang // gangs with a plan
}

type gang struct {
	members map[types.UID]*member
	// nodes of the plan in progress, for members that are not placed yet
	plan  map[types.UID]string
	until time.Time // end of the plan's validity
	woken bool      // its members were activated when it became complete
	// nodes that other plugins refuse to members
	refused   map[types.UID]map[string]refusal
	planAgain bool // some of them are not known to the last plan
}

type member struct {
	pod    *v1.Pod // last version from the informer
	placed bool    // bound, or waiting in Permit
}

// counts returns the number of members that are placed, and of those that kube-scheduler may place
// now.
func (a *gang) counts() (placed, available int) {
	if a == nil {
		return 0, 0
	}
	for _, at := range a.members {
		switch {
		case at.placed:
			placed++
		case request.CanBeScheduled(at.pod):
			available++
		}
	}
	return placed, available
}

// Converter converts pods for the library.
type Converter interface {
	Convert(pod *v1.Pod) (*koord.Pod, error)
}

// Activator activates pods in kube-scheduler's queue; by is the cause, for the metric.
type Activator interface {
	Activate(by string, pods map[string]*v1.Pod)
}

// New returns no gangs. Sync adds the members.
func New(sources *stores.Stores, pods Converter, model *state.State, queue Activator) *Gangs {
	return &Gangs{stores: sources, pods: pods, state: model, queue: queue,
		byName: map[types.NamespacedName]*gang{}, planned: map[types.NamespacedName]*gang{}}
}

// Sync updates a pod's gang to the store's version of the pod. pod is any version of it.
func (g *Gangs) Sync(name types.NamespacedName, pod *v1.Pod) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return
	}
	now := stores.Get[v1.Pod](g.stores.Pods, name.String())
	g.mu.Lock()
	defer g.mu.Unlock()
	stays := now != nil && request.GangOf(now) == key && now.Status.Phase != v1.PodFailed && now.Status.Phase != v1.PodSucceeded
	if !stays || now.UID != pod.UID {
		g.remove(key, pod.UID)
	}
	if !stays {
		return
	}
	all := g.byName[key]
	if all == nil {
		all = &gang{members: map[types.UID]*member{}}
		g.byName[key] = all
	}
	at := all.members[now.UID]
	if at == nil {
		at = &member{}
		all.members[now.UID] = at
	}
	at.pod = now
	at.placed = at.placed || now.Spec.NodeName != ""
}

func (g *Gangs) remove(key types.NamespacedName, uid types.UID) {
	all := g.byName[key]
	if all == nil {
		return
	}
	delete(all.members, uid)
	delete(all.plan, uid)
	delete(all.refused, uid)
	if len(all.members) == 0 {
		delete(g.byName, key)
		delete(g.planned, key)
	}
}

// Needed returns how many pods of a gang must be placed at once, or 0 if the PodGroup that states
// it does not exist.
func (g *Gangs) Needed(pod *v1.Pod, key types.NamespacedName) int {
	if _, count := apis.GangOf(pod); count > 0 {
		return count
	}
	store := g.stores.PodGroups.Load()
	if store == nil || pod.Labels[apis.LabelPodGroup] == "" {
		return 1
	}
	group := stores.Get[apis.PodGroup](store, key.String())
	if group == nil {
		return 0
	}
	return max(1, int(group.Spec.MinMember))
}

// Timeout returns how long pods of a gang wait for the others.
func (g *Gangs) Timeout(key types.NamespacedName, otherwise time.Duration) time.Duration {
	group := stores.Get[apis.PodGroup](g.stores.PodGroups.Load(), key.String())
	if group != nil && group.Spec.ScheduleTimeoutSeconds != nil && *group.Spec.ScheduleTimeoutSeconds > 0 {
		return min(time.Duration(*group.Spec.ScheduleTimeoutSeconds)*time.Second, args.MostGangTimeout)
	}
	return otherwise
}

// Missing describes the members that a pod's gang lacks. It returns "" if none are missing, or
// the pod is in no gang.
func (g *Gangs) Missing(pod *v1.Pod) string {
	key := request.GangOf(pod)
	if key.Name == "" {
		return ""
	}
	needed := g.Needed(pod, key)
	if needed == 0 {
		return "PodGroup " + key.Name + " does not exist"
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	placed, available := all.counts()
	have := placed + available
	if have >= needed {
		return ""
	}
	text := fmt.Sprintf("gang %s needs %d pods; there are %d", key.Name, needed, have)
	if all != nil && len(all.members) > have {
		text += fmt.Sprintf(", and %d that are gated or being deleted", len(all.members)-have)
	}
	return text
}

// Activate activates the members of a pod's gang once when there are enough of them. kube-scheduler
// only reports added pods if its own gangs are enabled.
func (g *Gangs) Activate(pod *v1.Pod) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return
	}
	enough := g.Missing(pod) == ""
	g.mu.Lock()
	pods := map[string]*v1.Pod{}
	if all := g.byName[key]; all != nil {
		for _, at := range all.members {
			if enough && !all.woken && !at.placed {
				pods[at.pod.Namespace+"/"+at.pod.Name] = at.pod
			}
		}
		all.woken = enough
	}
	g.mu.Unlock()
	g.queue.Activate("gang", pods)
}

// SetPlaced records whether a member is placed, and reports whether enough members are. waiting are
// the members that wait in Permit, and others those that are not placed yet. planned is the
// member's node in a plan.
func (g *Gangs) SetPlaced(key types.NamespacedName, pod *v1.Pod, placed bool, needed int) (
	enough bool, waiting []types.UID, others []*v1.Pod, planned string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil {
		return true, nil, nil, ""
	}
	if at := all.members[pod.UID]; at != nil {
		at.placed = placed || at.pod.Spec.NodeName != "" // another scheduler may have bound it
	}
	planned = all.plan[pod.UID]
	delete(all.plan, pod.UID)
	count := 0
	for uid, at := range all.members {
		switch {
		case !at.placed:
			others = append(others, at.pod)
		default:
			count++
			if at.pod.Spec.NodeName == "" && uid != pod.UID {
				waiting = append(waiting, uid)
			}
		}
	}
	if placed && count >= needed {
		all.forgetRefused()
	}
	return count >= needed, waiting, others, planned
}

// Planned returns the node of a member in the plan of its gang, or "" if there is none.
func (g *Gangs) Planned(key types.NamespacedName, pod *v1.Pod) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if all := g.byName[key]; all != nil {
		return all.plan[pod.UID]
	}
	return ""
}

// Unplaced returns the members that are not placed and can be scheduled, by uid, and the number of
// those that are placed. If a plan in progress contains the pod, isPlanned is true, planned is the
// pod's node in it, and the other results are zero. If the gang is not known, the only member is
// the pod.
func (g *Gangs) Unplaced(key types.NamespacedName, pod *v1.Pod) (planned string, isPlanned bool, pods []*v1.Pod, placed int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil {
		return "", false, []*v1.Pod{pod}, 0
	}
	if node, is := all.plan[pod.UID]; is && time.Now().Before(all.until) {
		return node, true, nil, 0
	}
	for _, at := range all.members {
		switch {
		case at.placed:
			placed++
		case request.CanBeScheduled(at.pod):
			pods = append(pods, at.pod)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(string(a.UID), string(b.UID)) })
	return "", false, pods, placed
}

// Others returns the other members of a pod's gang that are not placed and can be scheduled, in
// their current versions, and how many members the gang can do without.
func (g *Gangs) Others(pod *v1.Pod) (others []*v1.Pod, spare int) {
	key := request.GangOf(pod)
	if key.Name == "" {
		return nil, 0
	}
	needed := g.Needed(pod, key)
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil {
		return nil, 0
	}
	for uid, at := range all.members {
		if at.placed || uid == pod.UID {
			continue
		}
		other := at.pod
		if now := stores.Get[v1.Pod](g.stores.Pods, other.Namespace+"/"+other.Name); now != nil && now.UID == uid {
			other = now
		}
		if request.CanBeScheduled(other) {
			others = append(others, other)
		}
	}
	placed, _ := all.counts()
	return others, min(placed+len(others)+1-needed, len(others))
}

// StartPlan starts a plan, and returns its end. Until then, members have precedence on their
// planned nodes over pods that do not take precedence over them.
func (g *Gangs) StartPlan(key types.NamespacedName, plan map[types.UID]string, patience time.Duration) (until time.Time) {
	until = time.Now().Add(patience)
	g.mu.Lock()
	defer g.mu.Unlock()
	if all := g.byName[key]; all != nil {
		all.plan, all.until = plan, until
		g.planned[key] = all
	}
	return until
}

// PlanExpired reports whether the plan with this end time still exists after it.
func (g *Gangs) PlanExpired(key types.NamespacedName, until time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.planned[key]
	return all != nil && all.until.Equal(until)
}

// DropPlan removes the plan of a gang, and returns the nodes that it releases.
func (g *Gangs) DropPlan(key types.NamespacedName) (nodes []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.planned[key]
	if all == nil {
		return nil
	}
	nodes = slices.Collect(maps.Values(all.plan))
	all.plan = nil
	delete(g.planned, key)
	return nodes
}

// before returns the planned members of other gangs that take precedence over a pod, with their
// nodes.
func (g *Gangs) before(key types.NamespacedName, pod *v1.Pod) (pods []*v1.Pod, nodes []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for other, all := range g.planned {
		for uid, node := range all.plan {
			at := all.members[uid]
			if other != key && at != nil && corev1helpers.PodPriority(at.pod) >= corev1helpers.PodPriority(pod) {
				pods, nodes = append(pods, at.pod), append(nodes, node)
			}
		}
	}
	return pods, nodes
}

// Ahead returns the pods of before as a what-if, or nil if there are none.
func (g *Gangs) Ahead(key types.NamespacedName, pod *v1.Pod) *state.WhatIf {
	pods, nodes := g.before(key, pod)
	var out *state.WhatIf
	for i, other := range pods {
		converted, err := g.pods.Convert(other)
		if err != nil || g.state.IsOn(other.UID, nodes[i]) {
			continue
		}
		if out == nil {
			out = &state.WhatIf{}
		}
		out.Added = append(out.Added, state.AddedPod{UID: other.UID, Node: nodes[i], Converted: converted})
	}
	return out
}

// GroupChanged activates the members of a gang whose PodGroup changed.
func (g *Gangs) GroupChanged(group *apis.PodGroup) {
	pods := map[string]*v1.Pod{}
	g.mu.Lock()
	if all := g.byName[types.NamespacedName{Namespace: group.Namespace, Name: group.Name}]; all != nil {
		for _, at := range all.members {
			if !at.placed {
				pods[at.pod.Namespace+"/"+at.pod.Name] = at.pod
			}
		}
	}
	g.mu.Unlock()
	g.queue.Activate("PodGroup", pods)
}
