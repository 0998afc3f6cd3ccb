package scheduler

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// rebinder executes RebindResources (docs/embed/rebind.md). It runs in the process that schedules
// pods, and only while this process is the leader, so that no other process allocates CPUs
// meanwhile.
type rebinder struct {
	worker
	state   *model
	dynamic dynamic.Interface
	client  kubernetes.Interface
	now     func() time.Time
	ended   map[string]types.UID // ended objects by name, until the store has them as ended
}

// newRebinder returns a rebinder.
func newRebinder(state *model, client kubernetes.Interface, objects dynamic.Interface) *rebinder {
	r := &rebinder{state: state, client: client, dynamic: objects, now: time.Now, ended: map[string]types.UID{}}
	r.worker = newWorker("RebindResource", newQueue(), r.carryOut)
	return r
}

// look queues a RebindResource.
func (r *rebinder) look(name string) { r.queue.Add(name) }

// carryOut executes one object. An error is temporary.
func (r *rebinder) carryOut(ctx context.Context, name string) error {
	object := stored[apis.RebindResource](r.state.stores.rebinds.load(), name)
	if object == nil {
		delete(r.ended, name)
		return nil
	}
	switch object.Status.Phase {
	case apis.RebindSucceed, apis.RebindFailed, apis.RebindUnknown:
		delete(r.ended, name)
		return nil
	}
	if r.ended[name] == object.UID && object.UID != "" {
		return nil
	}
	if object.Status.Phase == "" {
		if err := r.report(ctx, object, koord.RebindPhasePending, ""); err != nil {
			return err
		}
	}
	deadline := deadlineOf(object)
	if why := r.invalid(object, deadline); why != "" {
		return r.end(ctx, object, koord.RebindPhaseFailed, why)
	}
	moves, why, err := r.plan(object.Spec.NodeName)
	switch {
	case errors.Is(err, koord.ErrNotFound):
		return r.end(ctx, object, koord.RebindPhaseFailed, "the node does not exist")
	case errors.Is(err, koord.ErrStale): // plan again
		return err
	case err != nil:
		return r.end(ctx, object, koord.RebindPhaseFailed, sentence(err))
	case why != "":
		return r.end(ctx, object, koord.RebindPhaseFailed, why)
	case len(moves) == 0:
		return r.end(ctx, object, koord.RebindPhaseSucceed, "no pod would be better off on other CPUs")
	}
	return r.carryOutMoves(ctx, object, moves, deadline)
}

// invalid returns the reason for which an object is not executed, or "".
func (r *rebinder) invalid(object *apis.RebindResource, deadline time.Time) string {
	if bad := faultOf(object); bad != nil {
		return sentence(bad.err)
	}
	if object.Spec.RebindAction != apis.RebindCPU {
		return fmt.Sprintf("spec.rebindAction: found %q, expected RebindCPU", object.Spec.RebindAction)
	}
	if r.now().After(deadline) {
		return "the deadline has passed; nothing was changed"
	}
	return ""
}

func deadlineOf(object *apis.RebindResource) time.Time {
	seconds := int64(600)
	if object.Spec.DeadlineInSeconds != nil {
		seconds = *object.Spec.DeadlineInSeconds
	}
	return object.CreationTimestamp.Add(time.Duration(seconds) * time.Second)
}

// carryOutMoves writes the moves of a committed plan. If one cannot be written, it and the later
// ones are reset.
func (r *rebinder) carryOutMoves(ctx context.Context, object *apis.RebindResource, moves []move, deadline time.Time) error {
	defer func() {
		for _, move := range moves {
			r.state.endWrite(move.pod.UID)
		}
	}()
	for i, move := range moves {
		if err := r.write(ctx, move, deadline); err != nil {
			var left []types.UID
			for _, other := range moves[i:] {
				left = append(left, other.pod.UID)
			}
			r.state.restore(left)
			return r.end(ctx, object, koord.RebindPhaseUnknown, short(fmt.Sprintf("%d of %d pods were written; pod %s: %v", i, len(moves),
				move.pod.Name, err)))
		}
	}
	return r.end(ctx, object, koord.RebindPhaseSucceed, "")
}

// move is a step of a plan: the new annotation of a pod.
type move struct {
	pod    *v1.Pod
	status string
}

// plan plans other CPUs for the pods of a node and commits the plan. why is the reason if there is
// no plan.
func (r *rebinder) plan(node string) (moves []move, why string, err error) {
	s := r.state
	s.lock()
	defer s.unlock()
	id, err := s.cluster.NodeID(node)
	if err != nil {
		return nil, "", err
	}
	query, done, err := s.query()
	if err != nil {
		return nil, "", err
	}
	defer done()
	pods, err := r.movable(query, node)
	if err != nil {
		return nil, "", err
	}
	plan, info, err := s.cluster.PlanRebind(id, koord.RebindOptions{}, query)
	if err != nil {
		return nil, "", err
	}
	defer plan.Close()
	if info.Reason != koord.ReasonNone {
		return nil, koord.Refusal{Reason: info.Reason}.String(), nil
	}
	steps, err := plan.Steps()
	if err != nil {
		return nil, "", err
	}
	for i, step := range steps {
		status, err := s.cluster.StepStatus(plan, i)
		if err != nil {
			return nil, "", err
		}
		moves = append(moves, move{pods[types.UID(step.UID)], string(status)})
	}
	if len(moves) == 0 {
		return nil, "", nil
	}
	if err := s.cluster.Commit(plan); err != nil {
		return nil, "", err
	}
	for _, move := range moves {
		s.beginWrite(move.pod.UID, move.status, false)
	}
	return moves, "", nil
}

// movable returns the pods of a node that may move. All others keep their allocation in the query.
func (r *rebinder) movable(query *koord.Query, node string) (map[types.UID]*v1.Pod, error) {
	pods := map[types.UID]*v1.Pod{}
	for uid, rec := range r.state.podsOn(node) {
		found := stored[v1.Pod](r.state.stores.pods, rec.name.String())
		if rec.isBeingBound() || rec.isBeingWritten() || found == nil || found.UID != uid {
			if err := query.ProtectPod(string(uid), koord.ProtectionKeep); err != nil {
				return nil, err
			}
			continue
		}
		pods[uid] = found
	}
	return pods, nil
}

// write writes a pod's annotation, until the deadline. A deleted pod needs none.
func (r *rebinder) write(ctx context.Context, move move, deadline time.Time) error {
	patch := objects.Changes{Set: map[string]string{objects.AnnotationResourceStatus: move.status}}.MergePatch(move.pod)
	for lost := false; ; lost = true {
		_, err := r.client.CoreV1().Pods(move.pod.Namespace).Patch(ctx, move.pod.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		// a conflict means another pod of this name
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
			return nil
		}
		if !lost && final(err) || r.now().After(deadline) {
			return withRemedy(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(again):
		}
	}
}

func (r *rebinder) end(ctx context.Context, object *apis.RebindResource, phase koord.RebindPhase, why string) error {
	if err := r.report(ctx, object, phase, why); err != nil {
		return err
	}
	r.ended[object.Name] = object.UID
	rebinds.WithLabelValues(strings.TrimPrefix(phase.String(), "RebindPhase")).Inc()
	klog.FromContext(ctx).Info("Koord: a RebindResource has ended", "rebindResource", object.Name, "node", object.Spec.NodeName,
		"phase", phase, "why", why)
	return nil
}

func (r *rebinder) report(ctx context.Context, object *apis.RebindResource, phase koord.RebindPhase, why string) error {
	patch, err := koord.RebindStatusToJSON(phase, r.now().UTC().Format(time.RFC3339), why)
	if err != nil {
		return err
	}
	err = patchStatus(ctx, r.dynamic.Resource(apis.RebindResources), object, patch)
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
