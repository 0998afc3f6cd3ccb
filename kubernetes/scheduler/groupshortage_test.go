package scheduler

import (
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// moreGPUs publishes one more GPU, on a node without a Device object.
func (w *world) moreGPUs(node string) {
	w.t.Helper()
	uuid := "GPU-" + node
	_, err := w.client.ResourceV1().ResourceSlices().Create(w.ctx, &resourceapi.ResourceSlice{
		ObjectMeta: metav1.ObjectMeta{Name: "gpus-" + node, ResourceVersion: w.next()},
		Spec: resourceapi.ResourceSliceSpec{Driver: "gpu.example.com", NodeName: &node,
			Pool: resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1},
			Devices: []resourceapi.Device{{Name: "gpu-" + node, Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{
				"uuid": {StringValue: &uuid}}}}}}, metav1.CreateOptions{})
	must(w.t, err)
}

// kube-scheduler writes its own count of nodes first, and after a refusal by single nodes their reasons.
const noRoomForTwo = "nodes are available: found no room for 2 pods of its group at once"

// refusedWith waits until the message of a pod contains a text.
func (w *world) refusedWith(name, text string) {
	w.t.Helper()
	began := time.Now()
	for message := ""; !strings.Contains(message, text); {
		if message = w.unschedulable(name); time.Since(began) > time.Minute {
			w.t.Fatalf("pod %s: found %q, expected %q", name, message, text)
		}
	}
}

// Without devices for the pods that a gang needs, all of them are refused at once, with the reason for the gang: none of them
// takes a device and waits for the others. They are placed after a change with which there are devices.
func TestGangWithoutDevicesIsRefusedAtOnce(t *testing.T) {
	closed := func(n *v1.Node) { n.Spec.Taints = []v1.Taint{{Key: "closed", Effect: v1.TaintEffectNoSchedule}} }
	byClaim := func(w *world) {
		w.claim("other", 1)
		w.create(pod("other", "1", uses("other")))
	}
	members := []string{"g0", "g1"}
	for name, test := range map[string]struct {
		before, change func(w *world)
		placed         []string
	}{
		"claim is deallocated": {byClaim, func(w *world) {
			w.delete("other")
			claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, "other", metav1.GetOptions{})
			must(w.t, err)
			claim = claim.DeepCopy()
			claim.Status = resourceapi.ResourceClaimStatus{}
			_, err = w.client.ResourceV1().ResourceClaims("default").UpdateStatus(w.ctx, claim, metav1.UpdateOptions{})
			must(w.t, err)
		}, members},
		"pod with an annotation is deleted": {func(w *world) { w.create(pod("other", "1", ask("nvidia.com/gpu", "1"))) },
			func(w *world) { w.delete("other") }, members},
		"node is added":  {func(w *world) { byClaim(w); w.moreGPUs("b") }, func(w *world) { w.server("b") }, members},
		"slice is added": {func(w *world) { byClaim(w); w.server("b") }, func(w *world) { w.moreGPUs("b") }, members},
		"taint is removed": {func(w *world) { byClaim(w); w.moreGPUs("b"); w.server("b", closed) },
			func(w *world) { w.changeNode("b", func(n *v1.Node) { n.Spec.Taints = nil }) }, members},
		"pod tolerates a taint": {func(w *world) { byClaim(w); w.moreGPUs("b"); w.server("b", closed) }, func(w *world) {
			changed := w.get("g1").DeepCopy()
			changed.Spec.Tolerations = append(changed.Spec.Tolerations, v1.Toleration{Operator: v1.TolerationOpExists})
			w.update(changed)
		}, members},
		"pod of the gang is added": {func(w *world) {
			w.claim("large", 2)
			w.create(pod("large", "1", uses("large"), in("g", 2)))
		}, func(w *world) { w.claim("g1", 1); w.create(member("g1")) }, members},
	} {
		t.Run(name, func(t *testing.T) {
			w := claimsWorld(t)
			test.before(w)
			waiting := []string{"g0", "large"}
			if name != "pod of the gang is added" {
				w.bound("other")
				waiting = members
			}
			for _, name := range waiting {
				if name != "large" {
					w.claim(name, 1)
					w.create(member(name))
				}
			}
			for _, name := range waiting {
				w.refusedWith(name, noRoomForTwo)
			}
			test.change(w)
			for _, name := range test.placed {
				w.bound(name)
			}
			w.isExclusive()
		})
	}
}

// A pod that waits for a claim of another pod of its gang does not keep this reason when the claim is created.
func TestPodsOfAGangAreTriedWhenItsLastClaimIsCreated(t *testing.T) {
	w := claimsWorld(t)
	w.claim("other", 1)
	w.create(pod("other", "1", uses("other")))
	w.bound("other")
	w.claim("g0", 1)
	w.create(member("g1"))
	w.create(member("g0"))
	w.refusedWith("g0", "the group waits: pod default/g1: ResourceClaim g1 does not exist")
	w.claim("g1", 1)
	for _, name := range []string{"g0", "g1"} {
		w.refusedWith(name, noRoomForTwo)
	}
}

// A pod of a lower priority that holds a device may be evicted for the node's CPUs, which frees the device.
func TestGangEvictsAHolderOfADevice(t *testing.T) {
	w := claimsWorld(t)
	w.claim("low", 1)
	w.create(pod("low", "16", uses("low"), priority(1)))
	w.bound("low")
	for _, name := range []string{"g0", "g1"} {
		w.claim(name, 1)
		w.create(member(name, priority(100)))
	}
	w.until("the holder is evicted", func() bool {
		_, err := w.client.CoreV1().Pods("default").Get(w.ctx, "low", metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	})
}
