// Package resize adjusts the CPUs and NUMA amounts of pods that are resized in place.
package resize

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Controller adjusts the CPUs and NUMA amounts of pods that are resized in place
// (docs/embed/resize.md), while this process is the leader. No CPU ever belongs to two pods:
// allocations are recorded in the cluster before the annotation is written; releases only after the
// API server has the annotation.
type Controller struct {
	controller.Worker
	state   *state.State
	report  *report.Reporter
	client  kubernetes.Interface
	waiting controller.Waiters[waitingResize] // pods whose node currently lacks resources
}

type waitingResize struct {
	uid       types.UID
	node, why string
}

// New returns a controller of the pods in a queue.
func New(state *state.State, queue controller.Queue, client kubernetes.Interface, report *report.Reporter) *Controller {
	c := &Controller{state: state, report: report, client: client}
	c.Worker = controller.NewWorker("resize", queue, c.Reconcile)
	return c
}

// NodeFreed queues pods of a node that waited for resources on it.
func (c *Controller) NodeFreed(node string) {
	for name, waiter := range c.waiting.All() {
		if waiter.node == node {
			c.Queue.Add(name)
		}
	}
}

// resized is the change of a pod's allocation.
type resized struct {
	pod     *v1.Pod
	status  string // its new resource-status
	devices string // "" for unchanged
	before  koord.CPUSet
	after   koord.CPUSet
	grows   bool // committed already; otherwise when the API server has the annotation
}

// resizePlan is the planned change for a pod.
type resizePlan struct {
	pod    *v1.Pod
	change *resized // nil if nothing is due
	why    string   // reason if it is currently not possible
	absent bool     // the cluster does not have the pod, or its node; the pod is planned again when the node is known
	news   bool     // the reason has not been reported yet
}

// Reconcile handles one pod. An error is temporary.
func (c *Controller) Reconcile(ctx context.Context, name string) error {
	namespace, short, _ := strings.Cut(name, "/")
	plan, err := c.plan(types.NamespacedName{Namespace: namespace, Name: short})
	if err != nil {
		return err
	}
	pod, change := plan.pod, plan.change
	if plan.news {
		metrics.Resizes.WithLabelValues("refused").Inc()
		klog.FromContext(ctx).Info("Koord: a pod cannot be resized", "pod", name, "node", pod.Spec.NodeName, "why", plan.why)
		c.report.RecordEvent(pod, v1.EventTypeWarning, "KoordResizeRefused", plan.why)
	}
	if change == nil {
		return nil
	}
	if err := c.write(ctx, change); err != nil {
		c.state.AbandonWrite(change.pod.UID, change.grows)
		return err
	}
	c.finish(change)
	metrics.Resizes.WithLabelValues("resized").Inc()
	klog.FromContext(ctx).Info("Koord: pod resized", "pod", name, "node", pod.Spec.NodeName, "before", change.before.String(),
		"after", change.after.String())
	if !reflect.DeepEqual(change.before, change.after) {
		c.report.RecordEvent(pod, v1.EventTypeNormal, "KoordResized", fmt.Sprintf("CPUs %s, before %s", change.after, change.before))
	}
	return nil
}

// plan plans a pod's change. A pod that waits for resources is recorded before the cluster changes
// again, so that no change is missed.
func (c *Controller) plan(name types.NamespacedName) (plan resizePlan, err error) {
	err = c.state.PlanAndCommit(func(planning *state.Planning) (err error) {
		if plan, err = c.resize(planning, name); err != nil {
			return err
		}
		if plan.absent {
			c.waiting.Put(name.String(), waitingResize{uid: plan.pod.UID, node: plan.pod.Spec.NodeName})
			return nil
		}
		if plan.why == "" {
			c.waiting.End(name.String())
			return nil
		}
		waits := waitingResize{plan.pod.UID, plan.pod.Spec.NodeName, plan.why}
		plan.news = c.waiting.Put(name.String(), waits) != waits
		return nil
	})
	return plan, err
}

// resize plans a pod's change, and commits it if the pod gives nothing up.
func (c *Controller) resize(planning *state.Planning, name types.NamespacedName) (out resizePlan, err error) {
	pod := stores.Get[v1.Pod](c.state.Stores.Pods, name.String())
	if out.pod = pod; pod == nil {
		return out, nil
	}
	bound, is := planning.BoundPod(pod)
	if !is {
		out.absent = pod.Spec.NodeName != ""
		return out, nil
	}
	if bound.IsBeingBound {
		return out, fmt.Errorf("pod %s is being bound", name)
	}
	stated := pod.Annotations[objects.AnnotationResourceStatus]
	if stated == "" {
		return out, nil
	}
	if bound.IsBeingWritten {
		planning.RepeatResize(bound.UID)
		return out, nil
	}
	converted, err := planning.Convert(request.Desired(pod))
	if err != nil {
		out.why = message.Sentence(err)
		return out, nil
	}
	defer converted.Close()
	plan, refusal, err := c.state.Cluster.PlanResize(converted, nil)
	switch {
	case errors.Is(err, koord.ErrNotFound): // its node was removed
		out.absent = true
		return out, nil
	case errors.Is(err, koord.ErrInvalid), errors.Is(err, koord.ErrConflict), errors.Is(err, koord.ErrLimit):
		out.why = message.Sentence(err)
		return out, nil
	case err != nil:
		return out, err
	case refusal.Refused():
		out.why = c.state.Words(refusal)
		return out, nil
	}
	defer plan.Close()
	return c.begin(planning, out, plan, stated)
}

// begin starts a planned change: it commits the plan if the pod gives nothing up.
func (c *Controller) begin(planning *state.Planning, out resizePlan, plan *koord.Plan, stated string) (resizePlan, error) {
	change, err := c.step(out.pod, plan, stated)
	if err != nil || change == nil {
		return out, err
	}
	if change.grows {
		err := c.state.Cluster.Commit(plan)
		if errors.Is(err, koord.ErrConflict) { // planning again would have the same result
			out.why = message.Sentence(err)
			return out, nil
		}
		if err != nil {
			return out, err
		}
	}
	planning.BeginWrite(out.pod.UID, change.status, !change.grows)
	out.change = change
	return out, nil
}

// step returns a plan's changes to a pod's annotations, or nil if there are none.
func (c *Controller) step(pod *v1.Pod, plan *koord.Plan, stated string) (*resized, error) {
	status, err := c.state.Cluster.StepStatus(plan, 0)
	if err != nil {
		return nil, err
	}
	devices, err := c.state.Cluster.StepDevices(plan, 0)
	if err != nil {
		return nil, err
	}
	had, err := c.state.Cluster.PodDevices(string(pod.UID))
	if err != nil {
		return nil, err
	}
	out := &resized{pod: pod, status: inForm(string(status), stated)}
	if out.before, err = c.state.Cluster.PodCPUs(string(pod.UID)); err != nil {
		return nil, err
	}
	if out.after, err = plan.StepCPUs(0); err != nil {
		return nil, err
	}
	if string(devices) != string(had) {
		out.devices = string(devices)
	}
	if sameJSON(out.status, stated) && out.devices == "" {
		return nil, nil
	}
	out.grows = out.before.Intersection(out.after).Count() == out.before.Count()
	return out, nil
}

// finish completes the resize of a pod that grew. A pod that shrinks waits for the store's version.
func (c *Controller) finish(change *resized) {
	if change.grows {
		c.state.EndWrite(change.pod.UID)
	}
}

// inForm returns a resource-status in the form of another one: without numaNodeResources if that
// has only CPUs.
func inForm(status, like string) string {
	var known, found map[string]json.RawMessage
	if json.Unmarshal([]byte(like), &known) != nil || json.Unmarshal([]byte(status), &found) != nil {
		return status
	}
	if _, cpus := known["cpuset"]; !cpus || known["numaNodeResources"] != nil {
		return status
	}
	delete(found, "numaNodeResources")
	out, err := json.Marshal(found)
	if err != nil {
		return status
	}
	return string(out)
}

func sameJSON(a, b string) bool {
	var first, second any
	return json.Unmarshal([]byte(a), &first) == nil && json.Unmarshal([]byte(b), &second) == nil && reflect.DeepEqual(first, second)
}

// write writes a pod's annotations until the response determines the result, because a written
// allocation must not be given to another pod.
func (c *Controller) write(ctx context.Context, change *resized) error {
	set := map[string]string{objects.AnnotationResourceStatus: change.status}
	if change.devices != "" {
		set[objects.AnnotationDeviceAllocated] = change.devices
	}
	patch := objects.Changes{Set: set}.MergePatch(change.pod)
	_, err := controller.Persist(ctx, func() error {
		_, err := c.client.CoreV1().Pods(change.pod.Namespace).Patch(ctx, change.pod.Name, types.MergePatchType, patch,
			metav1.PatchOptions{})
		return err
	})
	// a conflict means another pod of this name
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}
