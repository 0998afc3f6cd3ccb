// Package zzfilters compares koordctl's filters of nodes with kube-scheduler's own plugins on random pods and nodes.
package zzfilters

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeaffinity"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/tainttoleration"
)

const nodesPerPod = 50

var (
	keys    = []string{"zone", "gpu", "size", "node.kubernetes.io/unschedulable", "team"}
	values  = []string{"a", "b", "", "1", "2", "10", "-3", "+4", "007"}
	effects = []v1.TaintEffect{v1.TaintEffectNoSchedule, v1.TaintEffectNoExecute, v1.TaintEffectPreferNoSchedule}
)

func number(t *testing.T, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func one[T any](r *rand.Rand, of []T) T { return of[r.Intn(len(of))] }

func randomNode(r *rand.Rand, i int) *v1.Node {
	node := &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}}
	node.Name = fmt.Sprintf("n%d", i)
	node.Labels = map[string]string{}
	for range r.Intn(4) {
		node.Labels[one(r, keys)] = one(r, values)
	}
	for range max(0, r.Intn(5)-2) {
		node.Spec.Taints = append(node.Spec.Taints, v1.Taint{Key: one(r, keys), Value: one(r, values), Effect: one(r, effects)})
	}
	node.Spec.Unschedulable = r.Intn(6) == 0
	amounts := v1.ResourceList{"cpu": resource.MustParse("8"), "memory": resource.MustParse("8Gi"), "pods": resource.MustParse("10")}
	node.Status.Allocatable, node.Status.Capacity = amounts, amounts
	return node
}

func randomRequirement(r *rand.Rand) v1.NodeSelectorRequirement {
	out := v1.NodeSelectorRequirement{
		Key:      one(r, keys),
		Operator: one(r, []v1.NodeSelectorOperator{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Like"}),
	}
	n := r.Intn(3)
	if r.Intn(4) > 0 {
		switch out.Operator {
		case "Exists", "DoesNotExist":
			n = 0
		case "Gt", "Lt":
			n = 1
		default:
			n = 1 + r.Intn(2)
		}
	}
	for range n {
		out.Values = append(out.Values, one(r, []string{"a", "b", "", "1", "2", "10"}))
	}
	return out
}

func randomPod(r *rand.Rand) *v1.Pod {
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}}
	pod.Namespace, pod.Name = "default", "p"
	pod.Spec.Containers = []v1.Container{{Name: "main", Resources: v1.ResourceRequirements{
		Requests: v1.ResourceList{"cpu": resource.MustParse("1")}}}}
	for range r.Intn(3) {
		if r.Intn(3) > 0 {
			continue
		}
		if pod.Spec.NodeSelector == nil {
			pod.Spec.NodeSelector = map[string]string{}
		}
		pod.Spec.NodeSelector[one(r, keys)] = one(r, values)
	}
	for range r.Intn(4) {
		pod.Spec.Tolerations = append(pod.Spec.Tolerations, v1.Toleration{
			Key:      one(r, append([]string{""}, keys...)),
			Operator: one(r, []v1.TolerationOperator{"", "Equal", "Exists", "Lt", "Gt"}),
			Value:    one(r, values),
			Effect:   one(r, append([]v1.TaintEffect{""}, effects...)),
		})
	}
	if r.Intn(2) == 0 {
		return pod
	}
	required := &v1.NodeSelector{}
	for range r.Intn(4) {
		term := v1.NodeSelectorTerm{}
		for range r.Intn(3) {
			term.MatchExpressions = append(term.MatchExpressions, randomRequirement(r))
		}
		if r.Intn(4) == 0 {
			term.MatchFields = []v1.NodeSelectorRequirement{{
				Key:      one(r, []string{"metadata.name", "metadata.name", "spec.x"}),
				Operator: one(r, []v1.NodeSelectorOperator{"In", "NotIn", "Exists"}),
				Values:   []string{"n" + strconv.Itoa(r.Intn(nodesPerPod))},
			}}
			if r.Intn(5) == 0 {
				term.MatchFields[0].Values = nil
			}
		}
		required.NodeSelectorTerms = append(required.NodeSelectorTerms, term)
	}
	pod.Spec.Affinity = &v1.Affinity{NodeAffinity: &v1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: required}}
	return pod
}

type filter struct {
	name   string
	plugin fwk.FilterPlugin
}

func filters(ctx context.Context, t *testing.T) []filter {
	features := feature.Features{EnableTaintTolerationComparisonOperators: true}
	var out []filter
	add := func(name string, plugin fwk.Plugin, err error) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, filter{name, plugin.(fwk.FilterPlugin)})
	}
	unschedulable, err := nodeunschedulable.New(ctx, nil, nil, features)
	add(nodeunschedulable.Name, unschedulable, err)
	taints, err := tainttoleration.New(ctx, nil, nil, features)
	add(tainttoleration.Name, taints, err)
	affinity, err := nodeaffinity.New(ctx, &config.NodeAffinityArgs{}, nil, features)
	add(nodeaffinity.Name, affinity, err)
	return out
}

// ask returns koordctl's answer in JSON.
func ask(t *testing.T, koordctl, command string, objects []any) []byte {
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cluster.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command(koordctl, command, "-f", file, "p", "-o", "json").Output()
	if exit := (*exec.ExitError)(nil); err != nil && !(asExit(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("koordctl: %v\n%s", err, text)
	}
	return got
}

// refusing returns the filter that refuses each node; "" if none does.
func refusing(t *testing.T, koordctl string, objects []any) map[string]string {
	var out struct {
		Filtered []struct{ Node, Reason string }
	}
	if err := json.Unmarshal(ask(t, koordctl, "explain", objects), &out); err != nil {
		t.Fatal(err)
	}
	refused := map[string]string{}
	for _, node := range out.Filtered {
		refused[node.Node] = node.Reason
	}
	return refused
}

// accepting returns the nodes that accept the pod, all of which have room.
func accepting(t *testing.T, koordctl string, objects []any) map[string]bool {
	var out struct {
		Nodes []struct {
			Node string
			Pods int
		}
	}
	if err := json.Unmarshal(ask(t, koordctl, "capacity", objects), &out); err != nil {
		t.Fatal(err)
	}
	accepted := map[string]bool{}
	for _, node := range out.Nodes {
		accepted[node.Node] = node.Pods > 0
	}
	return accepted
}

// beside returns the filter that refuses a cordoned node for another reason; "" if there is none: then libkoord's own refusal counts.
func beside(ctx context.Context, plugins []filter, pod *v1.Pod, cordoned *v1.Node) string {
	node := cordoned.DeepCopy()
	node.Spec.Unschedulable = false
	node.Spec.Taints = slices.DeleteFunc(node.Spec.Taints, func(one v1.Taint) bool { return one.Key == v1.TaintNodeUnschedulable })
	info := framework.NewNodeInfo()
	info.SetNode(node)
	for _, filter := range plugins {
		if !filter.plugin.Filter(ctx, framework.NewCycleState(), pod, info).IsSuccess() {
			return filter.name
		}
	}
	return ""
}

func asExit(err error, out **exec.ExitError) bool {
	exit, ok := err.(*exec.ExitError)
	*out = exit
	return ok
}

func TestZZFilters(t *testing.T) {
	koordctl := os.Getenv("KOORDCTL")
	if koordctl == "" {
		t.Fatal("KOORDCTL: expected the path of koordctl")
	}
	ctx := t.Context()
	r := rand.New(rand.NewSource(int64(number(t, "SEED", 1))))
	plugins := filters(ctx, t)
	compared, refused := 0, 0
	for range (number(t, "COUNT", 10000) + nodesPerPod - 1) / nodesPerPod {
		pod := randomPod(r)
		objects := []any{pod}
		var nodes []*v1.Node
		for i := range nodesPerPod {
			nodes = append(nodes, randomNode(r, i))
			objects = append(objects, nodes[i])
		}
		got, accepted := refusing(t, koordctl, objects), accepting(t, koordctl, objects)
		for _, node := range nodes {
			info := framework.NewNodeInfo()
			info.SetNode(node)
			want := ""
			for _, filter := range plugins {
				if status := filter.plugin.Filter(ctx, framework.NewCycleState(), pod, info); !status.IsSuccess() {
					want = filter.name
					break
				}
			}
			fits := want == ""
			if want == nodeunschedulable.Name {
				want = beside(ctx, plugins, pod, node)
			}
			compared++
			if want != "" {
				refused++
			}
			if got[node.Name] != want || accepted[node.Name] != fits {
				text, _ := json.Marshal([]any{pod.Spec, node.ObjectMeta, node.Spec})
				fmt.Printf("DIFF %s: kube-scheduler accepts %v, filter %q; koordctl accepts %v, filter %q\n%s\n", node.Name, fits, want,
					accepted[node.Name], got[node.Name], text)
				t.Fail()
			}
		}
	}
	fmt.Printf("filters: compared %d refused %d\n", compared, refused)
}
