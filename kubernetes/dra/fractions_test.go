package dra

import (
	"slices"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

// sharedDevice returns a device with a capacity that claims share.
func sharedDevice(name, value string) resourceapi.Device {
	d := deviceOf(name, nil)
	d.AllowMultipleAllocations = ptr(true)
	d.Capacity = map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{"a": {Value: quantity(value)}}
	return d
}

func asking(name, amount string) resourceapi.DeviceRequest {
	r := requestOf(name, 1)
	if amount != "" {
		r.Exactly.Capacity = &resourceapi.CapacityRequirements{Requests: requestsOf("a", amount)}
	}
	return r
}

func TestFractions(t *testing.T) {
	ranged := sharedDevice("d", "800m")
	ranged.Capacity["a"] = resourceapi.DeviceCapacity{Value: quantity("800m"), RequestPolicy: &resourceapi.CapacityRequestPolicy{
		Default:    ptr(quantity("500m")),
		ValidRange: &resourceapi.CapacityRequestPolicyRange{Min: ptr(quantity("500m")), Step: ptr(quantity("100m"))}}}
	for name, test := range map[string]struct {
		devices  []resourceapi.Device
		used     string // of the first device
		requests []resourceapi.DeviceRequest
		expected []string
	}{
		"whole value three times": {[]resourceapi.Device{sharedDevice("d", "500m")}, "",
			[]resourceapi.DeviceRequest{asking("a", ""), asking("b", ""), asking("c", "")}, nil},
		"whole value once": {[]resourceapi.Device{sharedDevice("d", "500m")}, "", []resourceapi.DeviceRequest{asking("a", "")}, []string{"d"}},
		"large values": {[]resourceapi.Device{sharedDevice("d", "40Gi"), sharedDevice("e", "2Pi")}, "",
			[]resourceapi.DeviceRequest{asking("a", "80Gi"), asking("b", ""), asking("c", "")}, nil},
		"very different values": {[]resourceapi.Device{sharedDevice("d", "1n"), sharedDevice("e", "2Pi")}, "",
			[]resourceapi.DeviceRequest{asking("a", "80Gi"), asking("b", ""), asking("c", "")}, nil},
		"rest of a value":      {[]resourceapi.Device{sharedDevice("d", "1")}, "300m", []resourceapi.DeviceRequest{asking("a", "700m")}, []string{"d"}},
		"more than the rest":   {[]resourceapi.Device{sharedDevice("d", "1")}, "300m", []resourceapi.DeviceRequest{asking("a", "701m")}, nil},
		"fractional minimum":   {[]resourceapi.Device{ranged}, "", []resourceapi.DeviceRequest{asking("a", "50m")}, []string{"d"}},
		"minimum and its rest": {[]resourceapi.Device{ranged}, "400m", []resourceapi.DeviceRequest{asking("a", "50m")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			state := inUse("pool")
			if test.used != "" {
				state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(
					structured.MakeDeviceID(driver, "pool", test.devices[0].Name), requestsOf("a", test.used)))
			}
			results, err := allocate(t, state, []*resourceapi.ResourceClaim{claimOf("claim", test.requests...)}, sliceOf("pool", "node", test.devices...))
			if err != nil || !slices.Equal(devicesOf(results), test.expected) {
				t.Errorf("found %v, %v, expected %v", devicesOf(results), err, test.expected)
			}
		})
	}
}
