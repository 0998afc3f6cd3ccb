package scheduler

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
)

// gangs holds pods that are placed together or not at all, by the name of their gang: from the
// label pod-group, or from Koordinator's annotations.
type gangs struct {
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
}

type member struct {
	pod    *v1.Pod // last version from the informer
	placed bool    // bound, or waiting in Permit
}

func (g *gangs) init() {
	g.byName, g.planned = map[types.NamespacedName]*gang{}, map[types.NamespacedName]*gang{}
}

// gangOf returns the name of a pod's gang, or an empty name if it has none. kube-scheduler handles
// pod groups, whatever else the pod states.
func gangOf(pod *v1.Pod) types.NamespacedName {
	name, _ := apis.GangOf(pod)
	if name == "" || groupOf(pod) != "" {
		return types.NamespacedName{}
	}
	return types.NamespacedName{Namespace: pod.Namespace, Name: name}
}

// sync updates a pod's gang to the store's version of the pod. pod is any version of it.
func (g *gangs) sync(s *State, name types.NamespacedName, pod *v1.Pod) {
	key := gangOf(pod)
	if key.Name == "" {
		return
	}
	now := stored[v1.Pod](s.sources.pods, name.String())
	g.mu.Lock()
	defer g.mu.Unlock()
	stays := now != nil && gangOf(now) == key && now.Status.Phase != v1.PodFailed && now.Status.Phase != v1.PodSucceeded
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

func (g *gangs) remove(key types.NamespacedName, uid types.UID) {
	all := g.byName[key]
	if all == nil {
		return
	}
	delete(all.members, uid)
	delete(all.plan, uid)
	if len(all.members) == 0 {
		delete(g.byName, key)
		delete(g.planned, key)
	}
}

// needed returns how many pods of a gang must be placed at once, or 0 if the PodGroup that states
// it does not exist.
func (s *State) needed(pod *v1.Pod, key types.NamespacedName) int {
	if _, count := apis.GangOf(pod); count > 0 {
		return count
	}
	store := load(&s.sources.groups)
	if store == nil || pod.Labels[apis.LabelPodGroup] == "" {
		return 1
	}
	group := stored[apis.PodGroup](store, key.String())
	if group == nil {
		return 0
	}
	return max(1, int(group.Spec.MinMember))
}

// timeout returns how long pods of a gang wait for the others.
func (s *State) timeout(key types.NamespacedName, otherwise time.Duration) time.Duration {
	group := stored[apis.PodGroup](load(&s.sources.groups), key.String())
	if group != nil && group.Spec.ScheduleTimeoutSeconds != nil && *group.Spec.ScheduleTimeoutSeconds > 0 {
		return min(time.Duration(*group.Spec.ScheduleTimeoutSeconds)*time.Second, mostGangTimeout)
	}
	return otherwise
}

// incomplete describes the members that a pod's gang lacks. It returns "" if none are missing, or
// the pod is in no gang.
func (g *gangs) incomplete(s *State, pod *v1.Pod) string {
	key := gangOf(pod)
	if key.Name == "" {
		return ""
	}
	needed := s.needed(pod, key)
	if needed == 0 {
		return "PodGroup " + key.Name + " does not exist"
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	have := 0
	if all := g.byName[key]; all != nil {
		have = len(all.members)
	}
	if have >= needed {
		return ""
	}
	return fmt.Sprintf("gang %s needs %d pods; there are %d", key.Name, needed, have)
}

// wake activates the members of a pod's gang once when there are enough of them. kube-scheduler
// only reports added pods if its own gangs are enabled.
func (g *gangs) wake(s *State, pod *v1.Pod) {
	key := gangOf(pod)
	if key.Name == "" {
		return
	}
	enough := g.incomplete(s, pod) == ""
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
	s.wake.activate("gang", pods)
}

// place records whether a member is placed, and reports whether enough members are. waiting are the
// members that wait in Permit, and others those that are not placed yet. planned is the member's
// node in a plan.
func (g *gangs) place(key types.NamespacedName, pod *v1.Pod, placed bool, needed int) (
	enough bool, waiting []types.UID, others []*v1.Pod, planned string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil {
		return true, nil, nil, ""
	}
	if at := all.members[pod.UID]; at != nil {
		at.placed = placed
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
	return count >= needed, waiting, others, planned
}

// unplaced returns the members that are not placed, by uid, unless a plan in progress contains the
// pod.
func (g *gangs) unplaced(key types.NamespacedName, pod *v1.Pod) (planned string, carried bool, pods []*v1.Pod, placed int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.byName[key]
	if all == nil {
		return "", false, []*v1.Pod{pod}, 0
	}
	if node, carried := all.plan[pod.UID]; carried && time.Now().Before(all.until) {
		return node, true, nil, 0
	}
	for _, at := range all.members {
		if at.placed {
			placed++
		} else {
			pods = append(pods, at.pod)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(string(a.UID), string(b.UID)) })
	return "", false, pods, placed
}

// carry starts a plan. Until its end, members have precedence on their planned nodes over pods that
// do not take precedence over them.
func (g *gangs) carry(key types.NamespacedName, plan map[types.UID]string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if all := g.byName[key]; all != nil {
		all.plan, all.until = plan, until
		g.planned[key] = all
	}
}

// expired reports whether the plan with this end time still exists after it.
func (g *gangs) expired(key types.NamespacedName, until time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.planned[key]
	return all != nil && all.until.Equal(until)
}

// drop removes the plan of a gang, and returns the nodes that it releases.
func (g *gangs) drop(key types.NamespacedName) (nodes []string) {
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
func (g *gangs) before(key types.NamespacedName, pod *v1.Pod) (pods []*v1.Pod, nodes []string) {
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

// planned returns the pods of before as a what-if, or nil if there are none.
func (s *State) planned(key types.NamespacedName, pod *v1.Pod) *whatIf {
	pods, nodes := s.gangs.before(key, pod)
	var out *whatIf
	for i, other := range pods {
		made, err := s.prepareOther(other)
		if err != nil || s.isOn(other.UID, nodes[i]) {
			continue
		}
		if out == nil {
			out = &whatIf{}
		}
		out.added = append(out.added, addedPod{other.UID, nodes[i], made})
	}
	return out
}

// plan returns nodes from the library on which all pods of a gang fit at once. may limits the
// nodes; nil allows all.
func (s *State) plan(pods []*v1.Pod, others *whatIf, may func(node string) bool) (map[types.UID]string, koord.Refusal, error) {
	query, done, err := s.query()
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	defer done()
	nodes := s.index.get(s)
	if err := others.add(query, nodes, ""); err != nil {
		return nil, koord.Refusal{}, err
	}
	for _, id := range nodes.ids {
		if may != nil && !may(nodes.name(id)) {
			if err := query.ExcludeNode(id); err != nil {
				return nil, koord.Refusal{}, err
			}
		}
	}
	list := make([]*koord.Pod, 0, len(pods))
	for _, pod := range pods {
		made, err := s.prepareOther(pod)
		if err != nil {
			return nil, koord.Refusal{}, err
		}
		list = append(list, made)
	}
	plan, info, err := s.cluster.PlanGang(list, koord.GangOptions{}, query)
	if err != nil || info.Refusal.Refused() {
		return nil, info.Refusal, err
	}
	defer plan.Close()
	steps, err := plan.Steps()
	if err != nil {
		return nil, koord.Refusal{}, err
	}
	out := make(map[types.UID]string, len(steps))
	for _, step := range steps {
		out[types.UID(step.UID)] = nodes.name(step.Node)
	}
	return out, koord.Refusal{}, nil
}

// groupChanged activates the members of a gang whose PodGroup changed.
func (s *State) groupChanged(_, now any) {
	group, is := now.(*apis.PodGroup)
	if !is {
		return
	}
	eventsSeen.WithLabelValues("PodGroup").Inc()
	s.grouper.groupChanged(group)
	pods := map[string]*v1.Pod{}
	s.gangs.mu.Lock()
	if all := s.gangs.byName[types.NamespacedName{Namespace: group.Namespace, Name: group.Name}]; all != nil {
		for _, at := range all.members {
			if !at.placed {
				pods[at.pod.Namespace+"/"+at.pod.Name] = at.pod
			}
		}
	}
	s.gangs.mu.Unlock()
	s.wake.activate("PodGroup", pods)
}
