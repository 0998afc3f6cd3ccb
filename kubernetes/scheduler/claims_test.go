package scheduler

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// claim creates a claim for GPUs, with the resource versions that claims must have.
func (w *world) claim(name string, count int64) {
	w.t.Helper()
	w.claimOf(name, "gpu", count)
}

func (w *world) claimOf(name, class string, count int64) {
	w.t.Helper()
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next()},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{{Name: "gpus",
			Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: class, AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count}}}}}},
		metav1.CreateOptions{})
	must(w.t, err)
}

// class creates a class of all devices.
func (w *world) class(name string) {
	w.t.Helper()
	_, err := w.client.ResourceV1().DeviceClasses().Create(w.ctx, &resourceapi.DeviceClass{
		ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: w.next()}}, metav1.CreateOptions{})
	must(w.t, err)
}

func uses(claim string) func(*v1.Pod) {
	return func(p *v1.Pod) {
		p.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpus", ResourceClaimName: &claim}}
	}
}

// claimsWorld starts a scheduler with plugins KoordClaims and Koord, in this order unless others are
// stated. Node "a" has two GPUs, which a Device object and a ResourceSlice name.
func claimsWorld(t *testing.T, plugins ...string) *world {
	t.Helper()
	if len(plugins) == 0 {
		plugins = []string{"KoordClaims", "Koord"}
	}
	profile := strings.ReplaceAll(shipped(t), `          - name: Koord
            weight: 2
`, `          - name: `+plugins[0]+`
            weight: 2
          - name: `+plugins[1]+`
            weight: 2
        disabled:
          - name: DynamicResources
`) + `      - name: KoordClaims
        args:
          deviceClasses: [gpu]
`
	var w *world
	plugin := claims.New(claims.Options{Holders: func() claims.Holders { return w.holdersOf(w.state) }})
	w = newWorldWith(t, frameworkruntime.Registry{claims.Name: plugin}, "")
	w.react("update", "resourceclaims", func(action clienttesting.Action) (bool, runtime.Object, error) {
		action.(clienttesting.UpdateAction).GetObject().(metav1.Object).SetResourceVersion(w.next())
		return false, nil, nil
	})
	w.profile = profile
	w.start(profile)
	node, driver := "a", "gpu.example.com"
	slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: "gpus", ResourceVersion: w.next()}, Spec: resourceapi.ResourceSliceSpec{
		Driver: driver, NodeName: &node, Pool: resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1}}}
	for minor := range 2 {
		uuid := fmt.Sprint("GPU-", minor)
		slice.Spec.Devices = append(slice.Spec.Devices, resourceapi.Device{Name: fmt.Sprint("gpu-", minor),
			Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"uuid": {StringValue: &uuid}}})
	}
	_, err := w.client.ResourceV1().ResourceSlices().Create(w.ctx, slice, metav1.CreateOptions{})
	must(t, err)
	w.class("gpu")
	w.server("a")
	w.gpus("a")
	return w
}

// A GPU that a Device object and a ResourceSlice name is one GPU. A claim does not get it while a pod
// holds it by an annotation.
func TestClaimsLeaveGPUsOfPods(t *testing.T) {
	w := claimsWorld(t)
	w.create(pod("train", "1", ask("nvidia.com/gpu", "1")))
	held := w.bound("train").Annotations[objects.AnnotationDeviceAllocated]
	w.claim("first", 1)
	w.create(pod("first", "1", uses("first")))
	w.bound("first")
	claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, "first", metav1.GetOptions{})
	must(t, err)
	if got := claim.Status.Allocation.Devices.Results[0].Device; strings.Contains(held, strings.ReplaceAll(got, "gpu", "GPU")) {
		t.Errorf("the claim has %s, and the pod %s", got, held)
	}
	w.claim("second", 1)
	w.create(pod("second", "1", uses("second")))
	if message := w.unschedulable("second"); !strings.Contains(message, "needs 1 device, found 0, 2 in use") {
		t.Error(message)
	}
	w.delete("train")
	w.bound("second")
}

// A Reservation holds devices, too. kube-scheduler has no event for its end.
func TestClaimsWaitForReservations(t *testing.T) {
	w := claimsWorld(t)
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("gpus", pod("of", "1", ask("nvidia.com/gpu", "2"))))
	w.becomes("gpus", apis.ReservationAvailable)
	w.claim("claim", 1)
	w.create(pod("waiting", "1", uses("claim")))
	if message := w.unschedulable("waiting"); !strings.Contains(message, "needs 1 device, found 0, 2 in use") {
		t.Error(message)
	}
	w.deleteReservation("gpus")
	w.bound("waiting")
}

// refuseClaims lets writes of claims' status fail while the returned switch is on.
func (w *world) refuseClaims() *atomic.Bool {
	fails := &atomic.Bool{}
	w.react("update", "resourceclaims", func(action clienttesting.Action) (bool, runtime.Object, error) {
		if fails.Load() && action.GetSubresource() == "status" {
			return true, nil, apierrors.NewInternalError(errors.New("not written"))
		}
		return false, nil, nil
	})
	return fails
}

// The GPUs of a claim whose allocation is not written yet go to no pod.
func TestGPUsOfUnwrittenClaims(t *testing.T) {
	w := claimsWorld(t)
	fails := w.refuseClaims()
	fails.Store(true)
	w.claim("first", 2)
	w.create(pod("first", "1", uses("first")))
	w.until("the claim is allocated", func() bool { return !w.fits("a", "100") })
	w.create(pod("train", "1", ask("nvidia.com/gpu", "1")))
	w.unschedulable("train")
	fails.Store(false)
	w.bound("first")
	w.until("the informer has the claim", func() bool { return !w.fits("a", "100") })
	if held := w.get("train").Annotations[objects.AnnotationDeviceAllocated]; held != "" || w.get("train").Spec.NodeName != "" {
		t.Errorf("found %s, expected that the GPUs are the claim's", held)
	}
}

// A pod with a claim and a device request gets different GPUs by them. If plugin Koord comes first, it
// is refused if both chose the same one.
func TestClaimAndRequestOfOnePod(t *testing.T) {
	for _, first := range []string{"KoordClaims", "Koord"} {
		t.Run(first+" first", func(t *testing.T) {
			order := []string{"KoordClaims", "Koord"}
			if first == "Koord" {
				slices.Reverse(order)
			}
			w := claimsWorld(t, order...)
			w.claim("own", 1)
			w.create(pod("both", "1", uses("own"), ask("nvidia.com/gpu", "1")))
			if first == "Koord" {
				if message := w.unschedulable("both"); !strings.Contains(message, "list plugin KoordClaims before Koord") {
					t.Error(message)
				}
				return
			}
			held := w.bound("both").Annotations[objects.AnnotationDeviceAllocated]
			claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, "own", metav1.GetOptions{})
			must(t, err)
			if got := claim.Status.Allocation.Devices.Results[0].Device; strings.Contains(held, strings.ReplaceAll(got, "gpu", "GPU")) {
				t.Errorf("the claim has %s, and the annotation %s", got, held)
			}
		})
	}
}

// A pod keeps its GPUs when the Device object is deleted, and after a restart without it.
func TestHeldGPUsWithoutDeviceObject(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		t.Run(fmt.Sprint("restart ", restarts), func(t *testing.T) {
			w := claimsWorld(t)
			w.place(pod("train", "1", ask("nvidia.com/gpu", "1")))
			must(t, w.dynamic.Resource(apis.Devices).Delete(w.ctx, "a", metav1.DeleteOptions{}))
			w.until("the object is deleted", func() bool { return !w.fits("a", "100") })
			if restarts {
				w.start(w.profile)
			}
			w.claim("two", 2)
			w.create(pod("two", "1", uses("two")))
			if message := w.unschedulable("two"); !strings.Contains(message, "needs 2 devices, found 1, 1 in use") {
				t.Error(message)
			}
			w.claim("one", 1)
			w.create(pod("one", "1", uses("one")))
			w.bound("one")
		})
	}
}
