package nodenumaresource

// Koordinator's picker and plugin, and libkoord with the profile upstream, for bench/figures.py.

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"koordc"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	fwktype "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"github.com/koordinator-sh/koordinator/apis/extension"
	schedulingconfig "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

func TestZZFigures(t *testing.T) {
	cases.SkipUnlessMeasured(t)
	for _, bind := range []schedulingconfig.CPUBindPolicy{schedulingconfig.CPUBindPolicyFullPCPUs, schedulingconfig.CPUBindPolicySpreadByPCPUs} {
		for _, c := range cases.PickCases(t) {
			if name := fmt.Sprintf("pick/%s/%v", bind, c); cases.Selected(name) {
				zzPickFigures(t, name, c, bind)
			}
		}
	}
	for _, policy := range []string{"None", "Restricted"} {
		zzPluginFigures(t, policy)
	}
}

// zzPickFigures measures one request on all states of a machine. Pods with PCPULevel hold a quarter of the cores in use.
func zzPickFigures(t *testing.T, name string, c cases.PickCase, bind schedulingconfig.CPUBindPolicy) {
	b := NewCPUTopologyBuilder()
	for _, r := range c.Machine.CPUs {
		b.AddCPUInfo(r.Socket, r.Node, r.Core, r.CPU)
	}
	topo := b.Result()
	machine, err := koordc.NewTopology(c.Machine.CPUs)
	if err != nil {
		t.Fatal(err)
	}
	defer machine.Free()
	var theirs, ours []func()
	for i, state := range c.Machine.States {
		p := &koordc.Pick{Profile: koordc.UpstreamProfile, Bind: zzBind[string(bind)], CPUs: c.CPUs, MaxRef: 1,
			Avail: koordc.NewSet(c.Machine.Words()), CoreHeld: koordc.NewSet(c.Machine.Words())}
		for _, cpu := range state {
			p.Avail.Add(cpu)
		}
		var held, others []int
		for _, r := range c.Machine.CPUs {
			if p.Avail.Has(r.CPU) {
				continue
			}
			if r.Core%4 == 0 {
				held = append(held, r.CPU)
				p.CoreHeld.Add(r.CPU)
			} else {
				others = append(others, r.CPU)
			}
		}
		node := NewNodeAllocation("n")
		node.addCPUs(topo, "held", cpuset.NewCPUSet(held...), schedulingconfig.CPUExclusivePolicyPCPULevel)
		node.addCPUs(topo, "others", cpuset.NewCPUSet(others...), "")
		available, details := node.getAvailableCPUs(topo, 1, cpuset.NewCPUSet())
		take := func() (cpuset.CPUSet, error) {
			return takeCPUs(topo, 1, available, details, c.CPUs, bind, "", schedulingconfig.NUMAMostAllocated)
		}
		pick, out := machine.Picker(p)
		theirs, ours = append(theirs, func() { take() }), append(ours, func() { pick() })
		if !cases.Checked(i) {
			continue
		}
		want, err := take()
		if err != nil || !pick() || !want.Equals(cpuset.NewCPUSet(out.List()...)) {
			t.Fatal(name, ": Koordinator picks ", want, err, ", libkoord ", out.List())
		}
	}
	cases.Measure(name, cases.InTurn(theirs), cases.AllOf(ours))
}

const (
	zzNodes    = 1000 // of 104 CPUs, six LSR pods of 8 CPUs on each
	zzReserves = 100  // in one measurement, each on another node
)

// zzFilled is the plugin and a cluster of libkoord with equal nodes and pods.
type zzFilled struct {
	t       *testing.T
	suit    *zzSuit
	cluster *koordc.Cluster
	infos   []fwktype.NodeInfo
	asks    int // pods so far
}

func zzPluginFigures(t *testing.T, policy string) {
	evaluate, reserve := "evaluate/"+policy, "reserve/"+policy
	if !cases.Selected(evaluate) && !cases.Selected(reserve) {
		return
	}
	f := zzFill(t, policy)
	defer f.cluster.Free()
	if cases.Selected(evaluate) {
		f.evaluate(evaluate)
	}
	if cases.Selected(reserve) {
		f.reserve(reserve)
	}
}

func zzFill(t *testing.T, policy string) *zzFilled {
	var topo extension.CPUTopology
	for i := 0; i < 104; i++ {
		topo.Detail = append(topo.Detail, extension.CPUInfo{ID: int32(i), Core: int32(i % 52), Socket: int32(i % 52 / 26), Node: int32(i % 52 / 26)})
	}
	js, _ := json.Marshal(topo)
	cluster, err := koordc.NewCluster(koordc.UpstreamProfile, (&zzScene{Score: "LeastAllocated", Numa: "LeastAllocated", Bind: "FullPCPUs"}).args(), false)
	if err != nil {
		t.Fatal(err)
	}
	f := &zzFilled{t: t, suit: zzGetSuit(t, "LeastAllocated", "LeastAllocated", "FullPCPUs"), cluster: cluster}
	node := map[string]string{"None": "", "Restricted": "Restricted"}[policy]
	scene := zzMakeSceneOn(string(js), node)
	for i := 0; i < zzNodes; i++ {
		f.addNode(scene, fmt.Sprintf("%s-%d", policy, i))
	}
	return f
}

// addNode adds a node with six pods, placed by both sides.
func (f *zzFilled) addNode(scene *zzScene, name string) {
	node, nrt := scene.Node.DeepCopy(), scene.NRT.DeepCopy()
	node.Name, nrt.Name = name, name
	info := framework.NewNodeInfo()
	info.SetNode(node)
	f.suit.list.nodeInfoMap[name] = info
	(&nodeResourceTopologyEventHandler{topologyManager: f.suit.pl.topologyOptionsManager}).OnAdd(nrt, true)
	f.infos = append(f.infos, info)
	j, _ := json.Marshal(node)
	id, err := f.cluster.SetNode(string(j))
	if err != nil || id != len(f.infos)-1 {
		f.t.Fatal(id, err)
	}
	j, _ = json.Marshal(nrt)
	if err := f.cluster.SetTopology(string(j)); err != nil {
		f.t.Fatal(err)
	}
	for k := 0; k < 6; k++ {
		pod := f.pod(8, 0)
		f.reserveUpstream(f.filtered(pod, info), pod, name)
		info.AddPod(pod)
		ours := f.parsed(pod)
		f.reserveOurs(ours, id)
		ours.Free()
	}
}

// pod returns a new LSR pod. Pods with different extra bytes of memory have different shapes.
func (f *zzFilled) pod(cpus, extra int) *corev1.Pod {
	f.asks++
	name := fmt.Sprintf("pod-%d", f.asks)
	priority := int32(9500)
	amounts := corev1.ResourceList{"cpu": *resource.NewQuantity(int64(cpus), resource.DecimalSI), "memory": *resource.NewQuantity(int64(8<<30+extra), resource.BinarySI)}
	return &corev1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"},
		ObjectMeta: metav1.ObjectMeta{Namespace: "d", Name: name, UID: types.UID(name), Labels: map[string]string{extension.LabelPodQoS: "LSR"}},
		Spec: corev1.PodSpec{Priority: &priority, Containers: []corev1.Container{{Name: "c",
			Resources: corev1.ResourceRequirements{Requests: amounts, Limits: amounts}}}}}
}

func (f *zzFilled) parsed(pod *corev1.Pod) *koordc.Pod {
	j, _ := json.Marshal(pod)
	parsed, err := koordc.NewPod(string(j))
	if err != nil {
		f.t.Fatal(err)
	}
	return parsed
}

// filtered returns the state of a cycle in which the pod passed the node.
func (f *zzFilled) filtered(pod *corev1.Pod, info fwktype.NodeInfo) fwktype.CycleState {
	state := framework.NewCycleState()
	f.suit.pl.PreFilter(context.Background(), state, pod, nil)
	if status := f.suit.pl.Filter(context.Background(), state, pod, info); !status.IsSuccess() {
		f.t.Fatal(status)
	}
	return state
}

func (f *zzFilled) reserveUpstream(state fwktype.CycleState, pod *corev1.Pod, node string) {
	if status := f.suit.pl.Reserve(context.Background(), state, pod, node); !status.IsSuccess() {
		f.t.Fatal(status)
	}
}

func (f *zzFilled) reserveOurs(pod *koordc.Pod, node int) {
	if _, why, err := f.cluster.Reserve(pod, koordc.SkipFit, node, 2); err != nil || why.Reason != "" {
		f.t.Fatal(why, err)
	}
}

// evaluate measures Filter and Score of all nodes, for a pod of 4 CPUs with a new shape.
func (f *zzFilled) evaluate(name string) {
	ctx, pl := context.Background(), f.suit.pl
	pod := f.pod(4, 0)
	theirs := func() {
		state := framework.NewCycleState()
		pl.PreFilter(ctx, state, pod, nil)
		for _, info := range f.infos {
			if status := pl.Filter(ctx, state, pod, info); !status.IsSuccess() {
				f.t.Fatal(status)
			}
			pl.Score(ctx, state, pod, info)
		}
	}
	rows := koordc.NewRows(zzNodes)
	var ours *koordc.Pod
	cases.Measure(name, cases.Work{Calls: zzNodes, Run: theirs}, cases.Work{Calls: zzNodes, Prepare: func() {
		if ours != nil {
			ours.Free()
		}
		ours = f.parsed(f.pod(4, f.asks))
	}, Run: func() {
		count, err := f.cluster.EvaluateInto(ours, koordc.SkipFit, rows)
		if err != nil || count != zzNodes || f.cluster.Verdict(rows, 0).Reason != "" {
			f.t.Fatal(err, count)
		}
	}})
	ours.Free()
}

// reserve measures Reserve on zzReserves nodes, which change with each run. Unreserve is not measured.
func (f *zzFilled) reserve(name string) {
	ctx, pl := context.Background(), f.suit.pl
	var pods []*corev1.Pod
	var states []fwktype.CycleState
	var parsed []*koordc.Pod
	first := 0
	node := func(i int) int { return (first + i) % zzNodes }
	release := func() {
		for i, state := range states {
			pl.Unreserve(ctx, state, pods[i], f.infos[node(i)].Node().Name)
		}
		for i, pod := range parsed {
			f.cluster.RemovePod(string(pods[i].UID))
			pod.Free()
		}
		pods, states, parsed = nil, nil, nil
	}
	prepare := func() {
		release()
		first = (first + zzReserves) % zzNodes
		for i := 0; i < zzReserves; i++ {
			pods = append(pods, f.pod(4, 0))
		}
	}
	cases.Measure(name, cases.Work{Calls: zzReserves, Prepare: func() {
		prepare()
		for i, pod := range pods {
			states = append(states, f.filtered(pod, f.infos[node(i)]))
		}
	}, Run: func() {
		for i, pod := range pods {
			f.reserveUpstream(states[i], pod, f.infos[node(i)].Node().Name)
		}
	}}, cases.Work{Calls: zzReserves, Prepare: func() {
		prepare()
		for _, pod := range pods {
			parsed = append(parsed, f.parsed(pod))
		}
	}, Run: func() {
		for i, pod := range parsed {
			f.reserveOurs(pod, node(i))
		}
	}})
	release()
}
