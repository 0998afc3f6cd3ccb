//go:build !kube1_36 && !kube1_38

package nativegroup

import (
	"fmt"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// kube-scheduler places a pod group at once, but binds its pods one by one. If one of them then
// fails, or the group needs more pods than before, the others wait in Permit of GangScheduling for
// five minutes with all their resources. With this code they give up when one of them loses its
// placement, or when gangTimeout is over.

// groupWaits are the pods of groups that may have to wait.
type groupWaits struct {
	mu     sync.Mutex // kube-scheduler does not synchronize rejections of a pod
	timers sync.Map   // *time.Timer by uid
}

// end is called when a pod stops waiting, with any result.
func (g *groupWaits) end(uid types.UID) {
	if timer, waits := g.timers.LoadAndDelete(uid); waits {
		timer.(*time.Timer).Stop()
	}
}

// LimitWait makes a pod of a group give up after the timeout, if the group has too few pods yet.
func (g *Groups) LimitWait(pod *v1.Pod) {
	name := request.GroupOf(pod)
	if name == "" || g.groupHasEnough(pod.Namespace, name, 0) {
		return
	}
	g.waits.end(pod.UID)
	g.waits.timers.Store(pod.UID, time.AfterFunc(g.timeout, func() {
		if g.rejectMember(g.handle.GetWaitingPod(pod.UID), fmt.Sprintf("pod group %s gave up: too few of its pods found room in %s",
			name, g.timeout)) {
			metrics.GangEnds.WithLabelValues("given_up").Inc()
		}
	}))
}

// ReleaseGroup makes the pods of a group give up if too few remain without this one.
func (g *Groups) ReleaseGroup(pod *v1.Pod) {
	g.waits.end(pod.UID)
	name := request.GroupOf(pod)
	if name == "" || g.groupHasEnough(pod.Namespace, name, 1) {
		return
	}
	var others []types.UID
	g.handle.IterateOverWaitingPods(func(other fwk.WaitingPod) {
		if at := other.GetPod(); at.UID != pod.UID && at.Namespace == pod.Namespace && request.GroupOf(at) == name {
			others = append(others, at.UID)
		}
	})
	released := false
	for _, uid := range others {
		released = g.rejectMember(g.handle.GetWaitingPod(uid), "pod group "+name+" gave up: too few of its pods found room") || released
	}
	if released {
		metrics.GangEnds.WithLabelValues("given_up").Inc()
	}
}

// rejectMember makes a pod that waits for others of its group give up.
func (g *Groups) rejectMember(waiting fwk.WaitingPod, why string) bool {
	g.waits.mu.Lock()
	defer g.waits.mu.Unlock()
	return waiting != nil && slices.Contains(waiting.GetPendingPlugins(), names.GangScheduling) && waiting.Reject(args.Name, why)
}

// groupHasEnough reports whether a group has the required pods without some of those that are
// placed now.
func (g *Groups) groupHasEnough(namespace, name string, without int) bool {
	groups := g.handle.PodGroupManager()
	group, err := groups.PodGroups().Get(namespace, name)
	if err != nil {
		return false
	}
	if group.Spec.SchedulingPolicy.Gang == nil {
		return true
	}
	has, err := groups.PodGroupStates().Get(namespace, name)
	return err == nil && has.ScheduledPodsCount()-without >= int(group.Spec.SchedulingPolicy.Gang.MinCount)
}

// EndWait is called when a pod stops waiting, with any result.
func (g *Groups) EndWait(uid types.UID) { g.waits.end(uid) }
