package scheduler

// Binds pods to nodes with real kubelets and counts the refusals of these kubelets. MODE is the
// scheduler: "koord" is our plugin, "ungated" our plugin without its prediction of kubelet's
// admission, "nrt" NodeResourceTopologyMatch's filter, "fit" NodeResourcesFit alone, which "nrt"
// has, too. Any node that passes may be chosen. docs/internals/differential.md describes the other
// variables.

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/kubelet/cm/zznodes"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/nativegroup"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// handle is the part of the framework's handle with which the plugin binds pods.
type handle struct {
	fwk.Handle
	client kubernetes.Interface
}

func (h handle) ClientSet() kubernetes.Interface { return h.client }
func (h handle) APICacher() fwk.APICacher        { return nil }

// site is a cluster: its API server is the stores, its nodes have real kubelets.
type site struct {
	t          *testing.T
	random     *rand.Rand
	mode       string
	plugin     *plugin.Plugin
	all        *State
	pods       cache.Store
	topologies cache.Store
	transform  func(any) (any, error)
	nodes      []*place
	pending    []*v1.Pod // that no node had room for
	binding    []reserved
	version    int
	counts     map[string]int
	shown      int
	show       int
	used       float64 // sum over all bound pods of the part of CPUs in use
	examiner   *rand.Rand
	examined   int // percent of the refusals by the filter that are examined
}

// reserved is a pod whose binding is under way.
type reserved struct {
	pod  *v1.Pod
	at   *place
	bind func()
}

// place is a node. Its agent reads kubelet's files, and its report is delivered later.
type place struct {
	name    string
	kubelet *zznodes.Node
	agent   *koord.Agent
	info    *framework.NodeInfo
	queue   []*v1.Pod // bound, not yet admitted
	running []*v1.Pod
	late    []*v1.Pod // bound, but the agent does not know them yet
	report  string    // the last one that was delivered
	outbox  string    // not delivered yet
	zones   *koord.NRTNode
	history []string
}

func TestZZRefusals(t *testing.T) {
	s := &site{t: t, random: rand.New(rand.NewSource(int64(setting("SEED", 1)))), mode: os.Getenv("MODE"), show: setting("SHOW", 3),
		counts: map[string]int{}, examined: setting("EXAMINE", 0), examiner: rand.New(rand.NewSource(1))}
	s.open()
	nodes, pods := setting("NODES", 200), setting("PODS", 10000)
	for i := range nodes {
		s.addNode(i)
	}
	start := time.Now()
	for i := 0; s.counts["bound"] < pods; i++ {
		s.step(i)
	}
	for len(s.binding) > 0 {
		s.bindOne()
	}
	for _, at := range s.nodes {
		s.admit(at, len(at.queue))
	}
	refused := s.counts["TopologyAffinityError"] + s.counts["SMTAlignmentError"] + s.counts["UnexpectedAdmissionError"]
	fmt.Printf("REFUSALS kubelet 1.%d, %s, seed %d, %d nodes: %d pods bound, %d admitted, %d refused, %.0f %% of CPUs in use (%s)\n",
		zznodes.Minor, s.mode, setting("SEED", 1), nodes, s.counts["bound"], s.counts["admitted"], refused,
		100*s.used/float64(s.counts["bound"]), s.list())
	fmt.Printf("  %.0f s\n", time.Since(start).Seconds())
	if s.mode == "koord" && refused+s.counts["Reserve refused"] > 0 {
		fmt.Println("DIFF kubelet refused pods that passed the filter")
	}
}

func (s *site) list() string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(s.counts)) {
		out = append(out, fmt.Sprintf("%s %d", key, s.counts[key]))
	}
	return strings.Join(out, ", ")
}

// open makes the plugin.
func (s *site) open() {
	text := "{}"
	if s.mode == "ungated" {
		text = `{"ignoreKubelet":true}`
	}
	parsed, err := args.Parse(&runtime.Unknown{Raw: []byte(text), ContentType: runtime.ContentTypeJSON})
	must(s.t, err)
	gpus, err := parsed.GPUs()
	must(s.t, err)
	cluster, err := parsed.NewCluster(nil)
	must(s.t, err)
	s.t.Cleanup(func() { cluster.Close() })
	client := fake.NewClientset()
	client.PrependReactor("create", "pods", s.bind)
	s.all, err = assemble(cluster, gpus, clients{typed: client, dynamic: dynamicfake.NewSimpleDynamicClient(runtime.NewScheme())}, nil, time.Now)
	must(s.t, err)
	groups, err := nativegroup.New(context.Background(), nil, nativegroup.Parts{State: s.all.parts.State, Waiting: s.all.parts.Waiting, Evaluator: s.all.parts.Evaluator,
		Gangs: s.all.parts.Gangs, Ready: s.all.parts.Ready}, parsed.GangTimeout.Duration)
	must(s.t, err)
	s.plugin = plugin.New(parsed, handle{client: client}, s.all.parts, nil, groups)
	s.pods, s.topologies = cache.NewStore(cache.MetaNamespaceKeyFunc), cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources := s.all.parts.State.Stores
	sources.Pods, sources.Nodes = s.pods, cache.NewStore(cache.MetaNamespaceKeyFunc)
	sources.Topologies.Set(s.topologies)
	s.transform = stores.NewDecoders(func(_ string, _ runtime.Object, err error) { s.t.Error(err) }).Topologies.Transform
	must(s.t, s.all.feed.BecomeReady(context.Background())) // there are no informers
}

func (s *site) next() string {
	s.version++
	return strconv.Itoa(s.version)
}

// ours reports whether our plugin is the scheduler.
func (s *site) ours() bool { return s.mode == "koord" || s.mode == "ungated" }

// changed is the event of a pod.
func (s *site) changed(before, pod *v1.Pod) {
	if s.ours() {
		s.all.feed.PodChanged(before, pod)
	}
}

func (s *site) addNode(i int) {
	shape := shapes[i%len(shapes)]
	cpus := int64(shape.CoresPerNode * shape.Threads)
	shape.Memory = cpus * pick[int64](s, 3, 4, 6) << 30
	shape.Huge = pick[int64](s, 0, 512, 1024)
	config := zznodes.Config{Policy: pick(s, "none", "best-effort", "restricted", "restricted", "single-numa-node", "single-numa-node"),
		Scope: pick(s, "container", "pod"), CPUOptions: cpuOptions[s.random.Intn(len(cpuOptions))], TopologyOptions: map[string]string{},
		StaticMemory: s.chance(50), PodLevel: setting("GATE", 0) > 0}
	if s.chance(33) {
		config.TopologyOptions["prefer-closest-numa-nodes"] = "true"
	}
	at := &place{name: fmt.Sprint("node-", i)}
	var err error
	if at.kubelet, err = zznodes.New(shape, config, s.devices(&shape), s.t.TempDir()); err != nil { // options that do not go together
		config.CPUOptions = map[string]string{}
		at.kubelet, err = zznodes.New(shape, config, s.devices(&shape), s.t.TempDir())
	}
	must(s.t, err)
	machine, err := koord.TopologyFromJSON(nil, []byte(shape.TopologyJSON()))
	must(s.t, err)
	at.agent, err = koord.NewAgent(nil, machine, koord.AgentOptions{})
	must(s.t, err)
	node := &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: at.name, ResourceVersion: s.next()}}
	node.Status.Allocatable, node.Status.Capacity = at.kubelet.Allocatable(), at.kubelet.Allocatable()
	node.Status.NodeInfo.KubeletVersion = fmt.Sprintf("v1.%d.0", zznodes.Minor)
	must(s.t, at.agent.SetNode([]byte(mustJSON(s.t, node))))
	must(s.t, s.all.parts.State.Stores.Nodes.Add(node))
	s.all.feed.NodeChanged(node, node)
	at.info = framework.NewNodeInfo()
	at.info.SetNode(node)
	s.nodes = append(s.nodes, at)
	s.read(at)
	s.deliver(at)
}

// step is one of the events of a cluster, most often a new pod.
func (s *site) step(i int) {
	switch draw := s.random.Intn(1000); {
	case draw < 450:
		s.schedule(s.pod(i))
	case draw < 500 && len(s.pending) > 0:
		at := s.random.Intn(len(s.pending))
		pod := s.pending[at]
		s.pending = slices.Delete(s.pending, at, at+1)
		s.schedule(pod)
	case draw < 570:
		s.bindOne()
	case draw < 720:
		at := s.busiest()
		s.admit(at, 1+s.random.Intn(3))
	case draw < 850:
		s.read(s.busiest())
	case draw < 985:
		at := s.nodes[s.random.Intn(len(s.nodes))]
		for range 4 { // one that has a report
			if at.outbox != "" {
				break
			}
			at = s.nodes[s.random.Intn(len(s.nodes))]
		}
		s.deliver(at)
	case draw < 990:
		s.restart(s.nodes[s.random.Intn(len(s.nodes))])
	default:
		s.end(s.nodes[s.random.Intn(len(s.nodes))])
	}
}

// busiest returns a node on which pods may wait for their admission, because they wait on few.
func (s *site) busiest() *place {
	at := s.nodes[s.random.Intn(len(s.nodes))]
	for range 6 {
		if other := s.nodes[s.random.Intn(len(s.nodes))]; len(other.queue) > len(at.queue) {
			at = other
		}
	}
	return at
}

// note keeps the last events of a node for messages.
func (at *place) note(format string, values ...any) {
	at.history = append(at.history, fmt.Sprintf(format, values...))
	if len(at.history) > 40 {
		at.history = at.history[1:]
	}
}

// schedule runs a scheduling cycle and the binding.
func (s *site) schedule(pod *v1.Pod) {
	ctx, state := context.Background(), framework.NewCycleState()
	must(s.t, s.pods.Add(pod))
	s.changed(pod, pod)
	var found []*place
	for _, at := range s.nodes {
		if len(noderesources.Fits(pod, at.info, nil, noderesources.ResourceRequestsOptions{})) == 0 {
			found = append(found, at)
		}
	}
	s.counts["nodes with amounts"] += len(found)
	found = s.filter(ctx, state, pod, found)
	s.counts["nodes that passed"] += len(found)
	if len(found) == 0 {
		s.counts["cycles without a node"]++
		s.all.parts.Waiting.Forget(pod.UID)
		must(s.t, s.pods.Delete(pod))
		s.changed(pod, pod)
		if s.pending = append(s.pending, pod); len(s.pending) > 20 {
			s.pending = s.pending[1:]
		}
		for range 3 {
			s.end(s.nodes[s.random.Intn(len(s.nodes))])
		}
		return
	}
	at := found[s.random.Intn(len(found))]
	if s.ours() {
		if status := s.plugin.Reserve(ctx, state, pod, at.name); !status.IsSuccess() {
			s.counts["Reserve refused"]++
			s.explain(at, pod, "Reserve: "+status.Message())
			return
		}
		if s.chance(1) { // the binding fails
			s.plugin.Unreserve(ctx, state, pod, at.name)
			s.counts["unreserved"]++
			return
		}
	}
	at.info.AddPod(pod) // assumed
	s.used += s.inUse()
	s.counts["bound"]++
	s.binding = append(s.binding, reserved{pod, at, func() { s.finish(ctx, state, pod, at) }})
	if s.chance(50) {
		s.bindOne()
	}
}

// bindOne completes a binding. Bindings overtake each other.
func (s *site) bindOne() {
	if len(s.binding) > 0 {
		at := s.random.Intn(len(s.binding))
		next := s.binding[at]
		s.binding = slices.Delete(s.binding, at, at+1)
		next.bind()
	}
}

// finish writes a binding.
func (s *site) finish(ctx context.Context, state fwk.CycleState, pod *v1.Pod, at *place) {
	if !s.ours() {
		s.put(pod, at, nil)
	} else if status := s.plugin.Bind(ctx, state, pod, at.name); !status.IsSuccess() {
		s.t.Fatal(status)
	}
	bound := stores.Get[v1.Pod](s.pods, pod.Namespace+"/"+pod.Name)
	before := s.chance(50)
	if before {
		s.changed(pod, bound)
	}
	if s.ours() {
		s.plugin.PostBind(ctx, state, pod, at.name)
	}
	if !before {
		s.changed(pod, bound)
	}
	at.queue = append(at.queue, bound)
	if at.late = append(at.late, bound); s.chance(80) {
		s.inform(at, 100)
	}
	at.note("bound %s %s", bound.UID, asked(bound))
}

// inUse returns the part of all CPUs that pods request.
func (s *site) inUse() float64 {
	requested, total := int64(0), int64(0)
	for _, at := range s.nodes {
		requested += at.info.GetRequested().GetMilliCPU()
		total += at.info.GetAllocatable().GetMilliCPU()
	}
	return float64(requested) / float64(total)
}

func (s *site) filter(ctx context.Context, state fwk.CycleState, pod *v1.Pod, from []*place) (found []*place) {
	switch s.mode {
	case "fit":
		return from
	case "nrt":
		made := s.libraryPod(pod)
		defer made.Close()
		for _, at := range from {
			verdict, _, err := at.zones.Filter(made)
			must(s.t, err)
			if !verdict.Refusal.Refused() {
				found = append(found, at)
			}
		}
		return found
	}
	infos := make([]fwk.NodeInfo, 0, len(s.nodes))
	for _, at := range s.nodes {
		infos = append(infos, at.info)
	}
	result, status := s.plugin.PreFilter(ctx, state, pod, infos)
	if !status.IsSuccess() && !status.IsSkip() {
		return nil
	}
	for _, at := range from {
		if (result == nil || result.NodeNames == nil || result.NodeNames.Has(at.name)) &&
			(status.IsSkip() || s.plugin.Filter(ctx, state, pod, at.info).IsSuccess()) {
			found = append(found, at)
		} else if s.examiner.Intn(100) < s.examined {
			s.examine(pod, at)
		}
	}
	return found
}

// examine counts a refusal by the filter, and if a copy of the kubelet would admit the pod.
func (s *site) examine(pod *v1.Pod, at *place) {
	s.counts["refusals of the filter"]++
	dir, err := os.MkdirTemp("", "copy")
	must(s.t, err)
	defer os.RemoveAll(dir)
	kubelet, err := at.kubelet.Copy(dir)
	must(s.t, err)
	waiting := slices.Clone(at.queue)
	for _, other := range s.binding {
		if other.at == at {
			waiting = append(waiting, other.pod)
		}
	}
	for _, other := range waiting {
		kubelet.Admit(other)
	}
	if reason, _ := kubelet.Admit(pod); reason == "" {
		s.counts["needless refusals"]++
		if len(waiting) == 0 {
			s.counts["needless refusals without pods in flight"]++
		}
	}
}

// bind is the API server's answer to a Binding.
func (s *site) bind(action clienttesting.Action) (bool, runtime.Object, error) {
	if action.GetSubresource() != "binding" {
		return false, nil, nil
	}
	binding := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
	pod := stores.Get[v1.Pod](s.pods, binding.Namespace+"/"+binding.Name)
	for _, at := range s.nodes {
		if at.name == binding.Target.Name {
			s.put(pod, at, binding.Annotations)
		}
	}
	return true, binding, nil
}

func (s *site) put(pod *v1.Pod, at *place, annotations map[string]string) {
	bound := pod.DeepCopy()
	bound.Spec.NodeName, bound.ResourceVersion = at.name, s.next()
	maps.Copy(bound.Annotations, annotations)
	must(s.t, s.pods.Update(bound))
}

// libraryPod returns the library's form of a pod.
func (s *site) libraryPod(pod *v1.Pod) *koord.Pod {
	text, err := json.Marshal(pod)
	must(s.t, err)
	out, err := koord.PodFromJSON(nil, text)
	must(s.t, err)
	return out
}

// inform lets the node's agent see bound pods.
func (s *site) inform(at *place, percent int) {
	at.late = slices.DeleteFunc(at.late, func(pod *v1.Pod) bool {
		if !s.chance(percent) {
			return false
		}
		made := s.libraryPod(pod)
		defer made.Close()
		must(s.t, at.agent.SetPod(made))
		return true
	})
}

// admit lets kubelet see the next bound pods.
func (s *site) admit(at *place, count int) {
	for ; count > 0 && len(at.queue) > 0; count-- {
		pod := at.queue[0]
		at.queue = at.queue[1:]
		before := at.kubelet.CPUState()
		reason, message := at.kubelet.Admit(pod)
		if reason == "" {
			s.counts["admitted"]++
			at.running = append(at.running, pod)
			at.note("admitted %s", pod.UID)
			continue
		}
		s.counts[reason]++
		s.explain(at, pod, fmt.Sprintf("%s: %s\n  kubelet's CPUs before: %s", reason, message, before))
		s.remove(at, pod)
	}
}

// explain prints the first refusals.
func (s *site) explain(at *place, pod *v1.Pod, text string) {
	at.note("refused %s: %s", pod.UID, text)
	if s.shown++; s.shown > s.show || s.mode != "koord" {
		return
	}
	fmt.Printf("REFUSED %s on %s by %s\n  shape %+v\n  config %s\n  pod %s %s\n  report %s\n  history\n    %s\n", pod.UID, at.name, text, at.kubelet.Shape,
		at.kubelet.ConfigJSON(), asked(pod), mustJSON(s.t, pod.Spec), at.report, strings.Join(at.history, "\n    "))
}

// read makes the report of the node's agent, which reads kubelet's files one after the other.
func (s *site) read(at *place) {
	s.inform(at, 50)
	memory := at.kubelet.MemoryState()
	if s.chance(20) {
		s.admit(at, 1)
	}
	cpus := at.kubelet.CPUState()
	if len(at.kubelet.Devices) != 0 && s.chance(20) {
		s.admit(at, 1)
	}
	must(s.t, at.agent.SetKubelet(koord.KubeletSetup{Config: []byte(at.kubelet.ConfigJSON()), CPUState: cpus, MemoryState: memory,
		DeviceState: at.kubelet.DeviceState(), Devices: at.devices()}))
	text, err := at.agent.NRT()
	must(s.t, err)
	at.outbox = string(text)
	at.note("read %s", cpus)
	if s.mode == "nrt" {
		at.outbox = at.kubelet.Zones(at.name)
	}
}

// deliver gives the last report to the scheduler.
func (s *site) deliver(at *place) {
	if at.outbox == "" {
		return
	}
	at.report, at.outbox = at.outbox, ""
	s.counts["reports"]++
	at.note("delivered")
	if s.mode == "nrt" {
		node, err := json.Marshal(at.info.Node())
		must(s.t, err)
		if at.zones != nil {
			must(s.t, at.zones.Close())
		}
		at.zones, err = koord.NRTNodeFromJSON(nil, node, []byte(at.report))
		must(s.t, err)
		return
	}
	object := &unstructured.Unstructured{}
	must(s.t, json.Unmarshal([]byte(at.report), &object.Object))
	object.SetAPIVersion(apis.TopologyV1alpha1.String())
	object.SetKind("NodeResourceTopology")
	object.SetResourceVersion(s.next())
	made, err := s.transform(object)
	must(s.t, err)
	must(s.t, s.topologies.Add(made))
	s.all.feed.NodeChanged(made, made)
}

// restart starts the kubelet, which admits its running pods, and then the oldest that wait.
func (s *site) restart(at *place) {
	must(s.t, at.kubelet.Restart())
	s.counts["restarts"]++
	at.note("restarted")
	for _, pod := range at.kubelet.Readmit() {
		s.counts["running pods refused after a restart"]++
		at.note("refused after the restart: %s", pod.UID)
		at.running = slices.DeleteFunc(at.running, func(other *v1.Pod) bool { return other.UID == pod.UID })
		s.remove(at, pod)
	}
	slices.SortStableFunc(at.queue, func(a, b *v1.Pod) int { return a.CreationTimestamp.Compare(b.CreationTimestamp.Time) })
	s.admit(at, len(at.queue))
}

// end ends a pod of a node, or deletes one before kubelet has seen it.
func (s *site) end(at *place) {
	count := len(at.running) + len(at.queue)
	if count == 0 {
		return
	}
	i := s.random.Intn(count)
	if i >= len(at.running) {
		i -= len(at.running)
		if !s.chance(20) { // most pods are admitted
			s.admit(at, len(at.queue))
			return
		}
		pod := at.queue[i]
		at.queue = slices.Delete(at.queue, i, i+1)
		s.counts["deleted before admission"]++
		at.note("deleted %s", pod.UID)
		s.remove(at, pod)
		return
	}
	pod := at.running[i]
	at.running = slices.Delete(at.running, i, i+1)
	at.kubelet.Remove(pod.UID)
	if s.chance(50) {
		at.kubelet.Sweep()
	}
	if s.chance(20) {
		s.read(at)
	}
	at.note("ended %s", pod.UID)
	s.counts["ended"]++
	s.remove(at, pod)
}

// remove deletes a pod from the API server.
func (s *site) remove(at *place, pod *v1.Pod) {
	must(s.t, at.info.RemovePod(klog.Background(), pod))
	must(s.t, s.pods.Delete(pod))
	s.changed(pod, pod)
	at.late = slices.DeleteFunc(at.late, func(other *v1.Pod) bool { return other.UID == pod.UID })
	_, err := at.agent.RemovePod(string(pod.UID))
	must(s.t, err)
}
