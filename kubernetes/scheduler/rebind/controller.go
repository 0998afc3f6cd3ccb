// Package rebind executes RebindResources.
package rebind

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
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Controller executes RebindResources (docs/embed/rebind.md). It runs in the process that schedules
// pods, and only while this process is the leader, so that no other process allocates CPUs
// meanwhile.
type Controller struct {
	controller.Worker
	state   *state.State
	dynamic dynamic.Interface
	client  kubernetes.Interface
	now     func() time.Time
	ended   map[string]types.UID // ended objects by name, until the store has them as ended
}

// New returns a controller of RebindResources.
func New(state *state.State, client kubernetes.Interface, objects dynamic.Interface, now func() time.Time) *Controller {
	c := &Controller{state: state, client: client, dynamic: objects, now: now, ended: map[string]types.UID{}}
	c.Worker = controller.NewWorker("RebindResource", controller.NewQueue(), c.reconcile)
	return c
}

// Enqueue queues a RebindResource.
func (c *Controller) Enqueue(name string) { c.Queue.Add(name) }

// reconcile executes one object. An error is temporary.
func (c *Controller) reconcile(ctx context.Context, name string) error {
	object := stores.Get[apis.RebindResource](c.state.Stores.Rebinds.Load(), name)
	if object == nil {
		delete(c.ended, name)
		return nil
	}
	switch object.Status.Phase {
	case apis.RebindSucceed, apis.RebindFailed, apis.RebindUnknown:
		delete(c.ended, name)
		return nil
	}
	if c.ended[name] == object.UID && object.UID != "" {
		return nil
	}
	if object.Status.Phase == "" {
		if err := c.report(ctx, object, koord.RebindPhasePending, ""); err != nil {
			return err
		}
	}
	deadline := deadlineOf(object)
	if why := c.invalid(object, deadline); why != "" {
		return c.end(ctx, object, koord.RebindPhaseFailed, why)
	}
	moves, why, err := c.plan(object.Spec.NodeName)
	switch {
	case errors.Is(err, koord.ErrNotFound):
		return c.end(ctx, object, koord.RebindPhaseFailed, "the node does not exist")
	case errors.Is(err, koord.ErrStale): // plan again
		return err
	case err != nil:
		return c.end(ctx, object, koord.RebindPhaseFailed, message.Sentence(err))
	case why != "":
		return c.end(ctx, object, koord.RebindPhaseFailed, why)
	case len(moves) == 0:
		return c.end(ctx, object, koord.RebindPhaseSucceed, "no pod would be better off on other CPUs")
	}
	return c.carryOutMoves(ctx, object, moves, deadline)
}

// invalid returns the reason for which an object is not executed, or "".
func (c *Controller) invalid(object *apis.RebindResource, deadline time.Time) string {
	if bad := stores.FaultOf(object); bad != nil {
		return message.Sentence(bad.Err)
	}
	if object.Spec.RebindAction != apis.RebindCPU {
		return fmt.Sprintf("spec.rebindAction: found %q, expected RebindCPU", object.Spec.RebindAction)
	}
	if c.now().After(deadline) {
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
func (c *Controller) carryOutMoves(ctx context.Context, object *apis.RebindResource, moves []move, deadline time.Time) error {
	defer func() {
		for _, move := range moves {
			c.state.EndWrite(move.pod.UID)
		}
	}()
	for i, move := range moves {
		if err := c.write(ctx, move, deadline); err != nil {
			var left []types.UID
			for _, other := range moves[i:] {
				left = append(left, other.pod.UID)
			}
			c.state.Restore(left)
			return c.end(ctx, object, koord.RebindPhaseUnknown, message.Short(fmt.Sprintf("%d of %d pods were written; pod %s: %v", i, len(moves),
				move.pod.Name, err)))
		}
	}
	return c.end(ctx, object, koord.RebindPhaseSucceed, "")
}

// move is a step of a plan: the new annotation of a pod.
type move struct {
	pod    *v1.Pod
	status string
}

// plan plans other CPUs for the pods of a node and commits the plan. why is the reason if there is
// no plan.
func (c *Controller) plan(node string) (moves []move, why string, err error) {
	err = c.state.PlanAndCommit(func(planning *state.Planning) (err error) {
		moves, why, err = c.planAndCommit(planning, node)
		return err
	})
	return moves, why, err
}

func (c *Controller) planAndCommit(planning *state.Planning, node string) (moves []move, why string, err error) {
	cluster := c.state.Cluster
	id, err := cluster.NodeID(node)
	if err != nil {
		return nil, "", err
	}
	query, done, err := c.state.Query()
	if err != nil {
		return nil, "", err
	}
	defer done()
	pods, err := c.movable(planning, query, node)
	if err != nil {
		return nil, "", err
	}
	plan, info, err := cluster.PlanRebind(id, koord.RebindOptions{}, query)
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
		status, err := cluster.StepStatus(plan, i)
		if err != nil {
			return nil, "", err
		}
		moves = append(moves, move{pods[types.UID(step.UID)], string(status)})
	}
	if len(moves) == 0 {
		return nil, "", nil
	}
	if err := cluster.Commit(plan); err != nil {
		return nil, "", err
	}
	for _, move := range moves {
		planning.BeginWrite(move.pod.UID, move.status, false)
	}
	return moves, "", nil
}

// movable returns the pods of a node that may move. All others keep their allocation in the query.
func (c *Controller) movable(planning *state.Planning, query *koord.Query, node string) (map[types.UID]*v1.Pod, error) {
	pods := map[types.UID]*v1.Pod{}
	for _, uid := range planning.ClaimsOn(node) { // a driver has the CPUs of claims
		if err := query.ProtectPod(string(uid), koord.ProtectionKeep); err != nil {
			return nil, err
		}
	}
	for _, bound := range planning.PodsOn(node) {
		pod := stores.Get[v1.Pod](c.state.Stores.Pods, bound.Name.String())
		if bound.IsBeingBound || bound.IsBeingWritten || pod == nil || pod.UID != bound.UID {
			if err := query.ProtectPod(string(bound.UID), koord.ProtectionKeep); err != nil {
				return nil, err
			}
			continue
		}
		pods[bound.UID] = pod
	}
	return pods, nil
}

// write writes a pod's annotation, until the deadline. A deleted pod needs none.
func (c *Controller) write(ctx context.Context, move move, deadline time.Time) error {
	patch := objects.Changes{Set: map[string]string{objects.AnnotationResourceStatus: move.status}}.MergePatch(move.pod)
	for lost := false; ; lost = true {
		_, err := c.client.CoreV1().Pods(move.pod.Namespace).Patch(ctx, move.pod.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		// a conflict means another pod of this name
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
			return nil
		}
		if !lost && controller.IsRejection(err) || c.now().After(deadline) {
			return controller.WithRemedy(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(controller.RetryDelay):
		}
	}
}

func (c *Controller) end(ctx context.Context, object *apis.RebindResource, phase koord.RebindPhase, why string) error {
	if err := c.report(ctx, object, phase, why); err != nil {
		return err
	}
	c.ended[object.Name] = object.UID
	metrics.Rebinds.WithLabelValues(strings.TrimPrefix(phase.String(), "RebindPhase")).Inc()
	klog.FromContext(ctx).Info("Koord: a RebindResource has ended", "rebindResource", object.Name, "node", object.Spec.NodeName,
		"phase", phase, "why", why)
	return nil
}

func (c *Controller) report(ctx context.Context, object *apis.RebindResource, phase koord.RebindPhase, why string) error {
	patch, err := koord.RebindStatusToJSON(phase, c.now().UTC().Format(time.RFC3339), why)
	if err != nil {
		return err
	}
	err = controller.PatchStatus(ctx, c.dynamic.Resource(apis.RebindResources), object, patch)
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
