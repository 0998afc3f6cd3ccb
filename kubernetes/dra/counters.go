package dra

import (
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
)

// counterID names a shared counter.
type counterID struct {
	pool      *pool
	set, name string
}

// counter is a shared counter that devices of the inventory consume.
type counter struct {
	value   resource.Quantity
	devices []counterUse // ascending
}

// counterUse is what a device consumes of a counter.
type counterUse struct {
	device int
	amount resource.Quantity
}

// counters returns the shared counters that devices of the inventory consume, in pools that requests
// select. A counter that a device names twice is consumed twice.
func (p *problem) counters() []counter {
	var out []counter
	numbers := make(map[counterID]int)
	for i := range p.devices {
		d := &p.devices[i]
		if !p.counted[d.pool] {
			continue
		}
		for _, c := range d.consumes {
			for name, amount := range c.counters {
				id := counterID{d.pool, c.set, name}
				n, found := numbers[id]
				if !found {
					n = len(out)
					numbers[id] = n
					out = append(out, counter{value: d.pool.counters[c.set].counters[name].Value.DeepCopy()})
				}
				if uses := out[n].devices; len(uses) > 0 && uses[len(uses)-1].device == i {
					uses[len(uses)-1].amount.Add(amount.Value)
				} else {
					out[n].devices = append(uses, counterUse{i, amount.Value.DeepCopy()})
				}
			}
		}
	}
	for i := range p.removed {
		d := &p.removed[i]
		for _, c := range d.consumes {
			for name, amount := range c.counters {
				if n, found := numbers[counterID{d.pool, c.set, name}]; found {
					out[n].value.Sub(amount.Value)
				}
			}
		}
	}
	return out
}

// unit returns the unit of a counter. If amounts are too far apart for the engine, the amounts in
// use are subtracted from the value instead, which is exact.
func (c *counter) unit(devices []candidate) unit {
	all := quantities{rounded: []resource.Quantity{c.value}}
	for _, use := range c.devices {
		all.groups = append(all.groups, []resource.Quantity{use.amount})
	}
	if u := all.unit(); u.nano == nil {
		return u
	}
	all.groups = all.groups[:0]
	for i := range c.devices {
		use := &c.devices[i]
		if devices[use.device].allocated {
			c.value.Sub(use.amount)
			use.amount = resource.Quantity{}
		} else {
			all.groups = append(all.groups, []resource.Quantity{use.amount})
		}
	}
	return all.unit()
}

// fillCounters adds the shared counters that devices of the inventory consume.
func (p *problem) fillCounters(e *engine) error {
	if !p.a.features.PartitionableDevices {
		return nil
	}
	var rows, consumed []koord.DraAmount
	for i, c := range p.counters() {
		u := c.unit(p.devices)
		rows = append(rows, koord.DraAmount{Name: uint32(i), Amount: u.atMost(c.value)})
		for _, use := range c.devices {
			consumed = append(consumed, koord.DraAmount{Owner: uint32(use.device), Name: uint32(i), Amount: u.atLeast(use.amount)})
		}
	}
	if err := addRows(e.inventory.AddCounters, rows); err != nil {
		return err
	}
	return addRows(e.inventory.AddConsumedCounters, consumed)
}
