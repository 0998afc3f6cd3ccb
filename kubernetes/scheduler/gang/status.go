package gang

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// StatusController writes the status of PodGroups (scheduling.sigs.k8s.io) while this process is
// the leader: a write for each change, and at most one a second for each PodGroup.
type StatusController struct {
	controller.Worker
	stores   *stores.Stores
	profiles *profiles.Set
	dynamic  dynamic.Interface
	now      func() time.Time

	mu      sync.Mutex
	members map[types.NamespacedName]map[string]bool // the names of pods, by PodGroup
	own     map[types.NamespacedName]types.UID       // PodGroups with a pod of this scheduler, now or before
}

// settle is how long changes of a PodGroup's pods are collected before its status is computed.
const settle = time.Second

// NewStatusController returns a controller that has no PodGroups yet.
func NewStatusController(stores *stores.Stores, profiles *profiles.Set, objects dynamic.Interface) *StatusController {
	c := &StatusController{stores: stores, profiles: profiles, dynamic: objects, now: time.Now,
		members: map[types.NamespacedName]map[string]bool{}, own: map[types.NamespacedName]types.UID{}}
	c.Worker = controller.NewWorker("PodGroup", controller.NewQueue(), c.report)
	return c
}

// podGroupOf returns the PodGroup that the label of a pod names. The name is empty if there is
// none.
func podGroupOf(pod *v1.Pod) types.NamespacedName {
	name := pod.Labels[apis.LabelPodGroup]
	if name == "" {
		return types.NamespacedName{}
	}
	return types.NamespacedName{Namespace: pod.Namespace, Name: name}
}

// PodChanged keeps the members of the PodGroups that a pod belonged to and belongs to now.
func (c *StatusController) PodChanged(before, pod *v1.Pod) {
	for _, group := range []types.NamespacedName{podGroupOf(before), podGroupOf(pod)} {
		if group.Name == "" {
			continue
		}
		now := stores.Get[v1.Pod](c.stores.Pods, pod.Namespace+"/"+pod.Name)
		c.mu.Lock()
		if now != nil && podGroupOf(now) == group {
			if c.members[group] == nil {
				c.members[group] = map[string]bool{}
			}
			c.members[group][pod.Name] = true
			c.claim(c.stored(group), now)
		} else if delete(c.members[group], pod.Name); len(c.members[group]) == 0 {
			delete(c.members, group)
		}
		c.mu.Unlock()
		c.Queue.AddAfter(group.String(), settle)
	}
}

// GroupChanged queues a PodGroup.
func (c *StatusController) GroupChanged(group *apis.PodGroup) {
	name := nameOfGroup(group)
	pods := c.pods(name)
	c.mu.Lock()
	if now := c.stored(name); now == nil {
		delete(c.own, name)
	} else {
		c.claim(now, pods...)
	}
	c.mu.Unlock()
	c.Queue.AddAfter(name.String(), settle)
}

func nameOfGroup(group *apis.PodGroup) types.NamespacedName {
	return types.NamespacedName{Namespace: group.Namespace, Name: group.Name}
}

func (c *StatusController) stored(group types.NamespacedName) *apis.PodGroup {
	return stores.Get[apis.PodGroup](c.stores.PodGroups.Load(), group.String())
}

// claim records that a PodGroup is this scheduler's if one of the pods is, and reports that. The
// caller holds mu.
func (c *StatusController) claim(group *apis.PodGroup, pods ...*v1.Pod) bool {
	if group == nil || !slices.ContainsFunc(pods, c.isServed) {
		return false
	}
	c.own[nameOfGroup(group)] = group.UID
	return true
}

// isOwn reports whether this scheduler writes the status of a PodGroup with these pods. A PodGroup
// without pods remains that of the scheduler that its last pods chose; it is not written if this
// process has seen none.
func (c *StatusController) isOwn(group *apis.PodGroup, pods []*v1.Pod) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := nameOfGroup(group)
	if !c.claim(group, pods...) && len(pods) > 0 {
		delete(c.own, name)
	}
	uid, is := c.own[name]
	return is && uid == group.UID
}

// pods returns the pods of a PodGroup by name, including those that have ended.
func (c *StatusController) pods(group types.NamespacedName) (pods []*v1.Pod) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.members[group] {
		if pod := stores.Get[v1.Pod](c.stores.Pods, group.Namespace+"/"+name); pod != nil && podGroupOf(pod) == group {
			pods = append(pods, pod)
		}
	}
	slices.SortFunc(pods, func(a, b *v1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods
}

// report writes the status of a PodGroup if it changed.
func (c *StatusController) report(ctx context.Context, name string) error {
	object := stores.Get[apis.PodGroup](c.stores.PodGroups.Load(), name)
	if object == nil || stores.FaultOf(object) != nil {
		return nil
	}
	pods := c.pods(nameOfGroup(object))
	if !c.isOwn(object, pods) {
		return nil
	}
	status := groupStatus(object, pods, c.now())
	if apiequality.Semantic.DeepEqual(status, object.Status) {
		return nil
	}
	return controller.IgnoreGone(c.write(ctx, object, status))
}

// isServed reports whether a pod chose a profile of this scheduler.
func (c *StatusController) isServed(pod *v1.Pod) bool { return c.profiles.Has(pod.Spec.SchedulerName) }

func (c *StatusController) write(ctx context.Context, object *apis.PodGroup, status apis.PodGroupStatus) error {
	fields := map[string]any{ // a merge patch: numbers that become 0 are stated
		"phase":     status.Phase,
		"scheduled": status.Scheduled,
		"running":   status.Running,
		"succeeded": status.Succeeded,
		"failed":    status.Failed,
	}
	if status.OccupiedBy != "" {
		fields["occupiedBy"] = status.OccupiedBy
	}
	if status.ScheduleStartTime != nil {
		fields["scheduleStartTime"] = status.ScheduleStartTime
	}
	patch, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"uid": object.UID, "resourceVersion": object.ResourceVersion}, "status": fields})
	if err != nil {
		return err
	}
	return controller.PatchStatus(ctx, c.dynamic.Resource(apis.PodGroups).Namespace(object.Namespace), object, patch)
}

// groupStatus computes the status of a PodGroup from its pods. Finished and Failed are final: the
// pods of a group that ended may be deleted.
func groupStatus(object *apis.PodGroup, pods []*v1.Pod, now time.Time) apis.PodGroupStatus {
	status := *object.Status.DeepCopy()
	if status.Phase == apis.PodGroupFinished || status.Phase == apis.PodGroupFailed {
		return status
	}
	status.Scheduled, status.Running, status.Succeeded, status.Failed = 0, 0, 0, 0
	for _, pod := range pods {
		if pod.Spec.NodeName != "" {
			status.Scheduled++
		}
		switch pod.Status.Phase {
		case v1.PodRunning:
			status.Running++
		case v1.PodSucceeded:
			status.Succeeded++
		case v1.PodFailed:
			status.Failed++
		}
	}
	needed := max(1, object.Spec.MinMember)
	switch {
	case status.Succeeded >= needed:
		status.Phase = apis.PodGroupFinished
	case status.Failed > 0 && status.Failed+status.Running+status.Succeeded >= needed:
		status.Phase = apis.PodGroupFailed
	case status.Running+status.Succeeded >= needed:
		status.Phase = apis.PodGroupRunning
	case status.Scheduled >= needed:
		status.Phase = apis.PodGroupScheduling
	case status.Scheduled > 0:
		status.Phase = apis.PodGroupUnknown
	default:
		status.Phase = apis.PodGroupPending
	}
	if len(pods) < int(needed) {
		return status
	}
	if status.OccupiedBy == "" {
		status.OccupiedBy = occupantsOf(pods)
	}
	if status.ScheduleStartTime == nil {
		status.ScheduleStartTime = &metav1.Time{Time: now.Truncate(time.Second)} // as the API server keeps it
	}
	return status
}

// occupantsOf returns the owners of the first pod that has any, as the scheduler plugins write
// them: NAMESPACE/NAME, with commas.
func occupantsOf(pods []*v1.Pod) string {
	for _, pod := range pods {
		var owners []string
		for _, owner := range pod.OwnerReferences {
			owners = append(owners, fmt.Sprintf("%s/%s", pod.Namespace, owner.Name))
		}
		if len(owners) > 0 {
			slices.Sort(owners)
			return strings.Join(owners, ",")
		}
	}
	return ""
}
