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
	"libkoord.invalid/koord/k8s/apis"
)

// gangs are the pods that are placed together or not at all, by the name of their gang: label pod-group, or Koordinator's
// annotations.
type gangs struct {
	mu      sync.Mutex
	byName  map[types.NamespacedName]*gang
	planned map[types.NamespacedName]*gang // those with a plan
}

type gang struct {
	members map[types.UID]*member
	plan    map[types.UID]string // the nodes of a plan that is being carried out, for members that have no room yet
	until   time.Time            // the plan holds
	woken   bool                 // its members were told that it has enough of them
}

type member struct {
	pod    *v1.Pod // as it was last seen
	placed bool    // it is bound, or waits in Permit
}

func (g *gangs) init() {
	g.byName, g.planned = map[types.NamespacedName]*gang{}, map[types.NamespacedName]*gang{}
}

// gangOf is the name of a pod's gang, empty if it is in none. Of a pod group kube-scheduler takes care, whatever else the pod
// states.
func gangOf(pod *v1.Pod) types.NamespacedName {
	name, _ := apis.GangOf(pod)
	if name == "" || groupOf(pod) != "" {
		return types.NamespacedName{}
	}
	return types.NamespacedName{Namespace: pod.Namespace, Name: name}
}

// sync brings a pod in its gang to what the store says. pod is any version of it.
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

// needed is how many pods of a gang must find room at once; 0: its PodGroup, which says it, does not exist.
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

// timeout is how long pods of a gang wait for the others.
func (s *State) timeout(key types.NamespacedName, otherwise time.Duration) time.Duration {
	group := stored[apis.PodGroup](load(&s.sources.groups), key.String())
	if group != nil && group.Spec.ScheduleTimeoutSeconds != nil && *group.Spec.ScheduleTimeoutSeconds > 0 {
		return min(time.Duration(*group.Spec.ScheduleTimeoutSeconds)*time.Second, mostGangTimeout)
	}
	return otherwise
}

// incomplete says which members a pod's gang lacks; "": none, or the pod is in no gang.
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

// wake has the members of a pod's gang tried when there are enough of them, once. kube-scheduler tells of pods that come only
// where it has gangs of its own.
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

// place records whether a member has room, and tells whether enough have. waiting are those that wait for it, others those
// that have no room yet.
// planned is the node that a plan had for it.
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

// unplaced are the members without room, by uid, if no plan is being carried out that has the pod.
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

// carry out a plan. Until then, members have their places before pods that do not come before them.
func (g *gangs) carry(key types.NamespacedName, plan map[types.UID]string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if all := g.byName[key]; all != nil {
		all.plan, all.until = plan, until
		g.planned[key] = all
	}
}

// expired tells whether the plan that was made with this time is still there after it.
func (g *gangs) expired(key types.NamespacedName, until time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.planned[key]
	return all != nil && all.until.Equal(until)
}

// drop the plan of a gang. nodes are those that it has no longer.
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

// before are the members of other gangs that a plan has a place for, and that come before a pod.
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

// planned are the pods of before, as a what-if; nil: there are none.
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

// plan asks the library where all pods of a gang find room at once, on nodes that may be used; nil: all.
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

// groupChanged wakes the members of a gang whose PodGroup changed.
func (s *State) groupChanged(_, now any) {
	group, is := now.(*apis.PodGroup)
	if !is {
		return
	}
	eventsSeen.WithLabelValues("PodGroup").Inc()
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
