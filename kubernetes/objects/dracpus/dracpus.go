// Package dracpus reads and writes the CPUs of ResourceClaims for the DRA driver dra.cpu
// (sigs.k8s.io/dra-driver-cpu) in its mode groupBy: machine. The driver publishes all CPUs of a node as
// one device with consumable capacity, and takes the CPUs of each request from the claim's allocation.
package dracpus

import (
	"encoding/json"
	"fmt"
	"slices"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord"
)

// Names of the driver's objects.
const (
	Driver   = "dra.cpu"
	Device   = "cpudevmachine"                          // the device with all CPUs of a node
	Capacity = resourceapi.QualifiedName("dra.cpu/cpu") // its capacity, in CPUs
	version  = "v1alpha1"                               // of the driver's configuration
)

// mostConfigs is the number of configurations that the API server accepts in an allocation.
const mostConfigs = 2 * resourceapi.DeviceConfigMaxSize

// Request is a request of an allocated claim for CPUs of a machine.
type Request struct {
	Name  string // as in the allocation's result: "cpus", or "cpus/few" for a subrequest
	Count int    // number of CPUs
	CPUs  string // that the configuration states, as a Linux CPU list; "" if there are none
}

// config is the driver's configuration of a request.
type config struct {
	APIVersion string    `json:"apiVersion"`
	CPUs       cpuConfig `json:"cpuConfig"`
}

type cpuConfig struct {
	CPUSet string `json:"cpuset"`
}

// isMachine reports whether a result is CPUs of a machine.
func isMachine(result *resourceapi.DeviceRequestAllocationResult) bool {
	return result.Driver == Driver && result.Device == Device
}

// configures reports whether a configuration is for the driver.
func configures(c *resourceapi.DeviceAllocationConfiguration) bool {
	return c.Opaque != nil && c.Opaque.Driver == Driver
}

// Wanted returns the requests of an allocation whose CPUs are to be chosen. The error says why the
// driver would refuse the allocation, whatever the CPUs are.
func Wanted(allocation *resourceapi.AllocationResult) (requests []Request, err error) {
	results := allocation.Devices.Results
	for i := range results {
		if !isMachine(&results[i]) {
			continue
		}
		count, err := countOf(&results[i])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(requests, func(r Request) bool { return r.Name == results[i].Request }) {
			return nil, fmt.Errorf("request %s: found several devices, expected one: the driver accepts one set of CPUs for each request; "+
				"request more capacity %s, or use several requests", results[i].Request, Capacity)
		}
		if _, err := policiesFor(allocation, results[i].Request, nil); err != nil {
			return nil, err
		}
		requests = append(requests, Request{Name: results[i].Request, Count: count})
	}
	if len(requests) == 0 {
		return nil, nil
	}
	others := 0
	for i := range allocation.Devices.Config {
		of := &allocation.Devices.Config[i]
		switch {
		case !configures(of):
			others++
		case of.Source == resourceapi.AllocationConfigSourceClass:
			return nil, fmt.Errorf("DeviceClass: spec.config: found a configuration of driver %s, expected none: the scheduler writes it", Driver)
		default:
			return nil, fmt.Errorf("spec.devices.config: found a configuration of driver %s, expected none: the scheduler writes it", Driver)
		}
	}
	if others+len(requests) > mostConfigs {
		return nil, fmt.Errorf("spec.devices.config: found %d configurations with those of the DeviceClasses, expected at most %d beside %d "+
			"requests for CPUs", others, mostConfigs-len(requests), len(requests))
	}
	return requests, nil
}

// countOf returns the number of CPUs of a result.
func countOf(result *resourceapi.DeviceRequestAllocationResult) (int, error) {
	amount, has := result.ConsumedCapacity[Capacity]
	if !has {
		return 0, fmt.Errorf("request %s: device %s has no capacity %s; the feature gate DRAConsumableCapacity must be enabled", result.Request,
			result.Device, Capacity)
	}
	count := amount.Value()
	if count <= 0 || count > koord.MaxCPUs || amount.CmpInt64(count) != 0 {
		return 0, fmt.Errorf("request %s: capacity %s: found %s, expected a whole number from 1 to %d", result.Request, Capacity, amount.String(), koord.MaxCPUs)
	}
	if result.AdminAccess != nil && *result.AdminAccess {
		return 0, fmt.Errorf("request %s: adminAccess: found true, expected false: CPUs have one holder", result.Request)
	}
	return int(count), nil
}

// Clear removes the CPUs of an allocation that is not written yet.
func Clear(allocation *resourceapi.AllocationResult) error {
	if slices.ContainsFunc(allocation.Devices.Results, func(r resourceapi.DeviceRequestAllocationResult) bool { return isMachine(&r) }) {
		return Write(allocation, nil)
	}
	return nil
}

// Write replaces the driver's configurations of an allocation by one for each request.
func Write(allocation *resourceapi.AllocationResult, requests []Request) error {
	kept := slices.DeleteFunc(slices.Clone(allocation.Devices.Config), func(c resourceapi.DeviceAllocationConfiguration) bool { return configures(&c) })
	for _, request := range requests {
		raw, err := json.Marshal(config{version, cpuConfig{request.CPUs}})
		if err != nil {
			return err
		}
		kept = append(kept, resourceapi.DeviceAllocationConfiguration{Source: resourceapi.AllocationConfigSourceClaim, Requests: []string{request.Name},
			DeviceConfiguration: resourceapi.DeviceConfiguration{Opaque: &resourceapi.OpaqueDeviceConfiguration{Driver: Driver,
				Parameters: runtime.RawExtension{Raw: raw}}}})
	}
	allocation.Devices.Config = kept
	return nil
}

// Read returns the requests of an allocation for which CPUs are stated, as far as the driver accepts
// them. The list of CPUs may be invalid.
func Read(allocation *resourceapi.AllocationResult) (requests []Request) {
	results := allocation.Devices.Results
	for i := range results {
		if !isMachine(&results[i]) {
			continue
		}
		if count, err := countOf(&results[i]); err == nil {
			if stated := statedFor(allocation, results[i].Request); stated != "" {
				requests = append(requests, Request{results[i].Request, count, stated})
			}
		}
	}
	return requests
}

// statedFor returns the CPUs of a request, or "" if the driver finds none.
func statedFor(allocation *resourceapi.AllocationResult, request string) (cpus string) {
	for i := range allocation.Devices.Config {
		of := &allocation.Devices.Config[i]
		if !configures(of) || of.Source != resourceapi.AllocationConfigSourceClaim || !slices.Equal(of.Requests, []string{request}) {
			continue
		}
		var stated config
		if cpus != "" || json.Unmarshal(of.Opaque.Parameters.Raw, &stated) != nil || stated.APIVersion != version {
			return ""
		}
		cpus = stated.CPUs.CPUSet
	}
	return cpus
}

// Count returns the number of CPUs of a claim: those of its allocation, or those that its requests state.
// A prioritized list may get as few as its smallest alternative. Of a machine, an allocation has those
// that its configuration states; of other devices, such as NUMA nodes, the driver chooses them.
func Count(claim *resourceapi.ResourceClaim) (count int) {
	if allocation := claim.Status.Allocation; allocation != nil {
		for _, request := range Read(allocation) {
			count += request.Count
		}
		results := allocation.Devices.Results
		for i := range results {
			if of := &results[i]; of.Driver == Driver && !isMachine(of) {
				others, _ := countOf(of)
				count += others
			}
		}
		return count
	}
	for i := range claim.Spec.Devices.Requests {
		of := &claim.Spec.Devices.Requests[i]
		if of.Exactly != nil {
			count += statedCount(of.Exactly.Capacity)
			continue
		}
		fewest := 0
		for j := range of.FirstAvailable {
			if alternative := statedCount(of.FirstAvailable[j].Capacity); j == 0 || alternative < fewest {
				fewest = alternative
			}
		}
		count += fewest
	}
	return count
}

// statedCount returns the number of CPUs that a request states, or 0.
func statedCount(capacity *resourceapi.CapacityRequirements) int {
	if capacity == nil {
		return 0
	}
	amount := capacity.Requests[Capacity]
	if whole := amount.Value(); whole > 0 && whole <= koord.MaxCPUs {
		return int(whole)
	}
	return 0
}
