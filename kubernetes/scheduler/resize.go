package scheduler

import (
	"context"
	"encoding/json"
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
)

// resizer adjusts the CPUs and NUMA amounts of pods that are resized in place
// (docs/embed/resize.md), while this process is the leader. No CPU ever belongs to two pods:
// allocations are recorded in the cluster before the annotation is written; releases only after the
// API server has the annotation.
type resizer struct {
	worker
	state   *State
	client  kubernetes.Interface
	waiting waiters[waitingResize] // pods whose node currently lacks resources
}

type waitingResize struct {
	uid       types.UID
	node, why string
}

func (s *State) watchResizes(client kubernetes.Interface) *resizer {
	r := &resizer{state: s, client: client}
	r.worker = newWorker("resize", r.carryOut)
	return r
}

func (r *resizer) look(pod types.NamespacedName) {
	if r != nil {
		r.queue.Add(pod.String())
	}
}

// nodeFreed queues pods of a node that waited for resources on it.
func (r *resizer) nodeFreed(node string) {
	if r == nil {
		return
	}
	for name, one := range r.waiting.now() {
		if one.node == node {
			r.queue.Add(name)
		}
	}
}

// resized is the change of a pod's allocation.
type resized struct {
	move
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
	news   bool     // the reason has not been reported yet
}

// carryOut handles one pod. An error is temporary.
func (r *resizer) carryOut(ctx context.Context, name string) error {
	namespace, short, _ := strings.Cut(name, "/")
	plan, err := r.plan(types.NamespacedName{Namespace: namespace, Name: short})
	if err != nil {
		return err
	}
	pod, change := plan.pod, plan.change
	if plan.news {
		resizes.WithLabelValues("refused").Inc()
		klog.FromContext(ctx).Info("Koord: a pod cannot be resized", "pod", name, "node", pod.Spec.NodeName, "why", plan.why)
		r.state.tell.note(pod, v1.EventTypeWarning, "KoordResizeRefused", plan.why)
	}
	if change == nil {
		return nil
	}
	if err := r.write(ctx, change); err != nil {
		r.state.resizeFailed(change)
		return err
	}
	r.state.resizeWritten(change)
	resizes.WithLabelValues("resized").Inc()
	klog.FromContext(ctx).Info("Koord: pod resized", "pod", name, "node", pod.Spec.NodeName, "before", change.before.String(),
		"after", change.after.String())
	if !reflect.DeepEqual(change.before, change.after) {
		r.state.tell.note(pod, v1.EventTypeNormal, "KoordResized", fmt.Sprintf("CPUs %s, before %s", change.after, change.before))
	}
	return nil
}

// plan plans a pod's change. A pod that waits for resources is recorded before the cluster changes
// again, so that no change is missed.
func (r *resizer) plan(name types.NamespacedName) (plan resizePlan, err error) {
	r.state.mu.Lock()
	defer r.state.mu.Unlock()
	if plan, err = r.state.resize(name); err != nil {
		return plan, err
	}
	if plan.why == "" {
		r.waiting.end(name.String())
		return plan, nil
	}
	waits := waitingResize{plan.pod.UID, plan.pod.Spec.NodeName, plan.why}
	plan.news = r.waiting.put(name.String(), waits) != waits
	return plan, nil
}

// resize plans a pod's change, and commits it if the pod gives nothing up. The caller holds mu.
func (s *State) resize(name types.NamespacedName) (out resizePlan, err error) {
	pod, rec := stored[v1.Pod](s.sources.pods, name.String()), s.byName[name]
	out.pod = pod
	if pod == nil || rec == nil || rec.uid != pod.UID || pod.Spec.NodeName != rec.node || rec.version == "" {
		return out, nil
	}
	if rec.assumed {
		return out, fmt.Errorf("pod %s is being bound", name)
	}
	stated := pod.Annotations[objects.AnnotationResourceStatus]
	if stated == "" {
		return out, nil
	}
	if rec.writes != nil {
		rec.writes.again = true
		return out, nil
	}
	made, err := s.build(wanted(pod))
	if err != nil {
		out.why = sentence(err)
		return out, nil
	}
	defer made.Close()
	plan, refusal, err := s.cluster.PlanResize(made, nil)
	switch {
	case isStatus(err, koord.ErrNotFound): // its node was removed
		return out, nil
	case isStatus(err, koord.ErrInvalid), isStatus(err, koord.ErrConflict), isStatus(err, koord.ErrLimit):
		out.why = sentence(err)
		return out, nil
	case err != nil:
		return out, err
	case refusal.Refused():
		out.why = s.words(refusal)
		return out, nil
	}
	defer plan.Close()
	change, err := s.resizeStep(pod, plan, stated)
	if err != nil || change == nil {
		return out, err
	}
	if change.grows {
		err := s.cluster.Commit(plan)
		if isStatus(err, koord.ErrConflict) { // planning again would have the same result
			out.why = sentence(err)
			return out, nil
		}
		if err != nil {
			return out, err
		}
	}
	rec.writes = &write{status: change.status, shrinks: !change.grows}
	out.change = change
	return out, nil
}

// resizeStep returns a plan's changes to a pod's annotations, or nil if there are none.
func (s *State) resizeStep(pod *v1.Pod, plan *koord.Plan, stated string) (*resized, error) {
	status, err := s.cluster.StepStatus(plan, 0)
	if err != nil {
		return nil, err
	}
	devices, err := s.cluster.StepDevices(plan, 0)
	if err != nil {
		return nil, err
	}
	had, err := s.cluster.PodDevices(string(pod.UID))
	if err != nil {
		return nil, err
	}
	out := &resized{move: move{pod, inForm(string(status), stated)}}
	if out.before, err = s.cluster.PodCPUs(string(pod.UID)); err != nil {
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
	var one, other any
	return json.Unmarshal([]byte(a), &one) == nil && json.Unmarshal([]byte(b), &other) == nil && reflect.DeepEqual(one, other)
}

// write writes a pod's annotations until the response determines the result, because a written
// allocation must not be given to another pod.
func (r *resizer) write(ctx context.Context, change *resized) error {
	set := map[string]string{objects.AnnotationResourceStatus: change.status}
	if change.devices != "" {
		set[objects.AnnotationDeviceAllocated] = change.devices
	}
	patch := objects.Changes{Set: set}.MergePatch(change.pod)
	_, err := persist(ctx, func() error {
		_, err := r.client.CoreV1().Pods(change.pod.Namespace).Patch(ctx, change.pod.Name, types.MergePatchType, patch,
			metav1.PatchOptions{})
		return err
	})
	// a conflict means another pod of this name
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}

// resizeFailed resets a pod that could not be written to the allocation in its annotation.
func (s *State) resizeFailed(change *resized) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.pods[change.pod.UID]
	if rec == nil {
		return
	}
	rec.writes = nil
	now := stored[v1.Pod](s.sources.pods, rec.name.String())
	if !change.grows || now == nil || now.UID != rec.uid || now.Spec.NodeName != rec.node {
		return
	}
	// the allocation here counts until the pod is set again
	s.unset(s.cluster.RemovePod(string(rec.uid)))
	s.setPod(rec, now)
	s.wake.nodeFreed(s, rec.node)
}

// resizeWritten completes the resize of a pod that grew. A pod that shrinks waits for the store's
// version.
func (s *State) resizeWritten(change *resized) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rec := s.pods[change.pod.UID]; rec != nil && change.grows {
		s.written(rec)
	}
}

// written ends a write of a pod's resource-status.
func (s *State) written(rec *podRecord) {
	if rec.writes != nil && rec.writes.again {
		s.resizer.look(rec.name)
	}
	rec.writes = nil
}

// seeResize checks whether a pod requests other amounts than before, and whether the store has the
// annotation written by a resize.
func (s *State) seeResize(rec *podRecord, pod *v1.Pod) {
	stated := pod.Annotations[objects.AnnotationResourceStatus]
	// the allocation here counts until the pod is set again
	if rec.writes != nil && rec.writes.shrinks && rec.writes.status == stated {
		s.unset(s.cluster.RemovePod(string(rec.uid)))
		s.written(rec)
	}
	if stated == "" {
		rec.asked = amounts{}
		return
	}
	asked := amountsOf(wanted(pod))
	if resizing(pod, rec.asked, asked) {
		s.resizer.look(rec.name)
	}
	rec.asked = asked
}

// resizing reports whether a pod's CPUs or NUMA amounts differ from its requests, as far as its
// annotation shows it.
func resizing(pod *v1.Pod, before, now amounts) bool {
	if before != (amounts{}) {
		return before != now
	}
	var status struct {
		CPUSet string `json:"cpuset"`
	}
	if json.Unmarshal([]byte(pod.Annotations[objects.AnnotationResourceStatus]), &status) != nil || status.CPUSet == "" {
		return false
	}
	cpus, err := koord.ParseCPUSet(status.CPUSet)
	return err == nil && int64(cpus.Count())*1000 != now.cpu
}
