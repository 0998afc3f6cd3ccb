package dra

import (
	"encoding/json"
	"fmt"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

const driver = "gpu.example.com"

var machine = &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node"}}

// lister lists classes by name.
type lister map[string]*resourceapi.DeviceClass

func (l lister) List() (out []*resourceapi.DeviceClass, err error) {
	for _, class := range l {
		out = append(out, class)
	}
	return out, nil
}

func (l lister) Get(name string) (*resourceapi.DeviceClass, error) {
	if class := l[name]; class != nil {
		return class, nil
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "deviceclasses"}, name)
}

var classes = lister{"gpu": {ObjectMeta: metav1.ObjectMeta{Name: "gpu"}, Spec: resourceapi.DeviceClassSpec{
	Selectors: []resourceapi.DeviceSelector{selector(fmt.Sprintf("device.driver == %q", driver))}}}}

func selector(expression string) resourceapi.DeviceSelector {
	return resourceapi.DeviceSelector{CEL: &resourceapi.CELDeviceSelector{Expression: expression}}
}

func sliceOf(name, node string, devices ...resourceapi.Device) *resourceapi.ResourceSlice {
	return &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: resourceapi.ResourceSliceSpec{Driver: driver,
		Pool: resourceapi.ResourcePool{Name: name, Generation: 1, ResourceSliceCount: 1}, NodeName: &node, Devices: devices}}
}

func deviceOf(name string, attributes map[resourceapi.QualifiedName]any) resourceapi.Device {
	d := resourceapi.Device{Name: name, Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{}}
	for key, v := range attributes {
		switch v := v.(type) {
		case int:
			number := int64(v)
			d.Attributes[key] = resourceapi.DeviceAttribute{IntValue: &number}
		case string:
			d.Attributes[key] = resourceapi.DeviceAttribute{StringValue: &v}
		}
	}
	return d
}

// gpus returns devices gpu-0 and so on, half of them on each of two NUMA nodes.
func gpus(count int) []resourceapi.Device {
	out := make([]resourceapi.Device, count)
	for i := range out {
		out[i] = deviceOf(fmt.Sprintf("gpu-%03d", i), map[resourceapi.QualifiedName]any{
			resourceapi.QualifiedName(numaNodeAttribute): i * 2 / count, "index": i})
	}
	return out
}

func requestOf(name string, count int64, selectors ...string) resourceapi.DeviceRequest {
	r := resourceapi.DeviceRequest{Name: name, Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu",
		AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count}}
	for _, expression := range selectors {
		r.Exactly.Selectors = append(r.Exactly.Selectors, selector(expression))
	}
	return r
}

func allOf(name string) resourceapi.DeviceRequest {
	r := requestOf(name, 0)
	r.Exactly.AllocationMode = resourceapi.DeviceAllocationModeAll
	return r
}

func claimOf(name string, requests ...resourceapi.DeviceRequest) *resourceapi.ResourceClaim {
	return &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: requests}}}
}

// features are those that this package supports in all versions of Kubernetes.
var features = structured.Features{AdminAccess: true, ConsumableCapacity: true, DeviceBindingAndStatus: true, DeviceTaints: true,
	ListTypeAttributes: true, PartitionableDevices: true, PrioritizedList: true}

func newCache() *Cache {
	return NewCache(cel.NewCache(100, cel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true}))
}

// inUse returns the state in which devices of a pool are allocated.
func inUse(pool string, devices ...string) structured.AllocatedState {
	state := structured.AllocatedState{AllocatedDevices: sets.New[structured.DeviceID](), AggregatedCapacity: structured.NewConsumedCapacityCollection()}
	for _, name := range devices {
		state.AllocatedDevices.Insert(structured.MakeDeviceID(driver, pool, name))
	}
	return state
}

func allocate(t *testing.T, state structured.AllocatedState, claims []*resourceapi.ResourceClaim, slices ...*resourceapi.ResourceSlice) (
	[]resourceapi.AllocationResult, error) {
	t.Helper()
	a, err := newCache().NewAllocator(t.Context(), features, state, classes, sourcesOf(slices))
	if err != nil {
		t.Fatal(err)
	}
	return a.Allocate(t.Context(), machine, claims)
}

// devicesOf returns the names of the devices of all results.
func devicesOf(results []resourceapi.AllocationResult) (out []string) {
	for _, result := range results {
		for _, d := range result.Devices.Results {
			out = append(out, d.Device)
		}
	}
	return out
}

func quantity(text string) resource.Quantity { return resource.MustParse(text) }

func requestsOf(name, amount string) map[resourceapi.QualifiedName]resource.Quantity {
	return map[resourceapi.QualifiedName]resource.Quantity{resourceapi.QualifiedName(name): quantity(amount)}
}

func text(objects any) string {
	out, err := json.Marshal(objects)
	if err != nil {
		return err.Error()
	}
	return string(out)
}
