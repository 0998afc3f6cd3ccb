package scheduler

import (
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// A Reservation gets a node, its owner gets the reserved CPUs, and the Reservation is used up.
func TestReservation(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8")))
	room := w.reservation("room")
	if room.Status.NodeName != "a" || condition(room, "Scheduled") != "True/Scheduled" || condition(room, "Ready") != "True/Available" {
		t.Error(room.Status)
	}
	if cpu, memory := room.Status.Allocatable["cpu"], room.Status.Allocatable["memory"]; cpu.Value() != 8 || memory.Value() != 1<<30 {
		t.Error(room.Status.Allocatable)
	}
	held := w.reserved(room)
	if held.Count() != 8 {
		t.Error(held)
	}
	w.create(lsr("other", "4"), lsr("owner", "4", web))
	other, owner := w.bound("other"), w.bound("owner")
	if got := w.holds(other); got.Count() != 4 || got.Intersection(held).Count() != 0 || took(other) != "" {
		t.Error("other", got, other.Annotations)
	}
	if got := w.holds(owner); got.Count() != 4 || got.Intersection(held).Count() != 4 || took(owner) != "room" {
		t.Error("owner", got, owner.Annotations)
	}
	room = w.becomes("room", apis.ReservationSucceeded)
	if owners := room.Status.CurrentOwners; len(owners) != 1 || owners[0].Name != "owner" || owners[0].Namespace != "default" ||
		owners[0].UID != "owner" || condition(room, "Ready") != "False/Succeeded" {
		t.Error(room.Status)
	}
	if cpu := room.Status.Allocated["cpu"]; cpu.Value() != 4 {
		t.Error(room.Status.Allocated)
	}
	// The Reservation was for one pod: unused resources are available to all.
	w.create(lsr("late", "8"))
	if got := w.holds(w.bound("late")); got.Count() != 8 || got.Intersection(held).Count() != 4 {
		t.Error("late", got)
	}
}

// Reserved resources are for owners only, even if they include no exclusive CPUs.
func TestReservationKeepsOthersAway(t *testing.T) {
	w := reservedWorld(t, newReservation("room", pod("", "12"), repeated))
	room := w.reservation("room")
	if len(room.Annotations) != 0 {
		t.Error(room.Annotations)
	}
	w.create(pod("plain", "8"), lsr("lsr", "8"))
	if message := w.unschedulable("plain"); !strings.Contains(message, "needs 8 CPU") {
		t.Error(message)
	}
	w.unschedulable("lsr")
	w.create(pod("ignores", "8", web, func(p *v1.Pod) { p.Labels[apis.LabelReservationIgnored] = "true" }))
	w.unschedulable("ignores")
	w.create(pod("small", "2"), pod("owner", "8", web))
	w.bound("small")
	if got := w.bound("owner"); took(got) != "room" || got.Annotations[objects.AnnotationResourceStatus] != "" {
		t.Error(got.Annotations)
	}
	w.create(pod("next", "6", web)) // 4 of the Reservation and 2 of the node
	if got := w.bound("next"); took(got) != "room" {
		t.Error(got.Annotations)
	}
	room = w.owners("room", "next", "owner")
	if cpu := room.Status.Allocated["cpu"]; room.Status.Phase != apis.ReservationAvailable || cpu.Value() != 14 {
		t.Error(room.Status)
	}
	// An owner's resources return to the Reservation.
	w.delete("owner")
	w.owners("room", "next")
	time.Sleep(hintsDone)
	if w.get("plain").Spec.NodeName != "" || w.get("lsr").Spec.NodeName != "" {
		t.Error("the room of an owner that went is another's")
	}
	w.create(pod("third", "8", web))
	if got := w.bound("third"); took(got) != "room" {
		t.Error(got.Annotations)
	}
	w.delete("third")
	w.delete("next")
	w.owners("room")
	if len(w.reservation("room").Status.Allocated) != 0 {
		t.Error(w.reservation("room").Status.Allocated)
	}
	// A deleted Reservation holds nothing.
	w.deleteReservation("room")
	w.until("one of those that wait has room", func() bool {
		return w.get("plain").Spec.NodeName+w.get("lsr").Spec.NodeName+w.get("ignores").Spec.NodeName != ""
	})
}

func TestRestrictedReservationGivesOnlyItsOwn(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "4"), restricted, repeated))
	w.create(lsr("large", "6", web))
	message := w.unschedulable("large")
	if !strings.Contains(message, "Reservation room on a") {
		t.Error(message)
	}
	w.create(lsr("small", "4", web))
	if got := w.bound("small"); took(got) != "room" || !w.holds(got).Equal(w.reserved(w.reservation("room"))) {
		t.Error(got.Annotations)
	}
	w.deleteReservation("room") // the pod then becomes an ordinary one
	if got := w.bound("large"); took(got) != "" {
		t.Error(got.Annotations)
	}
}

// Pods wait for a Reservation that waits for free resources; when a pod is deleted, the Reservation
// is placed first and then the pods.
func TestWaitingReservationAndItsOwnersAreRetried(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.create(lsr("before", "12"))
	w.bound("before")
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8"), repeated))
	if message := w.waits("room"); !strings.Contains(message, "needs 8 CPUs") {
		t.Error(message)
	}
	if phase := w.reservation("room").Status.Phase; phase != apis.ReservationPending {
		t.Error(phase)
	}
	w.create(lsr("owner", "4", web, from("room")), lsr("stranger", "4", from("room")))
	if message := w.unschedulable("owner"); !strings.Contains(message, "no Reservation is Available") {
		t.Error(message)
	}
	// not an owner: 4 CPUs are free, but it requires those of the Reservation
	w.unschedulable("stranger")
	w.delete("before")
	w.becomes("room", apis.ReservationAvailable)
	if got := w.bound("owner"); took(got) != "room" {
		t.Error(got.Annotations)
	}
	if w.get("stranger").Spec.NodeName != "" {
		t.Error("a pod took from a Reservation that is not its")
	}
}

// A Reservation ends on time, and waiting pods get its resources.
func TestReservationEnds(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("room", lsr("", "8")))
	w.becomes("room", apis.ReservationAvailable)
	w.create(lsr("late", "12"))
	w.unschedulable("late")
	// times are written in whole seconds
	soon := metav1.NewTime(time.Now().Add(1500 * time.Millisecond))
	w.expires("room", soon)
	room := w.becomes("room", apis.ReservationFailed)
	if condition(room, "Ready") != "False/Expired" || time.Now().Before(soon.Time.Add(-time.Second)) {
		t.Error(room.Status)
	}
	w.bound("late")

	w.reserve(newReservation("old", lsr("", "2"), func(r *apis.Reservation) {
		r.CreationTimestamp = metav1.NewTime(time.Now().Add(-time.Hour))
		r.Spec.TTL = &metav1.Duration{Duration: time.Minute}
	}))
	if old := w.becomes("old", apis.ReservationFailed); old.Status.NodeName != "" {
		t.Error(old.Status)
	}
	w.reserve(newReservation("forever", lsr("", "2"), func(r *apis.Reservation) {
		r.CreationTimestamp = metav1.NewTime(time.Now().Add(-1000 * time.Hour))
		r.Spec.TTL = &metav1.Duration{}
	}))
	w.becomes("forever", apis.ReservationAvailable)
	// Reservations are deleted a day after their end.
	w.reserve(newReservation("past", lsr("", "2"), func(r *apis.Reservation) {
		r.CreationTimestamp = metav1.NewTime(time.Now().Add(-72 * time.Hour))
		r.Status.Phase = apis.ReservationSucceeded
		r.Status.Conditions = []apis.ReservationCondition{{Type: "Ready", LastTransitionTime: metav1.NewTime(time.Now().Add(-25 * time.Hour))}}
	}))
	w.until("past is deleted", func() bool {
		_, err := w.dynamic.Resource(apis.Reservations).Get(w.ctx, "past", metav1.GetOptions{})
		return err != nil
	})
	w.reservation("old") // not yet deleted
}

// A Reservation ends when its node is removed.
func TestReservationGoesWithItsNode(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "8"), repeated))
	must(w.t, w.client.CoreV1().Nodes().Delete(w.ctx, "a", metav1.DeleteOptions{}))
	room := w.becomes("room", apis.ReservationFailed)
	if condition(room, "Ready") != "False/Expired" {
		t.Error(room.Status)
	}
	w.server("a")
	w.create(lsr("all", "16"))
	w.bound("all")
}

// After a restart the API server's objects determine reserved resources and their owners.
func TestRestartKeepsReservations(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	lead := func() { go w.state.Lead(w.ctx) }
	lead()
	w.reserve(newReservation("room", lsr("", "8"), repeated), newReservation("once", lsr("", "2")))
	held := w.reserved(w.becomes("room", apis.ReservationAvailable))
	w.becomes("once", apis.ReservationAvailable)
	w.create(lsr("first", "4", web, from("room")))
	first := w.holds(w.bound("first"))
	w.owners("room", "first")

	w.start("")
	lead()
	w.create(lsr("large", "8"))
	w.unschedulable("large") // only 6 CPUs are free
	if refused := w.state.refusedClaims(t, "first", "room-uid", "once-uid"); refused != 0 {
		t.Error(refused, "claims are refused")
	}
	w.create(lsr("second", "4", web, from("room")))
	second := w.holds(w.bound("second"))
	if second.Intersection(held).Count() != 4 || second.Intersection(first).Count() != 0 {
		t.Error(held, first, second)
	}
	w.owners("room", "first", "second")
	w.delete("first")
	w.owners("room", "second")
	w.create(lsr("third", "4", web, from("room")))
	if got := w.holds(w.bound("third")); !got.Equal(first) {
		t.Error(got, first)
	}
	if w.get("large").Spec.NodeName != "" {
		t.Error("what is held is another's after a restart")
	}
}

// refusedClaims counts the refused claims of pods and Reservations.
func (s *State) refusedClaims(t *testing.T, uids ...string) (count uint32) {
	t.Helper()
	for _, uid := range uids {
		conflicts, err := s.parts.State.Cluster.PodConflicts(uid)
		if err != nil {
			t.Fatal(uid, err)
		}
		count += conflicts.ClaimsRefused
	}
	return count
}

// An owner is placed on the node of its Reservation, even if another node is emptier.
func TestOwnersPreferTheirReservation(t *testing.T) {
	w := reservedWorld(t, newReservation("room", lsr("", "2"), repeated))
	w.create(pod("busy", "10"))
	w.bound("busy")
	for _, name := range []string{"b", "c", "d"} {
		w.server(name)
	}
	w.create(lsr("owner", "2", web))
	if got := w.bound("owner"); got.Spec.NodeName != "a" || took(got) != "room" {
		t.Error(got.Spec.NodeName, got.Annotations)
	}
	w.create(lsr("second", "2", web)) // the Reservation is used up, but the pod fits elsewhere
	w.bound("second")
}

// With several Reservations on a node, the order decides first, then which is sufficient.
func TestSeveralReservationsOnANode(t *testing.T) {
	w := reservedWorld(t, newReservation("small", lsr("", "2"), restricted, repeated), newReservation("large", lsr("", "4"), restricted, repeated))
	w.reserve(newReservation("zz", lsr("", "2"), restricted, repeated, func(r *apis.Reservation) { r.Labels[apis.LabelReservationOrder] = "1" }))
	w.becomes("zz", apis.ReservationAvailable)
	w.create(lsr("four", "4", web))
	if got := w.bound("four"); took(got) != "large" {
		t.Error(got.Annotations)
	}
	w.create(lsr("two", "2", web))
	if got := w.bound("two"); took(got) != "zz" {
		t.Error(got.Annotations)
	}
	w.create(lsr("more", "2", web))
	if got := w.bound("more"); took(got) != "small" {
		t.Error(got.Annotations)
	}
	w.create(lsr("none", "2", web))
	w.unschedulable("none")
}

// The template's constraints apply to the node of a Reservation.
func TestReservationFollowsConstraintsOfItsTemplate(t *testing.T) {
	w := newWorld(t, "")
	w.server("a", tainted)
	w.server("b", func(n *v1.Node) { n.Spec.Unschedulable = true })
	w.server("c")
	w.server("d", func(n *v1.Node) { n.Labels["disk"] = "fast" })
	go w.state.Lead(w.ctx)
	w.reserve(
		newReservation("selects", lsr("", "2", func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{"disk": "fast"} })),
		newReservation("names", lsr("", "2", func(p *v1.Pod) { p.Spec.NodeName = "c" })),
		newReservation("tolerates", lsr("", "2", func(p *v1.Pod) {
			p.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": "a"}
			p.Spec.Tolerations = []v1.Toleration{{Key: "no", Operator: v1.TolerationOpExists}}
		})),
		newReservation("cordoned", lsr("", "2", func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": "b"} })),
		newReservation("tainted", lsr("", "2", func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": "a"} })),
	)
	for name, node := range map[string]string{"selects": "d", "names": "c", "tolerates": "a"} {
		if got := w.becomes(name, apis.ReservationAvailable).Status.NodeName; got != node {
			t.Error(name, got)
		}
	}
	for _, name := range []string{"cordoned", "tainted"} {
		if message := w.waits(name); !strings.Contains(message, "none of them is one that the template's") {
			t.Error(name, message)
		}
	}
	w.changeNode("b", func(n *v1.Node) { n.Spec.Unschedulable = false })
	if got := w.becomes("cordoned", apis.ReservationAvailable).Status.NodeName; got != "b" {
		t.Error(got)
	}
}

func TestReservationOfDevices(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.gpus("a")
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("gpu", pod("", "2", ask("nvidia.com/gpu", "1"))))
	held := w.becomes("gpu", apis.ReservationAvailable)
	if held.Annotations[objects.AnnotationDeviceAllocated] == "" {
		t.Fatal(held.Annotations)
	}
	w.create(pod("first", "1", ask("nvidia.com/gpu", "1")))
	first := w.bound("first")
	w.create(pod("second", "1", ask("nvidia.com/gpu", "1")))
	w.unschedulable("second")
	w.create(pod("owner", "1", ask("nvidia.com/gpu", "1"), web))
	owner := w.bound("owner")
	if got := owner.Annotations[objects.AnnotationDeviceAllocated]; got == "" || got == first.Annotations[objects.AnnotationDeviceAllocated] {
		t.Error(got)
	}
}

// An unreadable Reservation, or one of another scheduler, is skipped; others are not affected.
func TestReservationsThatAreNotCarriedOut(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	go w.state.Lead(w.ctx)
	w.reserve(
		newReservation("bare", lsr("", "2"), func(r *apis.Reservation) { r.Spec.Template = nil }),
		newReservation("unreadable", lsr("", "2", func(p *v1.Pod) { p.Annotations[objects.AnnotationResourceSpec] = "{" })),
		newReservation("policy", lsr("", "2"), func(r *apis.Reservation) { r.Spec.AllocatePolicy = "Mine" }),
		newReservation("foreign", lsr("", "2", func(p *v1.Pod) { p.Spec.SchedulerName = "another" })),
		newReservation("good", lsr("", "2")),
	)
	w.becomes("good", apis.ReservationAvailable)
	for name, words := range map[string]string{"bare": "spec.template: is missing", "unreadable": "resource-spec",
		"policy": `spec.allocatePolicy: found "Mine"`} {
		if message := w.waits(name); !strings.Contains(message, words) {
			t.Error(name, message)
		}
	}
	if phase := w.reservation("foreign").Status.Phase; phase != "" {
		t.Error(phase)
	}
	w.create(lsr("rest", "14"))
	w.bound("rest")
}

// Only the leader executes Reservations; a standby knows their allocations.
func TestStandbyWritesNothing(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.reserve(newReservation("pending", lsr("", "2")), newReservation("room", lsr("", "8"), func(r *apis.Reservation) {
		r.Annotations[objects.AnnotationResourceStatus] = `{"cpuset":"0-7"}`
		r.Status = apis.ReservationStatus{Phase: apis.ReservationAvailable, NodeName: "a",
			Allocatable: v1.ResourceList{"cpu": resource.MustParse("8")}}
	}))
	w.becomes("room", apis.ReservationAvailable)
	w.create(lsr("large", "10"), lsr("owner", "8", web))
	w.unschedulable("large")
	if got := w.holds(w.bound("owner")); got.String() != "0-7" {
		t.Error(got)
	}
	for _, action := range w.dynamic.Actions() {
		if action.GetVerb() == "patch" {
			t.Error(action)
		}
	}
}
