package claims

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/dracpus"
)

// noHolders is the refusal of claims for CPUs in a scheduler without plugin Koord.
const noHolders = "plugin Koord, which knows the CPUs of all pods, is not enabled in any profile"

// checkCPUs returns an error if a node has no CPUs for the allocations of a pod's claims. The pod is tried
// again when CPUs of the node are free.
func (a *allocator) checkCPUs(node *v1.Node, claims []*resourceapi.ResourceClaim, results []resourceapi.AllocationResult) error {
	var wanted []dracpus.Held
	for i, claim := range claims {
		requests, err := dracpus.Wanted(&results[i])
		if err != nil {
			return fmt.Errorf("claim %s/%s: %w%w", claim.Namespace, claim.Name, err, structured.ErrFailedAllocationOnNode)
		}
		wanted = append(wanted, dracpus.HeldBy(claim, &results[i], requests, a.pod)...)
	}
	if len(wanted) == 0 {
		return nil
	}
	holders := a.plugin.holders()
	if holders == nil {
		return fmt.Errorf("claim %s, request %s: %s%w", wanted[0].Claim, wanted[0].Name, noHolders, structured.ErrFailedAllocationOnNode)
	}
	a.attempt.beginCPUs(node.Name)
	why, err := holders.CPUsFit(node.Name, a.pod, wanted)
	switch {
	case err != nil:
		return err
	case why != "":
		return fmt.Errorf("%s%w", why, structured.ErrFailedAllocationOnNode)
	}
	a.attempt.forget(node.Name)
	return nil
}

// chooseCPUs chooses the CPUs of claims whose allocation began in Reserve, on the NUMA node of the devices
// that are allocated with them if it suffices.
func (p *Plugin) chooseCPUs(ctx context.Context, cycle fwk.CycleState, pod *v1.Pod, node string, claims []*resourceapi.ResourceClaim) *fwk.Status {
	at := Place{Node: node, NUMANode: -1}
	found := false
	for _, claim := range claims {
		// A trial of a pod group may have chosen before.
		if err := dracpus.Clear(claim.Status.Allocation); err != nil {
			return fwk.AsStatus(err)
		}
		requests, err := dracpus.Wanted(claim.Status.Allocation)
		if err != nil {
			return fwk.NewStatus(fwk.Unschedulable, fmt.Sprintf("claim %s/%s: %v", claim.Namespace, claim.Name, err))
		}
		if len(requests) == 0 {
			continue
		}
		holders := p.holders()
		if holders == nil {
			return fwk.NewStatus(fwk.Unschedulable, noHolders)
		}
		if !found {
			if at.NUMANode, err = p.numaNodeOf(ctx, cycle, node, claims); err != nil {
				return fwk.AsStatus(err)
			}
			found = true
		}
		why, err := holders.ChooseCPUs(claim, dracpus.HeldBy(claim, claim.Status.Allocation, requests, pod), at)
		switch {
		case err != nil:
			return fwk.AsStatus(err)
		case why != "": // another pod was placed since Filter
			return fwk.NewStatus(fwk.Unschedulable, why)
		}
	}
	return nil
}

// numaNodeOf returns the only NUMA node of the devices of claims, or -1.
func (p *Plugin) numaNodeOf(ctx context.Context, cycle fwk.CycleState, node string, claims []*resourceapi.ResourceClaim) (int32, error) {
	field, err := p.allocatorOf(cycle)
	if err != nil {
		return -1, err
	}
	a, is := (*field).(*allocator)
	if !is {
		return -1, nil
	}
	by, err := a.byKoord(ctx)
	if err != nil {
		return -1, err
	}
	allocations := make([]*resourceapi.AllocationResult, len(claims))
	for i, claim := range claims {
		allocations[i] = claim.Status.Allocation
	}
	if nodes := by.NUMANodes(node, allocations); len(nodes) == 1 {
		return nodes[0], nil
	}
	return -1, nil
}
