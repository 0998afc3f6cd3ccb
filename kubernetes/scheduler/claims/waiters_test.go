package claims

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// waitersTest has waiters of a cluster whose held devices and waiting pods the test sets.
type waitersTest struct {
	*heldDevices
	*Waiters
	gone      map[types.UID]bool
	activated []string
}

func newWaitersTest(devices ...Held) *waitersTest {
	out := &waitersTest{heldDevices: &heldDevices{devices: devices}, gone: map[types.UID]bool{}}
	out.Waiters = NewWaiters(WaitersParts{Held: out.HeldDevices, Waits: func(pod *v1.Pod) bool { return !out.gone[pod.UID] },
		Activate: func(pods map[string]*v1.Pod) {
			out.activated = append(out.activated, slices.Sorted(maps.Keys(pods))...)
		}})
	return out
}

// begin begins an attempt of a pod that finds the devices of a node.
func (w *waitersTest) begin(name, node string) *Attempt {
	pod := podOf(name)
	pod.UID = types.UID(name)
	attempt := w.Begin(pod)
	_, _ = attempt.heldDevices(w, node)
	return attempt
}

func (w *waitersTest) expect(t *testing.T, what, node string, names ...string) {
	t.Helper()
	w.activated = nil
	w.NodeFreed(node)
	if !slices.Equal(w.activated, names) {
		t.Errorf("%s: activated %v, expected %v", what, w.activated, names)
	}
}

// A pod is activated if a device that it found held is free, and by nothing else.
func TestFreedDevicesActivatePods(t *testing.T) {
	one, two, other := Held{"gpu", "GPU-1", ""}, Held{"gpu", "", "0000:02:00.0"}, Held{"gpu", "GPU-3", ""}
	w := newWaitersTest(one, two)
	w.begin("pod", "a")
	fits := w.begin("fits", "a")
	fits.forget("a")
	w.expect(t, "nothing changed", "a")
	w.devices = []Held{two, one, other}
	w.expect(t, "more is held", "a")
	w.devices = []Held{one, other}
	w.expect(t, "another node", "b")
	w.expect(t, "one is free", "a", "default/pod")
	w.err = errors.New("closed")
	w.expect(t, "not known", "a", "default/pod")
	w.err = nil
	w.gone["pod"] = true
	w.expect(t, "the pod is bound", "a")
	w.devices, w.gone = nil, map[types.UID]bool{}
	w.begin("pod", "a")
	w.expect(t, "the next attempt found no held devices", "a")
}

// freedWhileRead are holders that free the devices of a node just after they were read.
type freedWhileRead struct{ *waitersTest }

func (h freedWhileRead) HeldDevices(node string) ([]Held, error) {
	before, err := h.heldDevices.HeldDevices(node)
	h.devices = nil
	h.NodeFreed(node)
	return before, err
}

// No change is lost that happens while the devices are read: kube-scheduler tries a pod again that is
// activated during its attempt.
func TestDevicesFreedWhileRead(t *testing.T) {
	w := newWaitersTest(Held{"gpu", "GPU-1", ""})
	pod := podOf("pod")
	_, _ = w.Begin(pod).heldDevices(freedWhileRead{w}, "a")
	if !slices.Equal(w.activated, []string{"default/pod"}) {
		t.Errorf("activated %v, expected the pod", w.activated)
	}
}

// Attempts of pods that wait no longer are removed.
func TestAttemptsAreRemoved(t *testing.T) {
	w := newWaitersTest(Held{"gpu", "GPU-1", ""})
	for i := range 100 * fewestPurged {
		name := fmt.Sprint("pod-", i)
		w.begin(name, "a")
		w.gone[types.UID(name)] = i%100 != 0
	}
	if found := len(w.attempts); found < 64 || found > 64+2*64+fewestPurged {
		t.Errorf("found %d attempts, expected those of 64 pods that wait, and as many more", found)
	}
	w.devices = nil
	w.NodeFreed("a")
	if len(w.activated) != 64 {
		t.Errorf("activated %d pods, expected 64", len(w.activated))
	}
}
