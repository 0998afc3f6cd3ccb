package claims

import (
	"context"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/objects/dradevices"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// Held names a device that a pod or Reservation holds by Koordinator's annotations, with its type, as
// "gpu". Members are "" if unknown. Without both names it may be any device of the type.
type Held struct{ Type, UUID, PCIBusID string }

// Holders knows the devices that are allocated by Koordinator's annotations.
type Holders interface {
	// WaitReady waits until all pods are known.
	WaitReady(ctx context.Context) error
	// HeldDevices returns the devices of a node that are held, also in part.
	HeldDevices(node string) ([]Held, error)
	// SyncPod applies the current version of a pod.
	SyncPod(name types.NamespacedName)
	// MayHold reports whether a pod that has a node may hold devices by annotations or by kubelet's
	// record. A pod that is being bound has no annotation yet.
	MayHold(pod *v1.Pod) bool
	// BeginAttempt begins an attempt to schedule a pod, which is tried again after devices that the
	// attempt found held are free. It may return nil.
	BeginAttempt(pod *v1.Pod) *Attempt
	// Gang returns the other pods of a pod's gang by label or annotation that have no place yet, and how many
	// pods the gang can do without.
	Gang(pod *v1.Pod) (others []*v1.Pod, spare int)
	// TryAgain activates a pod that was refused in Reserve, because no event follows that would activate it.
	TryAgain(pod *v1.Pod)
	allocations
	cpus
}

// Place is where a claim gets CPUs.
type Place struct {
	Node string
	// NUMANode is that of the pod's devices, which is preferred, or -1 if there is none, or several.
	NUMANode int32
}

// cpus chooses the CPUs of claims among those of all pods.
type cpus interface {
	// CPUsFit reports why a node cannot give CPUs to requests of a pod's claims, together and beside the CPUs
	// that the pod owns, or "" if it can.
	CPUsFit(node string, pod *v1.Pod, wanted []dracpus.Held) (why string, err error)
	// ChooseCPUs chooses CPUs of a node for the requests of a claim, writes them into its allocation, and
	// counts them as ClaimChosen does. why states why there are none, or is "".
	ChooseCPUs(claim *resourceapi.ResourceClaim, wanted []dracpus.Held, at Place) (why string, err error)
}

// allocations are notified of the allocations of claims, so that pods do not get their devices.
type allocations interface {
	// ClaimChosen counts an allocation that is not written yet, for a pod on a node, until ClaimEnded.
	ClaimChosen(claim *resourceapi.ResourceClaim, node string)
	ClaimEnded(uid types.UID)
	// ClaimWritten counts an allocation that the API server has stored, until the informer delivers it.
	ClaimWritten(claim *resourceapi.ResourceClaim)
}

// holders returns the holders of the program, or nil if no profile has plugin Koord.
func (p *Plugin) holders() Holders {
	if p.options.Holders == nil {
		return nil
	}
	return p.options.Holders()
}

// held returns the devices of a node that are held by Koordinator's annotations, those that are parts of
// them, and those that may be, and records them for the attempt.
func (p *Plugin) held(node string, by *dra.Allocator, attempt *Attempt) (map[structured.DeviceID]bool, error) {
	holders := p.holders()
	if holders == nil {
		return nil, nil
	}
	if !by.MayHaveDevices(node) {
		return nil, nil
	}
	devices, err := attempt.heldDevices(holders, node)
	if err != nil {
		return nil, fmt.Errorf("node %s: devices that pods hold by annotations: %w", node, err)
	}
	if len(devices) == 0 {
		return nil, nil
	}
	index, identities := indexOf(devices), by.Identities(node)
	out := make(map[structured.DeviceID]bool)
	for i := range identities {
		device := identities[i].Device
		_, answer := index.Find(&resourceapi.Device{Attributes: identities[i].Attributes})
		if answer == dradevices.Same ||
			answer == dradevices.Unidentified && index.HasGPUs() && dradevices.MayHaveGPUs(device.Driver.String()) {
			out[device] = true
		}
	}
	return out, nil
}

// indexOf returns the index of held devices. A device that it does not identify may be held.
func indexOf(held []Held) *dradevices.Node {
	object := &apis.Device{}
	for _, device := range held {
		info := apis.DeviceInfo{Type: device.Type, ID: device.UUID}
		if device.PCIBusID != "" {
			info.Topology = &apis.DeviceTopology{BusID: device.PCIBusID}
		}
		object.Spec.Devices = append(object.Spec.Devices, info)
	}
	return dradevices.New(object)
}

// EventsToRegister lists the events of DynamicResources; the end of pods that may hold devices by Koordinator's
// annotations, or by allocations that were never written; and changes after which a plan for a group may exist.
func (p *Plugin) EventsToRegister(ctx context.Context) ([]fwk.ClusterEventWithHint, error) {
	events, err := p.DynamicResources.EventsToRegister(ctx)
	if err != nil {
		return nil, err
	}
	for _, event := range []struct {
		resource fwk.EventResource
		action   fwk.ActionType
		hint     fwk.QueueingHintFn
	}{
		{assignedPod, fwk.Delete, p.afterPod},
		{fwk.Node, fwk.UpdateNodeTaint, afterTaint},
		{targetPod, fwk.UpdatePodToleration, afterToleration},
		{unscheduledPod, fwk.Add, afterMember},
		{fwk.ResourceClaim, fwk.Add, p.afterClaim},
	} {
		events = append(events, fwk.ClusterEventWithHint{Event: fwk.ClusterEvent{Resource: event.resource, ActionType: event.action},
			QueueingHintFn: event.hint})
	}
	return events, nil
}

// afterTaint queues a pod if it may now use a node. Other pods of its group that may are queued in the same way, and it is
// tried with them.
func afterTaint(_ klog.Logger, pod *v1.Pod, old, now any) (fwk.QueueingHint, error) {
	before, was := old.(*v1.Node)
	after, is := now.(*v1.Node)
	mayUse := request.NodeFilter(pod)
	if was && is && (mayUse(before) || !mayUse(after)) {
		return fwk.QueueSkip, nil
	}
	return fwk.Queue, nil
}

// afterToleration queues a pod whose own tolerations changed.
func afterToleration(_ klog.Logger, pod *v1.Pod, _, now any) (fwk.QueueingHint, error) {
	if changed, is := now.(*v1.Pod); is && changed.UID != pod.UID {
		return fwk.QueueSkip, nil
	}
	return fwk.Queue, nil
}

// afterMember queues a pod when its group gets another pod, which may need less.
func afterMember(_ klog.Logger, pod *v1.Pod, _, now any) (fwk.QueueingHint, error) {
	came, is := now.(*v1.Pod)
	if !is {
		return fwk.Queue, nil
	}
	group, gang := request.GroupOf(pod), request.GangOf(pod)
	if came.Spec.NodeName == "" && came.Namespace == pod.Namespace &&
		(group != "" && request.GroupOf(came) == group || gang.Name != "" && request.GangOf(came) == gang) {
		return fwk.Queue, nil
	}
	return fwk.QueueSkip, nil
}

// afterClaim queues a pod when another pod of its gang gets a claim, for which the gang may have waited.
func (p *Plugin) afterClaim(_ klog.Logger, pod *v1.Pod, _, now any) (fwk.QueueingHint, error) {
	claim, is := now.(*resourceapi.ResourceClaim)
	if !is {
		return fwk.Queue, nil
	}
	holders := p.holders()
	if holders == nil || claim.Namespace != pod.Namespace || request.GangOf(pod).Name == "" {
		return fwk.QueueSkip, nil
	}
	others, _ := holders.Gang(pod)
	if slices.ContainsFunc(others, func(other *v1.Pod) bool { return isOf(claim, other) }) {
		return fwk.Queue, nil
	}
	return fwk.QueueSkip, nil
}

// isOf reports whether a pod of the claim's namespace names it, or it was created for the pod from a template.
func isOf(claim *resourceapi.ResourceClaim, pod *v1.Pod) bool {
	return metav1.IsControlledBy(claim, pod) ||
		slices.ContainsFunc(pod.Spec.ResourceClaims, func(entry v1.PodResourceClaim) bool {
			return entry.ResourceClaimName != nil && *entry.ResourceClaimName == claim.Name
		})
}

// afterPod queues a pod if another pod has ended, or was not bound, that may have held devices. The
// queued pod has claims, or extended resources of a DeviceClass: hints are for pods that the plugin
// refused.
func (p *Plugin) afterPod(_ klog.Logger, _ *v1.Pod, old, _ any) (fwk.QueueingHint, error) {
	ended, is := old.(*v1.Pod)
	if !is || p.released.has(ended.UID) {
		return fwk.Queue, nil
	}
	holders := p.holders()
	if holders == nil || !holders.MayHold(ended) {
		return fwk.QueueSkip, nil
	}
	holders.SyncPod(types.NamespacedName{Namespace: ended.Namespace, Name: ended.Name})
	return fwk.Queue, nil
}
