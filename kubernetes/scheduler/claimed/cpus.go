package claimed

import (
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// CPUs returns the CPUs of a node that claims hold, each request once, sorted by claim.
func (c *Claims) CPUs(node string) (out []dracpus.Held) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(c.byNode[node])) {
		claim := c.claim(key)
		if claim == nil || c.isSuperseded(key) {
			continue
		}
		requests := dracpus.Read(claim.Status.Allocation)
		if len(requests) == 0 {
			continue
		}
		var consumer *v1.Pod
		if pods := c.podsOf(claim); len(pods) > 0 {
			consumer = pods[0]
		}
		out = append(out, dracpus.HeldBy(claim, claim.Status.Allocation, requests, consumer)...)
	}
	return out
}

// CPUsOf returns the numbers of CPUs of a pod's claims, by the claim's name in the pod.
func (c *Claims) CPUsOf(pod *v1.Pod) (counts map[string]int) {
	for i := range pod.Spec.ResourceClaims {
		of := &pod.Spec.ResourceClaims[i]
		name := of.ResourceClaimName
		for j := range pod.Status.ResourceClaimStatuses {
			if status := &pod.Status.ResourceClaimStatuses[j]; status.Name == of.Name {
				name = status.ResourceClaimName
			}
		}
		if name == nil {
			continue
		}
		key := types.NamespacedName{Namespace: pod.Namespace, Name: *name}.String()
		claim := stores.Get[resourceapi.ResourceClaim](c.stores.Claims.Load(), key)
		if claim == nil {
			continue
		}
		if count := dracpus.Count(claim); count > 0 {
			if counts == nil {
				counts = map[string]int{}
			}
			counts[of.Name] = count
		}
	}
	return counts
}
