package scheduler

import (
	"context"
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
	state   *State
	dynamic dynamic.Interface
	client  kubernetes.Interface
	now     func() time.Time
	ended   map[string]types.UID // ended objects by name, until the store has them as ended
}

// watchRebinds watches the objects, even while this process is not the leader.
func (s *State) watchRebinds(client kubernetes.Interface, objects dynamic.Interface) *rebinder {
	r := &rebinder{state: s, client: client, dynamic: objects, now: time.Now, ended: map[string]types.UID{}}
	r.worker = newWorker("RebindResource", r.carryOut)
	return r
}

func (r *rebinder) changed(_, now any) {
	if object, is := now.(*apis.RebindResource); is {
		r.queue.Add(object.Name)
	}
}

// carryOut executes one object. An error is temporary.
func (r *rebinder) carryOut(ctx context.Context, name string) error {
	object := stored[apis.RebindResource](load(&r.state.sources.rebinds), name)
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
	if bad := faultOf(object); bad != nil {
		return r.end(ctx, object, koord.RebindPhaseFailed, sentence(bad.err))
	}
	if object.Spec.RebindAction != apis.RebindCPU {
		return r.end(ctx, object, koord.RebindPhaseFailed, fmt.Sprintf("spec.rebindAction: found %q, expected RebindCPU", object.Spec.RebindAction))
	}
	seconds := int64(600)
	if object.Spec.DeadlineInSeconds != nil {
		seconds = *object.Spec.DeadlineInSeconds
	}
	deadline := object.CreationTimestamp.Add(time.Duration(seconds) * time.Second)
	if r.now().After(deadline) {
		return r.end(ctx, object, koord.RebindPhaseFailed, "the deadline has passed; nothing was changed")
	}
	moves, why, err := r.state.rebind(object.Spec.NodeName)
	switch {
	case isStatus(err, koord.ErrNotFound):
		return r.end(ctx, object, koord.RebindPhaseFailed, "the node does not exist")
	case isStatus(err, koord.ErrStale): // plan again
		return err
	case err != nil:
		return r.end(ctx, object, koord.RebindPhaseFailed, sentence(err))
	case why != "":
		return r.end(ctx, object, koord.RebindPhaseFailed, why)
	case len(moves) == 0:
		return r.end(ctx, object, koord.RebindPhaseSucceed, "no pod would be better off on other CPUs")
	}
	defer r.state.rebound(moves)
	for i, move := range moves {
		if err := r.write(ctx, move, deadline); err != nil {
			r.state.restore(moves[i:])
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

// rebind plans other CPUs for the pods of a node and commits the plan. why is the reason if there
// is no plan.
func (s *State) rebind(node string) (moves []move, why string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.cluster.NodeID(node)
	if err != nil {
		return nil, "", err
	}
	query, done, err := s.query()
	if err != nil {
		return nil, "", err
	}
	defer done()
	pods := map[types.UID]*v1.Pod{}
	for uid, rec := range s.nodes[node].pods {
		found := stored[v1.Pod](s.sources.pods, rec.name.String())
		// being bound or resized with its current allocation
		if rec.assumed || rec.writes != nil || found == nil || found.UID != uid {
			if err := query.ProtectPod(string(uid), koord.ProtectionKeep); err != nil {
				return nil, "", err
			}
			continue
		}
		pods[uid] = found
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
		s.pods[move.pod.UID].writes = &write{status: move.status}
	}
	return moves, "", nil
}

// rebound ends the writes of a plan.
func (s *State) rebound(moves []move) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, move := range moves {
		if rec := s.pods[move.pod.UID]; rec != nil {
			s.written(rec)
		}
	}
}

// restore resets pods that could not be written to the allocation in their annotations.
func (s *State) restore(moves []move) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, move := range moves {
		if rec := s.pods[move.pod.UID]; rec != nil {
			s.drop(rec)
			s.syncPodLocked(rec.name)
		}
	}
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
