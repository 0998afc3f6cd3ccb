package dradevices

import (
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

func number(value int32) *int32 { return &value }

func gpu(minor int32, id, address string) apis.DeviceInfo {
	info := apis.DeviceInfo{Type: "gpu", ID: id, Minor: number(minor)}
	if address != "" {
		info.Topology = &apis.DeviceTopology{BusID: address}
	}
	return info
}

func device(attributes ...string) *resourceapi.Device {
	out := &resourceapi.Device{Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{}}
	for i := 0; i < len(attributes); i += 2 {
		out.Attributes[resourceapi.QualifiedName(attributes[i])] = resourceapi.DeviceAttribute{StringValue: &attributes[i+1]}
	}
	return out
}

// Devices are found by their UUID or PCI address, in the forms of several drivers.
func TestFind(t *testing.T) {
	node := New(&apis.Device{
		ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{
			objects.AnnotationMIGInstances: `[{"minor":1,"instances":[{"uuid":"MIG-a","profile":"1g.10gb","gi":7}]}]`}},
		Spec: apis.DeviceSpec{Devices: []apis.DeviceInfo{gpu(0, "GPU-a", "0000:3b:00.0"), gpu(1, "GPU-b", "0000:5e:00.0"),
			gpu(2, "GPU-c", "0000:00:1e.0"),
			{Type: "rdma", ID: "0000:08:00.0", Minor: number(3), VFGroups: []apis.VirtualFunctionGroup{{VFs: []apis.VirtualFunction{{BusID: "0000:08:00.2"}}}}}}}})
	for _, test := range []struct {
		name       string
		attributes []string
		answer     Answer
		kind       string
		minor      int32
		id         string
	}{
		{"a UUID", []string{"uuid", "GPU-b", "type", "gpu"}, Same, "gpu", 1, "GPU-b"},
		{"a UUID in upper case, with the driver's domain", []string{"gpu.nvidia.com/uuid", "gpu-B"}, Same, "gpu", 1, "GPU-b"},
		{"an address", []string{"resource.kubernetes.io/pciBusID", "0000:5e:00.0"}, Same, "gpu", 1, "GPU-b"},
		{"NVML's form of an address", []string{"pcieBusID", "00000000:5E:00.0"}, Same, "gpu", 1, "GPU-b"},
		{"AMD's name of an address", []string{"pciAddr", "0000:5e:00.0"}, Same, "gpu", 1, "GPU-b"},
		{"a UUID before an address", []string{"pciBusID", "0000:3b:00.0", "uuid", "GPU-b"}, Same, "gpu", 1, "GPU-b"},
		{"another function of a GPU", []string{"pciBusID", "0000:3b:01.4"}, Same, "gpu", 0, "GPU-a"},
		{"a listed instance", []string{"uuid", "MIG-a", "parentUUID", "GPU-b"}, Same, "gpu", 1, "MIG-a"},
		{"an instance that is not listed", []string{"uuid", "MIG-b", "parentUUID", "GPU-b"}, Same, "gpu", 1, "GPU-b"},
		{"an instance that does not exist yet", []string{"profile", "1g.10gb", "pcieBusID", "0000:5e:00.0"}, Same, "gpu", 1, "GPU-b"},
		{"an instance of no known GPU", []string{"uuid", "MIG-b"}, Unidentified, "", 0, ""},
		{"a virtual function", []string{"dra.net/pciAddress", "0000:08:00.2"}, Same, "rdma", 3, "0000:08:00.0"},
		{"another address", []string{"pciBusID", "0000:81:00.0"}, Other, "", 0, ""},
		{"another device on bus 0", []string{"pciBusID", "0000:00:04.0"}, Other, "", 0, ""},
		{"another UUID", []string{"uuid", "GPU-x"}, Other, "", 0, ""},
		{"a UUID of another form", []string{"uuid", "00000000-1111"}, Unidentified, "", 0, ""},
		{"a number", []string{"index", "1", "minor", "1"}, Unidentified, "", 0, ""},
		{"no address", []string{"pciBusID", "3b"}, Unidentified, "", 0, ""},
		{"nothing", nil, Unidentified, "", 0, ""},
	} {
		found, answer := node.Find(device(test.attributes...))
		if answer != test.answer || found.Type != test.kind || found.Minor != test.minor || found.ID != test.id || found.Instance != (test.id == "MIG-a") {
			t.Errorf("%s: found %+v, answer %d", test.name, found, answer)
		}
	}
	if _, answer := node.Find(nil); answer != Unidentified {
		t.Errorf("no device: found answer %d", answer)
	}
}

// An identity excludes a node's GPUs only if all of them state one of its kind.
func TestIdentitiesThatGPUsLack(t *testing.T) {
	for name, test := range map[string]struct {
		gpus   []apis.DeviceInfo
		id     string
		answer Answer
	}{
		"all addresses":      {[]apis.DeviceInfo{gpu(0, "GPU-a", "0000:3b:00.0")}, "0000:81:00.0", Other},
		"one without":        {[]apis.DeviceInfo{gpu(0, "GPU-a", "0000:3b:00.0"), gpu(1, "GPU-b", "")}, "0000:81:00.0", Unidentified},
		"all UUIDs":          {[]apis.DeviceInfo{gpu(0, "GPU-a", ""), gpu(1, "GPU-b", "")}, "GPU-x", Other},
		"one without a UUID": {[]apis.DeviceInfo{gpu(0, "GPU-a", ""), gpu(1, "", ""), gpu(2, "GPU-c", "")}, "GPU-x", Unidentified},
		"ids of other forms": {[]apis.DeviceInfo{gpu(0, "Ascend910-0", "")}, "GPU-x", Unidentified},
	} {
		node := New(&apis.Device{Spec: apis.DeviceSpec{Devices: test.gpus}})
		if _, answer := node.Find(device("uuid", test.id)); answer != test.answer {
			t.Errorf("%s: found answer %d, expected %d", name, answer, test.answer)
		}
	}
	if New(nil).HasGPUs() || !New(&apis.Device{Spec: apis.DeviceSpec{Devices: []apis.DeviceInfo{gpu(0, "", "")}}}).HasGPUs() {
		t.Error("HasGPUs")
	}
	if MayHaveGPUs("dra.net") || !MayHaveGPUs("gpu.nvidia.com") {
		t.Error("MayHaveGPUs")
	}
}
