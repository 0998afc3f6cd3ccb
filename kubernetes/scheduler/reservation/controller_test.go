package reservation

import (
	"errors"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	dynamicfake "k8s.io/client-go/dynamic/fake"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
)

// A status whose response was lost counts as written only if the API server has it, for this
// Reservation and on this node.
func TestStatusWithoutResponseIsReadAgain(t *testing.T) {
	objects := []runtime.Object{}
	for name, node := range map[string]string{"here": "a", "nowhere": ""} {
		object := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{"nodeName": node}}}
		object.SetAPIVersion(apis.SchedulingV1alpha1.String())
		object.SetKind("Reservation")
		object.SetName(name)
		object.SetUID(types.UID(name + "-uid"))
		objects = append(objects, object)
	}
	r := &Controller{dynamic: dynamicfake.NewSimpleDynamicClient(runtime.NewScheme(), objects...)}
	lost := errors.New("connection reset by peer")
	for what, test := range map[string]struct {
		name, node string
		uid        types.UID
		written    bool
	}{
		"written":              {"here", "a", "here-uid", true},
		"on another node":      {"here", "b", "here-uid", false},
		"another of this name": {"here", "a", "gone-uid", false},
		"not written":          {"nowhere", "a", "nowhere-uid", false},
		"gone":                 {"gone", "a", "gone-uid", false},
	} {
		asked := &apis.Reservation{ObjectMeta: metav1.ObjectMeta{Name: test.name, UID: test.uid}}
		if err := r.confirmStatus(t.Context(), asked, test.node, lost); (err == nil) != test.written {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// delays records the delays of queued items.
type delays struct {
	controller.Queue
	after []time.Duration
}

func (d *delays) AddAfter(_ string, after time.Duration) { d.after = append(d.after, after) }

// A Reservation is checked before its end or deletion is due, however far away, because the clock
// may have been set.
func TestReservationsAreRequeuedBeforeTheyAreDue(t *testing.T) {
	queue := &delays{Queue: controller.NewQueue()}
	r := &Controller{Worker: controller.NewWorker("Reservation", queue, nil), now: time.Now}
	now := time.Now()
	r.requeueAt("soon", now.Add(time.Minute))
	r.requeueAt("late", now.Add(24*time.Hour))
	past := &apis.Reservation{ObjectMeta: metav1.ObjectMeta{Name: "past", CreationTimestamp: metav1.Now()}}
	past.Status.Phase = apis.ReservationFailed
	if err := r.deleteExpired(t.Context(), past); err != nil {
		t.Fatal(err)
	}
	if len(queue.after) != 3 || queue.after[0] > time.Minute || queue.after[1] != reservePace || queue.after[2] != reservePace {
		t.Error(queue.after)
	}
}
