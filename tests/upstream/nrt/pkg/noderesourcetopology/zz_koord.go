package noderesourcetopology

// The plugin's Filter and Score, answered by koord_nrt_node_filter and koord_nrt_node_score. The plugin's cache of
// NodeResourceTopology objects is not replaced.

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	topologyv1alpha2 "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha2"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"koordc"
	"koordc/judge"

	apiconfig "sigs.k8s.io/scheduler-plugins/apis/config"
)

func koordJSON(object any) string {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// koordNode returns the library's view of a node and a pod. nrt may be nil.
func koordNode(node *v1.Node, nrt *topologyv1alpha2.NodeResourceTopology, pod *v1.Pod) (*koordc.NRTNode, *koordc.Pod, error) {
	node, pod = node.DeepCopy(), pod.DeepCopy()
	node.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}
	pod.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}
	// Some pods of the tables have no name, or several containers with one name. Names do not matter here.
	pod.Name, pod.Namespace, pod.UID = "pod", "default", "uid"
	for i := range pod.Spec.InitContainers {
		pod.Spec.InitContainers[i].Name = fmt.Sprintf("init-%d", i)
	}
	for i := range pod.Spec.Containers {
		pod.Spec.Containers[i].Name = fmt.Sprintf("container-%d", i)
	}
	document := ""
	if nrt != nil {
		nrt = nrt.DeepCopy()
		nrt.TypeMeta = metav1.TypeMeta{APIVersion: "topology.node.k8s.io/v1alpha2", Kind: "NodeResourceTopology"}
		document = koordJSON(nrt)
	}
	ours, err := koordc.NewNRTNode(koordJSON(node), document)
	if err != nil {
		return nil, nil, fmt.Errorf("koord_nrt_node_from_json: %w", err)
	}
	asked, err := koordc.NewPod(koordJSON(pod))
	if err != nil {
		ours.Free()
		return nil, nil, fmt.Errorf("koord_pod_from_json: %w", err)
	}
	return ours, asked, nil
}

func (tm *TopologyMatch) Filter(ctx context.Context, _ fwk.CycleState, pod *v1.Pod, nodeInfo fwk.NodeInfo) *fwk.Status {
	if nodeInfo.Node() == nil {
		return fwk.NewStatus(fwk.Error, "node not found")
	}
	name := nodeInfo.Node().Name
	nrt, info := tm.nrtCache.GetCachedNRTCopy(ctx, name, pod)
	if !info.Fresh {
		return fwk.NewStatus(fwk.Unschedulable, "invalid node topology data")
	}
	node, asked, err := koordNode(nodeInfo.Node(), nrt, pod)
	if err != nil {
		return fwk.AsStatus(err)
	}
	defer node.Free()
	defer asked.Free()
	refusal, err := node.Filter(asked)
	if err != nil {
		return fwk.AsStatus(fmt.Errorf("koord_nrt_node_filter: %w", err))
	}
	if refused := refusal.Reason != ""; refused != judge.Spoiled("filter") {
		tm.nrtCache.NodeMaybeOverReserved(name, pod)
		return fwk.NewStatus(fwk.Unschedulable, refusal.Text)
	}
	return nil
}

// koordArguments returns the plugin's arguments. Tests set the strategy's function only.
func (tm *TopologyMatch) koordArguments() string {
	strategy := tm.scoreStrategyType
	for kind, function := range map[apiconfig.ScoringStrategyType]scoreStrategyFn{
		apiconfig.MostAllocated: mostAllocatedScoreStrategy, apiconfig.LeastAllocated: leastAllocatedScoreStrategy,
		apiconfig.BalancedAllocation: balancedAllocationScoreStrategy} {
		if tm.scoreStrategyFunc != nil && reflect.ValueOf(function).Pointer() == reflect.ValueOf(tm.scoreStrategyFunc).Pointer() {
			strategy = kind
		}
	}
	resources := []map[string]any{}
	for name, weight := range tm.resourceToWeightMap {
		resources = append(resources, map[string]any{"name": name, "weight": weight})
	}
	return koordJSON(map[string]any{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "NodeResourceTopologyMatchArgs",
		"scoringStrategy": map[string]any{"type": strategy, "resources": resources}})
}

func (tm *TopologyMatch) Score(ctx context.Context, _ fwk.CycleState, pod *v1.Pod, nodeInfo fwk.NodeInfo) (int64, *fwk.Status) {
	nrt, info := tm.nrtCache.GetCachedNRTCopy(ctx, nodeInfo.Node().Name, pod)
	if !info.Fresh {
		return 0, nil
	}
	node, asked, err := koordNode(nodeInfo.Node(), nrt, pod)
	if err != nil {
		return 0, fwk.AsStatus(err)
	}
	defer node.Free()
	defer asked.Free()
	score, err := node.Score(asked, tm.koordArguments())
	if err != nil {
		return 0, fwk.AsStatus(fmt.Errorf("koord_nrt_node_score: %w", err))
	}
	if judge.Spoiled("score") {
		return framework.MaxNodeScore - int64(score), nil
	}
	return int64(score), nil
}
