// Package claimed finds the devices of nodes that allocated ResourceClaims hold, whichever scheduler
// allocated them.
package claimed

import (
	"maps"
	"slices"
	"sync"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Claims is an index of allocated ResourceClaims by node, and of ResourceSlices by pool.
type Claims struct {
	stores *stores.Stores

	mu     sync.Mutex
	placed map[string]placement // by the claim's key
	byNode map[string]set       // keys of claims
	byPool map[pool]set         // keys of claims
	// allocations of this process that the store does not have, by key
	pending map[string]pending
	slices  map[pool]sliceIndex // of each pool
	pools   map[string]pool     // of each slice, by its name
}

// placement is where an allocated claim has devices.
type placement struct {
	nodes []string
	pools []pool
}

// pool is a pool of devices of a driver.
type pool struct{ driver, name string }

// set holds keys of claims.
type set map[string]struct{}

// sliceIndex holds slices by name.
type sliceIndex map[string]*resourceapi.ResourceSlice

// New returns an empty index of the objects of stores.
func New(stores *stores.Stores) *Claims {
	return &Claims{stores: stores, placed: map[string]placement{}, byNode: map[string]set{}, byPool: map[pool]set{},
		slices: map[pool]sliceIndex{}, pools: map[string]pool{}, pending: map[string]pending{}}
}

// ClaimChanged reads a claim from the store after an event with its last version. It returns the nodes
// whose devices the claim holds or held.
func (c *Claims) ClaimChanged(last *resourceapi.ResourceClaim) (nodes []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	nodes = c.place(keyOf(last))
	return merge(nodes, c.delivered(last))
}

// place replaces the placement of a claim. The lock is held.
func (c *Claims) place(key string) []string {
	before := c.placed[key]
	for _, node := range before.nodes {
		remove(c.byNode, node, key)
	}
	for _, of := range before.pools {
		remove(c.byPool, of, key)
	}
	delete(c.placed, key)
	claim := c.claim(key)
	if claim == nil {
		return before.nodes
	}
	now := placement{pools: poolsOf(claim)}
	now.nodes = c.nodesOf(claim, now.pools)
	if node := c.pending[key].node; node != "" {
		now.nodes = merge(now.nodes, []string{node})
	}
	c.placed[key] = now
	for _, node := range now.nodes {
		add(c.byNode, node, key)
	}
	for _, of := range now.pools {
		add(c.byPool, of, key)
	}
	return merge(before.nodes, now.nodes)
}

// claim returns an allocated claim, or nil. The lock is held.
func (c *Claims) claim(key string) *resourceapi.ResourceClaim {
	if chosen, is := c.pending[key]; is {
		return chosen.claim
	}
	claim := stores.Get[resourceapi.ResourceClaim](c.stores.Claims.Load(), key)
	if claim == nil || claim.Status.Allocation == nil {
		return nil
	}
	return claim
}

func add[K comparable](index map[K]set, at K, key string) {
	if index[at] == nil {
		index[at] = set{}
	}
	index[at][key] = struct{}{}
}

func remove[K comparable](index map[K]set, at K, key string) {
	if delete(index[at], key); len(index[at]) == 0 {
		delete(index, at)
	}
}

// merge returns all items once, sorted.
func merge(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

// SliceChanged reads a slice from the store and returns the nodes whose claims have devices of its pool.
func (c *Claims) SliceChanged(last *resourceapi.ResourceSlice) (nodes []string) {
	slice := stores.Get[resourceapi.ResourceSlice](c.stores.Slices.Load(), last.Name)
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := []pool{}
	if of, is := c.pools[last.Name]; is {
		if delete(c.slices[of], last.Name); len(c.slices[of]) == 0 {
			delete(c.slices, of)
		}
		delete(c.pools, last.Name)
		changed = append(changed, of)
	}
	if slice != nil {
		of := pool{slice.Spec.Driver, slice.Spec.Pool.Name}
		if c.slices[of] == nil {
			c.slices[of] = sliceIndex{}
		}
		c.slices[of][slice.Name], c.pools[slice.Name] = slice, of
		changed = append(changed, of)
	}
	for _, of := range changed {
		for _, key := range slices.Collect(maps.Keys(c.byPool[of])) {
			nodes = append(nodes, c.place(key)...)
		}
	}
	return merge(nodes)
}

// PodChanged returns the nodes whose devices the claims of a pod hold. A claim may have no other node
// than that of its pods, and a claim for extended resources is explained by its pod's status.
func (c *Claims) PodChanged(pod *v1.Pod) (nodes []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range claimsOf(pod) {
		nodes = append(nodes, c.place(types.NamespacedName{Namespace: pod.Namespace, Name: name}.String())...)
	}
	return merge(nodes)
}

// claimsOf returns the names of a pod's claims.
func claimsOf(pod *v1.Pod) (names []string) {
	for i := range pod.Spec.ResourceClaims {
		if name := pod.Spec.ResourceClaims[i].ResourceClaimName; name != nil {
			names = append(names, *name)
		}
	}
	for i := range pod.Status.ResourceClaimStatuses {
		if name := pod.Status.ResourceClaimStatuses[i].ResourceClaimName; name != nil {
			names = append(names, *name)
		}
	}
	if extended := pod.Status.ExtendedResourceClaimStatus; extended != nil {
		names = append(names, extended.ResourceClaimName)
	}
	return names
}

// poolsOf returns the pools of a claim's devices.
func poolsOf(claim *resourceapi.ResourceClaim) (pools []pool) {
	for i := range claim.Status.Allocation.Devices.Results {
		result := &claim.Status.Allocation.Devices.Results[i]
		if of := (pool{result.Driver, result.Pool}); !slices.Contains(pools, of) {
			pools = append(pools, of)
		}
	}
	return pools
}

// nodesOf returns the nodes whose devices an allocated claim may hold: the node that the allocation
// selects, those of the slices of its pools, or those of its pods. The lock is held.
func (c *Claims) nodesOf(claim *resourceapi.ResourceClaim, pools []pool) (nodes []string) {
	if node := selectedNode(claim.Status.Allocation.NodeSelector); node != "" {
		return []string{node}
	}
	for _, of := range pools {
		for _, slice := range c.slices[of] {
			if slice.Spec.NodeName != nil {
				nodes = append(nodes, *slice.Spec.NodeName)
			}
		}
	}
	if len(nodes) == 0 {
		for _, pod := range c.podsOf(claim) {
			if pod.Spec.NodeName != "" {
				nodes = append(nodes, pod.Spec.NodeName)
			}
		}
	}
	return merge(nodes)
}

// selectedNode returns the only node that a selector allows, as that of an allocation of the node's own
// devices, or "".
func selectedNode(selector *v1.NodeSelector) string {
	if selector == nil || len(selector.NodeSelectorTerms) != 1 {
		return ""
	}
	for _, field := range selector.NodeSelectorTerms[0].MatchFields {
		if field.Key == "metadata.name" && field.Operator == v1.NodeSelectorOpIn && len(field.Values) == 1 {
			return field.Values[0]
		}
	}
	return ""
}

// podsOf returns the pods for which a claim is reserved.
func (c *Claims) podsOf(claim *resourceapi.ResourceClaim) (pods []*v1.Pod) {
	for _, consumer := range claim.Status.ReservedFor {
		if consumer.APIGroup != "" || consumer.Resource != "pods" {
			continue
		}
		key := types.NamespacedName{Namespace: claim.Namespace, Name: consumer.Name}.String()
		if pod := stores.Get[v1.Pod](c.stores.Pods, key); pod != nil && pod.UID == consumer.UID {
			pods = append(pods, pod)
		}
	}
	return pods
}
