package claims

import (
	"fmt"
	"reflect"
	"unsafe"

	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources"
)

// upstreamKey is the key under which DynamicResources stores the state of a pod.
const upstreamKey fwk.StateKey = dynamicresources.Name

// allocatorField is the member of this state that has the allocator. Kubernetes does not export it.
const allocatorField = "allocator"

// stateOf returns the state that DynamicResources keeps for a pod.
func stateOf(cycle fwk.CycleState) (fwk.StateData, error) {
	state, err := cycle.Read(upstreamKey)
	if err != nil {
		return nil, fmt.Errorf("state of plugin %s: %w", upstreamKey, err)
	}
	return state, nil
}

// allocatorOf returns the address of the allocator in a state of DynamicResources. The allocator is
// nil if the pod has no claims to allocate.
func allocatorOf(state fwk.StateData) (*structured.Allocator, error) {
	value := reflect.ValueOf(state)
	if value.Kind() != reflect.Pointer || value.IsNil() || value.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("state of plugin %s is a %T, expected a pointer to a struct", upstreamKey, state)
	}
	field := value.Elem().FieldByName(allocatorField)
	if wanted := reflect.TypeFor[structured.Allocator](); !field.IsValid() || field.Type() != wanted {
		return nil, fmt.Errorf("state of plugin %s has no member %s of type %s", upstreamKey, allocatorField, wanted)
	}
	return (*structured.Allocator)(unsafe.Pointer(field.UnsafeAddr())), nil
}
