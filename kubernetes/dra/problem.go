package dra

import (
	"context"
	"fmt"
	"maps"
	"math/bits"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
)

// problem is one question: the claims of a pod on a node.
type problem struct {
	a        *Allocator
	ctx      context.Context
	node     *v1.Node
	claims   []*resourceapi.ResourceClaim
	pools    []*pool
	requests []*request // of all claims: alternatives of the engine
	devices  []candidate
	usable   []uint64 // bit set of devices that the node can use
	numbers  []int    // of the claims in the engine; -1 for claims without requests
	info     koord.DraInfo

	counted map[*pool]bool // pools with devices that a request selects
	removed []candidate    // devices in use whose counters are subtracted from the values

	constraints []addedConstraint // by number in the engine
}

// addedConstraint is a constraint of the engine.
type addedConstraint struct {
	claim      *resourceapi.ResourceClaim
	constraint *resourceapi.DeviceConstraint
}

// candidate is a device of the inventory.
type candidate struct {
	*device
	slice *slice
	pool  *pool
	// allocated: held by other claims. A shared device is available all the same.
	shared, allocated bool
	// blocked devices are selected, but cannot be allocated. Requests for all devices are refused.
	blocked     bool
	taintGroups uint64
	onNode      bool // false for devices of other nodes that consume counters
}

func count(set []uint64) int {
	out := 0
	for _, word := range set {
		out += bits.OnesCount64(word)
	}
	return out
}

// prepare selects the devices for each request.
func (p *problem) prepare() error {
	if err := p.readRequests(); err != nil {
		return err
	}
	for _, r := range p.requests {
		if !r.all {
			continue
		}
		for _, pool := range p.pools {
			if !pool.isUsable() {
				return onNode("claim %s, request %s: asks for all devices, but resource pool %s %s", klog.KObj(p.claims[r.claim]), r.name, pool.id, pool.problem())
			}
		}
	}
	p.addDevices()
	if err := p.findUsable(); err != nil {
		return err
	}
	for _, r := range p.requests {
		if err := p.selectDevices(r); err != nil {
			return err
		}
		if err := p.checkAmounts(r); err != nil {
			return err
		}
	}
	if err := p.checkCounts(); err != nil {
		return err
	}
	return p.limitDevices()
}

// addDevices lists the devices of all usable pools, and those of other nodes that hold counters.
func (p *problem) addDevices() {
	for _, pool := range p.pools {
		if !pool.isUsable() {
			continue
		}
		for _, s := range pool.slices {
			for i := range s.devices {
				p.devices = append(p.devices, p.candidate(pool, s, &s.devices[i], true))
			}
		}
	}
	for _, pool := range p.pools {
		if !pool.isUsable() {
			continue
		}
		for _, s := range pool.elsewhere {
			for i := range s.devices {
				if c := p.candidate(pool, s, &s.devices[i], false); c.allocated && len(c.consumes) > 0 {
					p.devices = append(p.devices, c)
				}
			}
		}
	}
}

func (p *problem) candidate(pool *pool, s *slice, d *device, onNode bool) candidate {
	c := candidate{device: d, slice: s, pool: pool, onNode: onNode}
	held := p.a.state.AllocatedDevices.Has(d.id) || p.a.taken[d.id]
	c.shared = d.shared && p.a.features.ConsumableCapacity && !held
	c.allocated = held || p.a.shares[d.id]
	c.blocked = len(s.skipped) > 0 && !canSkip(p.a.features, p.node) || len(d.consumes) > 0 && !p.a.features.PartitionableDevices
	return c
}

// findUsable sets the devices that the node can use at all.
func (p *problem) findUsable() error {
	p.usable = make([]uint64, words(len(p.devices)))
	for i := range p.devices {
		d := &p.devices[i]
		if !d.onNode || len(d.conditions) > 0 && !p.a.features.DeviceBindingAndStatus {
			continue
		}
		if d.slice.isPerDevice() {
			on, err := p.a.isOnNode(p.node, d.nodes)
			if err != nil {
				return fmt.Errorf("nodeSelector of device %s: %w", d.id, err)
			}
			if !on {
				continue
			}
		}
		add(p.usable, i)
	}
	return nil
}

// selectDevices sets the devices that the selectors of the class and of the request match.
func (p *problem) selectDevices(r *request) error {
	r.selected = make([]uint64, words(len(p.devices)))
	for first := 0; first < len(p.devices) && p.devices[first].onNode; {
		s := p.devices[first].slice
		set := make([]uint64, words(len(s.devices)))
		for i := range s.devices {
			if has(p.usable, first+i) {
				add(set, i)
			}
		}
		if err := p.match(r, s, set, first); err != nil {
			return err
		}
		for i := range s.devices {
			if has(set, i) {
				add(r.selected, first+i)
			}
		}
		first += len(s.devices)
	}
	return nil
}

// selectorSource has the selectors of a request, or of its class.
type selectorSource struct {
	owner     string // the claim or class, for errors
	selectors []resourceapi.DeviceSelector
}

// selectorsOf returns the selectors that a device must match for a request.
func (p *problem) selectorsOf(r *request) [2]selectorSource {
	return [2]selectorSource{
		{"class " + r.class.Name, r.class.Spec.Selectors},
		{"claim " + klog.KObj(p.claims[r.claim]).String(), r.selectors},
	}
}

// compile returns the compiled form of a selector, and the epoch of the cache.
func (s *selectorSource) compile(cache *Cache, number int) (*expression, int, error) {
	e, epoch, err := cache.compile(s.selectors[number].CEL.Expression)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: selector #%d: CEL compile error: %w", s.owner, number, err)
	}
	return e, epoch, nil
}

// match removes the devices that the selectors do not match. The devices of the slice are numbered
// from first on. Selectors may fail on devices that the request cannot have.
func (p *problem) match(r *request, s *slice, set []uint64, first int) error {
	for _, source := range p.selectorsOf(r) {
		for i := range source.selectors {
			if count(set) == 0 {
				return nil
			}
			e, epoch, err := source.compile(p.a.cache, i)
			if err != nil {
				return err
			}
			var failed error
			if err := s.match(p.ctx, e, epoch, set, func(d int, err error) {
				if failed == nil && (r.all || r.admin || p.devices[first+d].isFree()) {
					failed = fmt.Errorf("%s: selector #%d on device %s: CEL runtime error: %w", source.owner, i, s.devices[d].id, err)
				}
			}); err != nil {
				return err
			}
			if r.failed == nil {
				r.failed = failed
			}
			if failed != nil && r.all {
				return failed
			}
		}
	}
	return nil
}

// checkConstraints returns an error if a constraint meets an attribute that it cannot compare, or
// forbids a request for all devices. Both concern this node only: other nodes have other devices.
func (p *problem) checkConstraints() error {
	for _, r := range p.requests {
		claim := p.claims[r.claim]
		for i := range claim.Spec.Devices.Constraints {
			c := &claim.Spec.Devices.Constraints[i]
			if !r.isIn(claim, c.Requests) {
				continue
			}
			attribute, _ := attributeOf(c)
			for j := range p.devices {
				if d := &p.devices[j]; has(r.selected, j) && d.isUnsupported(attribute, p.a.features.ListTypeAttributes) {
					return onNode("claim %s, request %s: device %s: attribute %s: unsupported attribute value", klog.KObj(claim), r.name, d.id, attribute)
				}
			}
			if !r.all {
				continue
			}
			if d := p.offender(r, c); d != nil {
				return onNode("claim %s, request %s: cannot add device %s because a claim constraint would not be satisfied", klog.KObj(claim), r.name, d.id)
			}
		}
	}
	return nil
}

// offender returns the first device of a request that violates a constraint together with those
// before it, or nil.
func (p *problem) offender(r *request, c *resourceapi.DeviceConstraint) *device {
	attribute, distinct := attributeOf(c)
	var seen map[value]bool // all values if they must be distinct, else those in common
	for i := range p.devices {
		if !has(r.selected, i) {
			continue
		}
		next := make(map[value]bool)
		for _, v := range p.devices[i].attribute(attribute, p.a.features.ListTypeAttributes) {
			switch {
			case distinct && seen[v]:
				return p.devices[i].device
			case distinct || seen == nil || seen[v]:
				next[v] = true
			}
		}
		if len(next) == 0 {
			return p.devices[i].device
		}
		if distinct {
			maps.Copy(next, seen)
		}
		seen = next
	}
	return nil
}

func attributeOf(c *resourceapi.DeviceConstraint) (name resourceapi.FullyQualifiedName, distinct bool) {
	if c.MatchAttribute != nil {
		return *c.MatchAttribute, false
	}
	return *c.DistinctAttribute, true
}

// isIn reports whether a list of requests names the request, its parent, or is empty.
func (r *request) isIn(claim *resourceapi.ResourceClaim, names []string) bool {
	if len(names) == 0 {
		return true
	}
	parent := claim.Spec.Devices.Requests[r.index].Name
	for _, name := range names {
		if name == r.name || name == parent {
			return true
		}
	}
	return false
}
