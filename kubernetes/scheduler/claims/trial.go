package claims

import (
	"context"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	coreclient "k8s.io/client-go/kubernetes/typed/core/v1"
)

// kube-scheduler tries a pod group in scheduling cycles that reserve its pods and then take the reservations back,
// also to find pods to preempt. Unreserve of DynamicResources then removes pods from the reservations of claims,
// deletes the claim for extended resources, and clears a member of the pod's status. A trial changes no objects, so the
// client answers each of these writes without executing it.

// trialKey is the key in contexts of a trial of a pod group.
type trialKey struct{}

func withTrial(ctx context.Context) context.Context { return context.WithValue(ctx, trialKey{}, true) }

func isTrial(ctx context.Context) bool { return ctx.Value(trialKey{}) != nil }

// Create creates a claim.
func (c *claimClient) Create(ctx context.Context, claim *resourceapi.ResourceClaim, options metav1.CreateOptions) (*resourceapi.ResourceClaim, error) {
	if isTrial(ctx) {
		return claim.DeepCopy(), nil
	}
	return c.ResourceClaimInterface.Create(ctx, claim, options)
}

// Update changes a claim.
func (c *claimClient) Update(ctx context.Context, claim *resourceapi.ResourceClaim, options metav1.UpdateOptions) (*resourceapi.ResourceClaim, error) {
	if isTrial(ctx) {
		return claim.DeepCopy(), nil
	}
	return c.ResourceClaimInterface.Update(ctx, claim, options)
}

// Delete deletes a claim.
func (c *claimClient) Delete(ctx context.Context, name string, options metav1.DeleteOptions) error {
	if isTrial(ctx) {
		return nil
	}
	return c.ResourceClaimInterface.Delete(ctx, name, options)
}

// coreV1 is the client of pods.
type coreV1 struct{ coreclient.CoreV1Interface }

func (c *coreV1) Pods(namespace string) coreclient.PodInterface {
	return &podClient{c.CoreV1Interface.Pods(namespace)}
}

type podClient struct{ coreclient.PodInterface }

// Patch changes a pod.
func (c *podClient) Patch(ctx context.Context, name string, kind types.PatchType, data []byte, options metav1.PatchOptions, subresources ...string) (
	*v1.Pod, error) {
	if isTrial(ctx) {
		return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
	}
	return c.PodInterface.Patch(ctx, name, kind, data, options, subresources...)
}
