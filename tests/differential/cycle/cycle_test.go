package zzcycle

// One scheduling cycle of a pod, as kube-scheduler's framework runs it, with any plugins: what cycle.py asks for on standard
// input. Both sides are compiled with this file.

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultbinder"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	testframework "k8s.io/kubernetes/pkg/scheduler/testing/framework"
)

// world is what cycle.py wrote: Kubernetes objects, one a line.
type world struct {
	nodes  []*v1.Node
	pods   []*v1.Pod
	others map[string][]json.RawMessage // by kind
}

func readWorld(t *testing.T) *world {
	name := os.Getenv("CYCLE_WORLD")
	if name == "" {
		t.Skip("CYCLE_WORLD: cycle.py sets it")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := &world{others: map[string][]json.RawMessage{}}
	lines := json.NewDecoder(bufio.NewReader(file))
	for {
		var line json.RawMessage
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return w
		} else if err != nil {
			t.Fatal(err)
		}
		switch kind := read[metav1.TypeMeta](t, line).Kind; kind {
		case "Node":
			w.nodes = append(w.nodes, read[v1.Node](t, line))
		case "Pod":
			w.pods = append(w.pods, read[v1.Pod](t, line))
		default:
			w.others[kind] = append(w.others[kind], line)
		}
	}
}

func read[T any](t *testing.T, text []byte) *T {
	out := new(T)
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// framework is kube-scheduler's, on a snapshot of the nodes and pods, with an informer factory that is not started yet.
func (w *world) framework(ctx context.Context, t *testing.T) (framework.Framework, *fake.Clientset) {
	metrics.Register()
	var objects []runtime.Object
	for _, node := range w.nodes {
		objects = append(objects, node)
	}
	for _, pod := range w.pods {
		objects = append(objects, pod)
	}
	client := fake.NewSimpleClientset(objects...)
	made, err := testframework.NewFramework(ctx, []testframework.RegisterPluginFunc{
		testframework.RegisterBindPlugin(defaultbinder.Name, defaultbinder.New),
		testframework.RegisterQueueSortPlugin(queuesort.Name, queuesort.New),
	}, "cycle", frameworkruntime.WithClientSet(client), frameworkruntime.WithInformerFactory(informers.NewSharedInformerFactory(client, 0)),
		frameworkruntime.WithSnapshotSharedLister(cache.NewSnapshot(w.pods, w.nodes)))
	if err != nil {
		t.Fatal(err)
	}
	return made, client
}

// scheduler runs cycles of pods that are given back at once.
type scheduler struct {
	t         *testing.T
	plugins   []fwk.Plugin
	nodes     []fwk.NodeInfo
	reserving func(fwk.CycleState) // what an extended framework notes before Reserve; nil: nothing
	next      int                  // the node that the next cycle looks at first
	count     int                  // of pods
}

// question is a line of cycle.py's.
type question struct {
	Pod   *v1.Pod
	Fresh bool // each pod asks for another byte of memory: a shape that was never seen
	Limit int  // nodes that are enough; 0: all are looked at
	Times int
}

// serve answers cycle.py until it is done.
func serve(t *testing.T, w *world, handle fwk.Handle, reserving func(fwk.CycleState), plugins ...fwk.Plugin) {
	s := &scheduler{t: t, plugins: plugins, reserving: reserving}
	for _, node := range w.nodes {
		info, err := handle.SnapshotSharedLister().NodeInfos().Get(node.Name)
		if err != nil {
			t.Fatal(err)
		}
		s.nodes = append(s.nodes, info)
	}
	fmt.Println(`CYCLE {}`)
	for questions := json.NewDecoder(os.Stdin); ; {
		var q question
		if err := questions.Decode(&q); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		var pods []*v1.Pod
		for range q.Times {
			pods = append(pods, s.pod(&q))
		}
		var passed []string
		start := used(t)
		for _, pod := range pods {
			passed = s.cycle(pod, q.Limit)
		}
		taken := used(t) - start
		slices.Sort(passed)
		fmt.Printf("CYCLE {\"ns\": %d, \"passed\": %d, \"which\": \"%x\"}\n", taken/int64(q.Times), len(passed),
			sha256.Sum256(fmt.Append(nil, passed)))
	}
}

func (s *scheduler) pod(q *question) *v1.Pod {
	s.count++
	pod := q.Pod.DeepCopy()
	pod.Name = fmt.Sprint("asks-", s.count)
	pod.UID = types.UID(pod.Name)
	if q.Fresh {
		asked := pod.Spec.Containers[0].Resources
		memory := asked.Requests[v1.ResourceMemory]
		memory.Add(*resource.NewQuantity(int64(s.count), resource.BinarySI))
		asked.Requests[v1.ResourceMemory], asked.Limits[v1.ResourceMemory] = memory, memory
	}
	return pod
}

// used is the processor time of this process so far, the garbage collector's included.
func used(t *testing.T) int64 {
	var now syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &now); err != nil {
		t.Fatal(err)
	}
	return now.Utime.Nano() + now.Stime.Nano()
}

// cycle is PreFilter to Reserve, and Unreserve. passed: the nodes that passed, of those that were looked at.
func (s *scheduler) cycle(pod *v1.Pod, limit int) (passed []string) {
	ctx, state := context.Background(), framework.NewCycleState()
	asked, named := s.preFilter(ctx, state, pod)
	found := s.filter(ctx, state, pod, asked, named, limit)
	for _, info := range found {
		passed = append(passed, info.Node().Name)
	}
	if len(found) == 0 {
		return nil
	}
	node := s.best(ctx, state, pod, found)
	if s.reserving != nil {
		s.reserving(state)
	}
	for _, one := range s.plugins {
		if plugin, is := one.(fwk.ReservePlugin); is {
			if status := plugin.Reserve(ctx, state, pod, node); !status.IsSuccess() {
				s.t.Fatal(node, status)
			}
		}
	}
	for _, one := range slices.Backward(s.plugins) {
		if plugin, is := one.(fwk.ReservePlugin); is {
			plugin.Unreserve(ctx, state, pod, node)
		}
	}
	return passed
}

// preFilter tells which plugins filter; named: the nodes that are looked at, nil: all.
func (s *scheduler) preFilter(ctx context.Context, state fwk.CycleState, pod *v1.Pod) (asked []fwk.FilterPlugin,
	named *fwk.PreFilterResult) {
	for _, one := range s.plugins {
		result, status := one.(fwk.PreFilterPlugin).PreFilter(ctx, state, pod, s.nodes)
		if status.IsSkip() {
			continue
		}
		if !status.IsSuccess() {
			s.t.Fatal(status)
		}
		if !result.AllNodes() {
			named = result.Merge(named)
		}
		asked = append(asked, one.(fwk.FilterPlugin))
	}
	return asked, named
}

func (s *scheduler) filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, asked []fwk.FilterPlugin,
	named *fwk.PreFilterResult, limit int) (found []fwk.NodeInfo) {
	seen := 0
	defer func() { s.next = (s.next + seen) % len(s.nodes) }()
	for ; seen < len(s.nodes) && (limit == 0 || len(found) < limit); seen++ {
		info := s.nodes[(s.next+seen)%len(s.nodes)]
		if named != nil && !named.NodeNames.Has(info.Node().Name) {
			continue
		}
		if !slices.ContainsFunc(asked, func(plugin fwk.FilterPlugin) bool { return !plugin.Filter(ctx, state, pod, info).IsSuccess() }) {
			found = append(found, info)
		}
	}
	return found
}

// best is the node with the highest sum of scores.
func (s *scheduler) best(ctx context.Context, state fwk.CycleState, pod *v1.Pod, found []fwk.NodeInfo) string {
	sums := make(fwk.NodeScoreList, len(found))
	scores := make(fwk.NodeScoreList, len(found))
	for i, info := range found {
		sums[i].Name = info.Node().Name
	}
	for _, one := range s.plugins {
		if before, is := one.(fwk.PreScorePlugin); is && before.PreScore(ctx, state, pod, found).IsSkip() {
			continue
		}
		plugin := one.(fwk.ScorePlugin)
		for i, info := range found {
			score, status := plugin.Score(ctx, state, pod, info)
			if !status.IsSuccess() {
				s.t.Fatal(status)
			}
			scores[i] = fwk.NodeScore{Name: sums[i].Name, Score: score}
		}
		if normal := plugin.ScoreExtensions(); normal != nil {
			normal.NormalizeScore(ctx, state, pod, scores)
		}
		for i := range scores {
			sums[i].Score += scores[i].Score
		}
	}
	return slices.MaxFunc(sums, func(a, b fwk.NodeScore) int { return cmp.Compare(a.Score, b.Score) }).Name
}
