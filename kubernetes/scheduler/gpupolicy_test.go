package scheduler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2/ktesting"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

const gpuModelLabel = "node.koordinator.sh/gpu-model"

// withGPUPolicy returns the shipped configuration with a policy, which alone scores the nodes.
func withGPUPolicy(t *testing.T, arguments string) string {
	t.Helper()
	text := shipped(t)
	for before, now := range map[string]string{
		"          gangTimeout: 1m\n": arguments,
		"      postFilter:\n": "      score:\n        disabled:\n          - name: NodeResourcesFit\n" +
			"          - name: NodeResourcesBalancedAllocation\n      postFilter:\n",
	} {
		if strings.Count(text, before) != 1 {
			t.Fatalf("the configuration has changed: %q", before)
		}
		text = strings.Replace(text, before, now, 1)
	}
	return text
}

// gpuTask is a kind of pods, with its class in the library's terms.
type gpuTask struct {
	cpus    string
	options []podOption
	class   koord.TaskClass
}

func gpuTasks() []gpuTask {
	onModel := func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{gpuModelLabel: "B"} }
	gpu := func(percent string) podOption { return ask("koordinator.sh/gpu", percent) }
	const memory = 1 << 30
	return []gpuTask{
		{"1", nil, koord.TaskClass{CPUMilli: 1000}},
		{"2", []podOption{gpu("50")}, koord.TaskClass{CPUMilli: 2000, GPUMilli: 500, GPUCount: 1, Memory: memory}},
		{"1", []podOption{gpu("20")}, koord.TaskClass{CPUMilli: 1000, GPUMilli: 200, GPUCount: 1, Memory: memory}},
		{"1", []podOption{gpu("70")}, koord.TaskClass{CPUMilli: 1000, GPUMilli: 700, GPUCount: 1, Memory: memory}},
		{"4", []podOption{ask("nvidia.com/gpu", "2")}, koord.TaskClass{CPUMilli: 4000, GPUMilli: 1000, GPUCount: 2, Memory: memory}},
		{"2", []podOption{gpu("30"), onModel}, koord.TaskClass{CPUMilli: 2000, GPUMilli: 300, GPUCount: 1, Memory: memory, Models: "B"}},
	}
}

// alone places pods with the library alone: the best score wins, and ties go to the lower number.
type alone struct {
	*plant
	policy  koord.GPUPolicy
	history []koord.TaskClass
}

func (a *alone) model() *state.State { return a.all.parts.State }

// next returns the node of the next pod, or "" if no node has room, and reserves it.
func (a *alone) next(t *testing.T, one *v1.Pod, class koord.TaskClass) string {
	t.Helper()
	a.history = append(a.history, class)
	if count := len(a.history); count == 16 || count == 32 || count == 64 {
		must(t, a.model().Cluster.SetGPUPolicy(a.policy, a.learnt()))
	}
	pod, err := a.model().Convert(one)
	must(t, err)
	rows, err := a.all.parts.Evaluator.Evaluate(pod, nil, nil)
	must(t, err)
	best := -1
	for i := range rows {
		model := stores.Get[v1.Node](a.model().Stores.Nodes, a.model().Nodes().Name(rows[i].Node)).Labels[gpuModelLabel]
		if rows[i].Reason == koord.ReasonNone && (class.Models == "" || class.Models == model) && (best < 0 || rows[i].Score > rows[best].Score) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	name := a.model().Nodes().Name(rows[best].Node)
	_, refusal, err := a.model().Reserve(one, pod, name, nil)
	must(t, err)
	if refusal.Refused() {
		t.Fatal(refusal)
	}
	return name
}

// learnt weighs each arrival by its age.
func (a *alone) learnt() (out []koord.TaskClass) {
	weights := map[koord.TaskClass]float64{}
	sum := 0.0
	for i, class := range a.history {
		weight := math.Exp2(-float64(len(a.history)-1-i) / 1000)
		weights[class] += weight
		sum += weight
	}
	for class, weight := range weights {
		class.Tasks = int64(math.Round(weight / sum * (1 << 18)))
		out = append(out, class)
	}
	return out
}

// The scheduler places pods where the library alone would, although kube-scheduler's scores are whole
// numbers up to 100.
func TestGPUPolicyPlacesLikeTheLibrary(t *testing.T) {
	for name, policy := range map[string]koord.GPUPolicy{"RoomLeft": koord.GPUPolicyRoomLeft, "FGD": koord.GPUPolicyFGD} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, withGPUPolicy(t, "          gpuPolicy: "+name+"\n"))
			reference := &alone{plant: newPlant(t, 0), policy: policy}
			for i := range 20 {
				node := fmt.Sprint("n-", i)
				w.gpus(node)
				w.server(node, func(n *v1.Node) { n.Labels[gpuModelLabel] = string(rune('A' + i%2)) })
				w.until(node+" is known", func() bool {
					return w.knowsNode(node) && stores.Get[apis.Device](w.state.parts.State.Stores.Devices.Load(), node) != nil
				})
				w.state.parts.State.SyncNode(node) // with its Device
				reference.copyNode(t, w, node)
			}
			must(t, reference.model().Cluster.SetGPUPolicy(koord.GPUPolicyBestFit, nil))
			random, tasks := rand.New(rand.NewPCG(1, 2)), gpuTasks()
			full := 0
			for i := range 80 {
				task := tasks[random.IntN(len(tasks))]
				one := pod(fmt.Sprint("pod-", i), task.cpus, task.options...)
				expected := reference.next(t, one.DeepCopy(), task.class)
				if w.create(one); expected == "" {
					full++
					w.unschedulable(one.Name)
					continue
				}
				if found := w.bound(one.Name).Spec.NodeName; found != expected {
					t.Fatalf("pod %d %v: on %s, expected %s", i, task.class, found, expected)
				}
				if task.class.GPUCount == 0 {
					continue
				}
				found, err := w.state.parts.State.Cluster.PodMinors(string(one.UID), "gpu")
				must(w.t, err)
				minors, err := reference.model().Cluster.PodMinors(string(one.UID), "gpu")
				if must(w.t, err); !slices.Equal(found, minors) {
					t.Errorf("pod %d %v: GPUs %v, expected %v", i, task.class, found, minors)
				}
			}
			if full > 30 || full == 0 {
				t.Errorf("%d of 80 pods find no room", full)
			}
		})
	}
}

// copyNode adds a node of a world.
func (a *alone) copyNode(t *testing.T, w *world, name string) {
	t.Helper()
	from, to := w.state.parts.State.Stores, a.model().Stores
	if to.Devices.Load() == nil {
		to.Devices.Set(cache.NewStore(cache.MetaNamespaceKeyFunc))
	}
	must(t, errors.Join(
		to.Nodes.Add(stores.Get[v1.Node](from.Nodes, name)),
		to.Topologies.Load().Add(stores.Get[apis.NodeResourceTopology](from.Topologies.Load(), name)),
		to.Devices.Load().Add(stores.Get[apis.Device](from.Devices.Load(), name))))
	a.model().SyncNode(name)
}

// The policy learns from pods of served profiles, and from those that exist at the start.
func TestGPUPolicyLearnsFromPods(t *testing.T) {
	w := newWorld(t, "")
	w.logger = ktesting.NewLogger(ktesting.NopTL{}, ktesting.NewConfig(ktesting.Verbosity(2), ktesting.BufferLogs(true)))
	logged := w.logger.GetSink().(ktesting.Underlier).GetBuffer()
	isSet := func(policy string, pods int) bool {
		return slices.ContainsFunc(logged.Data(), func(entry ktesting.LogEntry) bool {
			line := fmt.Sprintln(entry.ParameterKVList...)
			return entry.Message == "Koord: GPU policy set" && strings.Contains(line, policy) && strings.HasSuffix(line, fmt.Sprintf("arrivals %d\n", pods))
		})
	}
	start := func() { w.start(withGPUPolicy(t, "          gpuPolicy: FGD\n")) }
	start()
	other := pod("other", "1")
	other.Spec.SchedulerName = "another"
	w.create(other)
	w.server("a")
	w.gpus("a")
	created := 0
	for learned := false; !learned && created < 20; {
		w.place(pod(fmt.Sprint("pod-", created), "100m", ask("koordinator.sh/gpu", "10")))
		created++
		learned = isSet("FGD", created) || isSet("FGD", created-1) // the last pod may be counted later
	}
	if created < 16 || created == 20 {
		t.Errorf("%d pods were created until the policy learned from them", created)
	}
	w.delete("pod-3")
	start()
	w.until("the existing pods are counted", func() bool { return isSet("", created-1) })
}

// The configuration in docs/operate/gpu-placement.md is valid.
func TestDocumentedGPUPolicy(t *testing.T) {
	text, err := os.ReadFile("../../docs/operate/gpu-placement.md")
	if os.IsNotExist(err) {
		t.Skip("the documents are not here")
	}
	_, block, _ := strings.Cut(string(text), "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	made := configuration(t, "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"+block)
	if err := validation.ValidateKubeSchedulerConfiguration(made); err != nil {
		t.Error(err)
	}
	for _, plugin := range made.Profiles[0].PluginConfig {
		if plugin.Name != Name {
			continue
		}
		parsed, err := args.Parse(plugin.Args)
		if err != nil || len(parsed.GPUWorkload.Expected) != 2 || len(parsed.UnknownArguments()) != 0 {
			t.Error(parsed, err)
		}
		return
	}
	t.Error("found no arguments")
}

// BenchmarkGPUPolicyRefresh sets the policy of 5,000 nodes, which PreFilter does every 200 arrivals.
func BenchmarkGPUPolicyRefresh(b *testing.B) {
	for name, kinds := range map[string]int{"alike": 1, "1000-kinds": 1000} {
		for _, classes := range []int{30, 1000} {
			b.Run(fmt.Sprint(name, "/", classes, "-classes"), func(b *testing.B) {
				benchmarkGPUPolicy(b, kinds, classes)
			})
		}
	}
}

func benchmarkGPUPolicy(b *testing.B, kinds, classes int) {
	at := 0
	p := newPlantWith(b, `{"gpuPolicy":"RoomLeft"}`, 0)
	devices := cache.NewStore(cache.MetaNamespaceKeyFunc)
	p.all.parts.State.Stores.Devices.Set(devices)
	p.all.profiles.Add("default-scheduler")
	device := &apis.Device{}
	for minor := range 8 {
		device.Spec.Devices = append(device.Spec.Devices, apis.DeviceInfo{Type: "gpu", Health: true, Minor: new(int32(minor)),
			Resources: pod("", "1", ask("koordinator.sh/gpu-core", "100"), ask("koordinator.sh/gpu-memory-ratio", "100")).Spec.Containers[0].Resources.Limits})
	}
	for i := range many {
		node := serverNode(fmt.Sprint("node-", i))
		node.ResourceVersion, device.ResourceVersion = "1", "1"
		node.Status.Allocatable = pod("", fmt.Sprint(16000+i%kinds, "m")).Spec.Containers[0].Resources.Requests
		device := device.DeepCopy()
		device.Name = node.Name
		if err := errors.Join(p.all.parts.State.Stores.Nodes.Add(node), devices.Add(device)); err != nil {
			b.Fatal(err)
		}
		p.all.feed.NodeChanged(node, node)
	}
	p.all.parts.State.GPUs.Start(context.Background(), nil)
	defer used(b)()
	for b.Loop() {
		b.StopTimer()
		for !p.all.parts.State.GPUs.Due() {
			one := pod("one", fmt.Sprint(1000+at%classes, "m"), ask("koordinator.sh/gpu", "50"))
			one.UID = types.UID(fmt.Sprint(at))
			p.all.parts.State.GPUs.PodChanged(one.UID, func() *v1.Pod { return one })
			at++
		}
		b.StartTimer()
		p.all.parts.State.GPUs.Refresh(context.Background())
	}
}
