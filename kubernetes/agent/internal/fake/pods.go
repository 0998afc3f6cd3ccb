package fake

import (
	"fmt"
	"strings"

	"github.com/containerd/nri/pkg/api"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Pod is a pod as kubelet passes it to the runtime.
type Pod struct {
	Name, QOS string
	Milli     int64
	Claim     string // claimed CPUs
	Class     string // "", "burstable", "besteffort"
	labels    map[string]string
	Notes     map[string]string
	Env       []string // environment of its containers
}

func (p Pod) UID() string { return "uid-" + p.Name }
func (p Pod) Group() string {
	return strings.TrimSuffix("kubepods/"+p.Class, "/") + "/pod" + p.UID()
}

func (p Pod) Sandbox() *api.PodSandbox {
	labels, notes := map[string]string{"app": "web"}, map[string]string{"some/other": "annotation"}
	if p.QOS != "" {
		labels["koordinator.sh/qosClass"] = p.QOS
	}
	if p.Claim != "" {
		notes["scheduling.koordinator.sh/resource-status"] = fmt.Sprintf(`{"cpuset":%q}`, p.Claim)
	}
	for key, value := range p.labels {
		labels[key] = value
	}
	for key, value := range p.Notes {
		notes[key] = value
	}
	resources := &api.LinuxResources{Cpu: &api.LinuxCPU{Shares: api.UInt64(uint64(max(2, p.Milli*1024/1000)))}}
	if p.Class == "" {
		resources.Cpu.Quota, resources.Cpu.Period = api.Int64(p.Milli*100), api.UInt64(uint64(100000))
	}
	return &api.PodSandbox{Id: HexID("box-" + p.Name), Name: p.Name, Namespace: "default", Uid: p.UID(), Labels: labels, Annotations: notes,
		Linux: &api.LinuxPodSandbox{CgroupParent: "/" + p.Group(), PodResources: resources}}
}

// HexID returns an id in the runtimes' format.
func HexID(name string) string { return fmt.Sprintf("%x", name) }

// Object returns the API server's version of the pod.
func (p Pod) Object() *v1.Pod {
	sandbox := p.Sandbox()
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: p.Name,
		UID: types.UID(p.UID()), Labels: sandbox.Labels, Annotations: sandbox.Annotations}}
	pod.Spec.NodeName = "node-a"
	amount := v1.ResourceList{v1.ResourceCPU: *resource.NewMilliQuantity(p.Milli, resource.DecimalSI), v1.ResourceMemory: resource.MustParse("1Gi")}
	container := v1.Container{Name: "main", Resources: v1.ResourceRequirements{Requests: amount}}
	switch p.Class {
	case "":
		container.Resources.Limits = amount
		pod.Status.QOSClass = v1.PodQOSGuaranteed
	case "burstable":
		pod.Status.QOSClass = v1.PodQOSBurstable
	default:
		container.Resources = v1.ResourceRequirements{}
		pod.Status.QOSClass = v1.PodQOSBestEffort
	}
	pod.Spec.Containers = []v1.Container{container}
	pod.Status.Phase = v1.PodRunning
	return pod
}

// Bare returns the pod's sandbox without the API server's data.
func (p Pod) Bare() Pod {
	p.QOS, p.Claim, p.Notes = "", "", nil
	return p
}

func NodeObject(annotations map[string]string) *v1.Node {
	return &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: "node-a", UID: "node-uid",
		Annotations: annotations}}
}

func SetAmount(list v1.ResourceList, name, amount string) {
	list[v1.ResourceName(name)] = resource.MustParse(amount)
}
