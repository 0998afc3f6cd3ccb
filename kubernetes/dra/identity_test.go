package dra

import (
	"reflect"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

func TestIdentities(t *testing.T) {
	pool := sliceOf("pool", "node",
		deviceOf("whole", map[resourceapi.QualifiedName]any{"uuid": "GPU-1", "resource.kubernetes.io/pciBusID": "0000:01:00.0"}),
		deviceOf("part", map[resourceapi.QualifiedName]any{driver + "/uuid": "MIG-1", "parentUUID": "GPU-1"}),
		deviceOf("number", map[resourceapi.QualifiedName]any{"uuid": 7}),
		deviceOf("other", map[resourceapi.QualifiedName]any{"nic.example.com/uuid": "x"}))
	more := sliceOf("more", "node", deviceOf("nic", map[resourceapi.QualifiedName]any{"resource.kubernetes.io/pciBusID": "0000:02:00.0"}))
	a := allocatorOf(t, inUse("pool"), pool, more, sliceOf("elsewhere", "other", deviceOf("gpu", map[resourceapi.QualifiedName]any{"uuid": "GPU-2"})))
	id := func(pool, name string) structured.DeviceID { return structured.MakeDeviceID(driver, pool, name) }
	expected := []Identity{{id("pool", "whole"), []string{"GPU-1"}, "0000:01:00.0"}, {id("pool", "part"), []string{"MIG-1", "GPU-1"}, ""},
		{id("more", "nic"), nil, "0000:02:00.0"}}
	for range 2 { // the list of a slice is not changed
		if got := a.Identities("node"); !reflect.DeepEqual(got, expected) {
			t.Errorf("found %v, expected %v", got, expected)
		}
	}
	if got := a.Identities("none"); got != nil {
		t.Errorf("found %v, expected none", got)
	}
}
