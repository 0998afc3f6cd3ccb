package dra

import (
	"fmt"
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/klog/v2"
)

// request is a request of a claim, or a subrequest of firstAvailable: an alternative of the engine.
type request struct {
	claim, index int    // of the request in the claim
	sub          int    // number of the subrequest, or -1
	name         string // NAME or NAME/SUBREQUEST
	class        *resourceapi.DeviceClass
	selectors    []resourceapi.DeviceSelector
	all, admin   bool
	count        int64
	tolerations  []resourceapi.DeviceToleration
	amounts      map[resourceapi.QualifiedName]resource.Quantity

	capacities map[resourceapi.QualifiedName]string // names in the inventory of requested capacities

	selected  []uint64 // bit set of devices
	tolerated uint64   // groups of taints
	failed    error    // of a selector; the devices for which it failed are not selected
}

// IsSupported reports whether the allocator supports a claim. It does not support derived attributes.
func IsSupported(claim *resourceapi.ResourceClaim) bool {
	return !slices.ContainsFunc(claim.Spec.Devices.Requests, func(r resourceapi.DeviceRequest) bool {
		return r.Exactly != nil && hasDerivedAttributes(r.Exactly) ||
			slices.ContainsFunc(r.FirstAvailable, func(s resourceapi.DeviceSubRequest) bool { return hasDerivedAttributesInSubrequest(&s) })
	})
}

// requestedAmount is what a request asks for of a capacity.
type requestedAmount struct {
	name   resourceapi.QualifiedName
	amount resource.Quantity
}

// readRequests returns the requests and subrequests of all claims, in order.
func (p *problem) readRequests() error {
	for c, claim := range p.claims {
		for i := range claim.Spec.Devices.Requests {
			if err := p.readRequest(c, i, &claim.Spec.Devices.Requests[i]); err != nil {
				return err
			}
		}
		for i := range claim.Spec.Devices.Constraints {
			constraint := &claim.Spec.Devices.Constraints[i]
			if constraint.MatchAttribute == nil && constraint.DistinctAttribute == nil {
				return fmt.Errorf("claim %s, constraint #%d: empty constraint (unsupported constraint type?)", klog.KObj(claim), i)
			}
		}
	}
	return nil
}

func (p *problem) readRequest(claim, index int, r *resourceapi.DeviceRequest) error {
	object, features := klog.KObj(p.claims[claim]), p.a.features
	if r.Exactly == nil && len(r.FirstAvailable) == 0 {
		return fmt.Errorf("claim %s, request %s: found neither exactly nor firstAvailable (unsupported request type?)", object, r.Name)
	}
	if len(r.FirstAvailable) > 0 && !features.PrioritizedList {
		return fmt.Errorf("claim %s, request %s: has subrequests, but the DRAPrioritizedList feature is disabled", object, r.Name)
	}
	if len(r.FirstAvailable) == 0 {
		e := r.Exactly
		if e.AdminAccess != nil && !features.AdminAccess {
			return fmt.Errorf("claim %s, request %s: admin access is requested, but the feature is disabled", object, r.Name)
		}
		out := &request{claim: claim, index: index, sub: -1, name: r.Name, selectors: e.Selectors, admin: isTrue(e.AdminAccess),
			count: e.Count, tolerations: e.Tolerations}
		if e.Capacity != nil {
			out.amounts = e.Capacity.Requests
		}
		return p.addRequest(out, fmt.Sprintf("request %s", r.Name), e.DeviceClassName, e.AllocationMode, e.Capacity != nil, hasDerivedAttributes(e))
	}
	for i := range r.FirstAvailable {
		s := &r.FirstAvailable[i]
		out := &request{claim: claim, index: index, sub: i, name: r.Name + "/" + s.Name, selectors: s.Selectors, count: s.Count, tolerations: s.Tolerations}
		if s.Capacity != nil {
			out.amounts = s.Capacity.Requests
		}
		if err := p.addRequest(out, fmt.Sprintf("subrequest %s", s.Name), s.DeviceClassName, s.AllocationMode, s.Capacity != nil,
			hasDerivedAttributesInSubrequest(s)); err != nil {
			return err
		}
	}
	return nil
}

func (p *problem) addRequest(r *request, what, class string, mode resourceapi.DeviceAllocationMode, hasCapacity, derived bool) error {
	object := klog.KObj(p.claims[r.claim])
	if hasCapacity && !p.a.features.ConsumableCapacity {
		return fmt.Errorf("claim %s, %s: has capacity requests, but the DRAConsumableCapacity feature is disabled", object, what)
	}
	if derived {
		return fmt.Errorf("claim %s, %s: derived attributes are not supported by this allocator", object, what)
	}
	for i := range r.selectors {
		if r.selectors[i].CEL == nil {
			return fmt.Errorf("claim %s, %s, selector #%d: CEL expression empty (unsupported selector type?)", object, what, i)
		}
	}
	if class == "" {
		return fmt.Errorf("claim %s, %s: missing device class name (unsupported request type?)", object, what)
	}
	var err error
	if r.class, err = p.a.classes.Get(class); err != nil {
		return fmt.Errorf("claim %s, %s: could not retrieve device class %s: %w", object, what, class, err)
	}
	for i := range r.class.Spec.Selectors {
		if r.class.Spec.Selectors[i].CEL == nil {
			return fmt.Errorf("class %s, selector #%d: CEL expression empty (unsupported selector type?)", class, i)
		}
	}
	switch mode {
	case resourceapi.DeviceAllocationModeAll:
		r.all = true
	case resourceapi.DeviceAllocationModeExactCount:
		if r.count < 1 {
			return fmt.Errorf("claim %s, %s: found a count of %d devices, expected at least 1", object, what, r.count)
		}
	default:
		return fmt.Errorf("claim %s, %s: unsupported count mode %s", object, what, mode)
	}
	p.requests = append(p.requests, r)
	return nil
}

// checkCounts refuses claims that need more devices than an allocation can have.
func (p *problem) checkCounts() error {
	for c, claim := range p.claims {
		var total int64
		for i := range claim.Spec.Devices.Requests {
			fewest := int64(-1)
			for _, r := range p.requests {
				if r.claim == c && r.index == i && (fewest < 0 || p.devicesFor(r) < fewest) {
					fewest = p.devicesFor(r)
				}
			}
			ofNode := slices.ContainsFunc(p.requests, func(r *request) bool { return r.claim == c && r.all })
			if fewest > resourceapi.AllocationResultsMaxSize-total {
				err := fmt.Errorf("claim %s, request %s: adding %d devices exceeds the claim limit of %d, with %d already accounted for",
					klog.KObj(claim), claim.Spec.Devices.Requests[i].Name, fewest, resourceapi.AllocationResultsMaxSize, total)
				if ofNode { // other nodes may have fewer devices
					err = onNode("%v", err)
				}
				return err
			}
			total += fewest
		}
	}
	return nil
}

// devicesFor returns the number of devices that a request needs.
func (p *problem) devicesFor(r *request) int64 {
	if r.all {
		return int64(count(r.selected))
	}
	return r.count
}
