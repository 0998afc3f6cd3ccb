package claimed

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// vectors is a file of tests/data/resource_claims, which holds this package and src/device/resource_claims
// to the same rules.
type vectors struct {
	Devices []*apis.Device
	Objects []json.RawMessage
	Cases   []struct {
		Name    string
		Devices []*apis.Device
		Objects []json.RawMessage
		Held    map[string][]entry
	}
}

func decode[T any](t *testing.T, text []byte) *T {
	t.Helper()
	object := new(T)
	if err := json.Unmarshal(text, object); err != nil {
		t.Fatal(err)
	}
	return object
}

// deliver stores an object and passes its event on.
func (t *claimsTest) deliver(text []byte) {
	t.Helper()
	switch kind := decode[struct{ Kind string }](t.T, text).Kind; kind {
	case "ResourceSlice":
		t.SliceChanged(store(t, t.sources.Slices.Load(), decode[resourceapi.ResourceSlice](t.T, text)))
	case "ResourceClaim":
		t.claim(decode[resourceapi.ResourceClaim](t.T, text))
	case "Pod":
		t.PodChanged(store(t, t.sources.Pods, decode[v1.Pod](t.T, text)))
	default:
		t.Fatalf("found kind %q", kind)
	}
}

// The objects of each case are delivered in the order of the file and in the reverse order.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("../../../tests/data/resource_claims/*.json")
	if err != nil || len(files) != 3 {
		t.Fatalf("found the files %q, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		of := decode[vectors](t, text)
		for _, one := range of.Cases {
			devices, objects := one.Devices, append(append([]json.RawMessage{}, of.Objects...), one.Objects...)
			if devices == nil {
				devices = of.Devices
			}
			forward, backward := newClaimsTest(t), newClaimsTest(t)
			for i := range objects {
				forward.deliver(objects[i])
				backward.deliver(objects[len(objects)-1-i])
			}
			if len(devices) != len(one.Held) || len(of.Cases) == 0 {
				t.Errorf("%s: found %d Device objects and %d answers", one.Name, len(devices), len(one.Held))
			}
			for _, device := range devices {
				for _, claims := range []*claimsTest{forward, backward} {
					found := []entry{}
					if text := claims.Annotation(device); text != "" {
						found = *decode[[]entry](t, []byte(text))
					}
					if want := one.Held[device.Name]; !reflect.DeepEqual(found, want) {
						t.Errorf("%s: %s: node %s: found %+v, expected %+v", filepath.Base(file), one.Name, device.Name, found, want)
					}
				}
			}
		}
	}
}
