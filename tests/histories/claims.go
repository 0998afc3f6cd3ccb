package main

import (
	"fmt"
	"sort"
	"strings"

	"libkoord.invalid/koord"
)

// address returns the PCI address of a device, by which ResourceSlices identify devices other than GPUs.
func (d *device) address() string { return fmt.Sprintf("0000:%02x:00.0", 0x10*(d.kind+2)+d.minor) }

// id returns the id of a device. ResourceSlices identify GPUs and their instances by it.
func (d *device) id(n *node) string {
	if d.isInstance() {
		return fmt.Sprintf("MIG-%s-%d", n.name, d.minor)
	}
	return fmt.Sprintf("%s-%s-%d", strings.ToUpper(kindNames[d.kind]), n.name, d.minor)
}

// driverName is the name of a device in a ResourceSlice.
func (d *device) driverName() string {
	return fmt.Sprintf("%s-%d", strings.ReplaceAll(kindNames[d.kind], ".", "-"), d.minor)
}

// held reports whether a ResourceClaim holds a device that the node reports.
func (n *node) held(d *device) bool { return d.claimed && !d.absent && n.hasDevices }

// holdsFrom reports whether a ResourceClaim holds a device of a pod.
func (n *node) holdsFrom(p *pod) bool {
	for _, g := range p.granted.devices {
		if n.held(&n.devices[n.deviceAt(g.kind, g.minor)]) {
			return true
		}
	}
	return false
}

// sliceJSON writes the ResourceSlice with the devices of a node.
func (n *node) sliceJSON() []byte {
	var devices []string
	for i := range n.devices {
		d := &n.devices[i]
		identity := fmt.Sprintf(`"uuid":{"string":%q}`, d.id(n))
		switch {
		case d.isInstance():
			identity += fmt.Sprintf(`,"parentUUID":{"string":%q}`, n.devices[n.deviceAt(gpu, d.parent)].id(n))
		case d.kind != gpu:
			identity = fmt.Sprintf(`"resource.kubernetes.io/pciBusID":{"string":%q}`, d.address())
		}
		devices = append(devices, fmt.Sprintf(`{"name":%q,"attributes":{%s}}`, d.driverName(), identity))
	}
	return []byte(fmt.Sprintf(`{"kind":"ResourceSlice","apiVersion":"resource.k8s.io/v1","metadata":{"name":"slice-%s"},"spec":`+
		`{"driver":"gpu.nvidia.com","nodeName":%q,"pool":{"name":%q,"generation":1,"resourceSliceCount":1},"devices":[%s]}}`, n.name,
		n.name, n.name, strings.Join(devices, ",")))
}

func (n *node) claimName(d *device) string { return n.name + "-" + d.driverName() }

// claimJSON writes the ResourceClaim that holds a device.
func (n *node) claimJSON(d *device) []byte {
	return []byte(fmt.Sprintf(`{"kind":"ResourceClaim","apiVersion":"resource.k8s.io/v1","metadata":{"namespace":"ml","name":%q,"uid":%q},`+
		`"spec":{"devices":{"requests":[{"name":"r"}]}},"status":{"allocation":{"devices":{"results":[{"request":"r",`+
		`"driver":"gpu.nvidia.com","pool":%q,"device":%q}]},"nodeSelector":{"nodeSelectorTerms":[{"matchFields":[`+
		`{"key":"metadata.name","operator":"In","values":[%q]}]}]}}}}`, n.claimName(d), n.claimName(d), n.name, d.driverName(), n.name))
}

// claim allocates a ResourceClaim for a device, whoever has it, or deallocates the one that holds it.
func (w *world) claim(a, b, c int) *node {
	n := w.anyNode(a)
	if len(n.devices) == 0 || !n.exists() {
		return nil
	}
	d := &n.devices[b%len(n.devices)]
	if d.mig {
		return nil // its instances are devices of their own
	}
	if d.claimed {
		must(w.lib.removeClaim("ml/" + n.claimName(d)))
	} else {
		w.lib.addObject(n.sliceJSON(), "slice")
		w.lib.addObject(n.claimJSON(d), "claim")
	}
	d.claimed = !d.claimed
	w.logf("%s of %s is held by a claim: %t", d.id(n), n.name, d.claimed)
	w.touch(n)
	if d.absent || !n.hasDevices {
		w.unsure(n)
	}
	w.checkClaims(w.lib, n)
	return n
}

// dropClaims deallocates all claims of a node.
func (w *world) dropClaims(n *node) {
	for i := range n.devices {
		if d := &n.devices[i]; d.claimed {
			must(w.lib.removeClaim("ml/" + n.claimName(d)))
			d.claimed = false
		}
	}
}

// claimSteps returns the calls that tell a cluster about the claims of a node.
func (w *world) claimSteps(lib *library, n *node) (steps []func()) {
	for i := range n.devices {
		if d := &n.devices[i]; d.claimed {
			steps = append(steps, func() { lib.addObject(n.claimJSON(d), "claim") })
		}
	}
	if len(steps) > 0 {
		steps = append(steps, func() { lib.addObject(n.sliceJSON(), "slice") })
	}
	return steps
}

// checkClaims compares the devices that claims hold with the model.
func (w *world) checkClaims(lib *library, n *node) {
	if !n.hasDevices {
		return
	}
	*lib.calls++
	text, err := lib.cluster.ClaimedDevices(n.name)
	must(err)
	var actual, expected []string
	r := reader{text: text}
	r.array(func() {
		r.object(func(key string) {
			if key == "deviceIDs" {
				r.array(func() {
					// Without GPUs on the node, a device may be any of them.
					if id := r.str(); id != "*" || n.lists(gpu) {
						actual = append(actual, id)
					}
				})
			} else {
				r.skip()
			}
		})
	})
	for i := range n.devices {
		if d := &n.devices[i]; n.held(d) {
			expected = append(expected, d.id(n))
		}
	}
	sort.Strings(actual)
	sort.Strings(expected)
	if fmt.Sprint(actual) != fmt.Sprint(expected) {
		failf("claims hold the devices %v of %s, expected %v", actual, n.name, expected)
	}
}

// addObject adds a ResourceSlice or a ResourceClaim.
func (l *library) addObject(text []byte, kind string) {
	*l.calls++
	l.changed = true
	if kind == "claim" && l.strikes("device-of-a-claim-given", 2) {
		return
	}
	added, err := l.cluster.AddObjects(text)
	must(err)
	defer added.Close()
	rows, err := added.Rows()
	must(err)
	if len(rows) != 1 || rows[0].Status != koord.OK {
		failf("AddObjects of %s returns %+v", text, rows)
	}
}

func (l *library) removeClaim(name string) error {
	*l.calls++
	l.changed = true
	if l.strikes("claim-kept", 2) {
		return nil
	}
	return l.cluster.RemoveResourceClaim(name)
}
