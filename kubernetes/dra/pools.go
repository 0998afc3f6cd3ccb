package dra

import (
	"cmp"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	draapi "k8s.io/dynamic-resource-allocation/api"
	"k8s.io/dynamic-resource-allocation/structured"
)

// pool holds the newest generation of a resource pool, as far as a node can see it.
type pool struct {
	id         poolID
	incomplete bool // slices are missing or not supported
	grouped    bool // slices are not supported, because devices have compatibility groups
	invalid    string
	slices     []*slice // with devices for the node
	elsewhere  []*slice // with devices for other nodes, which may consume the same counters
	counters   map[string]counterSet
}

// isUsable reports whether devices of the pool may be allocated.
func (p *pool) isUsable() bool { return !p.incomplete && p.invalid == "" }

// problem describes why the pool is not usable.
func (p *pool) problem() string {
	if p.grouped {
		return "has devices with compatibility groups, which this allocator does not support"
	}
	if p.incomplete {
		return "is currently being updated"
	}
	return "is currently invalid: " + p.invalid
}

// isOnNode reports whether devices are available on the node.
func (a *Allocator) isOnNode(node *v1.Node, n nodes) (bool, error) {
	if n.name != "" || n.all || n.selector == nil {
		return n.name == node.Name || n.name == "" && n.all, nil
	}
	return structured.NodeMatches(a.features, node, n.name, n.all, n.selector)
}

// isForNode reports whether a slice has devices for the node.
func (a *Allocator) isForNode(s *slice, node *v1.Node) (bool, error) {
	if s.nodes.isSet() {
		on, err := a.isOnNode(node, s.nodes)
		if err != nil {
			return false, fmt.Errorf("nodeSelector of ResourceSlice %s: %w", s.name, err)
		}
		return on, nil
	}
	if !s.isPerDevice() {
		return false, nil // a kind of selection that this version does not know
	}
	for i := range s.devices {
		on, err := a.isOnNode(node, s.devices[i].nodes)
		if err != nil {
			return false, fmt.Errorf("nodeSelector of device %s in ResourceSlice %s: %w", s.devices[i].id, s.name, err)
		}
		if on {
			return true, nil
		}
	}
	return false, nil
}

// isKnown reports whether the enabled features cover a slice. Others are ignored, so that their
// pools are incomplete. Compatibility groups are not supported.
func (a *Allocator) isKnown(s *slice) bool {
	return !s.grouped && (a.features.PartitionableDevices || s.perDevice == nil && len(s.counters) == 0)
}

// gather returns the pools that have slices for the node, in the order in which their devices are
// numbered: by driver and name, those with binding conditions last.
func (a *Allocator) gather(node *v1.Node) ([]*pool, error) {
	newest, grouped := make(map[poolID][]*slice), make(map[poolID]bool)
	for _, sources := range [][]*ResourceSlice{a.onNode[node.Name], a.elsewhere} {
		for _, source := range sources {
			s := a.cache.read(source)
			if !a.isKnown(s) {
				if s.grouped && !grouped[s.pool] {
					on, err := a.isForNode(s, node)
					grouped[s.pool] = err == nil && on
				}
				continue
			}
			relevant, err := a.isForNode(s, node)
			if err != nil {
				return nil, err
			}
			if !relevant {
				continue
			}
			same := newest[s.pool]
			switch {
			case len(same) == 0 || s.generation > same[0].generation:
				newest[s.pool] = []*slice{s}
			case s.generation == same[0].generation:
				newest[s.pool] = append(same, s)
			}
		}
	}
	pools := make([]*pool, 0, len(newest))
	for id, slices := range newest {
		if p := a.complete(id, slices); p != nil {
			pools = append(pools, p)
			delete(grouped, id)
		}
	}
	for id, is := range grouped {
		if is {
			pools = append(pools, &pool{id: id, incomplete: true, grouped: true})
		}
	}
	slices.SortFunc(pools, func(a, b *pool) int {
		return cmp.Or(compareBool(a.hasConditions(), b.hasConditions()), cmp.Compare(a.id.driver.String(), b.id.driver.String()),
			cmp.Compare(a.id.name.String(), b.id.name.String()))
	})
	return pools, nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// hasConditions reports whether a device of the pool for this node has binding conditions.
func (p *pool) hasConditions() bool {
	for _, s := range p.slices {
		for i := range s.devices {
			if s.devices[i].conditions != nil {
				return true
			}
		}
	}
	return false
}

// complete builds a pool from its newest slices for the node. It returns nil if other slices show
// that a newer generation has no devices for the node.
func (a *Allocator) complete(id poolID, forNode []*slice) *pool {
	count := forNode[0].count
	all := forNode
	if int64(len(forNode)) != count {
		var obsolete bool
		if all, obsolete = a.generation(id, forNode[0].generation); obsolete {
			return nil
		}
		if int64(len(all)) != count {
			return &pool{id: id, incomplete: true, grouped: a.isGrouped(id, forNode[0].generation)}
		}
	}
	p := &pool{id: id, counters: make(map[string]counterSet)}
	slices.SortFunc(forNode, func(a, b *slice) int { return cmp.Compare(a.name, b.name) })
	sets := forNode
	for _, s := range forNode {
		if len(s.counters) == 0 {
			p.slices = append(p.slices, s)
		}
	}
	// Names identify slices: the cache may have read an object twice.
	names := make(map[string]bool, len(forNode))
	for _, s := range forNode {
		names[s.name] = true
	}
	for _, s := range all {
		if names[s.name] {
			continue
		}
		sets = append(sets[:len(sets):len(sets)], s)
		if len(s.counters) == 0 {
			p.elsewhere = append(p.elsewhere, s)
		}
	}
	p.check(sets, a.features.PartitionableDevices)
	return p
}

// generation returns all slices of a generation of a pool, or true if there is a newer one.
func (a *Allocator) generation(id poolID, generation int64) ([]*slice, bool) {
	var out []*slice
	for _, source := range a.ofPool(id) {
		if source.Spec.Pool.Generation > generation {
			return nil, true
		}
		if source.Spec.Pool.Generation < generation {
			continue
		}
		if s := a.cache.read(source); !s.grouped {
			out = append(out, s)
		}
	}
	return out, false
}

// isGrouped reports whether a slice of a generation of a pool has devices with compatibility groups.
func (a *Allocator) isGrouped(id poolID, generation int64) bool {
	return slices.ContainsFunc(a.ofPool(id), func(source *ResourceSlice) bool {
		return source.Spec.Pool.Generation == generation && a.cache.read(source).grouped
	})
}

// ofPool returns the slices of a pool, of all generations and nodes.
func (a *Allocator) ofPool(id poolID) []*ResourceSlice {
	a.once.Do(func() {
		a.byPool = make(map[poolName][]*ResourceSlice)
		for source := range a.all {
			name := sourceName(source)
			a.byPool[name] = append(a.byPool[name], source)
		}
	})
	return a.byPool[poolName{id.driver.String(), id.name.String()}]
}

// check sets the counters of the pool, and why the pool is invalid. A name of a device may be used
// once among the devices for the node.
func (p *pool) check(sets []*slice, counted bool) {
	names := make(map[draapi.UniqueString]bool)
	for _, s := range p.slices {
		for i := range s.devices {
			name := s.devices[i].id.Device
			if names[name] {
				p.invalid = fmt.Sprintf("two devices have the name %s", name)
				return
			}
			names[name] = true
		}
	}
	if !counted {
		return
	}
	for _, s := range sets {
		for _, set := range s.counters {
			if _, found := p.counters[set.name]; found {
				p.invalid = fmt.Sprintf("two counter sets have the name %s", set.name)
				return
			}
			p.counters[set.name] = set
		}
	}
	for _, list := range [][]*slice{p.slices, p.elsewhere} {
		for _, s := range list {
			for i := range s.devices {
				if p.invalid = p.checkConsumption(&s.devices[i]); p.invalid != "" {
					return
				}
			}
		}
	}
}

// checkConsumption returns why a device cannot consume its counters, or "".
func (p *pool) checkConsumption(d *device) string {
	for _, c := range d.consumes {
		set, found := p.counters[c.set]
		if !found {
			return fmt.Sprintf("device %s consumes counters of set %s, which does not exist", d.id.Device, c.set)
		}
		for name := range c.counters {
			if _, found := set.counters[name]; !found {
				return fmt.Sprintf("device %s consumes counter %s, which set %s does not have", d.id.Device, name, c.set)
			}
		}
	}
	return ""
}
