package claims

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/dra"
)

// choose counts the allocations that began in Reserve as devices in use for plugin Koord, and rejects
// them if the devices are held by annotations. Koord may have allocated them after Filter: to the
// pod itself, to a Reservation, or to a pod that is resized.
func (p *Plugin) choose(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string, claims []*resourceapi.ResourceClaim) *fwk.Status {
	if status := p.chooseCPUs(ctx, cycle, pod, node, claims); !status.IsSuccess() {
		return status
	}
	holders := p.holders()
	if holders == nil || len(claims) == 0 {
		return nil
	}
	for _, claim := range claims {
		holders.ClaimChosen(claim, node)
	}
	held, err := p.heldIn(ctx, cycle, node)
	if err != nil {
		return fwk.AsStatus(err)
	}
	for _, claim := range claims {
		for i := range claim.Status.Allocation.Devices.Results {
			result := &claim.Status.Allocation.Devices.Results[i]
			if result.AdminAccess != nil && *result.AdminAccess {
				continue
			}
			if held[structured.MakeDeviceID(result.Driver, result.Pool, result.Device)] {
				return fwk.NewStatus(fwk.Unschedulable, fmt.Sprintf(
					"claim %s: device %s of pool %s is held by annotation, by this pod or one that was scheduled since; if it is this pod, "+
						"list plugin %s before Koord at extension point reserve", claim.Name, result.Device, result.Pool, Name))
			}
		}
	}
	return nil
}

// heldIn returns the devices of a node that are held by Koordinator's annotations, by the slices of a
// pod's cycle. The pod does not wait for them, because it may hold them itself.
func (p *Plugin) heldIn(ctx context.Context, cycle fwk.CycleState, node string) (map[structured.DeviceID]bool, error) {
	field, err := p.allocatorOf(cycle)
	if err != nil {
		return nil, err
	}
	a, is := (*field).(*allocator)
	if !is {
		return nil, nil
	}
	return a.held(ctx, node, nil)
}

// held returns the devices of a node that are held by Koordinator's annotations, and records them for
// an attempt.
func (a *allocator) held(ctx context.Context, node string, attempt *Attempt) (map[structured.DeviceID]bool, error) {
	if a.plugin.holders() == nil {
		return nil, nil
	}
	by, err := a.byKoord(ctx)
	if err != nil {
		return nil, err
	}
	return a.plugin.held(node, by, attempt)
}

// byKoord returns libkoord's allocator. Devices that are planned for other pods of the group are in use.
func (a *allocator) byKoord(ctx context.Context) (*dra.Allocator, error) {
	return a.koord.get(func() (*dra.Allocator, error) {
		by, err := a.newAllocator(ctx)
		if err != nil || a.plan == nil {
			return by, err
		}
		return by.WithAllocated(a.plan.results), nil
	})
}

func (a *allocator) newAllocator(ctx context.Context) (*dra.Allocator, error) {
	return a.plugin.cache.NewAllocator(ctx, a.plugin.features, a.inputs.state, a.plugin.classesOf, a.inputs.slices)
}
