package scheduler

import (
	"errors"
	"sync/atomic"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"
)

// A GPU that another scheduler's ResourceClaim holds goes to no pod until the claim is released.
func TestGPUsOfResourceClaims(t *testing.T) {
	w := newWorld(t, "")
	w.server("a")
	w.gpus("a")
	uuid, node := "GPU-0", "a"
	slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: "slice"}, Spec: resourceapi.ResourceSliceSpec{Driver: "gpu.nvidia.com", NodeName: &node,
		Pool: resourceapi.ResourcePool{Name: "a", ResourceSliceCount: 1}, Devices: []resourceapi.Device{{Name: "gpu-0",
			Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"uuid": {StringValue: &uuid}}}}}}
	_, err := w.client.ResourceV1().ResourceSlices().Create(w.ctx, slice, metav1.CreateOptions{})
	must(t, err)
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "claim", UID: "claim-uid", ResourceVersion: w.next()}}
	claim.Status.Allocation = &resourceapi.AllocationResult{
		NodeSelector: &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{MatchFields: []v1.NodeSelectorRequirement{
			{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{"a"}}}}}},
		Devices: resourceapi.DeviceAllocationResult{Results: []resourceapi.DeviceRequestAllocationResult{
			{Request: "gpu", Driver: "gpu.nvidia.com", Pool: "a", Device: "gpu-0"}}}}
	_, err = w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, claim, metav1.CreateOptions{})
	must(t, err)
	w.until("the claim is known", func() bool { return w.fits("a", "100") && !w.fits("a", "200") })
	two := pod("two", "1", ask("koordinator.sh/gpu", "200"))
	w.create(two)
	w.unschedulable("two")
	w.place(pod("one", "1", ask("koordinator.sh/gpu", "100")))
	minors, err := w.state.parts.State.Cluster.PodMinors(string(w.get("one").UID), "gpu")
	must(t, err)
	if len(minors) != 1 || minors[0] != 1 {
		t.Errorf("the pod has the GPUs %v, expected 1", minors)
	}
	// A new leader knows the claim, too, also if the API server did not answer what it serves.
	var asked atomic.Bool
	w.react("get", "resource", func(clienttesting.Action) (bool, runtime.Object, error) {
		return asked.CompareAndSwap(false, true), nil, errors.New("connection refused")
	})
	w.start("")
	if !asked.Load() {
		t.Error("the API server was not asked what it serves")
	}
	w.create(pod("third", "1", ask("koordinator.sh/gpu", "100")))
	w.unschedulable("third")
	claim = claim.DeepCopy()
	claim.ResourceVersion, claim.Status.Allocation = w.next(), nil
	_, err = w.client.ResourceV1().ResourceClaims("default").Update(w.ctx, claim, metav1.UpdateOptions{})
	must(t, err)
	w.bound("third")
}

// fits reports whether a pod with this amount of GPUs fits on a node now.
func (w *world) fits(node, amount string) bool {
	s := w.state.parts.State
	id, known := s.NodeID(node)
	if !known {
		return false
	}
	some, err := s.Convert(pod("some", "1", ask("koordinator.sh/gpu", amount)))
	must(w.t, err)
	refusal, _, err := s.Cluster.Judge(some, nil, id)
	return err == nil && !refusal.Refused()
}
