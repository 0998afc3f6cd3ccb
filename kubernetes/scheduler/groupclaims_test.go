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

// member returns a pod of gang g, which needs two pods. Its claim has the pod's name.
func member(name string, options ...podOption) *v1.Pod {
	return pod(name, "1", append([]podOption{uses(name), in("g", 2)}, options...)...)
}

// haveOneDeviceEach waits until pods are bound whose claims have their names, and checks that each has a device of its own.
func (w *world) haveOneDeviceEach(names ...string) {
	w.t.Helper()
	for _, name := range names {
		w.bound(name)
		if devices := w.devicesOf(name); len(devices) != 1 {
			w.t.Errorf("pod %s has %v, expected one device", name, devices)
		}
	}
	w.isExclusive()
}

// waitsFor waits until a pod of a gang is unschedulable because of another one.
func (w *world) waitsFor(name, why string) {
	w.t.Helper()
	expected := "the group waits: " + why
	if message := w.unschedulable(name); !strings.Contains(message, expected) {
		w.t.Errorf("pod %s: found %q, expected %q", name, message, expected)
	}
}

// A pod of a gang does not take the devices that the others need. Without the gang it takes both.
func TestGangGetsDevicesForAllPods(t *testing.T) {
	for _, gang := range []bool{true, false} {
		t.Run(fmt.Sprint("gang ", gang), func(t *testing.T) {
			w := claimsWorld(t)
			w.claimTwoOrOne("g0")
			w.claimTwoOrOne("g1")
			if gang {
				w.create(member("g0"), member("g1"))
				w.haveOneDeviceEach("g0", "g1")
				return
			}
			w.create(pod("g0", "1", uses("g0")))
			w.bound("g0")
			w.create(pod("g1", "1", uses("g1")))
			w.unschedulable("g1")
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
	w.create(member("g0"), member("g1"))
	w.waitsFor("g0", "pod default/g1: ResourceClaim g1 does not exist")
	w.claimTwoOrOne("g1")
	w.haveOneDeviceEach("g0", "g1")
}

// A gang also waits for claims of templates. The claim controller creates such a claim first, and then writes its name to
// the status of the pod.
func TestGangWaitsForClaimsOfTemplates(t *testing.T) {
	w := claimsWorld(t)
	template := "two-or-one"
	names := []string{"g0", "g1"}
	for _, name := range names {
		w.create(member(name, func(p *v1.Pod) {
			p.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "gpus", ResourceClaimTemplateName: &template}}
		}))
	}
	for i, name := range names {
		pod := w.get(name).DeepCopy()
		// The claim has its owner from the start, as from the claim controller: no queueing hint of DynamicResources
		// queues a pod when only the owners of its claim change.
		w.claimTwoOrOne(name, *metav1.NewControllerRef(pod, v1.SchemeGroupVersion.WithKind("Pod")))
		pod.Status.ResourceClaimStatuses = []v1.PodResourceClaimStatus{{Name: "gpus", ResourceClaimName: &name}}
		w.update(pod)
		if i == 0 {
			w.waitsFor(name, "pod default/g1: the ResourceClaim gpus of template two-or-one is not created yet")
		}
	}
	w.haveOneDeviceEach(names...)
}

// A gang waits for a pod that it needs whose claim is invalid. It is placed when the class of the claim exists, or the
// claim is replaced by a valid one.
func TestGangWaitsForValidClaims(t *testing.T) {
	for name, correct := range map[string]func(w *world){
		"class is created": func(w *world) { w.class("later") },
		"claim is replaced": func(w *world) {
			must(w.t, w.client.ResourceV1().ResourceClaims("default").Delete(w.ctx, "g1", metav1.DeleteOptions{}))
			w.claimTwoOrOne("g1")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := claimsWorld(t)
			w.claim("g0", 1)
			w.claimOf("g1", "later", 1)
			w.create(member("g0"), member("g1"))
			w.waitsFor("g0", "pod default/g1: ResourceClaim g1, request gpus: DeviceClass later does not exist")
			if message := w.unschedulable("g1"); !strings.Contains(message, "device class later does not exist") {
				t.Errorf("found %q, expected the class", message)
			}
			correct(w)
			w.haveOneDeviceEach("g0", "g1")
		})
	}
}

// A gang does not wait for the claims of pods that it can do without.
func TestGangDoesWithoutPodsThatLackClaims(t *testing.T) {
	w := claimsWorld(t)
	w.claimTwoOrOne("g0")
	w.claimTwoOrOne("g1")
	w.create(member("g0"), member("g1"), member("g2"))
	w.haveOneDeviceEach("g0", "g1")
}

// Gated pods, and pods that are being deleted, are none that the gang could do with: it waits for the others' claims.
func TestGangDoesNotCountPodsThatCannotBeScheduled(t *testing.T) {
	for name, change := range cannotBeScheduled {
		t.Run(name, func(t *testing.T) {
			w := claimsWorld(t)
			w.claimTwoOrOne("g0")
			w.claimTwoOrOne("g2")
			w.create(member("g2", change), member("g0"), member("g1"))
			w.waitsFor("g0", "pod default/g1: ResourceClaim g1 does not exist")
			w.claimTwoOrOne("g1")
			w.haveOneDeviceEach("g0", "g1")
		})
	}
}
