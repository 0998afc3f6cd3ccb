package objects

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// drawer creates random objects as in a cluster, and sometimes invalid ones.
type drawer struct {
	*rand.Rand
	odd int // one value in so many is invalid; 0 for none
	// the object already has its invalid value; with several, the reported one is unspecified
	done bool
}

func (d *drawer) one(of ...string) string { return of[d.IntN(len(of))] }
func (d *drawer) chance(percent int) bool { return d.IntN(100) < percent }

func (d *drawer) isOdd() bool {
	if d.odd == 0 || d.done || d.IntN(d.odd) > 0 {
		return false
	}
	d.done = true
	return true
}

func (d *drawer) quantity(of ...string) resource.Quantity {
	if d.isOdd() {
		return resource.MustParse(d.one("-1", "-500m", "9223372036854775807", "1E", "92233720368547758", "0.0000000001"))
	}
	return resource.MustParse(d.one(of...))
}

func (d *drawer) list(percent int) v1.ResourceList {
	out := v1.ResourceList{}
	add := func(name v1.ResourceName, of ...string) {
		if d.chance(percent) {
			out[name] = d.quantity(of...)
		}
	}
	add("cpu", "4", "2", "8", "500m", "1500m", "0", "1e1", "0.1", "100u")
	add("memory", "1Gi", "512Mi", "1e9", "4G", "1500m", "0")
	add("hugepages-2Mi", "4Mi", "64Mi")
	add("ephemeral-storage", "1Gi")
	add("koordinator.sh/gpu", "100", "50", "200")
	add("nvidia.com/gpu", "1", "2")
	add("koordinator.sh/rdma", "100")
	if len(out) == 0 && d.chance(50) {
		return nil
	}
	return out
}

// texts returns random labels or annotations. odd are invalid values for some of them. The API
// server accepts a NUL in annotations, but not in labels.
func (d *drawer) texts(of map[string][]string, odd ...string) map[string]string {
	out := map[string]string{"app": "web", "example.com/other": d.one("a", "b", "c")}
	for key, values := range of {
		switch {
		case d.isOdd():
			out[key] = d.one(odd...)
		case d.chance(35):
			out[key] = d.one(values...)
		}
	}
	if d.chance(10) {
		return nil
	}
	return out
}

var (
	labelsOfPods = map[string][]string{
		LabelQOSClass:      {"LSE", "LSR", "LS", "BE", "SYSTEM", ""},
		LabelPriorityClass: {"koord-prod", "koord-mid", "koord-batch", "koord-free"},
	}
	annotationsOfPods = map[string][]string{
		AnnotationResourceSpec: {`{"preferredCPUBindPolicy":"FullPCPUs"}`, `{"requiredCPUBindPolicy":"SpreadByPCPUs"}`,
			`{"preferredCPUExclusivePolicy":"PCPULevel","numaTopologyPolicy":"Restricted"}`},
		AnnotationNUMATopologySpec: {`{"numaTopologyPolicy":"SingleNUMANode"}`, `{"singleNUMANodeExclusive":"Preferred"}`},
		AnnotationResourceStatus: {`{"cpuset":"0-3"}`, `{"cpuset":"4,6"}`, `{"cpuSharedPools":[{"socket":0,"node":0}]}`,
			`{"cpuset":"8-11","numaNodeResources":[{"node":1,"resources":{"cpu":"4"}}]}`},
		AnnotationIsolatedCPUs:        {"Required", "", "Preferred"},
		"kubernetes.io/config.mirror": {"0123456789abcdef0123456789abcdef"},
		AnnotationDeviceAllocateHint:  {`{"gpu":{"selector":{"matchLabels":{"model":"a"}}}}`, `{"rdma":{"vfSelector":{}}}`},
		AnnotationDeviceJointAllocate: {`{"deviceTypes":["gpu","rdma"]}`, `{"deviceTypes":["gpu","rdma"],"requiredScope":"SamePCIe"}`},
		AnnotationGPUPartitionSpec:    {`{"allocatePolicy":"BestEffort"}`},
		AnnotationDeviceAllocated: {`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100",` +
			`"koordinator.sh/gpu-memory-ratio":"100"}}]}`, `{"gpu":[{"minor":1}]}`},
	}
	labelsOfNodes = map[string][]string{
		"node.koordinator.sh/cpu-bind-policy":                {"None", "FullPCPUsOnly", "PCPUOnly", "SpreadByPCPUs", ""},
		"node.koordinator.sh/numa-allocate-strategy":         {"MostAllocated", "LeastAllocated", "DistributeEvenly"},
		"node.koordinator.sh/numa-allocate-policy":           {"MostAllocated"},
		"node.koordinator.sh/numa-topology-policy":           {"BestEffort", "Restricted", "SingleNUMANode"},
		"node.koordinator.sh/numa-topology-alignment-policy": {"SingleNUMANodePodLevel"},
		"node.koordinator.sh/gpu-vendor":                     {"nvidia"},
		"node.koordinator.sh/gpu-model":                      {"H100"},
		"node.koordinator.sh/gpu-partition-policy":           {"Honor", "Prefer"},
		"kubernetes.io/arch":                                 {"amd64", "arm64"},
		"beta.kubernetes.io/arch":                            {"arm64"},
	}
	annotationsOfNodes = map[string][]string{
		"node.koordinator.sh/reservation": {`{"reservedCPUs":"0-1"}`, `{"resources":{"cpu":"2","memory":"1Gi"}}`,
			`{"reservedCPUs":"2","applyPolicy":"ReservedCPUsOnly"}`},
		"node.koordinator.sh/system-qos-resource":          {`{"cpuset":"7"}`, `{"cpuset":"6-7","cpusetExclusive":false}`},
		"node.koordinator.sh/resource-amplification-ratio": {`{"cpu":1.5}`, `{"cpu":2}`},
	}
	annotationsOfTopologies = map[string][]string{
		"kubelet.koordinator.sh/cpu-manager-policy": {`{"policy":"static","options":{"full-pcpus-only":"true"},"reservedCPUs":"0"}`,
			`{"policy":"none"}`},
		"kubelet.koordinator.sh/cpu-manger-policy":           {`{"policy":"static","reservedCPUs":"1"}`},
		"node.koordinator.sh/pod-cpu-allocs":                 {`[{"namespace":"default","name":"k","uid":"k","cpuset":"12-13","managedByKubelet":true}]`, "null"},
		"node.koordinator.sh/cpu-shared-pools":               {`[{"socket":0,"node":0,"cpuset":"0-3"}]`},
		"node.koordinator.sh/be-cpu-shared-pools":            {`[{"socket":0,"node":0,"cpuset":"0-3"}]`},
		"kubelet.koordinator.sh/memory-manager-policy":       {"Static", "None"},
		"kubelet.koordinator.sh/memory-manager-state":        {`{"numaNodes":[{"node":0,"memory":[{"type":"memory","allocatable":4096,"free":4096}]}]}`},
		"kubelet.koordinator.sh/device-manager-state":        {`{"devices":[{"resource":"example.com/gpu","nodes":[0],"healthy":2}]}`},
		"kubelet.koordinator.sh/pod-level-resource-managers": {"true", "false"},
		"node.koordinator.sh/takeover-stage":                 {"1", "2"},
		"node.koordinator.sh/reservation":                    {`{"reservedCPUs":"14"}`},
		"node.koordinator.sh/system-qos-resource":            {`{"cpuset":"15"}`},
		"node.koordinator.sh/resource-amplification-ratio":   {`{"cpu":1.2}`},
	}
	annotationsOfDevices = map[string][]string{
		"scheduling.koordinator.sh/gpu-partitions": {`{"2":[{"minors":[0,1],"gpuLinkType":"NVLink","ringBusBandwidth":"400Gi"}]}`, ""},
		"node.koordinator.sh/gpu-links":            {`[{"minors":[0,1],"pci":"SingleSwitch","nvlinks":4}]`},
		"node.koordinator.sh/mig-instances": {`[{"minor":1,"max":7,"instances":[{"uuid":"MIG-1","profile":"3g.40gb","gi":1,"ci":0,"placement":"0:4"}]}]`,
			`[{"minor":9,"max":7,"instances":[]}]`},
		"node.koordinator.sh/claimed-devices":           {`[{"podUID":"resourceclaim:c","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-0","*"]}]`, "["},
		"node.koordinator.sh/device-plugins":            {`{"example.com/xpu":"gpu"}`, `{"example.com/xpu":"none"}`, `{"a":1}`},
		"node.koordinator.sh/devices-checkpoints-error": {"permission denied", ""},
		"node.koordinator.sh/devices-checkpoints":       {`[{"podUID":"pod-3","containerName":"a","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}]`},
		"node.koordinator.sh/gpu-checkpoints":           {`[{"podUID":"pod-2","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-2"]}]`},
	}
	labelsOfDevices = map[string][]string{
		"node.koordinator.sh/gpu-vendor":                    {"nvidia"},
		"node.koordinator.sh/gpu-model":                     {"A100"},
		"node.koordinator.sh/gpu-partition-policy":          {"Honor"},
		"node.koordinator.sh/secondary-device-well-planned": {"true", "false"},
	}
)

func (d *drawer) meta(name string, labels, annotations map[string][]string) metav1.ObjectMeta {
	odd := []string{"{", "", "nonsense", `{"cpuset":"9-1"}`, "caf\xe9", "[]", "null"}
	if labels[LabelQOSClass] != nil {
		odd = append(odd, "a\x00b")
	}
	return metav1.ObjectMeta{Name: name, Labels: d.texts(labels, "nonsense", ""), Annotations: d.texts(annotations, odd...)}
}

func (d *drawer) container(name string, init bool) v1.Container {
	out := v1.Container{Name: name, Resources: v1.ResourceRequirements{Requests: d.list(30), Limits: d.list(30)}}
	if init && d.chance(40) {
		policy := v1.ContainerRestartPolicyAlways
		out.RestartPolicy = &policy
	}
	for range d.IntN(3) {
		entry := v1.EnvVar{Name: d.one(EnvVisibleDevices, "OTHER"), Value: d.one("GPU-0", "GPU-1,GPU-2", "all", "none", "", "1")}
		if d.chance(20) {
			entry.Value, entry.ValueFrom = "", &v1.EnvVarSource{FieldRef: &v1.ObjectFieldSelector{FieldPath: "metadata.name"}}
		}
		out.Env = append(out.Env, entry)
	}
	return out
}

func (d *drawer) pod(number int, nodes []string) *v1.Pod {
	pod := &v1.Pod{ObjectMeta: d.meta(fmt.Sprintf("p%d", number), labelsOfPods, annotationsOfPods)}
	pod.UID = types.UID(fmt.Sprintf("pod-%d", number))
	pod.Namespace = d.one("", "default", "prod")
	if d.chance(60) {
		pod.Spec.NodeName = d.one(nodes...)
	}
	if d.chance(50) {
		priority := []int32{9100, 7500, 5500, 3500, 0, -5, 2000000000}[d.IntN(7)]
		pod.Spec.Priority = &priority
	}
	for i := range 1 + d.IntN(3) {
		pod.Spec.Containers = append(pod.Spec.Containers, d.container(fmt.Sprintf("c%d", i), false))
	}
	for i := range d.IntN(3) {
		pod.Spec.InitContainers = append(pod.Spec.InitContainers, d.container(fmt.Sprintf("i%d", i), true))
	}
	for range d.IntN(3) {
		pod.Spec.Tolerations = append(pod.Spec.Tolerations, v1.Toleration{
			Key:      d.one("", v1.TaintNodeUnschedulable, v1.TaintNodeUnschedulable, "gpu"),
			Operator: v1.TolerationOperator(d.one("", "Equal", "Exists", "Gt")),
			Value:    d.one("", "", "true"),
			Effect:   v1.TaintEffect(d.one("", "NoSchedule", "NoExecute")),
		})
	}
	if d.chance(10) {
		pod.Spec.Overhead = d.list(30)
	}
	if d.chance(15) {
		pod.Spec.Resources = &v1.ResourceRequirements{Requests: v1.ResourceList{"cpu": d.quantity("8", "12")}, Limits: d.list(20)}
	}
	pod.Status.Phase = v1.PodPhase(d.one("Pending", "Running", "Succeeded", "Failed", ""))
	pod.Status.QOSClass = v1.PodQOSClass(d.one("", "", "", "Guaranteed", "Burstable", "BestEffort"))
	if d.isOdd() {
		pod.Status.QOSClass = "Best"
	}
	for range d.IntN(3) {
		pod.Status.Conditions = append(pod.Status.Conditions, v1.PodCondition{
			Type: v1.PodConditionType(d.one("PodScheduled", "Initialized", "Ready")), Status: v1.ConditionStatus(d.one("True", "False")),
			LastTransitionTime: metav1.NewTime(time.Unix(1700000000+d.Int64N(1000), d.Int64N(1e9))),
		})
	}
	if d.chance(10) {
		now := metav1.NewTime(time.Unix(1700000000, 0))
		pod.DeletionTimestamp = &now
	}
	return pod
}

func (d *drawer) node(name string) *v1.Node {
	node := &v1.Node{ObjectMeta: d.meta(name, labelsOfNodes, annotationsOfNodes)}
	node.Spec.Unschedulable = d.chance(10)
	node.Status.NodeInfo.Architecture = d.one("", "amd64", "amd64", "arm64")
	node.Status.NodeInfo.KubeletVersion = d.one("", "v1.35.4", "v1.36.3", "v1.37.2", "v1.38.0", "unknown")
	node.Status.Allocatable = v1.ResourceList{"cpu": d.quantity("16", "15500m"), "memory": d.quantity("64Gi", "63Gi"),
		"pods": d.quantity("110"), "nvidia.com/gpu": d.quantity("4")}
	node.Status.Capacity = v1.ResourceList{"cpu": resource.MustParse("16")}
	return node
}

// topology returns an agent's report of a machine of 16 CPUs.
func (d *drawer) topology(t testing.TB, name string) *apis.NodeResourceTopology {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:4 pu:2")
	ok(t, err)
	defer machine.Close()
	document, err := machine.NRT(name, koord.KubeletSetup{})
	ok(t, err)
	out := &apis.NodeResourceTopology{}
	ok(t, json.Unmarshal(document, out))
	for key, value := range d.meta(name, nil, annotationsOfTopologies).Annotations {
		out.Annotations[key] = value
	}
	if d.chance(10) || d.isOdd() {
		delete(out.Annotations, "node.koordinator.sh/cpu-topology")
	}
	out.TopologyPolicies = []string{d.one("None", "BestEffortPodLevel", "SingleNUMANodeContainerLevel", "Restricted", "Unknown")}
	if d.chance(20) {
		out.TopologyPolicies = nil
	}
	if d.chance(30) {
		out.Attributes = append(out.Attributes, apis.Attribute{Name: "topologyManagerPolicy", Value: d.one("best-effort", "odd")},
			apis.Attribute{Name: "other", Value: "x"}, apis.Attribute{Name: "topologyManagerScope", Value: d.one("pod", "container")})
	}
	for i := range out.Zones {
		zone := &out.Zones[i]
		if d.isOdd() {
			zone.Name = d.one("node-0", "node-5000", "node-99999999999999999999", "")
		}
		if d.isOdd() {
			zone.Type = d.one("", "Odd")
		}
		for j := range zone.Resources {
			if d.chance(20) {
				zone.Resources[j].Available = d.quantity("0", "1", "2500m")
			}
			if d.isOdd() {
				zone.Resources[j].Name = d.one("cpu", "memory", "hugepages-x")
			}
		}
		for j := range zone.Costs {
			if d.isOdd() {
				zone.Costs[j] = apis.Cost{Name: d.one("node-0", "node-9", "else"), Value: []int64{-1, 1 << 33, 11}[d.IntN(3)]}
			}
		}
	}
	if d.chance(20) {
		out.Zones = append(out.Zones, apis.Zone{Name: d.one("socket-0", "node-", "node-1x"), Type: d.one("Node", "Socket"),
			Resources: []apis.ZoneResource{{Name: "cpu", Capacity: resource.MustParse("-1")}}, Costs: []apis.Cost{{Name: "node-0", Value: -1}}})
	}
	return out
}

func (d *drawer) number(low, high int32) *int32 {
	if d.chance(15) {
		return nil
	}
	number := low + d.Int32N(high-low+1)
	if d.isOdd() {
		number = []int32{-1, -2, 2000, 1<<31 - 1}[d.IntN(4)]
	}
	return &number
}

func (d *drawer) device(name string) *apis.Device {
	out := &apis.Device{ObjectMeta: d.meta(name, labelsOfDevices, annotationsOfDevices)}
	for i := range d.IntN(6) {
		minor := int32(i)
		info := apis.DeviceInfo{Type: "gpu", ID: fmt.Sprintf("GPU-%d", i), Minor: &minor, Health: d.chance(90), ModuleID: d.number(0, 7)}
		info.Resources = v1.ResourceList{"koordinator.sh/gpu-core": d.quantity("100"), "koordinator.sh/gpu-memory": d.quantity("80Gi"),
			"koordinator.sh/gpu-memory-ratio": d.quantity("100")}
		switch {
		case d.chance(20):
			info.Type, info.ID = "rdma", fmt.Sprintf("0000:%02x:00.0", i)
			info.Resources = v1.ResourceList{"koordinator.sh/rdma": d.quantity("100")}
			group := apis.VirtualFunctionGroup{Labels: map[string]string{"type": "general"}}
			for v := range d.IntN(3) {
				group.VFs = append(group.VFs, apis.VirtualFunction{Minor: int32(v), BusID: fmt.Sprintf("0000:%02x:01.%d", i, v)})
			}
			if d.isOdd() {
				group.VFs = append(group.VFs, apis.VirtualFunction{Minor: -2 + d.Int32N(2)})
			}
			info.VFGroups = append(info.VFGroups, group, apis.VirtualFunctionGroup{})
		case d.chance(10): // in the proposal's form
			info.DeviceType, info.Type = info.Type, d.one("", "gpu")
			info.UUID, info.ID = info.ID, d.one("", "GPU-9")
			info.Resource, info.Resources = v1.ResourceList{"kubernetes.io/gpu-core": d.quantity("100"), "kubernetes.io/gpu-memory": d.quantity("80Gi")}, nil
		}
		if d.chance(80) {
			info.Topology = &apis.DeviceTopology{SocketID: d.number(-1, 1), NodeID: d.number(-1, 1), PCIEID: d.one("0", "1", ""), BusID: "b"}
		}
		if d.chance(30) {
			info.Labels = map[string]string{"model": d.one("a", "b")}
		}
		if d.isOdd() {
			info.Type = ""
		}
		if d.isOdd() {
			info.Minor = d.number(0, 1)
		}
		out.Spec.Devices = append(out.Spec.Devices, info)
	}
	return out
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
