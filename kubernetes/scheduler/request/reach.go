package request

import (
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

// Reach states which nodes the pods of a group may use according to taints, selectors and node
// affinity, which the library does not know. Constraints of other plugins are checked when
// kube-scheduler tries the plan.
type Reach struct {
	kind  map[types.UID]int // pods of a kind may use the same nodes
	kinds int
	nodes map[string][]bool // by kind
}

// mostKinds limits the kinds of pods for which nodes are checked.
const mostKinds = 16

// NewReach returns nil if the pods are of too many kinds.
func NewReach(pods []*v1.Pod, within []fwk.NodeInfo) *Reach {
	out := &Reach{kind: make(map[types.UID]int, len(pods)), nodes: make(map[string][]bool, len(within))}
	var samples []*v1.Pod
	for _, pod := range pods {
		at := 0
		for at < len(samples) && !sameReach(samples[at], pod) {
			at++
		}
		if at == len(samples) {
			samples = append(samples, pod)
		}
		out.kind[pod.UID] = at
	}
	if out.kinds = len(samples); out.kinds > mostKinds {
		return nil
	}
	for _, info := range within {
		may := make([]bool, len(samples))
		for i, pod := range samples {
			may[i] = MayUse(pod, info.Node())
		}
		out.nodes[info.Node().Name] = may
	}
	return out
}

func sameReach(a, b *v1.Pod) bool {
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
func MayUse(pod *v1.Pod, node *v1.Node) bool {
	taints := node.Spec.Taints
	if node.Spec.Unschedulable {
		taints = append([]v1.Taint{{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule}}, taints...)
	}
	if _, tainted := Untolerated(taints, pod.Spec.Tolerations); tainted {
		return false
	}
	matches, err := nodeaffinity.GetRequiredNodeAffinity(pod).Match(node)
	return err == nil && matches
}

// Candidates returns sets of nodes to plan on: those that all pods may use, then, if there are more,
// those that any pod may use.
func (r *Reach) Candidates() []func(node string) bool {
	every := func(node string) bool { return r.count(node) > 0 && r.count(node) == r.kinds }
	some := func(node string) bool { return r.count(node) > 0 }
	for node := range r.nodes {
		if some(node) != every(node) {
			return []func(string) bool{every, some}
		}
	}
	return []func(string) bool{every}
}

func (r *Reach) count(node string) (kinds int) {
	for _, may := range r.nodes[node] {
		if may {
			kinds++
		}
	}
	return kinds
}

// Allows reports whether a pod may use a node.
func (r *Reach) Allows(pod *v1.Pod, node string) bool {
	kinds := r.nodes[node]
	return len(kinds) > 0 && kinds[r.kind[pod.UID]]
}

// AllowsPlan reports whether each pod may use its planned node.
func (r *Reach) AllowsPlan(pods []*v1.Pod, plan map[types.UID]string) bool {
	for _, pod := range pods {
		if !r.Allows(pod, plan[pod.UID]) {
			return false
		}
	}
	return true
}

// Untolerated returns a taint that rejects pods.
func Untolerated(taints []v1.Taint, tolerations []v1.Toleration) (v1.Taint, bool) {
	return corev1helpers.FindMatchingUntoleratedTaint(klog.Background(), taints, tolerations, func(taint *v1.Taint) bool {
		return taint.Effect == v1.TaintEffectNoSchedule || taint.Effect == v1.TaintEffectNoExecute
	}, utilfeature.DefaultFeatureGate.Enabled(features.TaintTolerationComparisonOperators))
}
