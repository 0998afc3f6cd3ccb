package scheduler

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// observedHolders are a state that counts attempts, and refuses CPUs that Filter accepted.
type observedHolders struct {
	*State
	refusals *atomic.Int32 // number of calls of ChooseCPUs that are refused

	mutex    *sync.Mutex
	attempts map[string]int // by pod
}

// observe observes all schedulers of a world.
func (w *world) observe(refusals int32) *observedHolders {
	out := &observedHolders{refusals: &atomic.Int32{}, mutex: &sync.Mutex{}, attempts: map[string]int{}}
	out.refusals.Store(refusals)
	w.wrap = func(s *State) claims.Holders {
		observed := *out
		observed.State = s
		return &observed
	}
	return out
}

// holdersOf returns the holders for plugin KoordClaims.
func (w *world) holdersOf(s *State) claims.Holders {
	if w.wrap != nil {
		return w.wrap(s)
	}
	return s
}

func (h *observedHolders) BeginAttempt(pod *v1.Pod) *claims.Attempt {
	h.mutex.Lock()
	h.attempts[pod.Name]++
	h.mutex.Unlock()
	return h.State.BeginAttempt(pod)
}

func (h *observedHolders) ChooseCPUs(claim *resourceapi.ResourceClaim, wanted []dracpus.Held, at claims.Place) (string, error) {
	if h.refusals.Add(-1) >= 0 {
		return "taken since", nil
	}
	return h.State.ChooseCPUs(claim, wanted, at)
}

func (h *observedHolders) attemptsOf(pod string) int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.attempts[pod]
}

// mostAttempts is more than the number of attempts in the first seconds with delays that double.
const mostAttempts = 12

// A pod that Filter accepts and Reserve refuses each time is not tried without an end.
func TestAttemptsOfRefusedPodsAreBounded(t *testing.T) {
	t.Run("GPU of a claim and of the pod", func(t *testing.T) {
		w := claimsWorld(t)
		seen := w.observe(0)
		w.place(pod("train", "1", ask("nvidia.com/gpu", "1")))
		w.claim("both", 1)
		w.create(pod("both", "1", uses("both"), ask("nvidia.com/gpu", "1")))
		w.unschedulable("both")
		time.Sleep(2 * time.Second)
		if found := seen.attemptsOf("both"); found < 1 || found > mostAttempts {
			t.Errorf("found %d attempts, expected 1 to %d", found, mostAttempts)
		}
		w.delete("train")
		w.bound("both")
	})
	t.Run("CPUs of a claim", func(t *testing.T) {
		w := cpuWorld(t, "a")
		seen := w.observe(1 << 30)
		w.create(w.cpusForClaim("refused", "4"))
		w.unschedulable("refused")
		time.Sleep(2 * time.Second)
		if found := seen.attemptsOf("refused"); found < 1 || found > mostAttempts {
			t.Errorf("found %d attempts, expected 1 to %d", found, mostAttempts)
		}
		seen.refusals.Store(0)
		w.bound("refused")
	})
}

// The CPUs of a pod that a NUMA node gives it count beside those of its claims, also without exclusive CPUs.
func TestCPUsOfAlignedPodsWithClaims(t *testing.T) {
	w := cpuWorld(t, "a")
	seen := w.observe(0)
	single := func(p *v1.Pod) {
		p.Annotations[objects.AnnotationNUMATopologySpec] = `{"numaTopologyPolicy":"SingleNUMANode"}`
	}
	w.place(lsr("pinned", "8", single))
	aligned := func(name, own, claimed string) *v1.Pod {
		out := pod(name, own, single)
		out.Spec.ResourceClaims = w.cpusForClaim(name, claimed).Spec.ResourceClaims
		return out
	}
	w.create(aligned("large", "6", "6"))
	if message := w.unschedulable("large"); !strings.Contains(message, "claim default/large, request cpus: ") {
		t.Error(message)
	}
	time.Sleep(2 * time.Second)
	if found := seen.attemptsOf("large"); found < 1 || found > mostAttempts {
		t.Errorf("found %d attempts, expected 1 to %d", found, mostAttempts)
	}
	w.place(aligned("small", "4", "4"))
	w.delete("pinned")
	w.delete("small")
	w.releaseClaim("small")
	w.bound("large")
}

// A pod whose claim finds its CPUs taken since Filter is tried again: no event follows.
func TestPodWhoseClaimIsRefusedIsTriedAgain(t *testing.T) {
	w := cpuWorld(t, "a", "b")
	w.observe(1)
	w.place(w.cpusForClaim("claimed", "4"))
	w.eachCPUHasOneHolder()
}
