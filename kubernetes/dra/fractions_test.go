package dra

import (
	"slices"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
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

// A device that claims share has less capacity beside allocations that are not in the state, and
// devices that they do not share are in use. Neither changes the former allocator.
func TestBesideAllocations(t *testing.T) {
	share := func(device, amount string) resourceapi.DeviceRequestAllocationResult {
		id := types.UID("share")
		return resourceapi.DeviceRequestAllocationResult{Driver: driver, Pool: "pool", Device: device, ShareID: &id, ConsumedCapacity: requestsOf("a", amount)}
	}
	admin := resourceapi.DeviceRequestAllocationResult{Driver: driver, Pool: "pool", Device: "d", AdminAccess: ptr(true)}
	for name, test := range map[string]struct {
		used     string // of the state
		results  []resourceapi.DeviceRequestAllocationResult
		amount   string
		disabled bool
		fits     bool
	}{
		"none":               {"", nil, "1", false, true},
		"rest":               {"", []resourceapi.DeviceRequestAllocationResult{share("d", "300m")}, "700m", false, true},
		"more than the rest": {"", []resourceapi.DeviceRequestAllocationResult{share("d", "300m")}, "701m", false, false},
		"two shares":         {"", []resourceapi.DeviceRequestAllocationResult{share("d", "300m"), share("d", "300m")}, "401m", false, false},
		"beside the state":   {"300m", []resourceapi.DeviceRequestAllocationResult{share("d", "300m")}, "400m", false, true},
		"more than that":     {"300m", []resourceapi.DeviceRequestAllocationResult{share("d", "300m")}, "401m", false, false},
		"another device":     {"", []resourceapi.DeviceRequestAllocationResult{share("e", "300m")}, "1", false, true},
		"exclusive":          {"", []resourceapi.DeviceRequestAllocationResult{{Driver: driver, Pool: "pool", Device: "d"}}, "1m", false, false},
		"admin access":       {"", []resourceapi.DeviceRequestAllocationResult{admin}, "1", false, true},
		"disabled, a share":  {"", []resourceapi.DeviceRequestAllocationResult{share("d", "300m")}, "", true, false},
		"disabled, no share": {"", nil, "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			state, enabled := inUse("pool"), features
			enabled.ConsumableCapacity = !test.disabled
			if test.used != "" {
				state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(structured.MakeDeviceID(driver, "pool", "d"), requestsOf("a", test.used)))
			}
			a, err := newCache().NewAllocator(t.Context(), enabled, state, classes, sourcesOf([]*resourceapi.ResourceSlice{sliceOf("pool", "node", sharedDevice("d", "1"))}))
			if err != nil {
				t.Fatal(err)
			}
			beside := a.WithAllocated([]resourceapi.AllocationResult{{Devices: resourceapi.DeviceAllocationResult{Results: test.results}}})
			claims := []*resourceapi.ResourceClaim{claimOf("claim", asking("r", test.amount))}
			results, err := beside.Allocate(t.Context(), machine, claims)
			if fits := len(results) > 0; fits != test.fits {
				t.Errorf("found %v, %v, expected that it fits: %t", devicesOf(results), err, test.fits)
			}
			if test.used == "" {
				if results, err := a.Allocate(t.Context(), machine, claims); len(results) == 0 {
					t.Errorf("the former allocator has changed: %v", err)
				}
			} else if used := state.AggregatedCapacity[structured.MakeDeviceID(driver, "pool", "d")]; len(used) != 1 {
				t.Errorf("found %v in the state", used)
			} else {
				for _, amount := range used {
					if amount.Cmp(quantity(test.used)) != 0 {
						t.Errorf("found %v used in the state, expected %s", amount, test.used)
					}
				}
			}
		})
	}
}
