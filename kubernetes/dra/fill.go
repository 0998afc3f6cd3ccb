package dra

import (
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	draapi "k8s.io/dynamic-resource-allocation/api"
	"k8s.io/dynamic-resource-allocation/resourceclaim"

	"libkoord.invalid/koord"
)

// blocked is the taint of devices that no request tolerates.
const blocked = uint64(1)

// fill passes the problem to the engine.
func (p *problem) fill(e *engine) error {
	capacities := p.capacityRows()
	if err := p.fillDevices(e); err != nil {
		return err
	}
	if err := addRows(e.inventory.AddCapacities, capacities.rows); err != nil {
		return err
	}
	if err := addRows(e.inventory.AddValidValues, capacities.valid); err != nil {
		return err
	}
	if err := p.fillCounters(e); err != nil {
		return err
	}
	if err := p.fillRequests(e); err != nil {
		return err
	}
	if err := addRows(e.claims.AddAmounts, capacities.requested); err != nil {
		return err
	}
	return p.fillConstraints(e)
}

// addRows passes rows to the engine. A call without rows would take time for nothing.
func addRows[T any](call func([]T) error, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	return call(rows)
}

// fillDevices adds the devices with their taints.
func (p *problem) fillDevices(e *engine) error {
	if err := p.groupTaints(); err != nil {
		return err
	}
	roots, drivers := make(map[value]int32), make(map[draapi.UniqueString]int32)
	rows := make([]koord.DraDevice, len(p.devices))
	for i := range p.devices {
		d := &p.devices[i]
		row := &rows[i]
		row.Kind, row.NUMANode, row.PcieRoot = numberOf(drivers, d.id.Driver), d.numaNode, -1
		if d.pcieRoot != nil {
			row.PcieRoot = numberOf(roots, *d.pcieRoot)
		}
		row.Taints = d.taintGroups
		if d.blocked {
			row.Taints |= blocked
		}
		if d.shared {
			row.Flags |= koord.DraDeviceShared
		}
		if d.allocated {
			row.Flags |= koord.DraDeviceAllocated
		}
	}
	return e.inventory.AddDevices(rows)
}

// numberOf returns the number of a key, which is the next one if the key is new.
func numberOf[K comparable](numbers map[K]int32, key K) int32 {
	number, found := numbers[key]
	if !found {
		number = int32(len(numbers))
		numbers[key] = number
	}
	return number
}

// groupTaints gives a bit to each group of taints that the same requests tolerate. Taints that all
// requests tolerate need none.
func (p *problem) groupTaints() error {
	if !p.a.features.DeviceTaints {
		return nil
	}
	groups := make(map[string]uint64)
	known := make(map[[3]string]uint64)
	for i := range p.devices {
		d := &p.devices[i]
		for _, taint := range d.taints {
			if taint.Effect != resourceapi.DeviceTaintEffectNoSchedule && taint.Effect != resourceapi.DeviceTaintEffectNoExecute {
				continue
			}
			key := [3]string{taint.Key, taint.Value, string(taint.Effect)}
			group, found := known[key]
			if !found {
				var err error
				if group, err = p.groupOf(taint, groups); err != nil {
					return err
				}
				known[key] = group
			}
			d.taintGroups |= group
		}
	}
	return nil
}

// groupOf returns the bit of a taint, or 0 if all requests tolerate it.
func (p *problem) groupOf(taint resourceapi.DeviceTaint, groups map[string]uint64) (uint64, error) {
	intolerant := make([]byte, len(p.requests)) // 1 if the request does not tolerate the taint
	for i, r := range p.requests {
		if !slices.ContainsFunc(r.tolerations, func(t resourceapi.DeviceToleration) bool { return resourceclaim.ToleratesTaint(t, taint) }) {
			intolerant[i] = 1
		}
	}
	if !slices.Contains(intolerant, 1) {
		return 0, nil
	}
	group, found := groups[string(intolerant)]
	if !found {
		if len(groups) == 63 {
			return 0, onNode("the taints of devices form more than 63 groups by the requests that tolerate them")
		}
		group = blocked << (len(groups) + 1)
		groups[string(intolerant)] = group
		for i, r := range p.requests {
			if intolerant[i] == 0 {
				r.tolerated |= group
			}
		}
	}
	return group, nil
}

// capacityRows are the capacities that the engine accounts for.
type capacityRows struct {
	rows             []koord.DraCapacity
	valid, requested []koord.DraAmount
}

// capacityRows converts the capacities of shared devices, and those that requests name. Devices
// with amounts that the engine cannot hold are blocked.
func (p *problem) capacityRows() capacityRows {
	var out capacityRows
	if !p.a.features.ConsumableCapacity {
		return out
	}
	numbers := make(map[string]uint32)
	var all []quantities
	number := func(name string) uint32 {
		n, found := numbers[name]
		if !found {
			n = uint32(len(all))
			numbers[name] = n
			all = append(all, quantities{})
		}
		return n
	}
	for _, r := range p.requests {
		for name, capacity := range r.capacities {
			n := number(capacity)
			all[n].base = append(all[n].base, r.amounts[name])
		}
	}
	fractions := hasFractions(p.a.features)
	visit := func(what func(device int, c *capacity, number uint32)) {
		for i := range p.devices {
			if !p.isSelected(i) {
				continue
			}
			for j := range p.devices[i].capacities {
				c := &p.devices[i].capacities[j]
				if _, named := numbers[c.name]; named || p.devices[i].shared {
					what(i, p.inEngine(c, fractions), number(c.name))
				}
			}
		}
	}
	visit(func(device int, c *capacity, n uint32) {
		all[n].groups = append(all[n].groups, c.policyAmounts(fractions))
		if p.devices[device].shared {
			all[n].wanted = append(all[n].wanted, []resource.Quantity{c.value, p.used(device, c)})
		} else {
			all[n].rounded = append(all[n].rounded, c.value)
		}
	})
	units := make([]unit, len(all))
	for i := range all {
		units[i] = all[i].unit()
	}
	visit(func(device int, c *capacity, n uint32) {
		row, valid, ok := c.row(units[n], fractions)
		// A value below one unit would let every request consume all of it.
		if !ok || p.devices[device].shared && row.Value == 0 && c.value.Sign() > 0 {
			p.devices[device].blocked = true
		}
		row.Device, row.Name = uint32(device), n
		if p.devices[device].shared && p.devices[device].allocated {
			row.Used = units[n].atLeast(p.used(device, c))
		}
		out.rows = append(out.rows, row)
		for _, amount := range valid {
			out.valid = append(out.valid, koord.DraAmount{Owner: uint32(device), Name: n, Amount: amount})
		}
	})
	for i, r := range p.requests {
		for name, capacity := range r.capacities {
			n := numbers[capacity]
			out.requested = append(out.requested, koord.DraAmount{Owner: uint32(i), Name: n, Amount: units[n].atLeast(r.amounts[name])})
		}
	}
	return out
}

func (p *problem) isSelected(device int) bool {
	return slices.ContainsFunc(p.requests, func(r *request) bool { return has(r.selected, device) })
}

// used returns what other claims consume of a capacity.
func (p *problem) used(device int, c *capacity) resource.Quantity {
	if amount := p.a.state.AggregatedCapacity[p.devices[device].id][c.key]; amount != nil {
		return *amount
	}
	return resource.Quantity{}
}

// inEngine returns a capacity in a form that the engine can round to. A range whose minimum is rounded
// for larger requests only becomes the list of amounts that the requests consume.
func (p *problem) inEngine(c *capacity, fractions bool) *capacity {
	if c.policy == nil || c.policy.ValidRange == nil {
		return c
	}
	r := c.policy.ValidRange
	if r.Min == nil || !hasStep(r) || isMilli(r, fractions) || r.Min.CmpInt64(whole(*r.Min)) == 0 {
		return c
	}
	out := *c
	out.policy = &resourceapi.CapacityRequestPolicy{Default: c.policy.Default}
	for _, r := range p.requests {
		for name, capacity := range r.capacities {
			if capacity != c.name {
				continue
			}
			if amount, err := c.consume(&requestedAmount{name, r.amounts[name]}, fractions); err == nil {
				out.policy.ValidValues = append(out.policy.ValidValues, amount)
			}
		}
	}
	slices.SortFunc(out.policy.ValidValues, func(a, b resource.Quantity) int { return a.Cmp(b) })
	out.policy.ValidValues = slices.CompactFunc(out.policy.ValidValues, func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 })
	return &out
}

// rangeBounds returns the minimum and step of a range as they are computed with: whole numbers, unless
// fractions are enabled. The step is nil if there is none.
func rangeBounds(r *resourceapi.CapacityRequestPolicyRange, fractions bool) (low resource.Quantity, step *resource.Quantity) {
	if r.Min != nil {
		low = *r.Min
	}
	if !hasStep(r) {
		return low, nil
	}
	if isMilli(r, fractions) {
		return low, r.Step
	}
	return *resource.NewQuantity(whole(low), low.Format), resource.NewQuantity(whole(*r.Step), r.Step.Format)
}

// policyAmounts returns the amounts of the request policy that the engine needs exactly.
func (c *capacity) policyAmounts(fractions bool) []resource.Quantity {
	if c.policy == nil {
		return nil
	}
	var out []resource.Quantity
	if c.policy.Default != nil {
		out = append(out, *c.policy.Default)
	}
	if r := c.policy.ValidRange; r != nil {
		low, step := rangeBounds(r, fractions)
		out = append(out, low)
		if step != nil {
			out = append(out, *step)
		}
		return out
	}
	return append(out, c.policy.ValidValues...)
}

// row converts a capacity, or returns false if the engine cannot hold the amounts of its policy.
func (c *capacity) row(u unit, fractions bool) (row koord.DraCapacity, valid []int64, ok bool) {
	row.Value = u.atMost(c.value)
	for _, amount := range c.policyAmounts(fractions) {
		if _, ok := u.exact(amount); !ok {
			return row, nil, false
		}
	}
	if c.policy == nil {
		return row, nil, true
	}
	if c.policy.Default != nil {
		row.Flags |= koord.DraCapacityHasDefault
		row.DefaultAmount = u.atLeast(*c.policy.Default)
	}
	if r := c.policy.ValidRange; r != nil {
		row.Policy = koord.DraPolicyRange
		low, step := rangeBounds(r, fractions)
		row.Min = u.atLeast(low)
		if step != nil {
			row.Flags |= koord.DraCapacityHasStep
			row.Step = u.atLeast(*step)
		}
		if r.Max != nil {
			row.Flags |= koord.DraCapacityHasMax
			row.Max = u.atMost(*r.Max)
		}
		return row, nil, true
	}
	if len(c.policy.ValidValues) > 0 {
		row.Policy = koord.DraPolicyValues
		for _, amount := range c.policy.ValidValues {
			valid = append(valid, u.atLeast(amount))
		}
	}
	return row, valid, true
}

// fillRequests adds the requests. Claims without requests have no number.
func (p *problem) fillRequests(e *engine) error {
	p.numbers = make([]int, len(p.claims))
	for i := range p.numbers {
		p.numbers[i] = -1
	}
	count := 0
	for _, r := range p.requests {
		if p.numbers[r.claim] < 0 {
			p.numbers[r.claim] = count
			count++
		}
		row := koord.DraAlternative{Claim: uint32(p.numbers[r.claim]), Request: uint32(r.index), Tolerated: r.tolerated}
		if r.all {
			row.Flags |= koord.DraAlternativeAll
		} else {
			// No claim can have more devices than the limit, whatever the count.
			row.Count = uint32(min(r.count, resourceapi.AllocationResultsMaxSize+1))
		}
		if r.admin {
			row.Flags |= koord.DraAlternativeAdmin
		}
		if err := e.claims.AddAlternative(row, r.selected); err != nil {
			return err
		}
	}
	return nil
}

// fillConstraints adds the constraints and the attributes that they name.
func (p *problem) fillConstraints(e *engine) error {
	names := make(map[resourceapi.FullyQualifiedName]uint32)
	var attributes []koord.DraAttribute
	for c, claim := range p.claims {
		for i := range claim.Spec.Devices.Constraints {
			constraint := &claim.Spec.Devices.Constraints[i]
			scope := make([]uint64, words(len(p.requests)))
			for j, r := range p.requests {
				if r.claim == c && r.isIn(claim, constraint.Requests) {
					add(scope, j)
				}
			}
			if count(scope) == 0 {
				continue // names no request of the claim
			}
			attribute, distinct := attributeOf(constraint)
			name, found := names[attribute]
			if !found {
				name = uint32(len(names))
				names[attribute] = name
				attributes = p.appendValues(attributes, attribute, name)
			}
			row := koord.DraConstraint{Kind: koord.DraConstraintKindMatch, Claim: uint32(p.numbers[c]), Attribute: name}
			if distinct {
				row.Kind = koord.DraConstraintKindDistinct
			}
			if err := e.claims.AddConstraint(row, scope); err != nil {
				return err
			}
			p.constraints = append(p.constraints, addedConstraint{claim, constraint})
		}
	}
	return addRows(e.inventory.AddAttributes, attributes)
}

// appendValues appends the values of an attribute of all devices.
func (p *problem) appendValues(rows []koord.DraAttribute, attribute resourceapi.FullyQualifiedName, name uint32) []koord.DraAttribute {
	numbers := make(map[value]uint64)
	for i := range p.devices {
		for _, v := range p.devices[i].attribute(attribute, p.a.features.ListTypeAttributes) {
			number, found := numbers[v]
			if !found {
				number = uint64(len(numbers))
				numbers[v] = number
			}
			rows = append(rows, koord.DraAttribute{Device: uint32(i), Name: name, Value: number})
		}
	}
	return rows
}
