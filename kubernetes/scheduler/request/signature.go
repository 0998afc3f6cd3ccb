package request

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// Signature holds everything that the plugin reads of a pod for Filter and Score. Pods with equal
// signatures get equal results.
type Signature struct {
	Labels      [2]string                `json:"l"`
	Annotations [7]string                `json:"a"`
	Containers  []signedContainer        `json:"c,omitempty"`
	Resources   *v1.ResourceRequirements `json:"r,omitempty"`
	Overhead    v1.ResourceList          `json:"o,omitempty"`
	QOS         v1.PodQOSClass           `json:"q,omitempty"`
	// the library derives the priority class from it
	Priority int32 `json:"p,omitempty"`
	Claims   bool  `json:"x,omitempty"`
}

type signedContainer struct {
	Init      bool                     `json:"i,omitempty"`
	Sidecar   bool                     `json:"s,omitempty"`
	Resources *v1.ResourceRequirements `json:"r"`
}

// SignatureOf returns the signature of a pod.
func SignatureOf(pod *v1.Pod) *Signature {
	sign := Signature{
		Labels: [2]string{pod.Labels[objects.LabelQOSClass], pod.Labels[objects.LabelPriorityClass]},
		Annotations: [7]string{
			pod.Annotations[objects.AnnotationResourceSpec],
			pod.Annotations[objects.AnnotationNUMATopologySpec],
			pod.Annotations[objects.AnnotationIsolatedCPUs],
			pod.Annotations[objects.AnnotationDeviceAllocateHint],
			pod.Annotations[objects.AnnotationDeviceJointAllocate],
			pod.Annotations[objects.AnnotationGPUPartitionSpec],
			pod.Annotations[v1.MirrorPodAnnotationKey],
		},
		Resources: pod.Spec.Resources,
		Overhead:  pod.Spec.Overhead,
		QOS:       pod.Status.QOSClass,
		Claims:    objects.HasClaim(pod),
	}
	if pod.Spec.Priority != nil {
		sign.Priority = *pod.Spec.Priority
	}
	for i := range pod.Spec.InitContainers {
		c := &pod.Spec.InitContainers[i]
		sidecar := c.RestartPolicy != nil && *c.RestartPolicy == v1.ContainerRestartPolicyAlways
		sign.Containers = append(sign.Containers, signedContainer{Init: true, Sidecar: sidecar, Resources: &c.Resources})
	}
	for i := range pod.Spec.Containers {
		sign.Containers = append(sign.Containers, signedContainer{Resources: &pod.Spec.Containers[i].Resources})
	}
	return &sign
}
