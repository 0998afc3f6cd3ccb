package scheduler

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

type reservationOption func(*apis.Reservation)

// newReservation returns a Reservation for pods with label app=web, with the requests of a pod.
func newReservation(name string, of *v1.Pod, options ...reservationOption) *apis.Reservation {
	out := &apis.Reservation{
		TypeMeta: metav1.TypeMeta{APIVersion: apis.SchedulingV1alpha1.String(), Kind: "Reservation"},
		ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name + "-uid"), CreationTimestamp: metav1.Now(),
			Labels: map[string]string{}, Annotations: map[string]string{}},
		Spec: apis.ReservationSpec{
			Template: &v1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: of.Labels, Annotations: of.Annotations}, Spec: of.Spec},
			Owners:   []apis.ReservationOwner{{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}}},
		},
	}
	for _, option := range options {
		option(out)
	}
	return out
}

func web(p *v1.Pod) { p.Labels["app"] = "web" }

// from makes a pod require a Reservation.
func from(reservation string) podOption {
	return func(p *v1.Pod) { p.Annotations[apis.AnnotationReservationAffinity] = `{"name":"` + reservation + `"}` }
}

func repeated(r *apis.Reservation) { r.Spec.AllocateOnce = new(bool) }

func restricted(r *apis.Reservation) { r.Spec.AllocatePolicy = apis.ReservationAllocateRestricted }

// reservedWorld has a node of 16 CPUs, a leader, and Available Reservations.
func reservedWorld(t *testing.T, objects ...*apis.Reservation) *world {
	t.Helper()
	w := newWorld(t, "")
	w.server("a")
	go w.state.Lead(w.ctx)
	w.reserve(objects...)
	for _, object := range objects {
		w.becomes(object.Name, apis.ReservationAvailable)
	}
	return w
}

func (w *world) reserve(objects ...*apis.Reservation) {
	w.t.Helper()
	for _, reservation := range objects {
		reservation.ResourceVersion = w.next()
		object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(reservation)
		must(w.t, err)
		_, err = w.dynamic.Resource(apis.Reservations).Create(w.ctx, &unstructured.Unstructured{Object: object}, metav1.CreateOptions{})
		must(w.t, err)
	}
}

func (w *world) reservation(name string) *apis.Reservation {
	w.t.Helper()
	object, err := w.dynamic.Resource(apis.Reservations).Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	out := &apis.Reservation{}
	must(w.t, runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, out))
	return out
}

// becomes waits for the phase of a Reservation, and until the plugin knows it.
func (w *world) becomes(name string, phase apis.ReservationPhase) *apis.Reservation {
	w.t.Helper()
	w.until(name+" is "+string(phase), func() bool { return w.reservation(name).Status.Phase == phase })
	object := w.reservation(name)
	w.until("the state knows "+name, func() bool {
		isApplied := w.state.hasAllocation(object.UID) && !w.state.parts.State.AssumedReservation(object.UID)
		return isHeld(object) == isApplied
	})
	return w.reservation(name)
}

// expires sets the end of a Reservation.
func (w *world) expires(name string, at metav1.Time) {
	w.t.Helper()
	changed := w.reservation(name)
	changed.Spec.Expires = &at
	changed.ResourceVersion = w.next()
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(changed)
	must(w.t, err)
	_, err = w.dynamic.Resource(apis.Reservations).Update(w.ctx, &unstructured.Unstructured{Object: object}, metav1.UpdateOptions{})
	must(w.t, err)
}

// waits waits for the reason for which a Reservation has no node.
func (w *world) waits(name string) (message string) {
	w.t.Helper()
	w.until(name+" waits", func() bool {
		for _, condition := range w.reservation(name).Status.Conditions {
			if condition.Type == apis.ReservationScheduled && condition.Status == v1.ConditionFalse && condition.Reason == "Unschedulable" {
				message = condition.Message
				return true
			}
		}
		return false
	})
	return message
}

func (w *world) deleteReservation(name string) {
	w.t.Helper()
	must(w.t, w.dynamic.Resource(apis.Reservations).Delete(w.ctx, name, metav1.DeleteOptions{}))
}

// reserved returns the CPUs in a Reservation's annotation.
func (w *world) reserved(object *apis.Reservation) koord.CPUSet {
	return w.holds(&v1.Pod{ObjectMeta: object.ObjectMeta})
}

// took returns the name of the Reservation that a pod uses.
func took(pod *v1.Pod) string {
	var read apis.ReservationAllocated
	if json.Unmarshal([]byte(pod.Annotations[apis.AnnotationReservationAllocated]), &read) != nil {
		return ""
	}
	return read.Name
}

// owners waits for the names in status.currentOwners.
func (w *world) owners(name string, expected ...string) *apis.Reservation {
	w.t.Helper()
	w.until(fmt.Sprint(name, " has owners ", expected), func() bool {
		var names []string
		for _, owner := range w.reservation(name).Status.CurrentOwners {
			names = append(names, owner.Name)
		}
		return strings.Join(names, " ") == strings.Join(expected, " ")
	})
	return w.reservation(name)
}

// condition returns a condition of a Reservation as "status/reason".
func condition(object *apis.Reservation, kind string) string {
	for _, condition := range object.Status.Conditions {
		if condition.Type == kind {
			return string(condition.Status) + "/" + condition.Reason
		}
	}
	return ""
}

// patchReservation applies a merge patch of an object or its status like the API server.
func (w *world) patchReservation(action clienttesting.Action) (bool, runtime.Object, error) {
	return w.patchCustom(action)
}

// patchCustom does the same for a custom resource of any kind.
func (w *world) patchCustom(action clienttesting.Action) (bool, runtime.Object, error) {
	patch := action.(clienttesting.PatchAction)
	if patch.GetResource() != apis.Reservations && patch.GetResource() != apis.PodGroups { // of Kubernetes, with a name like theirs
		return false, nil, nil
	}
	found, err := w.dynamic.Tracker().Get(patch.GetResource(), patch.GetNamespace(), patch.GetName())
	if err != nil {
		return true, nil, err
	}
	object := found.(*unstructured.Unstructured).DeepCopy()
	change := map[string]any{}
	if err := json.Unmarshal(patch.GetPatch(), &change); err != nil {
		return true, nil, err
	}
	metadata, _ := change["metadata"].(map[string]any)
	for field, is := range map[string]string{"uid": string(object.GetUID()), "resourceVersion": object.GetResourceVersion()} {
		if wanted, stated := metadata[field]; stated && wanted != is {
			return true, nil, apierrors.NewConflict(patch.GetResource().GroupResource(), patch.GetName(), errors.New(field))
		}
	}
	if patch.GetSubresource() == "status" {
		change = map[string]any{"status": change["status"]}
	} else {
		delete(change, "status")
	}
	version := object.GetResourceVersion()
	object.Object, _ = mergedJSON(object.Object, change).(map[string]any)
	object.SetResourceVersion(version + "p")
	return true, object, w.dynamic.Tracker().Update(patch.GetResource(), object, patch.GetNamespace())
}

// mergedJSON implements RFC 7396.
func mergedJSON(into, patch any) any {
	changes, is := patch.(map[string]any)
	if !is {
		return patch
	}
	out, is := into.(map[string]any)
	if !is {
		out = map[string]any{}
	}
	for key, value := range changes {
		if value == nil {
			delete(out, key)
		} else {
			out[key] = mergedJSON(out[key], value)
		}
	}
	return out
}

// isHeld reports whether a Reservation has resources of a node.
func isHeld(r *apis.Reservation) bool {
	return r.Status.NodeName != "" && (r.Status.Phase == apis.ReservationAvailable || r.Status.Phase == apis.ReservationWaiting)
}
