package scheduler

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
)

// front is a plugin whose Reserve and PreBind run before those of KoordClaims.
type front struct {
	handle           fwk.Handle
	mutex            sync.Mutex
	reserve, preBind func(pod string) *fwk.Status
}

func (f *front) Name() string { return "Front" }

func (f *front) set(reserve, preBind func(pod string) *fwk.Status) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.reserve, f.preBind = reserve, preBind
}

func (f *front) get() (reserve, preBind func(pod string) *fwk.Status) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.reserve, f.preBind
}

func (f *front) Reserve(_ context.Context, _ fwk.CycleState, pod *v1.Pod, _ string) *fwk.Status {
	reserve, _ := f.get()
	return reserve(pod.Name)
}

func (f *front) Unreserve(context.Context, fwk.CycleState, *v1.Pod, string) {}

func (f *front) PreBindPreFlight(context.Context, fwk.CycleState, *v1.Pod, string) (*fwk.PreBindPreFlightResult, *fwk.Status) {
	return nil, nil
}

func (f *front) PreBind(_ context.Context, _ fwk.CycleState, pod *v1.Pod, _ string) *fwk.Status {
	_, preBind := f.get()
	return preBind(pod.Name)
}

// inFlight reports whether the allocation of a claim is in flight.
func (f *front) inFlight(claim string) bool {
	return f.handle.SharedDRAManager().ResourceClaims().GetPendingAllocation(types.UID(claim)) != nil
}

// frontWorld is claimsWorld with such a plugin.
func frontWorld(t *testing.T) (*world, *front) {
	t.Helper()
	f := &front{}
	accept := func(string) *fwk.Status { return nil }
	f.set(accept, accept)
	w := claimsWorld(t)
	w.extra["Front"] = func(_ context.Context, _ runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
		f.handle = handle
		return f, nil
	}
	w.profile = strings.Replace(w.profile, "          - name: KoordClaims\n", "          - name: Front\n          - name: KoordClaims\n", 1)
	w.start(w.profile)
	return w, f
}

// claimNamed creates a claim for a number of GPUs with a name for its request.
func (w *world) claimNamed(name, request string, count int64) {
	w.t.Helper()
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next()},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{{Name: request,
			Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu", AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count}}}}},
	}, metav1.CreateOptions{})
	must(w.t, err)
}

// A pod of a gang that another plugin refuses before its claims are reserved does not release the claim that a
// pod of the gang is being bound with.
func TestRefusedPodKeepsClaimOfOthers(t *testing.T) {
	w, f := frontWorld(t)
	written, refused := make(chan struct{}), make(chan struct{}, 1000)
	f.set(func(pod string) *fwk.Status {
		if pod == "g1" {
			refused <- struct{}{}
			return fwk.NewStatus(fwk.Unschedulable, "refused")
		}
		return nil
	}, func(pod string) *fwk.Status {
		if pod == "g0" {
			<-written
		}
		return nil
	})
	w.claimNamed("shared", "s", 2)
	w.claimNamed("other", "o", 1)
	w.create(pod("g0", "1", uses("shared"), in("g", 1)))
	w.until("the claim is in flight", func() bool { return f.inFlight("shared") })
	w.create(pod("g1", "1", uses("shared"), in("g", 1)))
	<-refused
	w.unschedulable("g1")
	w.create(pod("other", "1", uses("other")))
	w.unschedulable("other")
	if !f.inFlight("shared") {
		t.Error("the claim of the pod that is being bound was released")
	}
	close(written)
	w.bound("g0")
	w.isExclusive()
}

// The claims of a pod get their own devices, even if the pod that it shares one with gives up, or is bound, after
// this pod was filtered. If it gives up, the claims are not in flight any more when all pods have ended.
func TestSharingEndsBeforeReserve(t *testing.T) {
	for _, succeeds := range []bool{false, true} {
		w, f := frontWorld(t)
		filtered, once := make(chan struct{}), sync.Once{}
		first := true // of PreBind of g0, which is called by one goroutine at a time
		f.set(func(pod string) *fwk.Status {
			if pod == "g1" {
				once.Do(func() {
					close(filtered)
					w.until("the allocation of g0 has ended", func() bool { return !f.inFlight("shared") })
				})
			}
			return nil
		}, func(pod string) *fwk.Status {
			if pod == "g0" && first {
				first = false
				<-filtered
				if !succeeds {
					return fwk.NewStatus(fwk.Unschedulable, "not written")
				}
			}
			return nil
		})
		w.claimNamed("shared", "s", 1)
		w.claimNamed("own", "o", 1)
		w.create(pod("g0", "1", uses("shared"), in("g", 1)))
		w.until("the claim is in flight", func() bool { return f.inFlight("shared") })
		both, own := pod("g1", "1", uses("shared"), in("g", 1)), "own"
		both.Spec.ResourceClaims = append(both.Spec.ResourceClaims, v1.PodResourceClaim{Name: own, ResourceClaimName: &own})
		w.create(both)
		w.bound("g1")
		w.bound("g0")
		for _, name := range []string{"shared", "own"} {
			claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, name, metav1.GetOptions{})
			must(t, err)
			if got, expected := claim.Status.Allocation.Devices.Results[0].Request, claim.Spec.Devices.Requests[0].Name; got != expected {
				t.Errorf("claim %s has the allocation of request %s, expected %s", name, got, expected)
			}
			w.until(name+" is not in flight", func() bool { return !f.inFlight(name) })
		}
		w.isExclusive()
	}
}

// A claim whose pod could not be bound is free for others, also after several pods have shared it.
func TestSharedClaimIsReleased(t *testing.T) {
	w, f := frontWorld(t)
	ended, deleted := make(chan struct{}), map[string]bool{"g0": true, "g1": true}
	var reserved atomic.Int32
	f.set(func(string) *fwk.Status { return nil }, func(pod string) *fwk.Status {
		if deleted[pod] {
			reserved.Add(1)
			<-ended
			return fwk.NewStatus(fwk.Unschedulable, "not written")
		}
		return nil
	})
	w.claimNamed("shared", "s", 2)
	w.claimNamed("other", "o", 1)
	w.create(pod("g0", "1", uses("shared"), in("g", 1)), pod("g1", "1", uses("shared"), in("g", 1)))
	w.until("the claim is in flight", func() bool { return f.inFlight("shared") })
	w.until("both pods are reserved", func() bool { return reserved.Load() == 2 })
	for name := range deleted {
		must(t, w.client.CoreV1().Pods("default").Delete(w.ctx, name, metav1.DeleteOptions{}))
	}
	close(ended)
	w.until("the claim is not in flight", func() bool { return !f.inFlight("shared") })
	w.create(pod("other", "1", uses("other")))
	w.bound("other")
}
