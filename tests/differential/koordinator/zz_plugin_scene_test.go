package nodenumaresource

// What zz_plugin_test.go plays: random nodes, reports and pods.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"sort"
	"strings"

	nrtv1alpha1 "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha1"
	"koordc"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/koordinator-sh/koordinator/apis/extension"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

func zzQ(v int64) resource.Quantity     { return *resource.NewQuantity(v, resource.DecimalSI) }
func zzMilli(v int64) resource.Quantity { return *resource.NewMilliQuantity(v, resource.DecimalSI) }
func zzList(l []int) string             { return cpuset.NewCPUSet(l...).String() }
func zzMakeScene(r *rand.Rand) *zzScene {
	s := &zzScene{Score: cases.Pick(r, "LeastAllocated", "MostAllocated"), Numa: cases.Pick(r, "LeastAllocated", "MostAllocated"),
		Bind: cases.Pick(r, "FullPCPUs", "FullPCPUs", "SpreadByPCPUs", "")}
	var rows []koordc.CPU
	var nodes []int
	for {
		rows, s.Note = koordc.Machine(r)
		seen := map[int]bool{}
		nodes = nil
		for _, x := range rows {
			if !seen[x.Node] {
				seen[x.Node] = true
				nodes = append(nodes, x.Node)
			}
		}
		if len(rows) > 96 || len(nodes) > 6 || (len(nodes) > 4 && !cases.Chance(r, 4)) || (len(rows) < 8 && !cases.Chance(r, 6)) {
			continue
		}
		break
	}
	sort.Ints(nodes)
	dense := map[int]int{}
	for i, n := range nodes {
		dense[n] = i
	}
	byNode := map[int][]int{}
	var topo extension.CPUTopology
	for i := range rows {
		rows[i].Node = dense[rows[i].Node]
		byNode[rows[i].Node] = append(byNode[rows[i].Node], rows[i].CPU)
		topo.Detail = append(topo.Detail, extension.CPUInfo{ID: int32(rows[i].CPU), Core: int32(rows[i].Core), Socket: int32(rows[i].Socket), Node: int32(rows[i].Node)})
	}
	node := &corev1.Node{TypeMeta: metav1.TypeMeta{Kind: "Node", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}, Annotations: map[string]string{}}}
	nrt := &nrtv1alpha1.NodeResourceTopology{TypeMeta: metav1.TypeMeta{Kind: "NodeResourceTopology", APIVersion: "topology.node.k8s.io/v1alpha1"}, ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{}}}
	j, _ := json.Marshal(topo)
	nrt.Annotations[extension.AnnotationNodeCPUTopology] = string(j)
	mem := int64(1+r.Intn(64)) << 30
	var total int64
	dev := cases.Chance(r, 5)
	for i := range nodes {
		m := mem
		if cases.Chance(r, 4) {
			m = int64(r.Intn(64)) << 30
		}
		total += m
		z := nrtv1alpha1.Zone{Name: fmt.Sprintf("node-%d", i), Type: "Node"}
		cpu := int64(len(byNode[i])) * 1000
		if cases.Chance(r, 10) {
			cpu -= int64(r.Intn(1500))
			if cpu < 0 {
				cpu = int64(len(byNode[i])) * 1000
			}
		}
		add := func(name string, q resource.Quantity) {
			z.Resources = append(z.Resources, nrtv1alpha1.ResourceInfo{Name: name, Capacity: q, Allocatable: q, Available: q})
		}
		add("cpu", zzMilli(cpu))
		if !cases.Chance(r, 20) {
			add("memory", zzQ(m))
		}
		if dev && !cases.Chance(r, 3) {
			add("example.com/thing", zzQ(int64(r.Intn(6))))
		}
		nrt.Zones = append(nrt.Zones, z)
	}
	if cases.Chance(r, 60) {
		nrt.Zones = nil
	}
	sub := func(p int) (l []int) {
		for _, x := range rows {
			if r.Intn(100) < p {
				l = append(l, x.CPU)
			}
		}
		return
	}
	if cases.Chance(r, 3) {
		p := extension.KubeletCPUManagerPolicy{Policy: cases.Pick(r, "static", "static", "none"), Options: map[string]string{}}
		if cases.Chance(r, 2) {
			p.Options["full-pcpus-only"] = cases.Pick(r, "true", "false")
		}
		if cases.Chance(r, 4) {
			p.Options["distribute-cpus-across-numa"] = "true"
		}
		if cases.Chance(r, 2) && p.Policy == "static" {
			p.ReservedCPUs = zzList(sub(6))
		}
		j, _ := json.Marshal(p)
		nrt.Annotations[extension.AnnotationKubeletCPUManagerPolicy] = string(j)
	}
	if cases.Chance(r, 8) {
		j, _ := json.Marshal([]map[string]any{{"namespace": "d", "name": "k", "uid": "kubelet-pod", "cpuset": zzList(sub(8)), "managedByKubelet": true}})
		nrt.Annotations[extension.AnnotationNodeCPUAllocs] = string(j)
	}
	if cases.Chance(r, 8) {
		nrt.Annotations[extension.AnnotationNodeReservation] = fmt.Sprintf(`{"reservedCPUs":%q}`, zzList(sub(8)))
		node.Annotations[extension.AnnotationNodeReservation] = nrt.Annotations[extension.AnnotationNodeReservation]
	}
	if cases.Chance(r, 8) {
		nrt.Annotations[extension.AnnotationNodeSystemQOSResource] = fmt.Sprintf(`{"cpuset":%q,"cpusetExclusive":%v}`, zzList(sub(8)), cases.Chance(r, 2))
		node.Annotations[extension.AnnotationNodeSystemQOSResource] = nrt.Annotations[extension.AnnotationNodeSystemQOSResource]
	}
	if cases.Chance(r, 3) {
		nrt.TopologyPolicies = []string{cases.Pick(r, "None", "BestEffortPodLevel", "BestEffort", "RestrictedPodLevel", "Restricted", "SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel")}
	}
	if cases.Chance(r, 3) {
		node.Labels[extension.LabelNodeCPUBindPolicy] = cases.Pick(r, "None", "FullPCPUsOnly", "SpreadByPCPUs", "")
	}
	if cases.Chance(r, 3) {
		node.Labels[extension.LabelNodeNUMAAllocateStrategy] = cases.Pick(r, "MostAllocated", "LeastAllocated", "DistributeEvenly", "")
	}
	if cases.Chance(r, 2) {
		node.Labels[extension.LabelNUMATopologyPolicy] = cases.Pick(r, "BestEffort", "Restricted", "SingleNUMANode", "Restricted", "SingleNUMANode", "")
	}
	cpus := int64(len(rows)) * 1000
	if cases.Chance(r, 6) {
		ratio := []float64{1.5, 2, 1.2, 1.37, 1.003, 1}[r.Intn(6)]
		node.Annotations[extension.AnnotationNodeResourceAmplificationRatio] = fmt.Sprintf(`{"cpu":%v}`, ratio)
		cpus = extension.Amplify(cpus, extension.Ratio(ratio))
		if cases.Chance(r, 3) { // the amounts of the topology are amplified already
			nrt.Annotations[extension.AnnotationNodeResourceAmplificationRatio] = node.Annotations[extension.AnnotationNodeResourceAmplificationRatio]
			for i := range nrt.Zones {
				for k := range nrt.Zones[i].Resources {
					if nrt.Zones[i].Resources[k].Name == "cpu" {
						q := zzMilli(extension.Amplify(nrt.Zones[i].Resources[k].Allocatable.MilliValue(), extension.Ratio(ratio)))
						nrt.Zones[i].Resources[k].Allocatable = q
					}
				}
			}
		}
	}
	if cases.Chance(r, 40) {
		delete(nrt.Annotations, extension.AnnotationNodeCPUTopology)
	}
	node.Status.Allocatable = corev1.ResourceList{"cpu": zzMilli(cpus), "memory": zzQ(total), "pods": zzQ(200), "example.com/thing": zzQ(100), "kubernetes.io/batch-cpu": zzQ(100000)}
	node.Status.Capacity = node.Status.Allocatable.DeepCopy()
	s.Node, s.NRT = node, nrt
	n := 2 + r.Intn(14)
	big := 1 + r.Intn(3)
	for i := 0; i < n; i++ {
		if i > 2 && cases.Chance(r, 5) {
			s.Ops = append(s.Ops, zzOp{Remove: r.Intn(i)})
			continue
		}
		p := zzMakePod(r, i, len(rows)/big, mem)
		s.Ops = append(s.Ops, zzOp{Pod: p, Remove: -1})
	}
	return s
}

func zzMakePod(r *rand.Rand, i, most int, mem int64) *corev1.Pod {
	p := &corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("p%d", i), Namespace: "default", UID: types.UID(fmt.Sprintf("uid-%d", i)),
		Labels: map[string]string{}, Annotations: map[string]string{}}}
	qos := cases.Pick(r, "LSR", "LSR", "LSR", "LSE", "LS", "LS", "BE", "", "SYSTEM")
	if qos != "" {
		p.Labels[extension.LabelPodQoS] = qos
	}
	switch r.Intn(8) {
	case 0:
		p.Labels[extension.LabelPodPriorityClass] = cases.Pick(r, "koord-prod", "koord-mid", "koord-batch", "koord-free")
	case 1:
		v := int32([]int{9500, 7500, 5500, 3500, 0}[r.Intn(5)])
		p.Spec.Priority = &v
	case 2, 3, 4, 5:
		v := int32(9500)
		p.Spec.Priority = &v
	}
	k := 1
	if cases.Chance(r, 4) {
		k = 2
	}
	for c := 0; c < k; c++ {
		rl := corev1.ResourceList{}
		cpu := int64(1+r.Intn(8)) * 1000
		if cases.Chance(r, 3) {
			cpu = int64(1+r.Intn(most+1)) * 1000
		}
		if cases.Chance(r, 12) || (qos != "LSR" && qos != "LSE" && cases.Chance(r, 2)) {
			cpu = int64(r.Intn(8000))
		}
		if cases.Chance(r, 25) {
			cpu = 0
		}
		if !cases.Chance(r, 20) {
			rl["cpu"] = zzMilli(cpu)
		}
		if !cases.Chance(r, 3) {
			m := int64(r.Intn(8)) << 30
			if cases.Chance(r, 5) {
				m = r.Int63n(mem + mem/2)
			}
			rl["memory"] = zzQ(m)
		}
		if cases.Chance(r, 15) {
			rl["example.com/thing"] = zzQ(int64(r.Intn(4)))
		}
		if qos == "BE" && cases.Chance(r, 2) {
			rl["kubernetes.io/batch-cpu"] = zzQ(int64(r.Intn(4000)))
			if cases.Chance(r, 2) {
				delete(rl, "cpu")
			}
		}
		p.Spec.Containers = append(p.Spec.Containers, corev1.Container{Name: fmt.Sprintf("c%d", c), Resources: corev1.ResourceRequirements{Requests: rl, Limits: rl}})
	}
	if cases.Chance(r, 12) {
		rl := corev1.ResourceList{"cpu": zzMilli(int64(1+r.Intn(6)) * 1000)}
		p.Spec.InitContainers = append(p.Spec.InitContainers, corev1.Container{Name: "i", Resources: corev1.ResourceRequirements{Requests: rl}})
	}
	if cases.Chance(r, 2) {
		var parts []string
		if cases.Chance(r, 3) {
			req := cases.Pick(r, "FullPCPUs", "SpreadByPCPUs", "Default", "ConstrainedBurst", "")
			parts = append(parts, fmt.Sprintf(`"requiredCPUBindPolicy":%q`, req))
		}
		if cases.Chance(r, 2) {
			parts = append(parts, fmt.Sprintf(`"preferredCPUBindPolicy":%q`, cases.Pick(r, "FullPCPUs", "SpreadByPCPUs", "Default", "ConstrainedBurst", "")))
		}
		if cases.Chance(r, 2) {
			parts = append(parts, fmt.Sprintf(`"preferredCPUExclusivePolicy":%q`, cases.Pick(r, "None", "PCPULevel", "NUMANodeLevel", "")))
		}
		p.Annotations[extension.AnnotationResourceSpec] = "{" + strings.Join(parts, ",") + "}"
	}
	if cases.Chance(r, 4) {
		pol := cases.Pick(r, "BestEffort", "Restricted", "SingleNUMANode", "")
		ex := cases.Pick(r, "Preferred", "Required", "")
		p.Annotations[extension.AnnotationNUMATopologySpec] = fmt.Sprintf(`{"numaTopologyPolicy":%q,"singleNUMANodeExclusive":%q}`, pol, ex)
	}
	return p
}

// zzMakeSceneOn is a plain node with two NUMA nodes, for measurements.
func zzMakeSceneOn(topology, policy string) *zzScene {
	node := &corev1.Node{TypeMeta: metav1.TypeMeta{Kind: "Node", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{}, Annotations: map[string]string{}}}
	if policy != "" {
		node.Labels[extension.LabelNUMATopologyPolicy] = policy
	}
	node.Status.Allocatable = corev1.ResourceList{"cpu": resource.MustParse("104"), "memory": resource.MustParse("256Gi"), "pods": resource.MustParse("200")}
	node.Status.Capacity = node.Status.Allocatable
	nrt := &nrtv1alpha1.NodeResourceTopology{TypeMeta: metav1.TypeMeta{Kind: "NodeResourceTopology", APIVersion: "topology.node.k8s.io/v1alpha1"}, ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{extension.AnnotationNodeCPUTopology: topology}}}
	for i := 0; i < 2; i++ {
		z := nrtv1alpha1.Zone{Name: fmt.Sprintf("node-%d", i), Type: "Node"}
		for k, v := range map[string]string{"cpu": "52", "memory": "128Gi"} {
			z.Resources = append(z.Resources, nrtv1alpha1.ResourceInfo{Name: k, Capacity: resource.MustParse(v), Allocatable: resource.MustParse(v), Available: resource.MustParse(v)})
		}
		nrt.Zones = append(nrt.Zones, z)
	}
	return &zzScene{Node: node, NRT: nrt}
}
