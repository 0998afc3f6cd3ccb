package scheduler

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// If the annotations or the status cannot be written, the resources are released.
func TestReservationThatCannotBeWritten(t *testing.T) {
	for _, test := range []struct {
		subresource string
		err         error
		remedy      string
	}{
		{"", apierrors.NewForbidden(apis.Reservations.GroupResource(), "room", errors.New("no")), "manifests/rbac.yaml"},
		{"status", apierrors.NewForbidden(apis.Reservations.GroupResource(), "room", errors.New("no")), "manifests/rbac.yaml"},
		{"status", apierrors.NewNotFound(apis.Reservations.GroupResource(), "room"), "kubernetes/crds"}, // the subresource
	} {
		w := newWorld(t, "")
		w.server("a")
		var failing atomic.Bool
		failing.Store(true)
		w.react("patch", "reservations", func(action clienttesting.Action) (bool, runtime.Object, error) {
			return action.GetSubresource() == test.subresource && failing.Load(), nil, test.err
		})
		log := w.lead()
		w.reserve(newReservation("room", lsr("", "8")))
		w.until("it was tried", func() bool {
			for _, action := range w.dynamic.Actions() {
				if action.GetVerb() == "patch" && action.GetSubresource() == test.subresource {
					return true
				}
			}
			return false
		})
		w.create(lsr("large", "16"))
		w.bound("large")
		if room := w.reservation("room"); room.Status.NodeName != "" {
			t.Error(room.Status)
		}
		failing.Store(false)
		w.delete("large")
		w.becomes("room", apis.ReservationAvailable)
		if text := log.String(); strings.Count(text, "rejected") != 1 || !strings.Contains(text, test.remedy) {
			t.Errorf("found log %s", text)
		}
	}
}

// The API server writes the status and terminates before it responds: the resources stay reserved.
func TestReservationWhoseAnswerIsLost(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.until("the state knows the node", func() bool { return w.knowsNode("a") })
	var lost atomic.Bool
	w.react("patch", "reservations", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "status" || !lost.CompareAndSwap(false, true) {
			return false, nil, nil
		}
		if _, _, err := w.patchReservation(action); err != nil {
			t.Error(err)
		}
		return true, nil, errors.New("connection reset by peer")
	})
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	room := w.becomes("room", apis.ReservationAvailable)
	w.create(lsr("other", "8"))
	if other := w.holds(w.bound("other")); other.Intersection(w.reserved(room)).Count() != 0 {
		t.Error(other, w.reserved(room))
	}
	w.create(lsr("owner", "8", web))
	if got := w.holds(w.bound("owner")); !got.Equal(w.reserved(room)) {
		t.Error(got)
	}
}

// An owner whose binding fails releases its allocation, and the next owner gets it.
func TestOwnerThatIsNotBoundGivesBack(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.react("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() != "binding" {
			return false, nil, nil
		}
		binding := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
		if binding.Name != "unlucky" {
			return false, nil, nil
		}
		return true, nil, apierrors.NewForbidden(v1.Resource("pods"), "unlucky", errors.New("no"))
	})
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	held := w.reserved(w.becomes("room", apis.ReservationAvailable))
	w.create(lsr("unlucky", "8", web))
	w.until("its binding failed", func() bool {
		for _, action := range w.client.Actions() {
			if action.GetVerb() == "create" && action.GetSubresource() == "binding" {
				return true
			}
		}
		return false
	})
	if phase := w.reservation("room").Status.Phase; phase != apis.ReservationAvailable {
		t.Error(phase)
	}
	w.delete("unlucky")
	w.create(lsr("owner", "8", web, from("room")))
	if got := w.holds(w.bound("owner")); !got.Equal(held) {
		t.Error(got, held)
	}
	w.owners("room", "owner")
}

// Many owners come at once: only one uses a Reservation that is for one pod.
func TestReservationServesOnce(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8")))
	held := w.reserved(w.reservation("room"))
	names := []string{"one", "two", "three"}
	for _, name := range names {
		w.create(lsr(name, "4", web))
	}
	served, within := 0, 0
	for _, name := range names {
		bound := w.bound(name)
		if took(bound) == "room" {
			served++
			within = w.holds(bound).Intersection(held).Count()
		}
	}
	if served != 1 || within != 4 {
		t.Error(served, "owners took from it;", within, "CPUs are its")
	}
	if owners := w.becomes("room", apis.ReservationSucceeded).Status.CurrentOwners; len(owners) != 1 {
		t.Error(owners)
	}
}

// A pod that claims to use a Reservation gets nothing from it, and does not end it.
func TestForeignAllocationIsRemoved(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8")))
	w.create(pod("liar", "2", func(p *v1.Pod) {
		p.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"room-uid"}`
	}), lsr("honest", "2"))
	if got := took(w.bound("liar")); got != "" {
		t.Error(got)
	}
	later := w.bound("honest").DeepCopy() // edited after it is bound
	later.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"room-uid"}`
	w.update(later)
	time.Sleep(100 * time.Millisecond)
	if room := w.reservation("room"); room.Status.Phase != apis.ReservationAvailable || len(room.Status.CurrentOwners) != 0 {
		t.Error(room.Status)
	}
}

// Preemption uses no resources of Reservations, and evicts no owners whose resources would return
// to them.
func TestPreemptionSparesReservations(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8"), repeated))
	w.create(lsr("owner", "8", web))
	w.bound("owner")
	w.create(lsr("cheap", "8"))
	w.bound("cheap")
	w.create(lsr("important", "12", priority(9000)))
	w.unschedulable("important")
	w.create(lsr("urgent", "8", priority(9000)))
	w.until("urgent is bound where cheap was", func() bool {
		if _, err := w.client.CoreV1().Pods("default").Get(w.ctx, "cheap", metav1.GetOptions{}); err == nil {
			return false
		}
		return w.get("urgent").Spec.NodeName == "a"
	})
	w.get("owner")
	if w.get("important").Spec.NodeName != "" {
		t.Error("a pod has what a Reservation holds")
	}
}

// The members of a gang use Reservations, each its own.
func TestGangOfOwners(t *testing.T) {
	w := reservedWorld(t, newReservation("one", lsr("", "8")), newReservation("two", lsr("", "8")))
	w.create(lsr("g0", "8", web, in("g", 2)), lsr("g1", "8", web, in("g", 2)))
	names := []string{took(w.bound("g0")), took(w.bound("g1"))}
	if names[0] == names[1] || names[0] == "" || names[1] == "" {
		t.Error(names)
	}
}

func TestOwnersHaveNoSignature(t *testing.T) {
	w := newWorld(t, "")
	w.reserve(newReservation("room", lsr("", "8")))
	p := plugin.New(nil, nil, w.state.parts, nil, nil)
	signed := func(one *v1.Pod) bool {
		_, status := p.SignPod(context.Background(), one)
		return status.IsSuccess()
	}
	w.until("an owner of what is Pending is not signed", func() bool { return !signed(lsr("owner", "2", web)) })
	if !signed(lsr("other", "2")) {
		t.Error("a pod that owns nothing is not signed")
	}
	if signed(lsr("other", "2", func(p *v1.Pod) { p.Annotations[apis.AnnotationReservationAffinity] = "{}" })) {
		t.Error("a pod with a reservation-affinity is signed")
	}
	w.deleteReservation("room")
	w.until("an owner of nothing is signed", func() bool { return signed(lsr("owner", "2", web)) })
}

func TestUnreadableAffinity(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("bad", "2", func(p *v1.Pod) { p.Annotations[apis.AnnotationReservationAffinity] = "[" }))
	w.until("bad is told why", func() bool { return strings.Contains(w.unschedulable("bad"), "reservation-affinity") })
}

// A Reservation and its owner may be known before their node is, and a node may be removed and
// added again.
func TestReservationsOfANodeThatComesLater(t *testing.T) {
	w := newWorld(t, "") // a standby, which ends no Reservation
	w.reserve(newReservation("room", lsr("", "8"), repeated, func(r *apis.Reservation) {
		r.Annotations["scheduling.koordinator.sh/resource-status"] = `{"cpuset":"0-7"}`
		r.Status = apis.ReservationStatus{Phase: apis.ReservationAvailable, NodeName: "a"}
	}))
	w.create(lsr("first", "4", web, on("a", "0-3"), func(p *v1.Pod) {
		p.Annotations[apis.AnnotationReservationAllocated] = `{"name":"room","uid":"room-uid"}`
	}))
	left := func() string {
		cpus, err := w.state.parts.State.Cluster.PodCPUs("room-uid")
		if err != nil {
			return err.Error()
		}
		return cpus.String()
	}
	w.server("a")
	w.until("the Reservation has what its owner left", func() bool { return left() == "4-7" })
	must(w.t, w.dynamic.Resource(apis.NodeResourceTopologiesV1alpha1).Delete(w.ctx, "a", metav1.DeleteOptions{}))
	must(w.t, w.client.CoreV1().Nodes().Delete(w.ctx, "a", metav1.DeleteOptions{}))
	w.until("it has nothing", func() bool { return left() != "4-7" })
	w.server("a")
	w.until("it has the same again", func() bool { return left() == "4-7" })
	w.create(lsr("second", "4", web))
	if got := w.holds(w.bound("second")); got.String() != "4-7" || w.state.refusedClaims(t, "first", "second", "room-uid") != 0 {
		t.Error(got)
	}
}

// A Reservation for one pod may be used by another pod between the choice of a node and Reserve.
func TestReservationThatWentJustNow(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8")))
	first, second := lsr("first", "4", web), lsr("second", "4", web)
	offers, err := w.state.parts.State.Offers(first)
	must(w.t, err)
	for _, test := range []struct {
		pod      *v1.Pod
		expected error
	}{{first, nil}, {second, state.ErrReservationUsed}} {
		made, err := w.state.parts.Evaluator.Convert(test.pod)
		must(w.t, err)
		if took, refusal, err := w.state.parts.State.Reserve(test.pod, made, "a", offers); !errors.Is(err, test.expected) || refusal.Refused() ||
			(took != nil) != (err == nil) {
			t.Error(test.pod.Name, took, refusal, err)
		}
	}
	w.state.parts.State.Unreserve(first)
	room := w.reservation("room").UID
	w.deleteReservation("room")
	w.until("the state knows", func() bool { return !w.state.hasAllocation(room) })
	made, err := w.state.parts.Evaluator.Convert(second)
	must(w.t, err)
	if _, _, err := w.state.parts.State.Reserve(second, made, "a", offers); !errors.Is(err, state.ErrReservationUsed) {
		t.Error(err)
	}
}

// The first version of the bound pod that the scheduler reads may have been edited already.
func TestClaimInABindingIsIgnored(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.react("create", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if action.GetSubresource() == "binding" {
			binding := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
			metav1.SetMetaDataAnnotation(&binding.ObjectMeta, apis.AnnotationReservationAllocated, `{"name":"room","uid":"room-uid"}`)
		}
		return false, nil, nil
	})
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	w.becomes("room", apis.ReservationAvailable)
	w.create(lsr("liar", "2"))
	w.bound("liar")
	w.create(lsr("next", "2"))
	w.bound("next")
	if room := w.reservation("room"); room.Status.Phase != apis.ReservationAvailable || len(room.Status.CurrentOwners) != 0 {
		t.Error(room.Status)
	}
}
