//go:build kube1_38

package dra

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/blang/semver/v4"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	draapi "k8s.io/dynamic-resource-allocation/api"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// ResourceSlice is the type of the slices that NewAllocator takes. It depends on the version of
// Kubernetes.
type ResourceSlice = draapi.ResourceSlice

type (
	sourceDevice = draapi.Device
	capacityKey  = draapi.FullyQualifiedName
)

func sourcePool(s *ResourceSlice) poolID { return poolID{s.Spec.Driver, s.Spec.Pool.Name} }

func sourceName(s *ResourceSlice) poolName {
	return poolName{s.Spec.Driver.String(), s.Spec.Pool.Name.String()}
}

func isForAllNodes(s *ResourceSlice) bool { return s.Spec.AllNodes }

func readDevice(s *ResourceSlice, source *draapi.Device) device {
	d := device{
		id:        structured.DeviceID{Driver: s.Spec.Driver, Pool: s.Spec.Pool.Name, Device: source.Name},
		bindsNode: source.BindsToNode,
		cel: cel.Device{Driver: s.Spec.Driver.String(), AllowMultipleAllocations: source.AllowMultipleAllocations,
			LookupUniqueString: s.LookupUniqueString, Attributes: source.Attributes, Capacity: source.Capacity},
	}
	for _, c := range source.ConsumesCounters {
		d.consumes = append(d.consumes, consumption{c.CounterSet.String(), c.Counters})
	}
	for key, c := range source.Capacity.Entries() {
		status, name := resourceapi.QualifiedName(key.String()), key.String()
		if key.Domain == s.Spec.Driver {
			name = key.Identifier.String()
			if !source.Capacity.DriverNameQualifiedIDs.Has(key.Identifier) {
				status = resourceapi.QualifiedName(name)
			}
		}
		d.capacities = append(d.capacities, capacity{name: name, status: status, key: key, value: c.Value, policy: c.RequestPolicy})
	}
	slices.SortFunc(d.capacities, func(a, b capacity) int { return cmp.Compare(a.name, b.name) })
	return d
}

func readCounterSet(source *draapi.CounterSet) counterSet {
	return counterSet{source.Name.String(), source.Counters}
}

// attribute returns the values of an attribute, or nil if the device does not have it.
func (d *device) attribute(name resourceapi.FullyQualifiedName, lists bool) []value {
	found, _ := d.lookup(name)
	switch v := found.(type) {
	case int64:
		return []value{intOf(v)}
	case bool:
		return []value{boolOf(v)}
	case string:
		return []value{stringOf(v)}
	case semver.Version:
		return []value{semverOf(v)}
	}
	if !lists {
		return nil
	}
	switch v := found.(type) {
	case []int64:
		return valuesOf(v, intOf)
	case []bool:
		return valuesOf(v, boolOf)
	case []string:
		return valuesOf(v, stringOf)
	case []semver.Version:
		return valuesOf(v, semverOf)
	}
	return nil
}

func (d *device) lookup(name resourceapi.FullyQualifiedName) (any, bool) {
	domain, id, _ := strings.Cut(string(name), "/")
	unique := d.cel.LookupUniqueString
	return d.source.Attributes.Lookup(draapi.FullyQualifiedName{Domain: unique(domain), Identifier: unique(id)})
}

// isUnsupported reports whether the device has the attribute, but with a value that constraints
// cannot compare.
func (d *device) isUnsupported(name resourceapi.FullyQualifiedName, lists bool) bool {
	_, found := d.lookup(name)
	return found && len(d.attribute(name, lists)) == 0
}

// semverOf ignores build metadata, which do not count when versions are compared.
func semverOf(v semver.Version) value {
	v.Build = nil
	return versionOf(v.String())
}

// resolve returns the requested amount of each capacity of the device, nil where nothing is
// requested, or false if the device lacks a requested capacity.
func (d *device) resolve(requests map[resourceapi.QualifiedName]resource.Quantity) ([]*requestedAmount, bool, error) {
	out := make([]*requestedAmount, len(d.capacities))
	for name, amount := range requests {
		key := draapi.MakeFullyQualifiedName(name, d.id.Driver, d.cel.LookupUniqueString)
		i := slices.IndexFunc(d.capacities, func(c capacity) bool { return c.key == key })
		if i < 0 {
			return nil, false, nil
		}
		if out[i] != nil {
			first, second := min(name, out[i].name), max(name, out[i].name)
			return nil, false, fmt.Errorf("capacity %q requested both as %q and as %q", key.Identifier, first, second)
		}
		out[i] = &requestedAmount{name, amount}
	}
	return out, true, nil
}

// allocatedShares returns the devices of which other claims hold shares.
func allocatedShares(state structured.AllocatedState) map[structured.DeviceID]bool {
	shares := make(map[structured.DeviceID]bool, len(state.AllocatedSharedDeviceIDs)+len(state.AggregatedCapacity))
	for id := range state.AllocatedSharedDeviceIDs {
		shares[id] = true
	}
	for id := range state.AggregatedCapacity {
		shares[id] = true
	}
	return shares
}
