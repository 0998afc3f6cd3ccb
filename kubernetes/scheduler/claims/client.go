package claims

import (
	"context"
	"slices"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	coreclient "k8s.io/client-go/kubernetes/typed/core/v1"
	resourceclient "k8s.io/client-go/kubernetes/typed/resource/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/controller"
)

// client is the API server's client of DynamicResources. An allocation is written until its result is
// known. A patch of a claim, which removes a pod from its reservations, is stored in the plugins'
// cache. Without that the next attempt to schedule the pod could still find it among the
// reservations, and would bind it without one. A trial of a pod group writes nothing.
type client struct {
	kubernetes.Interface
	claims fwk.ResourceClaimTracker
}

func (c *client) ResourceV1() resourceclient.ResourceV1Interface {
	return &resourceV1{c.Interface.ResourceV1(), c.claims}
}

func (c *client) CoreV1() coreclient.CoreV1Interface { return &coreV1{c.Interface.CoreV1()} }

type resourceV1 struct {
	resourceclient.ResourceV1Interface
	claims fwk.ResourceClaimTracker
}

func (r *resourceV1) ResourceClaims(namespace string) resourceclient.ResourceClaimInterface {
	return &claimClient{r.ResourceV1Interface.ResourceClaims(namespace), r.claims}
}

type claimClient struct {
	resourceclient.ResourceClaimInterface
	claims fwk.ResourceClaimTracker
}

// UpdateStatus writes the status of a claim. If the answer is lost, the allocation may be written, and
// DynamicResources would release devices that the claim has. So the write is repeated: it can succeed
// only once.
func (c *claimClient) UpdateStatus(ctx context.Context, claim *resourceapi.ResourceClaim, options metav1.UpdateOptions) (
	*resourceapi.ResourceClaim, error) {
	if isTrial(ctx) {
		return claim.DeepCopy(), nil
	}
	if claim.Status.Allocation == nil { // the informer delivers the result of a deallocation
		return c.ResourceClaimInterface.UpdateStatus(ctx, claim, options)
	}
	var written *resourceapi.ResourceClaim
	lost, err := controller.Persist(ctx, func() (failed error) {
		written, failed = c.ResourceClaimInterface.UpdateStatus(ctx, claim, options)
		return failed
	})
	if err == nil || apierrors.IsNotFound(err) || !lost {
		return written, err
	}
	return c.findWritten(ctx, claim, err)
}

// findWritten reads the claim until it is known whether a status was written. It returns the claim
// if it was, and the error of the write otherwise.
func (c *claimClient) findWritten(ctx context.Context, claim *resourceapi.ResourceClaim, failed error) (
	*resourceapi.ResourceClaim, error) {
	for {
		current, err := c.Get(ctx, claim.Name, metav1.GetOptions{})
		switch {
		case apierrors.IsNotFound(err) || err == nil && current.UID != claim.UID:
			return nil, failed
		case err == nil && hasStatus(current, claim):
			return current, nil
		case err == nil:
			c.store(ctx, current)
			return nil, failed
		}
		select {
		case <-ctx.Done():
			return nil, failed
		case <-time.After(controller.RetryDelay):
		}
	}
}

// hasStatus reports whether a claim has the allocation and the reservations of another one.
func hasStatus(current, written *resourceapi.ResourceClaim) bool {
	a, b := current.Status.Allocation, written.Status.Allocation
	if a == nil || !apiequality.Semantic.DeepEqual(a.Devices, b.Devices) {
		return false
	}
	for i := range written.Status.ReservedFor {
		if !slices.Contains(current.Status.ReservedFor, written.Status.ReservedFor[i]) {
			return false
		}
	}
	return true
}

// Patch changes a claim.
func (c *claimClient) Patch(ctx context.Context, name string, kind types.PatchType, data []byte, options metav1.PatchOptions, subresources ...string) (
	*resourceapi.ResourceClaim, error) {
	if isTrial(ctx) {
		return &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
	}
	claim, err := c.ResourceClaimInterface.Patch(ctx, name, kind, data, options, subresources...)
	current := claim
	if err != nil { // the API server may have executed the patch
		var lost error
		if current, lost = c.Get(ctx, name, metav1.GetOptions{}); lost != nil {
			return claim, err
		}
	}
	c.store(ctx, current)
	return claim, err
}

// store stores a claim that the API server returned in the plugins' cache.
func (c *claimClient) store(ctx context.Context, claim *resourceapi.ResourceClaim) {
	if err := c.claims.AssumeClaimAfterAPICall(claim); err != nil {
		// The cache has a newer claim, or none because it was deleted.
		klog.FromContext(ctx).V(5).Info("Koord: claim of the API server is not stored", "claim", klog.KObj(claim), "reason", err)
	}
}
