package scheduler

import (
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
)

// claimTwoOrOne creates a claim for two GPUs, or else one.
func (w *world) claimTwoOrOne(name string, owners ...metav1.OwnerReference) {
	w.t.Helper()
	r := resourceapi.DeviceRequest{Name: "gpus"}
	for _, count := range []int64{2, 1} {
		r.FirstAvailable = append(r.FirstAvailable, resourceapi.DeviceSubRequest{Name: fmt.Sprint("gpus-", count), DeviceClassName: "gpu",
			AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count})
	}
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next(),
			OwnerReferences: owners},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{r}}}}, metav1.CreateOptions{})
	must(w.t, err)
}

// devicesOf returns the devices of a claim.
func (w *world) devicesOf(claim string) (out []string) {
	w.t.Helper()
	found, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, claim, metav1.GetOptions{})
	must(w.t, err)
	if found.Status.Allocation == nil {
		return nil
	}
	for _, d := range found.Status.Allocation.Devices.Results {
		out = append(out, d.Device)
	}
	return out
}

// A pod of a gang does not take the devices that the others need. Without the gang it takes both.
func TestGangGetsDevicesForAllPods(t *testing.T) {
	for _, gang := range []bool{true, false} {
		t.Run(fmt.Sprint("gang ", gang), func(t *testing.T) {
			w := claimsWorld(t)
			var pods []*v1.Pod
			for i := range 2 {
				name := fmt.Sprint("g", i)
				w.claimTwoOrOne(name)
				options := []podOption{uses(name)}
				if gang {
					options = append(options, in("g", 2))
				}
				pods = append(pods, pod(name, "1", options...))
			}
			w.create(pods[0])
			if !gang {
				w.bound("g0")
			}
			w.create(pods[1])
			if !gang {
				w.unschedulable("g1")
				return
			}
			for i := range 2 {
				w.bound(fmt.Sprint("g", i))
				if got := w.devicesOf(fmt.Sprint("g", i)); len(got) != 1 {
					t.Errorf("pod %d has %v, expected one device", i, got)
				}
			}
			w.isExclusive()
		})
	}
}

// A gang whose pods get GPUs by claims and by annotations: each GPU has one holder, in any order of the pods.
func TestGangWithClaimsAndAnnotations(t *testing.T) {
	for _, order := range [][]string{{"claims", "asks"}, {"asks", "claims"}} {
		t.Run(strings.Join(order, " before "), func(t *testing.T) {
			w := claimsWorld(t)
			w.claim("claims", 1)
			pods := map[string]*v1.Pod{
				"claims": pod("claims", "1", uses("claims"), in("g", 2)),
				"asks":   pod("asks", "1", ask("nvidia.com/gpu", "1"), in("g", 2)),
			}
			for _, name := range order {
				w.create(pods[name])
			}
			held := w.bound("asks").Annotations[objects.AnnotationDeviceAllocated]
			w.bound("claims")
			if got := w.devicesOf("claims"); len(got) != 1 || strings.Contains(held, strings.ReplaceAll(got[0], "gpu", "GPU")) {
				t.Errorf("the claim has %v, and the other pod %s", got, held)
			}
			w.isExclusive()
		})
	}
}

// Pods of a gang share a claim: the second gets the devices that are allocated and not written yet.
func TestGangSharesAClaim(t *testing.T) {
	f := &faultyWrites{world: claimsWorld(t)}
	f.react("update", "resourceclaims", f.write)
	f.react("patch", "resourceclaims", f.write)
	f.claim("shared", 1)
	f.claim("own", 1)
	f.create(pod("g0", "1", uses("shared"), in("g", 2)))
	both, own := pod("g1", "1", uses("shared"), in("g", 2)), "own"
	both.Spec.ResourceClaims = append(both.Spec.ResourceClaims, v1.PodResourceClaim{Name: own, ResourceClaimName: &own})
	f.create(both)
	f.bound("g0")
	f.bound("g1")
	if devices, own := f.devicesOf("shared"), f.devicesOf("own"); len(devices) != 1 || len(own) != 1 {
		t.Errorf("found %v and %v, expected one device each", devices, own)
	}
	f.isExclusive()
	found, err := f.client.ResourceV1().ResourceClaims("default").Get(f.ctx, "shared", metav1.GetOptions{})
	must(t, err)
	if len(found.Status.ReservedFor) != 2 {
		t.Errorf("the claim is reserved for %v, expected both pods", found.Status.ReservedFor)
	}
}

// A gang waits for the claim of a pod that it needs: no other pod takes devices meanwhile, and the message names the
// claim. It is placed when the claim exists.
func TestGangWaitsForClaims(t *testing.T) {
	w := claimsWorld(t)
	w.claimTwoOrOne("g0")
	w.create(pod("g0", "1", uses("g0"), in("g", 2)), pod("g1", "1", uses("g1"), in("g", 2)))
	expected := "the group waits: pod default/g1: ResourceClaim g1 does not exist"
	if message := w.unschedulable("g0"); !strings.Contains(message, expected) {
		t.Errorf("found %q, expected %q", message, expected)
	}
	w.claimTwoOrOne("g1")
	for i := range 2 {
		w.bound(fmt.Sprint("g", i))
		if got := w.devicesOf(fmt.Sprint("g", i)); len(got) != 1 {
			t.Errorf("pod %d has %v, expected one device", i, got)
		}
	}
	w.isExclusive()
}

// A gang also waits for claims of templates. The claim controller creates such a claim first, and then writes its name to
// the status of the pod.
func TestGangWaitsForClaimsOfTemplates(t *testing.T) {
	const pods = 2
	w := claimsWorld(t)
	template := "two-or-one"
	for i := range pods {
		member := pod(fmt.Sprint("g", i), "1", in("g", pods))
		member.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpus", ResourceClaimTemplateName: &template}}
		w.create(member)
	}
	for i := range pods {
		name := fmt.Sprint("g", i)
		member := w.get(name).DeepCopy()
		// The claim has its owner from the start, as from the claim controller: no queueing hint of DynamicResources
		// queues a pod when only the owners of its claim change.
		w.claimTwoOrOne(name, *metav1.NewControllerRef(member, v1.SchemeGroupVersion.WithKind("Pod")))
		member.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "gpus", ResourceClaimName: &name}}
		w.update(member)
		if i == 0 {
			expected := "the group waits: pod default/g1: the ResourceClaim gpus of template two-or-one is not created yet"
			if message := w.unschedulable(name); !strings.Contains(message, expected) {
				t.Errorf("found %q, expected %q", message, expected)
			}
		}
	}
	for i := range pods {
		w.bound(fmt.Sprint("g", i))
		if got := w.devicesOf(fmt.Sprint("g", i)); len(got) != 1 {
			t.Errorf("pod %d has %v, expected one device", i, got)
		}
	}
	w.isExclusive()
}

// A gang does not wait for the claims of pods that it can do without.
func TestGangDoesWithoutPodsThatLackClaims(t *testing.T) {
	w := claimsWorld(t)
	w.claimTwoOrOne("g0")
	w.claimTwoOrOne("g1")
	for i := range 3 {
		w.create(pod(fmt.Sprint("g", i), "1", uses(fmt.Sprint("g", i)), in("g", 2)))
	}
	w.bound("g0")
	w.bound("g1")
	w.isExclusive()
}
