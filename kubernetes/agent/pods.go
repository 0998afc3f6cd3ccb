package agent

import (
	"maps"
	"regexp"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// runtimePod is a pod as reported by the runtime, with kubelet's data from the creation of the
// sandbox. It is used until the API server's version is known, with the amounts in the pod's
// control group.
type runtimePod struct {
	uid, namespace, name string
	labels, annotations  map[string]string // those that the library reads
	kubeQOS              koord.KubeQOS
	cpuMilli, cpuLimit   int64 // -1 if not stated
	memoryLimit          int64
}

var podAnnotations = []string{objects.AnnotationResourceSpec, objects.AnnotationResourceStatus, objects.AnnotationNUMATopologySpec,
	objects.AnnotationDeviceAllocateHint, objects.AnnotationDeviceJointAllocate, objects.AnnotationGPUPartitionSpec, objects.AnnotationDeviceAllocated}

// libraryLabels returns the labels that the library reads.
func libraryLabels(all map[string]string) map[string]string {
	return pick(all, objects.LabelQOSClass, objects.LabelPriorityClass)
}

// libraryAnnotations returns the annotations that the library reads.
func libraryAnnotations(all map[string]string) map[string]string { return pick(all, podAnnotations...) }

func pick(from map[string]string, keys ...string) map[string]string {
	var out map[string]string
	for _, key := range keys {
		if value, there := from[key]; there {
			if out == nil {
				out = map[string]string{}
			}
			out[key] = value
		}
	}
	return out
}

func (p *runtimePod) same(other *runtimePod) bool {
	return p.uid == other.uid && p.namespace == other.namespace && p.name == other.name && p.kubeQOS == other.kubeQOS &&
		p.cpuMilli == other.cpuMilli && p.cpuLimit == other.cpuLimit && p.memoryLimit == other.memoryLimit &&
		maps.Equal(p.labels, other.labels) && maps.Equal(p.annotations, other.annotations)
}

// fill sets up the builder with this pod, bound to the node.
func (p *runtimePod) fill(b *koord.PodBuilder, node string) {
	b.Reset()
	b.SetName(p.name)
	b.SetNamespace(p.namespace)
	b.SetUID(p.uid)
	b.SetNode(node)
	b.SetSpec(koord.PodSpec{Flags: koord.PodHasKubeQOS | koord.PodHasPodLevel, KubeQOS: p.kubeQOS})
	for key, value := range p.labels {
		b.SetLabel(key, value)
	}
	for key, value := range p.annotations {
		b.SetAnnotation(key, value)
	}
	b.SetResource(int32(koord.ResourceScopePod), "cpu", p.cpuMilli, p.cpuLimit)
	b.SetResource(int32(koord.ResourceScopePod), "memory", -1, p.memoryLimit)
}

const annotationMirror = "kubernetes.io/config.mirror"

var hash = regexp.MustCompile(`^[0-9a-f]{32}$`)

// kubeletsUID returns the uid that kubelet and the runtime use. The API server's copy of a static
// pod has a uid of its own, but the original's is a hash. Uids of other pods contain dashes, so the
// two cannot be confused.
func kubeletsUID(pod *v1.Pod) string {
	if isCopy(pod) {
		return pod.Annotations[annotationMirror]
	}
	return string(pod.UID)
}

func isCopy(pod *v1.Pod) bool { return hash.MatchString(pod.Annotations[annotationMirror]) }

// trimPod drops the fields of a pod that are not read, to save memory.
func trimPod(object any) (any, error) {
	pod, ok := object.(*v1.Pod)
	if !ok {
		return object, nil
	}
	out := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		ResourceVersion: pod.ResourceVersion, CreationTimestamp: pod.CreationTimestamp,
		Labels:      libraryLabels(pod.Labels),
		Annotations: pick(pod.Annotations, append([]string{annotationMirror}, podAnnotations...)...)}}
	out.Spec = v1.PodSpec{NodeName: pod.Spec.NodeName, Priority: pod.Spec.Priority, Overhead: pod.Spec.Overhead, Resources: pod.Spec.Resources,
		Containers: trimContainers(pod.Spec.Containers), InitContainers: trimContainers(pod.Spec.InitContainers)}
	out.Status = v1.PodStatus{Phase: pod.Status.Phase, QOSClass: pod.Status.QOSClass}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodScheduled {
			out.Status.Conditions = []v1.PodCondition{condition}
		}
	}
	return out, nil
}

func trimContainers(all []v1.Container) []v1.Container {
	out := make([]v1.Container, len(all))
	for i, one := range all {
		out[i] = v1.Container{Name: one.Name, Resources: one.Resources, RestartPolicy: one.RestartPolicy}
		for _, env := range one.Env {
			if env.Name == objects.EnvVisibleDevices {
				out[i].Env = append(out[i].Env, env)
			}
		}
	}
	return out
}

// trimNode drops the fields of a Node that are not read, so that heartbeats are not changes.
func trimNode(object any) (any, error) {
	node, ok := object.(*v1.Node)
	if !ok {
		return object, nil
	}
	out := &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}}
	out.Name, out.UID = node.Name, node.UID
	out.Labels, out.Annotations = maps.Clone(node.Labels), maps.Clone(node.Annotations)
	out.Spec.Unschedulable = node.Spec.Unschedulable
	out.Status.Allocatable = node.Status.Allocatable
	out.Status.NodeInfo.Architecture = node.Status.NodeInfo.Architecture
	return out, nil
}
