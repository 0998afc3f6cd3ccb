package claims

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"

	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// member is a pod of a group that has claims.
type member struct {
	pod    *v1.Pod
	claims []*resourceapi.ResourceClaim    // without an allocation, of the plugin's classes
	fixed  []*resourceapi.AllocationResult // of the other claims, which restrict the nodes
}

// unit is members that share claims. They are planned on one node.
type unit struct {
	members   []*member
	claims    []*resourceapi.ResourceClaim // each once
	kind      int                          // units of one kind are alike
	claimKind int                          // the claims of units of one kind are alike
	devices   int64                        // devices that the claims need at least
}

// filter returns a function that reports whether labels, taints, and allocated devices allow a unit on a node.
func (u *unit) filter() func(*v1.Node) bool {
	var all []func(*v1.Node) bool
	for _, m := range u.members {
		all = append(all, request.NodeFilter(m.pod))
		for _, allocation := range m.fixed {
			if allocation.NodeSelector == nil {
				continue
			}
			selector, err := nodeaffinity.NewNodeSelector(allocation.NodeSelector)
			all = append(all, func(node *v1.Node) bool { return err == nil && selector.Match(node) })
		}
	}
	return func(node *v1.Node) bool {
		return !slices.ContainsFunc(all, func(allows func(*v1.Node) bool) bool { return !allows(node) })
	}
}

// comparisons returns the number of comparisons that the unit's filter makes at most for a node with one taint.
func (u *unit) comparisons() (out int) {
	count := func(selector *v1.NodeSelector) {
		if selector == nil {
			return
		}
		for i := range selector.NodeSelectorTerms {
			term := &selector.NodeSelectorTerms[i]
			for _, r := range append(slices.Clip(term.MatchExpressions), term.MatchFields...) {
				out += 1 + len(r.Values)
			}
		}
	}
	for _, m := range u.members {
		out += 1 + len(m.pod.Spec.Tolerations) + len(m.pod.Spec.NodeSelector)
		if affinity := m.pod.Spec.Affinity; affinity != nil && affinity.NodeAffinity != nil {
			count(affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution)
		}
		for _, allocation := range m.fixed {
			count(allocation.NodeSelector)
		}
	}
	return out
}

// unitsOf returns the units of members in the order of the pods' uids.
func unitsOf(members []*member) (out []*unit) {
	members = slices.Clone(members)
	slices.SortFunc(members, func(a, b *member) int { return cmp.Compare(a.pod.UID, b.pod.UID) })
	users := map[types.UID]*unit{} // by claim
	for _, m := range members {
		u := &unit{}
		for _, claim := range m.claims {
			if other := users[claim.UID]; other != nil && other != u { // joins the units
				u.members, u.claims = append(u.members, other.members...), append(u.claims, other.claims...)
				out = slices.DeleteFunc(out, func(at *unit) bool { return at == other })
				for _, joined := range other.claims {
					users[joined.UID] = u
				}
			}
			if users[claim.UID] == nil {
				users[claim.UID] = u
				u.claims = append(u.claims, claim)
			}
		}
		u.members = append(u.members, m)
		out = append(out, u)
	}
	kinds, claimKinds := map[string]int{}, map[string]int{}
	for _, u := range out {
		u.kind, u.claimKind = numberOf(kinds, u.signature()), numberOf(claimKinds, u.claimSignature())
		for _, claim := range u.claims {
			u.devices += leastDevices(claim)
		}
	}
	return out
}

// numberOf returns the number of a key, which is the next one if the key is new.
func numberOf(numbers map[string]int, key string) int {
	number, known := numbers[key]
	if !known {
		number = len(numbers)
		numbers[key] = number
	}
	return number
}

// claimSignature returns a text that is equal for units with equal claims.
func (u *unit) claimSignature() string {
	texts := make([]string, len(u.claims))
	for i, claim := range u.claims {
		text, err := json.Marshal(&claim.Spec)
		if err != nil {
			return string(claim.UID)
		}
		texts[i] = string(text)
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

// signature returns a text that is equal for units whose claims are equal and shared in the same way, if their pods may
// use the same nodes and the same resources.
func (u *unit) signature() string {
	members := make([]string, len(u.members))
	for i, m := range u.members {
		text, err := json.Marshal(m.properties())
		if err != nil {
			return string(m.pod.UID)
		}
		members[i] = string(text)
	}
	order := make([]int, len(u.members)) // of members, so that the order of uids does not count
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(members[a], members[b]) })
	numbers, texts, shares := map[types.UID]int{}, make([]string, 0, len(members)), make([][]int, 0, len(members))
	for _, i := range order {
		var used []int
		for _, claim := range u.members[i].claims {
			if _, known := numbers[claim.UID]; !known {
				numbers[claim.UID] = len(numbers)
			}
			used = append(used, numbers[claim.UID])
		}
		texts, shares = append(texts, members[i]), append(shares, used)
	}
	text, err := json.Marshal([]any{texts, shares})
	if err != nil {
		return string(u.members[0].pod.UID)
	}
	return string(text)
}

// properties returns what the nodes and devices for a member depend on.
func (m *member) properties() []any {
	specs := make([]*resourceapi.ResourceClaimSpec, len(m.claims))
	for i, claim := range m.claims {
		specs[i] = &claim.Spec
	}
	selectors := make([]*v1.NodeSelector, len(m.fixed))
	for i, fixed := range m.fixed {
		selectors[i] = fixed.NodeSelector
	}
	pod := &m.pod.Spec
	resources := make([]any, 0, len(pod.Containers)+len(pod.InitContainers))
	for _, c := range pod.InitContainers {
		resources = append(resources, c.Resources.Requests, c.RestartPolicy)
	}
	for _, c := range pod.Containers {
		resources = append(resources, c.Resources.Requests)
	}
	return []any{specs, selectors, pod.NodeSelector, pod.Affinity, pod.Tolerations, pod.Resources, pod.Overhead, resources}
}

// leastDevices returns the number of devices that a claim needs at least, of those that are not in use.
func leastDevices(claim *resourceapi.ResourceClaim) (out int64) {
	for i := range claim.Spec.Devices.Requests {
		r := &claim.Spec.Devices.Requests[i]
		if r.Exactly != nil {
			if r.Exactly.AdminAccess == nil || !*r.Exactly.AdminAccess {
				out += max(r.Exactly.Count, 1)
			}
			continue
		}
		least := int64(resourceapi.AllocationResultsMaxSize)
		for j := range r.FirstAvailable {
			least = min(least, max(r.FirstAvailable[j].Count, 1))
		}
		out += least
	}
	return out
}
