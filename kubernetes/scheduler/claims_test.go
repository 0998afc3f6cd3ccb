package scheduler

import (
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
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
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next()},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{{Name: "gpus",
			Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu", AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count}}}}}},
		metav1.CreateOptions{})
	must(w.t, err)
}

func uses(claim string) func(*v1.Pod) {
	return func(p *v1.Pod) {
		p.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpus", ResourceClaimName: &claim}}
	}
}

// claimsWorld has a node with two GPUs, which a Device object and a ResourceSlice name, and both plugins.
func claimsWorld(t *testing.T) *world {
	t.Helper()
	profile := strings.ReplaceAll(shipped(t), `          - name: Koord
            weight: 2
`, `          - name: Koord
            weight: 2
          - name: KoordClaims
            weight: 2
        disabled:
          - name: DynamicResources
`) + `      - name: KoordClaims
        args:
          deviceClasses: [gpu]
`
	var w *world
	plugin := claims.New(claims.Options{Holders: func() claims.Holders { return w.state }})
	w = newWorldWith(t, frameworkruntime.Registry{claims.Name: plugin}, "")
	w.react("update", "resourceclaims", func(action clienttesting.Action) (bool, runtime.Object, error) {
		action.(clienttesting.UpdateAction).GetObject().(metav1.Object).SetResourceVersion(w.next())
		return false, nil, nil
	})
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
	_, err = w.client.ResourceV1().DeviceClasses().Create(w.ctx, &resourceapi.DeviceClass{
		ObjectMeta: metav1.ObjectMeta{Name: "gpu", ResourceVersion: w.next()}}, metav1.CreateOptions{})
	must(t, err)
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
