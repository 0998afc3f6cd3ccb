package request

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
)

// EligibleNodes states which nodes the pods of a gang or group may use by taints, selectors and node
// affinity, which the library does not know. Constraints of other plugins are checked when
// kube-scheduler tries the plan.
type EligibleNodes struct {
	kind    map[types.UID]int // pods of a kind may use the same nodes
	nodes   map[string][]bool // by kind; nil for all nodes
	refused map[types.UID][]string
}

// mostKinds limits the kinds of pods for which nodes are checked.
const mostKinds = 16

// NewEligibleNodes returns nil if the pods are of too many kinds.
func NewEligibleNodes(pods []*v1.Pod, within []fwk.NodeInfo) *EligibleNodes {
	out := &EligibleNodes{kind: make(map[types.UID]int, len(pods)), nodes: make(map[string][]bool, len(within))}
	var samples []*v1.Pod
	for _, pod := range pods {
		at := 0
		for at < len(samples) && !sameConstraints(samples[at], pod) {
			at++
		}
		if at == len(samples) {
			samples = append(samples, pod)
		}
		out.kind[pod.UID] = at
	}
	if len(samples) > mostKinds {
		return nil
	}
	filters := make([]func(*v1.Node) bool, 0, len(samples))
	for _, pod := range samples {
		filters = append(filters, NodeFilter(pod))
	}
	for _, info := range within {
		may := make([]bool, len(samples))
		for i, filter := range filters {
			may[i] = filter(info.Node())
		}
		out.nodes[info.Node().Name] = may
	}
	return out
}

func sameConstraints(a, b *v1.Pod) bool {
	return apiequality.Semantic.DeepEqual(a.Spec.NodeSelector, b.Spec.NodeSelector) &&
		apiequality.Semantic.DeepEqual(nodeAffinityOf(a), nodeAffinityOf(b)) &&
		apiequality.Semantic.DeepEqual(a.Spec.Tolerations, b.Spec.Tolerations)
}

func nodeAffinityOf(pod *v1.Pod) *v1.NodeAffinity {
	if pod.Spec.Affinity == nil {
		return nil
	}
	return pod.Spec.Affinity.NodeAffinity
}

// MayUse reports whether a pod may run on a node, as far as the node alone decides it.
func MayUse(pod *v1.Pod, node *v1.Node) bool { return NodeFilter(pod)(node) }

// NodeFilter returns MayUse for one pod and many nodes.
func NodeFilter(pod *v1.Pod) func(*v1.Node) bool {
	affinity := nodeaffinity.GetRequiredNodeAffinity(pod)
	return func(node *v1.Node) bool {
		taints := node.Spec.Taints
		if node.Spec.Unschedulable {
			taints = append([]v1.Taint{{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule}}, taints...)
		}
		if _, tainted := Untolerated(taints, pod.Spec.Tolerations); tainted {
			return false
		}
		matches, err := affinity.Match(node)
		return err == nil && matches
	}
}

// Without returns eligible nodes without those that other plugins refuse to single pods.
func (r *EligibleNodes) Without(refused map[types.UID][]string) *EligibleNodes {
	if len(refused) == 0 {
		return r
	}
	out := &EligibleNodes{refused: refused}
	if r != nil {
		out.kind, out.nodes = r.kind, r.nodes
	}
	return out
}

// RefusedTo returns the nodes that Without excludes for a pod.
func (r *EligibleNodes) RefusedTo(pod *v1.Pod) []string {
	if r == nil {
		return nil
	}
	return r.refused[pod.UID]
}

// Allows reports whether a pod may use a node, apart from RefusedTo. A nil EligibleNodes allows all nodes.
func (r *EligibleNodes) Allows(pod *v1.Pod, node string) bool {
	if r == nil || r.nodes == nil {
		return true
	}
	kinds := r.nodes[node]
	return len(kinds) > 0 && kinds[r.kind[pod.UID]]
}

// ByKind returns the pods by kind. All pods of a kind may use the same nodes, apart from RefusedTo. A nil EligibleNodes has one
// kind.
func (r *EligibleNodes) ByKind(pods []*v1.Pod) (kinds [][]*v1.Pod) {
	if r == nil || r.nodes == nil {
		return [][]*v1.Pod{pods}
	}
	at := map[int]int{} // positions in kinds
	for _, pod := range pods {
		kind := r.kind[pod.UID]
		if _, known := at[kind]; !known {
			at[kind] = len(kinds)
			kinds = append(kinds, nil)
		}
		kinds[at[kind]] = append(kinds[at[kind]], pod)
	}
	return kinds
}

// SameKind reports whether two pods may use the same nodes.
func (r *EligibleNodes) SameKind(a, b *v1.Pod) bool {
	return slices.Equal(r.RefusedTo(a), r.RefusedTo(b)) && (r == nil || r.kind[a.UID] == r.kind[b.UID])
}

// Untolerated returns a taint that rejects pods.
func Untolerated(taints []v1.Taint, tolerations []v1.Toleration) (v1.Taint, bool) {
	return corev1helpers.FindMatchingUntoleratedTaint(klog.Background(), taints, tolerations, func(taint *v1.Taint) bool {
		return taint.Effect == v1.TaintEffectNoSchedule || taint.Effect == v1.TaintEffectNoExecute
	}, utilfeature.DefaultFeatureGate.Enabled(features.TaintTolerationComparisonOperators))
}
