package agent

import (
	"fmt"
	"strings"

	"github.com/containerd/nri/pkg/api"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// podOf is a pod as kubelet passes it to the runtime.
type podOf struct {
	name, qos string
	milli     int64
	claim     string // claimed CPUs
	class     string // "", "burstable", "besteffort"
	labels    map[string]string
	notes     map[string]string
	env       []string // environment of its containers
}

func (p podOf) uid() string { return "uid-" + p.name }
func (p podOf) group() string {
	return strings.TrimSuffix("kubepods/"+p.class, "/") + "/pod" + p.uid()
}

func (p podOf) sandbox() *api.PodSandbox {
	labels, notes := map[string]string{"app": "web"}, map[string]string{"some/other": "annotation"}
	if p.qos != "" {
		labels["koordinator.sh/qosClass"] = p.qos
	}
	if p.claim != "" {
		notes["scheduling.koordinator.sh/resource-status"] = fmt.Sprintf(`{"cpuset":%q}`, p.claim)
	}
	for key, value := range p.labels {
		labels[key] = value
	}
	for key, value := range p.notes {
		notes[key] = value
	}
	resources := &api.LinuxResources{Cpu: &api.LinuxCPU{Shares: api.UInt64(uint64(max(2, p.milli*1024/1000)))}}
	if p.class == "" {
		resources.Cpu.Quota, resources.Cpu.Period = api.Int64(p.milli*100), api.UInt64(uint64(100000))
	}
	return &api.PodSandbox{Id: hexID("box-" + p.name), Name: p.name, Namespace: "default", Uid: p.uid(), Labels: labels, Annotations: notes,
		Linux: &api.LinuxPodSandbox{CgroupParent: "/" + p.group(), PodResources: resources}}
}

// hexID returns an id in the runtimes' format.
func hexID(name string) string { return fmt.Sprintf("%x", name) }

// object returns the API server's version of the pod.
func (p podOf) object() *v1.Pod {
	box := p.sandbox()
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: p.name,
		UID: types.UID(p.uid()), Labels: box.Labels, Annotations: box.Annotations}}
	pod.Spec.NodeName = "node-a"
	amount := v1.ResourceList{v1.ResourceCPU: *resource.NewMilliQuantity(p.milli, resource.DecimalSI), v1.ResourceMemory: resource.MustParse("1Gi")}
	one := v1.Container{Name: "main", Resources: v1.ResourceRequirements{Requests: amount}}
	switch p.class {
	case "":
		one.Resources.Limits = amount
		pod.Status.QOSClass = v1.PodQOSGuaranteed
	case "burstable":
		pod.Status.QOSClass = v1.PodQOSBurstable
	default:
		one.Resources = v1.ResourceRequirements{}
		pod.Status.QOSClass = v1.PodQOSBestEffort
	}
	pod.Spec.Containers = []v1.Container{one}
	pod.Status.Phase = v1.PodRunning
	return pod
}

// bare returns the pod's sandbox without the API server's data.
func (p podOf) bare() podOf {
	p.qos, p.claim, p.notes = "", "", nil
	return p
}

func nodeObject(annotations map[string]string) *v1.Node {
	return &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: "node-a", UID: "node-uid",
		Annotations: annotations}}
}

func setAmount(list v1.ResourceList, name, amount string) {
	list[v1.ResourceName(name)] = resource.MustParse(amount)
}
