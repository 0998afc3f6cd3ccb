package dracpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/objects"
)

// allocation returns an allocation with a result for each request and amount, as "cpus=4".
func allocation(requests ...string) *resourceapi.AllocationResult {
	out := &resourceapi.AllocationResult{}
	for _, text := range requests {
		request, amount, _ := strings.Cut(text, "=")
		result := resourceapi.DeviceRequestAllocationResult{Request: request, Driver: Driver, Pool: "node", Device: Device}
		if amount != "" {
			result.ConsumedCapacity = map[resourceapi.QualifiedName]resource.Quantity{Capacity: resource.MustParse(amount)}
		}
		out.Devices.Results = append(out.Devices.Results, result)
	}
	return out
}

func configOf(driver string, source resourceapi.AllocationConfigSource, parameters string, requests ...string) resourceapi.DeviceAllocationConfiguration {
	return resourceapi.DeviceAllocationConfiguration{Source: source, Requests: requests, DeviceConfiguration: resourceapi.DeviceConfiguration{
		Opaque: &resourceapi.OpaqueDeviceConfiguration{Driver: driver, Parameters: runtime.RawExtension{Raw: []byte(parameters)}}}}
}

// CPUs that are written are read, beside configurations of other drivers, and replaced when they are
// written again.
func TestWriteAndRead(t *testing.T) {
	a := allocation("r0=2", "r1/few=3")
	a.Devices.Results = append(a.Devices.Results, resourceapi.DeviceRequestAllocationResult{Request: "gpu", Driver: "gpu.example.com", Device: Device})
	other := configOf("gpu.example.com", resourceapi.AllocationConfigSourceClass, `{}`)
	a.Devices.Config = []resourceapi.DeviceAllocationConfiguration{other}
	for _, lists := range [][]string{{"0-1", "4,6-7"}, {"8-9", "1-3"}} {
		if err := Clear(a); err != nil {
			t.Fatal(err)
		}
		wanted, err := Wanted(a)
		if err != nil || !slices.Equal(wanted, []Request{{"r0", 2, ""}, {"r1/few", 3, ""}}) {
			t.Fatal(wanted, err)
		}
		for i := range wanted {
			wanted[i].CPUs = lists[i]
		}
		if err := Write(a, wanted); err != nil {
			t.Fatal(err)
		}
		if found := Read(a); !slices.Equal(found, wanted) {
			t.Errorf("found %v, expected %v", found, wanted)
		}
	}
	if len(a.Devices.Config) != 3 || a.Devices.Config[0].Opaque.Driver != "gpu.example.com" {
		t.Errorf("found %v", a.Devices.Config)
	}
	written := a.Devices.Config[1]
	if want := `{"apiVersion":"v1alpha1","cpuConfig":{"cpuset":"8-9"}}`; string(written.Opaque.Parameters.Raw) != want ||
		written.Source != resourceapi.AllocationConfigSourceClaim || !slices.Equal(written.Requests, []string{"r0"}) {
		t.Errorf("found %s of %s for %q", written.Opaque.Parameters.Raw, written.Source, written.Requests)
	}
}

// Allocations that the driver refuses, whatever their CPUs are, are refused with the request.
func TestWanted(t *testing.T) {
	isAdmin := true
	withConfig := func(configs ...resourceapi.DeviceAllocationConfiguration) *resourceapi.AllocationResult {
		out := allocation("cpus=2")
		out.Devices.Config = configs
		return out
	}
	many := slices.Repeat([]resourceapi.DeviceAllocationConfiguration{configOf("other", resourceapi.AllocationConfigSourceClaim, `{}`)}, mostConfigs)
	admin := allocation("cpus=2")
	admin.Devices.Results[0].AdminAccess = &isAdmin
	for want, of := range map[string]*resourceapi.AllocationResult{
		"request cpus: device cpudevmachine has no capacity dra.cpu/cpu": allocation("cpus"),
		"found 1500m, expected a whole number from 1 to 8192":            allocation("cpus=1500m"),
		"found 0, expected":                                 allocation("cpus=0"),
		"found -1, expected":                                allocation("cpus=-1"),
		"found 8193, expected":                              allocation("cpus=8193"),
		"found 10E, expected":                               allocation("cpus=10E"),
		"request cpus: found several devices, expected one": allocation("cpus=1", "more=1", "cpus=1"),
		"adminAccess: found true":                           admin,
		"DeviceClass: spec.config: found a configuration":   withConfig(configOf(Driver, resourceapi.AllocationConfigSourceClass, `{}`)),
		"spec.devices.config: found a configuration":        withConfig(configOf(Driver, resourceapi.AllocationConfigSourceClaim, `{}`, "other")),
		"found 64 configurations with":                      withConfig(many...),
	} {
		if found, err := Wanted(of); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, %v, expected %q", found, err, want)
		}
	}
	if found, err := Wanted(withConfig(many[1:]...)); err != nil || len(found) != 1 {
		t.Error(found, err)
	}
	others := allocation("cpus=1500m")
	others.Devices.Results[0].Device = "cpudevnuma000" // the driver chooses its CPUs
	if found, err := Wanted(others); err != nil || len(found) != 0 {
		t.Error(found, err)
	}
}

// Only configurations that the driver accepts state CPUs.
func TestReadInvalidConfigurations(t *testing.T) {
	valid := func(cpus string) string {
		return fmt.Sprintf(`{"apiVersion":"v1alpha1","cpuConfig":{"cpuset":%q}}`, cpus)
	}
	claim, class := resourceapi.AllocationConfigSourceClaim, resourceapi.AllocationConfigSourceClass
	for name, configs := range map[string][]resourceapi.DeviceAllocationConfiguration{
		"none":             nil,
		"of the class":     {configOf(Driver, class, valid("0-1"), "cpus")},
		"of all requests":  {configOf(Driver, claim, valid("0-1"))},
		"of two requests":  {configOf(Driver, claim, valid("0-1"), "cpus", "more")},
		"of another one":   {configOf(Driver, claim, valid("0-1"), "more")},
		"of two blocks":    {configOf(Driver, claim, valid("0-1"), "cpus"), configOf(Driver, claim, valid("0-1"), "cpus")},
		"another version":  {configOf(Driver, claim, `{"apiVersion":"v1","cpuConfig":{"cpuset":"0-1"}}`, "cpus")},
		"another driver":   {configOf("other", claim, valid("0-1"), "cpus")},
		"not JSON":         {configOf(Driver, claim, `{`, "cpus")},
		"without CPUs":     {configOf(Driver, claim, `{"apiVersion":"v1alpha1"}`, "cpus")},
		"without anything": {{Source: claim}},
	} {
		a := allocation("cpus=2")
		a.Devices.Config = configs
		if found := Read(a); len(found) != 0 {
			t.Errorf("%s: found %v", name, found)
		}
	}
}

// A pod that represents a request owns the CPUs, by the policies of the claim's pod.
func TestPodOfARequest(t *testing.T) {
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "claim", UID: "uid"}}
	user := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{objects.AnnotationResourceSpec: "spec", "other": "x"}}}
	held := HeldBy(claim, nil, []Request{{"r0", 2, "4-5"}, {"r1", 1, "6"}}, user)
	if len(held) != 2 || held[0].UID == held[1].UID || held[0].Claim.String() != "ns/claim" {
		t.Fatal(held)
	}
	pod := held[0].Pod("node")
	if cpu := pod.Spec.Containers[0].Resources.Limits.Cpu(); cpu.Value() != 2 || pod.Annotations[objects.AnnotationResourceStatus] != `{"cpuset":"4-5"}` ||
		pod.Annotations[objects.AnnotationResourceSpec] != "spec" || pod.Annotations["other"] != "" || pod.Spec.NodeName != "node" {
		t.Error(pod)
	}
	if pod = held[0].Pod(""); pod.Annotations[objects.AnnotationResourceStatus] != "" || pod.Spec.NodeName != "" {
		t.Error(pod)
	}
}

// Requests of containers and of the pod are without the CPUs of claims, and never negative.
func TestWithoutCPUs(t *testing.T) {
	cpus := func(amount string) v1.ResourceRequirements {
		list := v1.ResourceList{v1.ResourceCPU: resource.MustParse(amount)}
		return v1.ResourceRequirements{Requests: list, Limits: list.DeepCopy()}
	}
	whole := cpus("9")
	pod := &v1.Pod{Spec: v1.PodSpec{Resources: &whole, Containers: []v1.Container{{Resources: cpus("4")}, {Resources: cpus("1")}, {Resources: cpus("2")}}}}
	pod.Spec.Containers[0].Resources.Claims = []v1.ResourceClaim{{Name: "a", Request: "r0"}, {Name: "a", Request: "r1"}}
	pod.Spec.Containers[1].Resources.Claims = []v1.ResourceClaim{{Name: "b"}}
	if WithoutCPUs(pod, nil) != pod {
		t.Error("a pod without claims is copied")
	}
	out := WithoutCPUs(pod, map[string]int{"a": 3, "b": 2})
	for i, want := range []string{"1", "0", "2"} {
		for _, list := range []v1.ResourceList{out.Spec.Containers[i].Resources.Requests, out.Spec.Containers[i].Resources.Limits} {
			if found := list.Cpu().String(); found != want {
				t.Errorf("container %d: found %s, expected %s", i, found, want)
			}
		}
	}
	if found := out.Spec.Resources.Requests.Cpu().String(); found != "4" || pod.Spec.Containers[0].Resources.Requests.Cpu().String() != "4" {
		t.Errorf("found %s, or the pod was changed", found)
	}
}

// The CPUs of a claim are those of its allocation, or those that it requests before.
func TestCount(t *testing.T) {
	amounts := func(amount string) *resourceapi.CapacityRequirements {
		return &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{Capacity: resource.MustParse(amount)}}
	}
	claim := &resourceapi.ResourceClaim{}
	for _, amount := range []string{"2", "3", "-4", "10E"} {
		claim.Spec.Devices.Requests = append(claim.Spec.Devices.Requests,
			resourceapi.DeviceRequest{Exactly: &resourceapi.ExactDeviceRequest{Capacity: amounts(amount)}})
	}
	claim.Spec.Devices.Requests = append(claim.Spec.Devices.Requests, resourceapi.DeviceRequest{}, resourceapi.DeviceRequest{Exactly: &resourceapi.ExactDeviceRequest{}})
	if found := Count(claim); found != 5 {
		t.Errorf("found %d, expected 5", found)
	}
	claim.Status.Allocation = allocation("cpus=2")
	if found := Count(claim); found != 0 {
		t.Errorf("found %d of an allocation without CPUs", found)
	}
	if err := Write(claim.Status.Allocation, []Request{{"cpus", 2, "0-1"}}); err != nil {
		t.Fatal(err)
	}
	if found := Count(claim); found != 2 {
		t.Errorf("found %d, expected 2", found)
	}
}

// A claim has as many CPUs after its allocation as before, whether the scheduler or the driver chooses them.
func TestCountDoesNotChangeWithTheAllocation(t *testing.T) {
	amounts := func(amount string) *resourceapi.CapacityRequirements {
		return &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{Capacity: resource.MustParse(amount)}}
	}
	exactly := resourceapi.DeviceRequest{Name: "cpus", Exactly: &resourceapi.ExactDeviceRequest{Capacity: amounts("4")}}
	list := resourceapi.DeviceRequest{Name: "cpus", FirstAvailable: []resourceapi.DeviceSubRequest{
		{Name: "many", Capacity: amounts("32")}, {Name: "few", Capacity: amounts("4")}, {Name: "some", Capacity: amounts("8")}}}
	for _, request := range []resourceapi.DeviceRequest{exactly, list} {
		result := map[bool]string{true: "cpus", false: "cpus/few"}[request.Exactly != nil]
		for _, device := range []string{Device, "cpudevnuma0", "cpudevsocket1"} {
			claim := &resourceapi.ResourceClaim{}
			claim.Spec.Devices.Requests = []resourceapi.DeviceRequest{request}
			before := Count(claim)
			claim.Status.Allocation = allocation(result + "=4")
			if device == Device {
				if err := Write(claim.Status.Allocation, []Request{{result, 4, "0-3"}}); err != nil {
					t.Fatal(err)
				}
			}
			claim.Status.Allocation.Devices.Results[0].Device = device
			if after := Count(claim); before != 4 || after != 4 {
				t.Errorf("%s of %s: found %d CPUs before the allocation and %d after it, expected 4", result, device, before, after)
			}
		}
	}
	list.FirstAvailable[2].Capacity = nil // devices of another driver, or all CPUs
	claim := &resourceapi.ResourceClaim{}
	claim.Spec.Devices.Requests = []resourceapi.DeviceRequest{list}
	if found := Count(claim); found != 0 {
		t.Errorf("found %d CPUs of a list with an alternative that states none, expected 0", found)
	}
}

// Policies of the claim precede those of its DeviceClass, and both those of the pod, each by itself.
func TestPolicies(t *testing.T) {
	claim, class := resourceapi.AllocationConfigSourceClaim, resourceapi.AllocationConfigSourceClass
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{objects.AnnotationResourceSpec: "pod", objects.AnnotationNUMATopologySpec: "pod"}}}
	a := allocation("cpus/few=2", "more=1")
	a.Devices.Config = []resourceapi.DeviceAllocationConfiguration{
		configOf(PolicyDriver, claim, `{"resourceSpec":{"preferredCPUBindPolicy":"SpreadByPCPUs"}}`, "cpus"),
		configOf(PolicyDriver, class, `{"resourceSpec":{},"numaTopologySpec":{"numaTopologyPolicy":"Restricted"}}`, "cpus/few"),
		configOf("other", claim, `{`), configOf(PolicyDriver, claim, `{"resourceSpec":{}}`, "another"),
	}
	requests, err := Wanted(a)
	if err != nil {
		t.Fatal(err)
	}
	held := HeldBy(&resourceapi.ResourceClaim{}, a, requests, pod)
	for i, want := range [][2]string{{`{"preferredCPUBindPolicy":"SpreadByPCPUs"}`, `{"numaTopologyPolicy":"Restricted"}`}, {"pod", "pod"}} {
		if found := held[i].Policies; found[objects.AnnotationResourceSpec] != want[0] || found[objects.AnnotationNUMATopologySpec] != want[1] {
			t.Errorf("request %s: found %q, expected %q", held[i].Name, found, want)
		}
	}
	for _, wrong := range []string{``, `[]`, `{"resourcespec":{}`, `{"policy":1}`, `{} {}`} {
		a.Devices.Config = []resourceapi.DeviceAllocationConfiguration{configOf(PolicyDriver, claim, wrong)}
		if found, err := Wanted(a); err == nil || !strings.Contains(err.Error(), "request cpus/few: configuration of scheduling.koordinator.sh: parameters: ") {
			t.Errorf("%s: found %v, %v", wrong, found, err)
		}
	}
}
