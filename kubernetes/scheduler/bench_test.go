package scheduler

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"syscall"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/nativegroup"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// plant is a plugin without a scheduler: with some nodes of 16 CPUs, in stores that nothing else
// writes.
type plant struct {
	*plugin.Plugin
	all    *State
	client *fake.Clientset
	pods   cache.Store
	infos  []fwk.NodeInfo
}

func newPlant(t testing.TB, nodes int, change ...func(*v1.Node)) *plant {
	t.Helper()
	return newPlantWith(t, "{}", nodes, change...)
}

func newPlantWith(t testing.TB, arguments string, nodes int, change ...func(*v1.Node)) *plant {
	t.Helper()
	parsed, err := args.Parse(&runtime.Unknown{Raw: []byte(arguments), ContentType: runtime.ContentTypeJSON})
	if err != nil {
		t.Fatal(err)
	}
	gpus, err := parsed.GPUs()
	if err != nil {
		t.Fatal(err)
	}
	cluster, err := parsed.NewCluster(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cluster.Close() })
	client := fake.NewClientset()
	all, err := assemble(cluster, gpus, clients{typed: client, dynamic: dynamicfake.NewSimpleDynamicClient(runtime.NewScheme())}, nil, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := nativegroup.New(context.Background(), nil, nativegroup.Parts{State: all.parts.State, Waiting: all.parts.Waiting, Evaluator: all.parts.Evaluator,
		Gangs: all.parts.Gangs, Ready: all.parts.Ready}, parsed.GangTimeout.Duration)
	if err != nil {
		t.Fatal(err)
	}
	p := &plant{Plugin: plugin.New(parsed, nil, all.parts, nil, groups), all: all, client: client, pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	if err := all.feed.BecomeReady(context.Background()); err != nil { // there are no informers
		t.Fatal(err)
	}
	sources := p.all.parts.State.Stores
	topologies := cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources.Pods, sources.Nodes = p.pods, cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources.Topologies.Set(topologies)
	if err := all.feed.BecomeReady(context.Background()); err != nil { // there are no informers
		t.Fatal(err)
	}
	read := topologyOf(t, "any")
	made, err := stores.NewDecoders(func(string, runtime.Object, error) {}).Topologies.Transform(read)
	if err != nil {
		t.Fatal(err)
	}
	for i := range nodes {
		node := serverNode(fmt.Sprint("node-", i))
		node.ResourceVersion = "1"
		for _, do := range change {
			do(node)
		}
		topology := made.(*apis.NodeResourceTopology).DeepCopy()
		topology.Name, topology.ResourceVersion = node.Name, "1"
		if err := errors.Join(sources.Nodes.Add(node), topologies.Add(topology)); err != nil {
			t.Fatal(err)
		}
		p.all.parts.State.SyncNode(node.Name)
		info := framework.NewNodeInfo()
		info.SetNode(node)
		p.infos = append(p.infos, info)
	}
	return p
}

// schedule runs the plugin's part of a cycle, up to Reserve on a node.
func (p *plant) schedule(t testing.TB, one *v1.Pod, at int) {
	state := framework.NewCycleState()
	_, status := p.PreFilter(context.Background(), state, one, nil)
	if !status.IsSuccess() {
		t.Fatal(status)
	}
	if at >= 0 {
		if status := p.Reserve(context.Background(), state, one, p.infos[at].Node().Name); !status.IsSuccess() {
			t.Fatal(status)
		}
	}
}

const many = 5000

// used reports processor time for each operation, which other processes do not affect.
func used(b *testing.B) func() {
	now := func() int64 {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			b.Fatal(err)
		}
		return used.Utime.Nano() + used.Stime.Nano()
	}
	start := now()
	return func() { b.ReportMetric(float64(now()-start)/float64(b.N), "cpu-ns/op") }
}

// BenchmarkKnownShape evaluates pods of a shape that the library knows: another pod each time,
// after one node changed.
func BenchmarkKnownShape(b *testing.B) {
	p := newPlant(b, many)
	p.schedule(b, lsr("first", "4"), -1)
	at := 0
	defer used(b)()
	for b.Loop() {
		one := lsr("pod", "4")
		one.UID = types.UID(fmt.Sprint("pod-", at))
		p.schedule(b, one, at%many)
		p.all.parts.State.Unreserve(one)
		p.all.parts.Waiting.Forget(one.UID)
		at++
	}
}

// BenchmarkNewShape evaluates pods of shapes that are new to the library.
func BenchmarkNewShape(b *testing.B) {
	benchmarkNewShapes(b, newPlant(b, many), "4")
}

// BenchmarkNewShapeThatSpans does the same for a pod that fits on no single NUMA node.
func BenchmarkNewShapeThatSpans(b *testing.B) {
	restricted := func(n *v1.Node) { n.Labels["node.koordinator.sh/numa-topology-policy"] = "Restricted" }
	benchmarkNewShapes(b, newPlant(b, many, restricted), "12")
}

func benchmarkNewShapes(b *testing.B, p *plant, cpus string) {
	at := 0
	defer used(b)()
	for b.Loop() {
		at++
		one := lsr("pod", cpus, ask("memory", fmt.Sprint(1<<30+at)))
		one.UID = types.UID(fmt.Sprint("pod-", at))
		p.schedule(b, one, -1)
		p.all.parts.Waiting.Forget(one.UID)
	}
}

// BenchmarkPlain evaluates a pod that does not need the library.
func BenchmarkPlain(b *testing.B) {
	p := newPlant(b, many)
	one := pod("plain", "4")
	defer used(b)()
	for b.Loop() {
		if _, status := p.PreFilter(context.Background(), framework.NewCycleState(), one, nil); !status.IsSkip() {
			b.Fatal(status)
		}
	}
}

func BenchmarkFilterAndScore(b *testing.B) {
	p := newPlant(b, many)
	state := framework.NewCycleState()
	one := lsr("pod", "4")
	p.PreFilter(context.Background(), state, one, nil)
	at := 0
	b.ReportAllocs()
	defer used(b)()
	for b.Loop() {
		info := p.infos[at%many]
		if status := p.Filter(context.Background(), state, one, info); !status.IsSuccess() {
			b.Fatal(status)
		}
		if _, status := p.Score(context.Background(), state, one, info); !status.IsSuccess() {
			b.Fatal(status)
		}
		at++
	}
}

// BenchmarkJudge re-evaluates one node with one call of the library, as for a nominated pod.
func BenchmarkJudge(b *testing.B) {
	p := newPlant(b, 1)
	made, err := p.all.parts.Evaluator.Prepare(lsr("pod", "4"))
	if err != nil {
		b.Fatal(err)
	}
	defer used(b)()
	for b.Loop() {
		if _, _, err := p.all.parts.State.Cluster.Judge(made.Converted, nil, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func TestFilterAndScoreAllocateNothing(t *testing.T) {
	p := newPlant(t, 300)
	state := framework.NewCycleState()
	one := lsr("pod", "4")
	if _, status := p.PreFilter(context.Background(), state, one, nil); !status.IsSuccess() {
		t.Fatal(status)
	}
	at := 0
	if count := testing.AllocsPerRun(1000, func() {
		info := p.infos[at%len(p.infos)]
		p.Filter(context.Background(), state, one, info)
		p.Score(context.Background(), state, one, info)
		at++
	}); count != 0 {
		t.Errorf("%v allocations", count)
	}
}

// allocated returns the bytes allocated for a pod of a known shape.
func allocated(t *testing.T, nodes int) uint64 {
	p := newPlant(t, nodes)
	run := func(count int) {
		for i := range count {
			one := lsr("pod", "4")
			one.UID = types.UID(fmt.Sprint("pod-", nodes, "-", i))
			p.schedule(t, one, i%nodes)
			p.all.parts.State.Unreserve(one)
			p.all.parts.Waiting.Forget(one.UID)
		}
	}
	run(10)
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	run(200)
	goruntime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / 200
}

func TestAllocationDoesNotGrowWithNodes(t *testing.T) {
	few, many := allocated(t, 200), allocated(t, 2000)
	if bits := uint64(2000 / 8); many > few+few/4+bits {
		t.Errorf("%d bytes with 200 nodes, %d with 2000", few, many)
	}
}
