package facts

import (
	"maps"
	"regexp"
	"strings"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// Pod is a pod as reported by the runtime, with kubelet's data from the creation of the
// sandbox. It is used until the API server's version is known, with the amounts in the pod's
// control group.
type Pod struct {
	UID, Namespace, Name string
	Labels, Annotations  map[string]string // those that the library reads
	KubeQOS              koord.KubeQOS
	CPUMilli, CPULimit   int64 // -1 if not stated
	MemoryLimit          int64
}

func (p *Pod) same(other *Pod) bool {
	return p.UID == other.UID && p.Namespace == other.Namespace && p.Name == other.Name && p.KubeQOS == other.KubeQOS &&
		p.CPUMilli == other.CPUMilli && p.CPULimit == other.CPULimit && p.MemoryLimit == other.MemoryLimit &&
		maps.Equal(p.Labels, other.Labels) && maps.Equal(p.Annotations, other.Annotations)
}

// Fill sets up the builder with this pod, bound to the node.
func (p *Pod) Fill(b *koord.PodBuilder, node string) {
	b.Reset()
	b.SetName(p.Name)
	b.SetNamespace(p.Namespace)
	b.SetUID(p.UID)
	b.SetNode(node)
	b.SetSpec(koord.PodSpec{Flags: koord.PodHasKubeQOS | koord.PodHasPodLevel, KubeQOS: p.KubeQOS})
	for key, value := range p.Labels {
		b.SetLabel(key, value)
	}
	for key, value := range p.Annotations {
		b.SetAnnotation(key, value)
	}
	b.SetResource(int32(koord.ResourceScopePod), "cpu", p.CPUMilli, p.CPULimit)
	b.SetResource(int32(koord.ResourceScopePod), "memory", -1, p.MemoryLimit)
}

var hash = regexp.MustCompile(`^[0-9a-f]{32}$`)

// UID returns the uid that kubelet and the runtime use. The API server's copy of a static
// pod has a uid of its own, but the original's is a hash. Uids of other pods contain dashes, so the
// two cannot be confused.
func UID(pod *v1.Pod) string {
	if IsMirror(pod) {
		return pod.Annotations[v1.MirrorPodAnnotationKey]
	}
	return string(pod.UID)
}

// IsMirror reports whether a pod is the API server's copy of a static pod.
func IsMirror(pod *v1.Pod) bool { return hash.MatchString(pod.Annotations[v1.MirrorPodAnnotationKey]) }

// TrimPod drops the fields of a pod that are not read, to save memory.
func TrimPod(object any) (any, error) {
	pod, ok := object.(*v1.Pod)
	if !ok {
		return object, nil
	}
	out := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		ResourceVersion: pod.ResourceVersion, CreationTimestamp: pod.CreationTimestamp,
		Labels: objects.TrimPodLabels(pod.Labels), Annotations: objects.TrimPodAnnotations(pod.Annotations)}}
	out.Spec = v1.PodSpec{NodeName: pod.Spec.NodeName, Priority: pod.Spec.Priority, Overhead: pod.Spec.Overhead, Resources: pod.Spec.Resources,
		Containers: trimContainers(pod.Spec.Containers), InitContainers: trimContainers(pod.Spec.InitContainers)}
	out.Status = v1.PodStatus{Phase: pod.Status.Phase, QOSClass: pod.Status.QOSClass}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodScheduled {
			out.Status.Conditions = []v1.PodCondition{condition}
		}
	}
	out.Status.InitContainerStatuses = trimStatuses(pod.Status.InitContainerStatuses)
	out.Status.ContainerStatuses = trimStatuses(pod.Status.ContainerStatuses)
	out.Status.EphemeralContainerStatuses = trimStatuses(pod.Status.EphemeralContainerStatuses)
	return out, nil
}

func trimContainers(all []v1.Container) []v1.Container {
	out := make([]v1.Container, len(all))
	for i, container := range all {
		out[i] = v1.Container{Name: container.Name, Resources: container.Resources, RestartPolicy: container.RestartPolicy}
		for _, env := range container.Env {
			if env.Name == objects.EnvVisibleDevices {
				out[i].Env = append(out[i].Env, env)
			}
		}
	}
	return out
}

func trimStatuses(all []v1.ContainerStatus) (out []v1.ContainerStatus) {
	for _, status := range all {
		out = append(out, v1.ContainerStatus{Name: status.Name, ContainerID: status.ContainerID})
	}
	return out
}

// containersOf returns the names of containers that the runtime has created, by the runtime's id.
func containersOf(pod *v1.Pod) map[string]string {
	out := map[string]string{}
	for _, list := range [][]v1.ContainerStatus{pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses,
		pod.Status.EphemeralContainerStatuses} {
		for _, status := range list {
			if _, id, is := strings.Cut(status.ContainerID, "://"); is { // containerd://ID
				out[id] = status.Name
			}
		}
	}
	return out
}

// TrimNode drops the fields of a Node that are not read, so that heartbeats are not changes.
func TrimNode(object any) (any, error) {
	node, ok := object.(*v1.Node)
	if !ok {
		return object, nil
	}
	out := &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}}
	out.Name, out.UID = node.Name, node.UID
	out.Labels, out.Annotations = maps.Clone(node.Labels), maps.Clone(node.Annotations)
	out.Spec.Unschedulable = node.Spec.Unschedulable
	out.Status.Allocatable, out.Status.Capacity = node.Status.Allocatable, node.Status.Capacity
	out.Status.NodeInfo.Architecture = node.Status.NodeInfo.Architecture
	return out, nil
}
