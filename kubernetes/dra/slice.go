package dra

import (
	"sync"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	draapi "k8s.io/dynamic-resource-allocation/api"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// poolID names a pool of a driver.
type poolID struct{ driver, name draapi.UniqueString }

func (id poolID) String() string { return id.driver.String() + "/" + id.name.String() }

// poolName is the same in a form that needs no unique strings.
type poolName struct{ driver, name string }

// slice holds the parts of a ResourceSlice that allocation needs. It is read once for each object;
// informers replace the object whenever the slice changes.
type slice struct {
	name       string
	pool       poolID
	generation int64
	count      int64 // resourceSliceCount of the pool
	nodes      nodes
	perDevice  *bool // perDeviceNodeSelection
	counters   []counterSet
	skipped    []skippedOperation
	grouped    bool // a device has compatibility groups
	devices    []device
	identities []Identity

	mutex      sync.Mutex
	epoch      int // of the cache when the selections were stored
	selections map[*expression]*selection
}

// isPerDevice reports whether devices, not the slice, state their nodes.
func (s *slice) isPerDevice() bool { return s.perDevice != nil && *s.perDevice }

// nodes states on which nodes devices are available: one field is set.
type nodes struct {
	name     string
	all      bool
	selector *v1.NodeSelector
}

func (n nodes) isSet() bool { return n.name != "" || n.all || n.selector != nil }

// device holds the parts of a device that allocation needs.
type device struct {
	id         structured.DeviceID
	source     *sourceDevice
	cel        cel.Device
	nodes      nodes // if the slice is per device
	bindsNode  bool
	shared     bool // allowMultipleAllocations
	taints     []resourceapi.DeviceTaint
	conditions []string
	failures   []string
	consumes   []consumption
	capacities []capacity // by name, ascending
	numaNode   int32      // -1 if unknown or not the only one
	pcieRoot   *value     // nil if unknown or not the only one
}

// counterSet is a set of shared counters of a pool.
type counterSet struct {
	name     string
	counters map[string]resourceapi.Counter
}

// consumption is what a device consumes of a counter set while it is allocated.
type consumption struct {
	set      string
	counters map[string]resourceapi.Counter
}

// capacity is a capacity of a device.
type capacity struct {
	name   string                    // equal for capacities that the same request matches
	status resourceapi.QualifiedName // in consumedCapacity of an allocation
	key    capacityKey               // in AggregatedCapacity
	value  resource.Quantity
	policy *resourceapi.CapacityRequestPolicy
}

// value is a value of an attribute. Values are equal if their types and contents are.
type value struct {
	kind   valueKind
	number int64
	text   string
}

type valueKind int8

const (
	intValue valueKind = iota
	boolValue
	stringValue
	versionValue
)

func boolOf(b bool) value {
	if b {
		return value{kind: boolValue, number: 1}
	}
	return value{kind: boolValue}
}

func intOf(i int64) value      { return value{kind: intValue, number: i} }
func stringOf(s string) value  { return value{kind: stringValue, text: s} }
func versionOf(s string) value { return value{kind: versionValue, text: s} }

// valuesOf converts a list without repeating values.
func valuesOf[T any](list []T, of func(T) value) []value {
	out := make([]value, 0, len(list))
	seen := make(map[value]bool, len(list))
	for _, item := range list {
		if v := of(item); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
