package deviceshare

// What zz_device_test.go plays: random nodes, devices and pods.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	apiext "github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"

	"koordc/cases"
)

func zzMakeScene(r *rand.Rand) *zzScene {
	s := &zzScene{Most: cases.Chance(r, 2), Labels: map[string]string{}}
	d := &schedulingv1alpha1.Device{TypeMeta: metav1.TypeMeta{Kind: "Device", APIVersion: "scheduling.koordinator.sh/v1alpha1"}, ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}, Annotations: map[string]string{}}}
	gpus := []int{1, 2, 4, 8, 8, 8}[r.Intn(6)]
	per := []int{1, 2, 4}[r.Intn(3)]  // GPUs of a switch
	nper := []int{1, 2, 4}[r.Intn(3)] // switches of a NUMA node
	mem := cases.Pick(r, "16Gi", "24Gi", "80Gi", "15472384Ki", "15GiX")
	if mem == "15GiX" {
		mem = "16106127361"
	}
	placed := !cases.Chance(r, 10)
	topo := func(pcie int) *schedulingv1alpha1.DeviceTopology {
		if !placed {
			return nil
		}
		n := int32(pcie / nper)
		return &schedulingv1alpha1.DeviceTopology{NodeID: n, SocketID: n / 2, PCIEID: strconv.Itoa(pcie), BusID: fmt.Sprintf("0000:%02x:00.0", pcie)}
	}
	healthy := func() bool { return !cases.Chance(r, 20) }
	gap := cases.Chance(r, 10)
	for i := 0; i < gpus; i++ {
		m := int32(i)
		if gap {
			m = int32(i + i/2)
		}
		d.Spec.Devices = append(d.Spec.Devices, schedulingv1alpha1.DeviceInfo{Type: "gpu", Minor: &m, UUID: fmt.Sprintf("GPU-%d", i), Health: healthy(), Topology: topo(i / per),
			Resources: corev1.ResourceList{"koordinator.sh/gpu-core": resource.MustParse("100"), "koordinator.sh/gpu-memory": resource.MustParse(mem), "koordinator.sh/gpu-memory-ratio": resource.MustParse("100")}})
	}
	if !cases.Chance(r, 3) {
		nic := 1 + r.Intn(4)
		vfs := !cases.Chance(r, 2)
		for i := 0; i < nic; i++ {
			m := int32(i)
			x := schedulingv1alpha1.DeviceInfo{Type: "rdma", Minor: &m, UUID: fmt.Sprintf("0000:%02x:00.1", i), Health: healthy(), Topology: topo(i * (gpus / per) / nic), Labels: map[string]string{"kind": cases.Pick(r, "a", "b")},
				Resources: corev1.ResourceList{"koordinator.sh/rdma": resource.MustParse("100")}}
			if vfs {
				g := schedulingv1alpha1.VirtualFunctionGroup{Labels: map[string]string{"type": cases.Pick(r, "general", "fast")}}
				for k := 0; k < 1+r.Intn(4); k++ {
					g.VFs = append(g.VFs, schedulingv1alpha1.VirtualFunction{Minor: int32(k), BusID: fmt.Sprintf("0000:%02x:00.%d", i, 9-k)})
				}
				x.VFGroups = append(x.VFGroups, g)
			}
			d.Spec.Devices = append(d.Spec.Devices, x)
		}
	}
	if cases.Chance(r, 6) {
		for i := 0; i < 1+r.Intn(2); i++ {
			m := int32(i)
			d.Spec.Devices = append(d.Spec.Devices, schedulingv1alpha1.DeviceInfo{Type: "fpga", Minor: &m, UUID: fmt.Sprintf("fpga-%d", i), Health: healthy(), Topology: topo(0), Resources: corev1.ResourceList{"koordinator.sh/fpga": resource.MustParse("100")}})
		}
	}
	if cases.Chance(r, 4) {
		s.Labels[apiext.LabelGPUModel] = cases.Pick(r, "A100", "H100", "H800", "H20", "T4")
		if cases.Chance(r, 3) {
			s.Labels[apiext.LabelGPUVendor] = cases.Pick(r, "nvidia", "huawei")
		}
	}
	if cases.Chance(r, 6) {
		s.Labels[apiext.LabelGPUPartitionPolicy] = cases.Pick(r, "Honor", "Prefer")
	}
	if cases.Chance(r, 6) {
		d.Labels[apiext.LabelGPUPartitionPolicy] = cases.Pick(r, "Honor", "Prefer")
	}
	if cases.Chance(r, 8) {
		d.Labels["node.koordinator.sh/secondary-device-well-planned"] = "true"
	}
	if cases.Chance(r, 4) {
		type part struct {
			Minors           []int  `json:"minors"`
			GPULinkType      string `json:"gpuLinkType"`
			RingBusBandwidth string `json:"ringBusBandwidth,omitempty"`
			AllocationScore  int    `json:"allocationScore"`
		}
		table := map[string][]part{}
		for _, k := range []int{1, 2, 4, 8} {
			if k > gpus || cases.Chance(r, 8) {
				continue
			}
			for a := 0; a+k <= gpus; a += k {
				p := part{GPULinkType: "NVLink", AllocationScore: 1 + r.Intn(2)}
				for m := a; m < a+k; m++ {
					p.Minors = append(p.Minors, m)
				}
				if cases.Chance(r, 3) {
					p.RingBusBandwidth = cases.Pick(r, "100Gi", "200Gi")
				}
				table[strconv.Itoa(k)] = append(table[strconv.Itoa(k)], p)
			}
		}
		j, _ := json.Marshal(table)
		d.Annotations[apiext.AnnotationGPUPartitions] = string(j)
	}
	s.Device = d
	n := 2 + r.Intn(10)
	for i := 0; i < n; i++ {
		if i > 2 && cases.Chance(r, 5) {
			s.Ops = append(s.Ops, zzOp{Remove: r.Intn(i)})
			continue
		}
		s.Ops = append(s.Ops, zzOp{Pod: zzMakePod(r, i), Remove: -1})
	}
	return s
}

func zzMakePod(r *rand.Rand, i int) *corev1.Pod {
	p := &corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("p%d", i), Namespace: "default", UID: types.UID(fmt.Sprintf("uid-%d", i)), Annotations: map[string]string{}}}
	rl := corev1.ResourceList{"cpu": resource.MustParse("1")}
	q := func(name string, v int) {
		rl[corev1.ResourceName(name)] = *resource.NewQuantity(int64(v), resource.DecimalSI)
	}
	part := []int{10, 20, 25, 30, 50, 50, 70, 100}[r.Intn(8)]
	whole := 100 * []int{1, 1, 2, 2, 3, 4, 8}[r.Intn(7)]
	gpu := true
	switch r.Intn(16) {
	case 0, 1, 2:
		q("nvidia.com/gpu", whole/100)
	case 3, 4:
		q("koordinator.sh/gpu", part)
	case 5:
		q("koordinator.sh/gpu", whole)
	case 6, 7:
		q("koordinator.sh/gpu-core", part)
		q("koordinator.sh/gpu-memory-ratio", []int{part, part, 10, 40}[r.Intn(4)])
	case 8:
		q("koordinator.sh/gpu-core", whole)
		q("koordinator.sh/gpu-memory-ratio", whole)
	case 9:
		q("koordinator.sh/gpu-memory-ratio", []int{part, whole}[r.Intn(2)])
	case 10:
		rl["koordinator.sh/gpu-memory"] = resource.MustParse(cases.Pick(r, "1Gi", "4Gi", "8Gi", "5368709123", "90Gi"))
		if cases.Chance(r, 2) {
			q("koordinator.sh/gpu-core", part)
		}
	case 11:
		q("koordinator.sh/gpu.shared", 1+r.Intn(3))
		q("koordinator.sh/gpu-memory-ratio", []int{50, 100, 150, 200, 60}[r.Intn(5)])
		if cases.Chance(r, 2) {
			q("koordinator.sh/gpu-core", []int{50, 100, 30}[r.Intn(3)])
		}
	case 12: // odd
		q("koordinator.sh/gpu-core", r.Intn(250))
		q("koordinator.sh/gpu-memory-ratio", r.Intn(250))
	case 13:
		q("nvidia.com/gpu", 1)
		q("koordinator.sh/gpu", 100)
	default:
		gpu = false
	}
	if !gpu || cases.Chance(r, 4) {
		q("koordinator.sh/rdma", []int{1, 1, 50, 100, 100, 200, 150}[r.Intn(7)])
	}
	if cases.Chance(r, 15) {
		q("koordinator.sh/fpga", []int{50, 100}[r.Intn(2)])
	}
	if gpu && cases.Chance(r, 4) {
		p.Annotations[apiext.AnnotationDeviceAllocateHint] = fmt.Sprintf(`{"gpu":{"requiredTopologyScope":%q}}`, cases.Pick(r, "Device", "PCIe", "NUMANode", "Node"))
	} else if cases.Chance(r, 4) {
		p.Annotations[apiext.AnnotationDeviceAllocateHint] = cases.Pick(r,
			`{"rdma":{"vfSelector":{}}}`,
			`{"rdma":{"vfSelector":{"matchLabels":{"type":"general"}}}}`,
			`{"rdma":{"selector":{"matchLabels":{"kind":"a"}}}}`,
			`{"rdma":{"selector":{"matchLabels":{"kind":"b"}},"vfSelector":{"matchExpressions":[{"key":"type","operator":"In","values":["general","fast"]}]}}}`,
			`{"rdma":{"allocateStrategy":"ApplyForAll"}}`,
			`{"rdma":{"allocateStrategy":"RequestsAsCount"}}`,
			`{"rdma":{"exclusivePolicy":"DeviceLevel"}}`,
			`{"gpu":{"exclusivePolicy":"PCIeLevel"}}`)
	}
	if gpu && cases.Chance(r, 5) {
		p.Annotations[apiext.AnnotationDeviceJointAllocate] = cases.Pick(r, `{"deviceTypes":["gpu","rdma"]}`, `{"deviceTypes":["gpu","rdma"],"requiredScope":"SamePCIe"}`, `{"deviceTypes":["rdma","gpu"]}`)
		if !cases.Chance(r, 4) {
			q("koordinator.sh/rdma", []int{1, 100, 100, 200}[r.Intn(4)])
		}
	}
	if gpu && cases.Chance(r, 10) {
		p.Annotations[apiext.AnnotationGPUPartitionSpec] = cases.Pick(r, `{"allocatePolicy":"Restricted"}`, `{"allocatePolicy":"BestEffort"}`, `{"allocatePolicy":"BestEffort","ringBusBandwidth":"150Gi"}`, `{}`)
	}
	p.Spec.Containers = []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{Requests: rl, Limits: rl}}}
	return p
}
