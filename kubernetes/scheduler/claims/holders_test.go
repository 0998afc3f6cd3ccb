package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/objects/dradevices"
)

// heldDevices are Holders with a list.
type heldDevices struct {
	mutex   sync.Mutex
	devices []Held
	synced  []string
	err     error
}

func (h *heldDevices) WaitReady(context.Context) error { return nil }

func (h *heldDevices) HeldDevices(string) ([]Held, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return slices.Clone(h.devices), h.err
}

func (h *heldDevices) isSynced() bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return len(h.synced) > 0
}

// SyncPod frees the devices: a pod has ended.
func (h *heldDevices) SyncPod(name types.NamespacedName) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.devices, h.synced = nil, append(h.synced, name.Name)
}

// MayHold decides by the request, because a pod that is being bound has no annotation.
func (h *heldDevices) MayHold(pod *v1.Pod) bool {
	_, requests := pod.Spec.Containers[0].Resources.Limits[objects.ResourceNVIDIAGPU]
	return requests || pod.Annotations[objects.AnnotationDeviceAllocated] != ""
}

func (h *heldDevices) BeginAttempt(*v1.Pod) *Attempt { return nil }
func (h *heldDevices) TryAgain(*v1.Pod)              {}
func (h *heldDevices) Gang(*v1.Pod) ([]*v1.Pod, int) { return nil, 0 }

// withHeldGPU returns a cluster with one GPU, which is held until SyncPod.
func withHeldGPU(t *testing.T) (*cluster, *heldDevices) {
	holders := &heldDevices{devices: []Held{{"gpu", "GPU-0", ""}}}
	c := newCluster(t, profileOf, Options{Holders: func() Holders { return holders }})
	c.gpus("a", driver, 1, func(d *resourceapi.Device) {
		text := "GPU-0"
		d.Attributes["uuid"] = resourceapi.DeviceAttribute{StringValue: &text}
	})
	c.node("a")
	return c, holders
}

// A pod that was not bound has no annotation, but held devices while it was being bound. A pod that
// waits for them is scheduled by the event that kube-scheduler reports for such pods: there is no
// other one.
func TestHolderThatWasNotBound(t *testing.T) {
	c, holders := withHeldGPU(t)
	c.class("gpu", driver)
	c.claim("claim", requestOf("r", "gpu", 1))
	c.create(podOf("waiting", "claim"))
	if message := c.refused("waiting"); !strings.Contains(message, "found 0, 1 in use") {
		t.Error(message)
	}
	c.setFaults(func(action clienttesting.Action) (before, after error) {
		if action.GetSubresource() == "binding" && action.(clienttesting.CreateAction).GetObject().(*v1.Binding).Name != "waiting" {
			return apierrors.NewForbidden(v1.Resource("pods"), "x", errors.New("not bound")), nil
		}
		return nil, nil
	})
	other := podOf("other")
	c.create(other)
	time.Sleep(200 * time.Millisecond)
	if holders.isSynced() {
		t.Error("a pod that holds no devices was synced")
	}
	holder := podOf("holder")
	holder.Spec.Containers[0].Resources.Limits = v1.ResourceList{objects.ResourceNVIDIAGPU: quantity("0")}
	c.create(holder)
	c.bound("waiting")
}

// A pod with an extended resource of a DeviceClass waits for devices as a pod with claims does.
func TestExtendedResourceWaitsForHolder(t *testing.T) {
	c, _ := withHeldGPU(t)
	name := "example.com/gpu"
	_, err := c.client.ResourceV1().DeviceClasses().Create(t.Context(), &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: "gpu"},
		Spec: resourceapi.DeviceClassSpec{ExtendedResourceName: &name}}, metav1.CreateOptions{})
	must(t, err)
	holder := podOf("holder")
	holder.Spec.NodeName, holder.Annotations = "a", map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[{"minor":0}]}`}
	c.create(holder)
	waiting := podOf("waiting")
	waiting.Spec.Containers[0].Resources.Limits = v1.ResourceList{v1.ResourceName(name): quantity("1")}
	waiting.Spec.Containers[0].Resources.Requests = waiting.Spec.Containers[0].Resources.Limits
	c.create(waiting)
	if message := c.refused("waiting"); !strings.Contains(message, "found 0, 1 in use") {
		t.Error(message)
	}
	must(t, c.client.CoreV1().Pods("default").Delete(t.Context(), "holder", metav1.DeleteOptions{}))
	c.bound("waiting")
}

func (h *heldDevices) CPUsFit(string, *v1.Pod, []dracpus.Held) (string, error) { return "", nil }

func (h *heldDevices) ChooseCPUs(*resourceapi.ResourceClaim, []dracpus.Held, Place) (string, error) {
	return "", nil
}

func (h *heldDevices) ClaimChosen(*resourceapi.ResourceClaim, string) {}
func (h *heldDevices) ClaimEnded(types.UID)                           {}
func (h *heldDevices) ClaimWritten(*resourceapi.ResourceClaim)        {}

// A device of a slice is in use if it is held, is a part of one that is, or may be.
func TestDevicesThatMayBeHeld(t *testing.T) {
	text := func(name, of string) resourceapi.Device {
		return resourceapi.Device{Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{resourceapi.QualifiedName(name): {StringValue: &of}}}
	}
	const bus = "resource.kubernetes.io/pciBusID"
	for _, test := range []struct {
		held   []Held
		device resourceapi.Device
		answer dradevices.Answer
	}{
		{[]Held{{"gpu", "GPU-0", ""}}, text("uuid", "gpu-0"), dradevices.Same},
		{[]Held{{"gpu", "GPU-0", ""}}, text("parentUUID", "GPU-0"), dradevices.Same},
		{[]Held{{"gpu", "GPU-0", ""}}, text("uuid", "GPU-1"), dradevices.Other},
		{[]Held{{"gpu", "GPU-0", ""}}, text(bus, "0000:0a:00.0"), dradevices.Unidentified},
		{[]Held{{"gpu", "GPU-0", ""}}, resourceapi.Device{}, dradevices.Unidentified},
		{[]Held{{"gpu", "GPU-0", "00000000:0A:00.0"}}, text(bus, "0000:0a:00.0"), dradevices.Same},
		{[]Held{{"gpu", "GPU-0", "00000000:0A:00.0"}}, text(bus, "0000:0b:00.0"), dradevices.Other},
		{[]Held{{"gpu", "GPU-0", ""}, {"gpu", "", ""}}, text("uuid", "GPU-1"), dradevices.Unidentified},
		{[]Held{{"rdma", "0000:0a:00.0", ""}, {"rdma", "", "0000:0a:00.1"}}, text(bus, "0000:0a:00.1"), dradevices.Same},
	} {
		if _, answer := indexOf(test.held).Find(&test.device); answer != test.answer {
			t.Errorf("%v, %v: found %d, expected %d", test.held, test.device, answer, test.answer)
		}
	}
}

// Devices that pods hold by Koordinator's annotations are in use: a GPU by its UUID, one by its PCI
// address, and a part of a GPU. When the pod ends, the waiting pod is scheduled.
func TestDevicesHeldByAnnotations(t *testing.T) {
	holders := &heldDevices{devices: []Held{{"gpu", "gpu-0", "0000:0a:00.0"}, {"gpu", "id of another kind", "00000000:0B:00.0"}}}
	c := newCluster(t, profileOf, Options{Holders: func() Holders { return holders }})
	c.class("gpu", driver)
	number := 0
	c.gpus("a", driver, 4, func(d *resourceapi.Device) {
		set := func(name resourceapi.QualifiedName, text string) {
			d.Attributes[name] = resourceapi.DeviceAttribute{StringValue: &text}
		}
		set("resource.kubernetes.io/pciBusID", fmt.Sprintf("0000:%02x:00.0", 10+number))
		set("uuid", fmt.Sprintf("GPU-%d", number))
		if number == 2 {
			set("uuid", "MIG-2")
			set("parentUUID", "GPU-0")
		}
		number++
	})
	c.node("a")
	holder := podOf("holder")
	holder.Spec.NodeName, holder.Annotations = "a", map[string]string{objects.AnnotationDeviceAllocated: `{"gpu":[{"minor":0}]}`}
	c.create(holder)
	c.claim("one", requestOf("r", "gpu", 1))
	c.create(podOf("one", "one"))
	c.bound("one")
	if got := c.devices("one"); !slices.Equal(got, []string{"a/gpu-3"}) {
		t.Errorf("found %v, expected gpu-3, which is not held", got)
	}
	c.claim("more", requestOf("r", "gpu", 3))
	c.create(podOf("more", "more"))
	if message := c.refused("more"); !strings.Contains(message, "found 0, 4 in use") {
		t.Error(message)
	}
	must(t, c.client.CoreV1().Pods("default").Delete(t.Context(), "holder", metav1.DeleteOptions{}))
	c.bound("more")
	if len(holders.synced) == 0 || holders.synced[0] != "holder" {
		t.Errorf("found synced pods %v, expected the pod that ended", holders.synced)
	}
}

// A claim is not allocated while it is unknown which devices are held.
func TestHeldDevicesAreUnknown(t *testing.T) {
	holders := &heldDevices{err: errors.New("the state is closed")}
	c := newCluster(t, profileOf, Options{Holders: func() Holders { return holders }})
	c.class("gpu", driver)
	c.gpus("a", driver, 1, func(d *resourceapi.Device) {
		text := "GPU-0"
		d.Attributes["uuid"] = resourceapi.DeviceAttribute{StringValue: &text}
	})
	c.node("a")
	c.claim("claim", requestOf("r", "gpu", 1))
	c.create(podOf("pod", "claim"))
	c.until("the error is reported", func() bool {
		for _, condition := range c.pod("pod").Status.Conditions {
			if condition.Type == v1.PodScheduled && strings.Contains(condition.Message, "the state is closed") {
				return true
			}
		}
		return false
	})
	holders.mutex.Lock()
	holders.err = nil
	holders.mutex.Unlock()
	c.bound("pod")
}
