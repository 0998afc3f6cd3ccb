//go:build !kube1_38

package dra

import (
	"cmp"
	"slices"
	"strings"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	draapi "k8s.io/dynamic-resource-allocation/api"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// ResourceSlice is the type of the slices that NewAllocator takes. It depends on the version of
// Kubernetes.
type ResourceSlice = resourceapi.ResourceSlice

type (
	sourceDevice = resourceapi.Device
	capacityKey  = resourceapi.QualifiedName
)

func sourcePool(s *ResourceSlice) poolID {
	return poolID{draapi.MakeUniqueString(s.Spec.Driver), draapi.MakeUniqueString(s.Spec.Pool.Name)}
}

func sourceName(s *ResourceSlice) poolName { return poolName{s.Spec.Driver, s.Spec.Pool.Name} }

func isForAllNodes(s *ResourceSlice) bool { return isTrue(s.Spec.AllNodes) }

func readDevice(s *ResourceSlice, source *resourceapi.Device) device {
	d := device{
		id:        structured.MakeDeviceID(s.Spec.Driver, s.Spec.Pool.Name, source.Name),
		bindsNode: isTrue(source.BindsToNode),
		cel: cel.Device{Driver: s.Spec.Driver, AllowMultipleAllocations: source.AllowMultipleAllocations,
			Attributes: source.Attributes, Capacity: source.Capacity},
	}
	for _, c := range source.ConsumesCounters {
		d.consumes = append(d.consumes, consumption{c.CounterSet, c.Counters})
	}
	for name, c := range source.Capacity {
		d.capacities = append(d.capacities, capacity{name: string(name), status: name, key: name, value: c.Value, policy: c.RequestPolicy})
	}
	slices.SortFunc(d.capacities, func(a, b capacity) int { return cmp.Compare(a.name, b.name) })
	return d
}

func readCounterSet(source *resourceapi.CounterSet) counterSet {
	return counterSet{source.Name, source.Counters}
}

// attribute returns the values of an attribute, or nil if the device does not have it.
func (d *device) attribute(name resourceapi.FullyQualifiedName, lists bool) []value {
	attribute, found := d.source.Attributes[resourceapi.QualifiedName(name)]
	if !found {
		domain, id, _ := strings.Cut(string(name), "/")
		if domain != d.id.Driver.String() {
			return nil
		}
		if attribute, found = d.source.Attributes[resourceapi.QualifiedName(id)]; !found {
			return nil
		}
	}
	switch {
	case attribute.IntValue != nil:
		return []value{intOf(*attribute.IntValue)}
	case attribute.BoolValue != nil:
		return []value{boolOf(*attribute.BoolValue)}
	case attribute.StringValue != nil:
		return []value{stringOf(*attribute.StringValue)}
	case attribute.VersionValue != nil:
		return []value{versionOf(*attribute.VersionValue)}
	case !lists:
		return nil
	case len(attribute.IntValues) > 0:
		return valuesOf(attribute.IntValues, intOf)
	case len(attribute.BoolValues) > 0:
		return valuesOf(attribute.BoolValues, boolOf)
	case len(attribute.StringValues) > 0:
		return valuesOf(attribute.StringValues, stringOf)
	}
	return valuesOf(attribute.VersionValues, versionOf)
}

// isUnsupported reports whether the device has the attribute, but with a value that constraints
// cannot compare. Before 1.38 such devices are without the attribute.
func (d *device) isUnsupported(resourceapi.FullyQualifiedName, bool) bool { return false }

// resolve returns the requested amount of each capacity of the device, nil where nothing is
// requested, or false if the device lacks a requested capacity.
func (d *device) resolve(requests map[resourceapi.QualifiedName]resource.Quantity) ([]*requestedAmount, bool, error) {
	out := make([]*requestedAmount, len(d.capacities))
	for name, amount := range requests {
		i, found := slices.BinarySearchFunc(d.capacities, string(name), func(c capacity, name string) int { return cmp.Compare(c.name, name) })
		if !found {
			return nil, false, nil
		}
		out[i] = &requestedAmount{name, amount}
	}
	return out, true, nil
}

// allocatedShares returns the devices of which other claims hold shares.
func allocatedShares(state structured.AllocatedState) map[structured.DeviceID]bool {
	shares := make(map[structured.DeviceID]bool, len(state.AllocatedSharedDeviceIDs)+len(state.AggregatedCapacity))
	for id := range state.AllocatedSharedDeviceIDs {
		shares[id.GetDeviceID()] = true
	}
	for id := range state.AggregatedCapacity {
		shares[id] = true
	}
	return shares
}
