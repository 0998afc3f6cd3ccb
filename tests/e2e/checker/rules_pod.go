package main

import (
	"fmt"
	"maps"
	"slices"
)

func (c *checker) checkCPUs(node *nodeFacts, pod *podFacts) {
	if !pod.ownsCPUs() {
		if len(pod.cpus) > 0 {
			c.found(NotDue, node.name, fmt.Sprintf("QoS %q holds CPUs %s", pod.qos, pod.cpus), pod.name())
		}
		if pod.spec.Required == "ConstrainedBurst" && pod.pools == 0 {
			c.found(NoStatus, node.name, "ConstrainedBurst without a shared pool", pod.name())
		}
		return
	}
	if len(pod.cpus) == 0 {
		c.found(NoStatus, node.name, fmt.Sprintf("%s without CPUs", pod.qos), pod.name())
		return
	}
	if int64(len(pod.cpus))*1000 != pod.requests["cpu"] {
		c.found(CPUCount, node.name, fmt.Sprintf("holds %d CPUs and asks for %d thousandths", len(pod.cpus), pod.requests["cpu"]),
			pod.name())
	}
	if barred := pod.cpus.and(node.barred); len(barred) > 0 {
		c.found(CPUReserved, node.name, fmt.Sprintf("holds CPUs %s, which are reserved", barred), pod.name())
	}
	unknown := CPUs{}
	for cpu := range pod.cpus {
		if _, reported := node.cores[cpu]; !reported {
			unknown[cpu] = true
		}
	}
	if len(unknown) > 0 {
		c.found(CPUUnknown, node.name, fmt.Sprintf("holds CPUs %s, which the node does not report", unknown), pod.name())
		return
	}
	if node.wholeCores || pod.spec.Required == "FullPCPUs" {
		held := map[core]int{}
		for cpu := range pod.cpus {
			held[node.cores[cpu]]++
		}
		parts := CPUs{}
		for cpu := range pod.cpus {
			if at := node.cores[cpu]; held[at] < node.onCore[at] {
				parts[cpu] = true
			}
		}
		if len(parts) > 0 {
			c.found(PartOfCore, node.name, fmt.Sprintf("holds CPUs %s without the rest of their cores", parts), pod.name())
		}
	}
}

func (c *checker) checkNUMA(node *nodeFacts, pod *podFacts) {
	sums := map[string]int64{}
	for id, list := range pod.numa {
		if _, reported := node.numa[id]; !reported {
			c.found(NUMAUnknown, node.name, fmt.Sprintf("holds amounts of NUMA node %d, which the node does not report", id),
				pod.name())
		}
		for name, value := range list {
			sums[name] += value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if sums[name] > pod.requests[name] && !node.amplified {
			c.found(NUMAAmount, node.name, fmt.Sprintf("holds %d of %s on NUMA nodes and asks for %d", sums[name], name, pod.requests[name]),
				pod.name())
		}
	}
	on := map[int]int64{}
	for cpu := range pod.cpus {
		if at, reported := node.cores[cpu]; reported {
			on[at.node] += 1000
		}
	}
	if sums["cpu"] > 0 && len(on) > 0 && !node.amplified {
		for id := range pod.numa {
			if held := pod.numa[id]["cpu"]; held != on[id] {
				c.found(NUMAAmount, node.name, fmt.Sprintf("holds %d thousandths of CPUs of NUMA node %d and CPUs for %d there", held, id, on[id]),
					pod.name())
			}
		}
	}
	if pod.policy == "SingleNUMANode" || pod.policy == "" && node.policy == "SingleNUMANode" {
		for id := range pod.numa {
			if _, there := on[id]; !there {
				on[id] = 0
			}
		}
		if len(on) > 1 {
			c.found(NUMACrossed, node.name, fmt.Sprintf("is on NUMA nodes %v, one is due", slices.Sorted(maps.Keys(on))),
				pod.name())
		}
	}
}

func (c *checker) checkDevices(node *nodeFacts, pod *podFacts) {
	count, sums, switches := map[string]int{}, map[string]map[string]int64{}, map[string]bool{}
	for _, held := range pod.devices {
		count[held.kind]++
		if sums[held.kind] == nil {
			sums[held.kind] = map[string]int64{}
		}
		for name, value := range held.resources {
			sums[held.kind][name] += value
		}
		device := node.devices[held.deviceKey]
		switch {
		case device == nil:
			c.found(DeviceUnknown, node.name, fmt.Sprintf("holds %s, which the node does not report", held.deviceKey),
				pod.name())
			continue
		case held.id != "" && held.id != device.id:
			c.found(DeviceUnknown, node.name, fmt.Sprintf("holds %s as %q, which the node reports as %q", held.deviceKey, held.id, device.id),
				pod.name())
		case !device.healthy:
			c.found(DeviceUnhealthy, node.name, fmt.Sprintf("holds %s, which is not healthy", held.deviceKey), pod.name())
		}
		switches[device.pcie] = true
		if uid, given := node.kubeletGPUs[device.id]; given && uid != string(pod.UID) && !c.hasAnnotation(node.name, uid) {
			c.found(DeviceOfKubelet, node.name, fmt.Sprintf("holds %s, which kubelet gave to %q", held.deviceKey, uid),
				pod.name())
		}
	}
	if pod.samePCIe && len(switches) > 1 {
		c.found(DevicesApart, node.name, fmt.Sprintf("is on PCIe switches %v, one is due", slices.Sorted(maps.Keys(switches))),
			pod.name())
	}
	demands := pod.demands()
	for kind := range count {
		if _, asked := demands[kind]; !asked {
			c.found(NotDue, node.name, "holds devices of type "+kind+" and asks for none", pod.name())
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(demands)) {
		asked := demands[kind]
		switch {
		case count[kind] == 0:
			c.found(NoDevices, node.name, "asks for devices of type "+kind+" and holds none", pod.name())
			continue
		case asked.count > 0 && count[kind] != asked.count:
			c.found(DeviceAmount, node.name, fmt.Sprintf("holds %d devices of type %s and asks for %d", count[kind], kind, asked.count),
				pod.name())
		}
		for _, name := range slices.Sorted(maps.Keys(asked.total)) {
			if sums[kind][name] != asked.total[name] {
				c.found(DeviceAmount, node.name, fmt.Sprintf("holds %d of %s and asks for %d", sums[kind][name], name, asked.total[name]),
					pod.name())
			}
		}
	}
}

// hasAnnotation tells whether the pod of a uid states its devices: they count, whatever kubelet chose.
func (c *checker) hasAnnotation(node, uid string) bool {
	return slices.ContainsFunc(c.pods[node], func(p *podFacts) bool { return string(p.UID) == uid && len(p.devices) > 0 })
}

func (c *checker) checkDeviceSharing(node *nodeFacts, pods []*podFacts) {
	sums, holders, vfs := map[deviceKey]map[string]int64{}, map[deviceKey][]string{}, map[string]string{}
	for _, pod := range pods {
		for _, held := range pod.devices {
			if sums[held.deviceKey] == nil {
				sums[held.deviceKey] = map[string]int64{}
			}
			for name, value := range held.resources {
				sums[held.deviceKey][name] += value
			}
			holders[held.deviceKey] = append(holders[held.deviceKey], pod.name())
			for _, bus := range held.vfs {
				if other, taken := vfs[bus]; taken {
					c.found(VirtualFunctionOver, node.name, "both hold virtual function "+bus, other, pod.name())
				}
				vfs[bus] = pod.name()
				if device := node.devices[held.deviceKey]; device != nil && !device.hasVF(bus) {
					c.found(VirtualFunctionOver, node.name, fmt.Sprintf("holds virtual function %s, which %s does not have", bus, held.deviceKey),
						pod.name())
				}
			}
		}
	}
	for key, list := range sums {
		device := node.devices[key]
		if device == nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if has := device.resources[name]; list[name] > has {
				c.found(DeviceOver, node.name, fmt.Sprintf("%d of %s of %s are held, it has %d", list[name], name, key, has), holders[key]...)
			}
		}
	}
}
