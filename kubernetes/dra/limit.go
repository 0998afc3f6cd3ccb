package dra

import (
	draapi "k8s.io/dynamic-resource-allocation/api"

	"libkoord.invalid/koord"
)

// limitDevices removes the devices of drivers that no request selects. If there are still too many
// devices for the engine, it removes those that no request selects, and then those that are in use
// and not available to any request. Counters that the latter hold are subtracted from the values.
func (p *problem) limitDevices() error {
	p.counted = make(map[*pool]bool)
	drivers := make(map[draapi.UniqueString]bool)
	for i := range p.devices {
		if p.isSelected(i) {
			p.counted[p.devices[i].pool], drivers[p.devices[i].id.Driver] = true, true
		}
	}
	p.keepDevices(func(i int) bool {
		d := &p.devices[i]
		return p.counted[d.pool] || d.onNode && drivers[d.id.Driver]
	})
	if len(p.devices) > koord.MaxDraDevices {
		p.keepDevices(func(i int) bool { return p.isSelected(i) || p.devices[i].holdsCounters() })
	}
	if len(p.devices) > koord.MaxDraDevices {
		p.keepDevices(p.isNeeded)
	}
	if len(p.devices) > koord.MaxDraDevices {
		return beyondLimit("the selectors match %d devices that are not in use, or asked for by requests for all devices; at most %d are supported",
			len(p.devices), koord.MaxDraDevices)
	}
	return nil
}

// holdsCounters reports whether the device is in use and consumes counters.
func (c *candidate) holdsCounters() bool { return c.allocated && len(c.consumes) > 0 }

// isNeeded reports whether a request may get the device, or is refused because of it.
func (p *problem) isNeeded(device int) bool {
	d := &p.devices[device]
	for _, r := range p.requests {
		if has(r.selected, device) && (r.all || r.admin || d.isFree()) {
			return true
		}
	}
	return false
}

// isFree reports whether no other claim has the device for itself.
func (c *candidate) isFree() bool { return !c.allocated || c.shared }

// keepDevices removes the other devices and numbers the rest again.
func (p *problem) keepDevices(keep func(int) bool) {
	first := 0
	for first < len(p.devices) && keep(first) {
		first++
	}
	if first == len(p.devices) {
		return
	}
	kept := make([]candidate, 0, len(p.devices))
	selected := make([][]uint64, len(p.requests))
	for j := range selected {
		selected[j] = make([]uint64, words(len(p.devices)))
	}
	for i := range p.devices {
		if !keep(i) {
			if p.devices[i].holdsCounters() {
				p.removed = append(p.removed, p.devices[i])
			}
			continue
		}
		for j, r := range p.requests {
			if has(r.selected, i) {
				add(selected[j], len(kept))
			}
		}
		kept = append(kept, p.devices[i])
	}
	p.devices = kept
	for j, r := range p.requests {
		r.selected = selected[j][:words(len(kept))]
	}
}
