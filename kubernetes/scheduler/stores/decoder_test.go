package stores

import (
	"errors"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// The reported path leads to the field that cannot be decoded.
func TestBadFieldsAreNamed(t *testing.T) {
	decoders := NewDecoders(func(string, runtime.Object, error) {})
	for _, test := range []struct {
		decoder *Decoder
		content map[string]any
		path    string
	}{
		{decoders.Devices, map[string]any{"spec": map[string]any{"devices": []any{map[string]any{"minor": "x"}}}}, "spec.devices[0].minor"},
		{decoders.Devices, map[string]any{"spec": "none"}, "spec"},
		{decoders.Topologies, map[string]any{"zones": []any{map[string]any{"resources": []any{map[string]any{"capacity": "1Gx"}}}}},
			"zones[0].resources[0].capacity"},
		{decoders.PodGroups, map[string]any{"spec": map[string]any{"minMember": "two"}}, "spec.minMember"},
		{decoders.Rebinds, map[string]any{"spec": map[string]any{"deadlineInSeconds": "soon"}}, "spec.deadlineInSeconds"},
		{decoders.Reservations, map[string]any{"spec": map[string]any{"taints": []any{"all"}}}, "spec.taints[0]"},
	} {
		test.content["metadata"] = map[string]any{"name": "a", "uid": "u", "resourceVersion": "1"}
		out, err := test.decoder.Transform(&unstructured.Unstructured{Object: test.content})
		if err != nil {
			t.Fatal(err)
		}
		found := FaultOf(out.(metav1.Object))
		if found == nil || !found.Unknown || !strings.Contains(found.Err.Error(), " a: "+test.path+": ") {
			t.Errorf("%s: %+v", test.path, found)
		}
		if object := out.(metav1.Object); object.GetUID() != types.UID("u") {
			t.Error(object)
		}
		test.decoder.Forget(out.(metav1.Object))
		if len(test.decoder.valid) != 0 {
			t.Error("a deleted object is kept")
		}
	}
}

// Every version of an object has its own fault, however many are queued. Objects cannot forge one.
func TestFaultsBelongToVersions(t *testing.T) {
	d := newDecoder("Device", func() metav1.Object { return &apis.Device{} }, func(string, runtime.Object, error) {})
	decode := func(version string, spec any) metav1.Object {
		out, err := d.Transform(&unstructured.Unstructured{Object: map[string]any{"spec": spec, "metadata": map[string]any{
			"name": "a", "uid": "u", "resourceVersion": version, "managedFields": []any{map[string]any{"manager": "somebody"}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return out.(metav1.Object)
	}
	valid := map[string]any{"devices": []any{}}
	first, second, third, fourth := decode("1", "none"), decode("2", valid), decode("3", "nothing"), decode("4", valid)
	if FaultOf(second) != nil || FaultOf(fourth) != nil {
		t.Error("a valid version has a fault")
	}
	if found := FaultOf(first); found == nil || !found.Unknown || found.Err.Error() == "" || !errors.Is(found.Err, koord.ErrInvalid) {
		t.Errorf("%+v", found)
	}
	if found := FaultOf(third); found == nil || found.Unknown {
		t.Errorf("%+v", found)
	}
}
