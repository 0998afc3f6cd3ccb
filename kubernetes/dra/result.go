package dra

import (
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
)

// convert returns the allocation of each claim.
func (p *problem) convert(rows []koord.DraResult) ([]resourceapi.AllocationResult, *problem, error) {
	out := make([]resourceapi.AllocationResult, len(p.claims))
	for c, claim := range p.claims {
		chosen := make([]*request, len(claim.Spec.Devices.Requests))
		var devices []*candidate
		results := make([]resourceapi.DeviceRequestAllocationResult, 0, len(rows))
		for _, row := range rows {
			r, d := p.requests[row.Alternative], &p.devices[row.Device]
			if r.claim != c {
				continue
			}
			result, err := p.convertDevice(r, d)
			if err != nil {
				return nil, p, err
			}
			chosen[r.index] = r
			devices = append(devices, d)
			results = append(results, result)
		}
		selector, err := p.nodeSelector(devices)
		if err != nil {
			return nil, p, fmt.Errorf("claim %s: %w", klog.KObj(claim), err)
		}
		out[c] = resourceapi.AllocationResult{NodeSelector: selector,
			Devices: resourceapi.DeviceAllocationResult{Results: results, Config: configs(claim, chosen)}}
	}
	return out, p, nil
}

func (p *problem) convertDevice(r *request, d *candidate) (resourceapi.DeviceRequestAllocationResult, error) {
	result := resourceapi.DeviceRequestAllocationResult{Request: r.name, Driver: d.id.Driver.String(), Pool: d.id.Pool.String(),
		Device: d.id.Device.String(), Tolerations: r.tolerations}
	setSkippedOperations(&result, d.slice.skipped)
	if r.admin {
		yes := true
		result.AdminAccess = &yes
	}
	if p.a.features.DeviceBindingAndStatus {
		result.BindingConditions, result.BindingFailureConditions = d.conditions, d.failures
	}
	if !d.shared {
		return result, nil
	}
	id := uuid.NewUUID()
	result.ShareID = &id
	amounts, fits, err := p.consumed(r, d.device)
	if err == nil && !fits {
		err = errTooSmall
	}
	if err != nil {
		return result, fmt.Errorf("device %s was allocated to request %s, whose amounts it cannot have: %w", d.id, r.name, err)
	}
	if len(amounts) > 0 {
		result.ConsumedCapacity = make(map[resourceapi.QualifiedName]resource.Quantity, len(amounts))
		for i := range amounts {
			result.ConsumedCapacity[d.capacities[i].status] = amounts[i]
		}
	}
	return result, nil
}

// configs returns the configurations of the classes and of the claim that apply to the chosen
// requests. Each has the requests for which it is meant, or none if it is meant for all.
func configs(claim *resourceapi.ResourceClaim, chosen []*request) []resourceapi.DeviceAllocationConfiguration {
	var out []resourceapi.DeviceAllocationConfiguration
	requests := make(map[string][]string) // by class
	var classes []*resourceapi.DeviceClass
	for _, r := range chosen {
		if r == nil {
			continue
		}
		if requests[r.class.Name] == nil {
			classes = append(classes, r.class)
		}
		requests[r.class.Name] = append(requests[r.class.Name], r.name)
	}
	for _, class := range classes {
		for i := range class.Spec.Config {
			out = append(out, resourceapi.DeviceAllocationConfiguration{Source: resourceapi.AllocationConfigSourceClass,
				Requests: slices.Clone(requests[class.Name]), DeviceConfiguration: class.Spec.Config[i].DeviceConfiguration})
		}
	}
	for i := range claim.Spec.Devices.Config {
		config := &claim.Spec.Devices.Config[i]
		if len(config.Requests) > 0 && !slices.ContainsFunc(chosen, func(r *request) bool { return r != nil && r.isIn(claim, config.Requests) }) {
			continue
		}
		out = append(out, resourceapi.DeviceAllocationConfiguration{Source: resourceapi.AllocationConfigSourceClaim,
			Requests: config.Requests, DeviceConfiguration: config.DeviceConfiguration})
	}
	for i := range out {
		if !slices.ContainsFunc(chosen, func(r *request) bool { return r == nil || !r.isIn(claim, out[i].Requests) }) {
			out[i].Requests = nil
		}
	}
	return out
}

// nodeSelector returns the nodes on which the devices of a claim are available, or nil if they are
// available on all nodes.
func (p *problem) nodeSelector(devices []*candidate) (*v1.NodeSelector, error) {
	var term v1.NodeSelectorTerm
	for _, d := range devices {
		n := d.slice.nodes
		if d.slice.isPerDevice() {
			n = d.nodes
		}
		if n.name != "" || d.bindsNode {
			return &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{{MatchFields: []v1.NodeSelectorRequirement{
				{Key: "metadata.name", Operator: v1.NodeSelectorOpIn, Values: []string{p.node.Name}}}}}}, nil
		}
		if n.selector == nil || len(n.selector.NodeSelectorTerms) == 0 {
			continue
		}
		if len(n.selector.NodeSelectorTerms) > 1 {
			return nil, fmt.Errorf("the node selector of device %s has %d terms, expected 1", d.id, len(n.selector.NodeSelectorTerms))
		}
		term.MatchFields = addRequirements(term.MatchFields, n.selector.NodeSelectorTerms[0].MatchFields)
		term.MatchExpressions = addRequirements(term.MatchExpressions, n.selector.NodeSelectorTerms[0].MatchExpressions)
	}
	if len(term.MatchFields) == 0 && len(term.MatchExpressions) == 0 {
		return nil, nil
	}
	return &v1.NodeSelector{NodeSelectorTerms: []v1.NodeSelectorTerm{term}}, nil
}

// addRequirements appends requirements that are not in the list.
func addRequirements(list, more []v1.NodeSelectorRequirement) []v1.NodeSelectorRequirement {
	for _, m := range more {
		if !slices.ContainsFunc(list, func(r v1.NodeSelectorRequirement) bool {
			return r.Key == m.Key && r.Operator == m.Operator && sameSet(r.Values, m.Values)
		}) {
			list = append(list, m)
		}
	}
	return list
}

func sameSet(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) }) &&
		!slices.ContainsFunc(b, func(s string) bool { return !slices.Contains(a, s) })
}
