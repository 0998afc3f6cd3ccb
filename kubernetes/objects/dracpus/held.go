package dracpus

import (
	"encoding/json"
	"math"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
)

// Held is a request for CPUs of a claim, which holds its CPUs or asks for some.
type Held struct {
	Request
	Claim     types.NamespacedName
	ClaimUID  types.UID
	UID       types.UID         // of the pod that represents the request
	Allocated metav1.Time       // zero if unknown
	Policies  map[string]string // annotations that state policies
}

// HeldBy returns requests of a claim with an allocation, whose CPUs are chosen by the policies of the
// allocation and of a pod. A nil pod states none.
func HeldBy(claim *resourceapi.ResourceClaim, allocation *resourceapi.AllocationResult, requests []Request, pod *v1.Pod) []Held {
	out := make([]Held, 0, len(requests))
	since := claim.CreationTimestamp
	if allocation != nil && allocation.AllocationTimestamp != nil {
		since = *allocation.AllocationTimestamp
	}
	for _, request := range requests {
		policies, err := policiesFor(allocation, request.Name, pod)
		if err != nil { // Wanted refuses them for claims that are allocated here
			policies = nil
		}
		out = append(out, Held{Request: request, Claim: types.NamespacedName{Namespace: claim.Namespace, Name: claim.Name},
			ClaimUID: claim.UID, UID: types.UID("resourceclaim:" + string(claim.UID) + "/" + request.Name), Allocated: since, Policies: policies})
	}
	return out
}

// Pod returns the pod that represents a request in the library's cluster: it owns the CPUs. No plan
// evicts it, because its priority is the highest. node is "" for a request that asks for CPUs.
func (h *Held) Pod(node string) *v1.Pod {
	priority := int32(math.MaxInt32)
	amounts := v1.ResourceList{v1.ResourceCPU: *resource.NewQuantity(int64(h.Count), resource.DecimalSI)}
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: h.Claim.Namespace, Name: h.Claim.Name, UID: h.UID,
			Labels:      map[string]string{objects.LabelQOSClass: "LSR", objects.LabelPriorityClass: "koord-prod"},
			Annotations: map[string]string{}},
		Spec: v1.PodSpec{NodeName: node, Priority: &priority, Containers: []v1.Container{{Name: "claim",
			Resources: v1.ResourceRequirements{Requests: amounts, Limits: amounts}}}},
	}
	for key, value := range h.Policies {
		pod.Annotations[key] = value
	}
	if node == "" {
		return pod
	}
	status, err := json.Marshal(map[string]string{"cpuset": h.CPUs})
	if err == nil { // there are only strings
		pod.Annotations[objects.AnnotationResourceStatus] = string(status)
	}
	if !h.Allocated.IsZero() {
		pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodScheduled, Status: v1.ConditionTrue, LastTransitionTime: h.Allocated}}
	}
	return pod
}
