package claimed

import (
	"strconv"

	resourceapi "k8s.io/api/resource/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Keys of claims that the store does not have in this version. No name of a claim begins like them.
const (
	chosenKey  = "\x00chosen/"  // before the allocation is written, by uid
	writtenKey = "\x00written/" // after that, until the informer has it, by uid
)

// pending is an allocation of this process that the informer has not delivered.
type pending struct {
	claim *resourceapi.ResourceClaim
	node  string // of the pod for which it was allocated, "" if unknown
}

// Chosen counts an allocation that is not written yet, for a pod on a node. It returns the nodes whose
// devices the claim holds.
func (c *Claims) Chosen(claim *resourceapi.ResourceClaim, node string) (nodes []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.setPending(chosenKey+string(claim.UID), pending{claim.DeepCopy(), node})
}

// Ended ends Chosen: the allocation was written, or given up.
func (c *Claims) Ended(uid types.UID) (nodes []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dropPending(chosenKey + string(uid))
}

// Written counts the allocation of a claim that the API server has stored until the informer
// delivers it.
func (c *Claims) Written(claim *resourceapi.ResourceClaim) (nodes []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := writtenKey + string(claim.UID)
	stored := stores.Get[resourceapi.ResourceClaim](c.stores.Claims.Load(), keyOf(claim))
	// The store has all claims that were allocated, except those that the scheduler has just created.
	isDeleted := (stored == nil || stored.UID != claim.UID) && claim.Annotations[resourceapi.ExtendedResourceClaimAnnotation] == ""
	if claim.Status.Allocation == nil || isDeleted || stored != nil && stored.UID == claim.UID && !isOlder(stored, claim) {
		return c.dropPending(key)
	}
	return c.setPending(key, pending{claim.DeepCopy(), c.pending[chosenKey+string(claim.UID)].node})
}

// delivered drops a written allocation that the store has, or a later version of it. The lock is held.
func (c *Claims) delivered(last *resourceapi.ResourceClaim) (nodes []string) {
	key := writtenKey + string(last.UID)
	written, is := c.pending[key]
	if !is {
		return nil
	}
	stored := stores.Get[resourceapi.ResourceClaim](c.stores.Claims.Load(), keyOf(last))
	if stored != nil && stored.UID == last.UID && isOlder(stored, written.claim) {
		return nil
	}
	return c.dropPending(key)
}

// setPending and dropPending change the allocations that the informer has not delivered. The lock is held.
func (c *Claims) setPending(key string, now pending) []string {
	c.pending[key] = now
	return c.place(key)
}

func (c *Claims) dropPending(key string) []string {
	if _, is := c.pending[key]; !is {
		return nil
	}
	delete(c.pending, key)
	return c.place(key)
}

// isSuperseded reports whether a key is that of an allocation which is written since, or which the store
// has. The lock is held.
func (c *Claims) isSuperseded(key string) bool {
	of, is := c.pending[key]
	if !is {
		return false
	}
	written := writtenKey + string(of.claim.UID)
	if _, is := c.pending[written]; is && key != written {
		return true
	}
	stored := c.claim(keyOf(of.claim))
	return stored != nil && stored.UID == of.claim.UID &&
		apiequality.Semantic.DeepEqual(stored.Status.Allocation.Devices.Results, of.claim.Status.Allocation.Devices.Results)
}

func keyOf(claim *resourceapi.ResourceClaim) string {
	return types.NamespacedName{Namespace: claim.Namespace, Name: claim.Name}.String()
}

// isOlder reports whether a version of a claim precedes another one.
func isOlder(stored, written *resourceapi.ResourceClaim) bool {
	a, errA := strconv.ParseUint(stored.ResourceVersion, 10, 64)
	b, errB := strconv.ParseUint(written.ResourceVersion, 10, 64)
	return errA == nil && errB == nil && a < b
}
