package scheduler

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	fakediscovery "k8s.io/client-go/discovery/fake"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// world is a kube-scheduler with the plugin in this process, and a fake API server.
type world struct {
	t       *testing.T
	ctx     context.Context
	client  *fake.Clientset
	dynamic *dynamicfake.FakeDynamicClient
	sched   *kubescheduler.Scheduler
	state   *State
	version int
	profile string                    // of claimsWorld
	extra   frameworkruntime.Registry // plugins beside Koord
	stop    func()
	// isolates ends all writes of a scheduler when it is stopped.
	isolates bool
	ending   sync.RWMutex // read-locked during writes of an isolated scheduler
	starts   int
	states   sync.Map                    // states of the scheduler by start
	logger   klog.Logger                 // of the scheduler; the default one if it is empty
	now      func() time.Time            // clock of the scheduler; the real one if it is nil
	wrap     func(*State) claims.Holders // of plugin KoordClaims; the state itself if it is nil
	reactions
}

// reactions are tests' reactions to requests. A client accepts no more of its own while it runs.
type reactions struct {
	mu  sync.Mutex
	all []*clienttesting.SimpleReactor // the last one comes first
}

func (r *reactions) react(verb, resource string, do clienttesting.ReactionFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, &clienttesting.SimpleReactor{Verb: verb, Resource: resource, Reaction: do})
}

func (r *reactions) asked(action clienttesting.Action) (bool, runtime.Object, error) {
	r.mu.Lock()
	all := slices.Clone(r.all)
	r.mu.Unlock()
	for _, reaction := range slices.Backward(all) {
		if !reaction.Handles(action) {
			continue
		}
		if handled, object, err := reaction.React(action); handled {
			return true, object, err
		}
	}
	return false, nil, nil
}

const (
	hintsDone    = 400 * time.Millisecond // until pods that hints did not activate are activated
	statusesDone = 2 * time.Second        // until the status of PodGroups is written
)

// customLists are the custom resources that a scheduler watches, with the kinds of their lists.
var customLists = map[schema.GroupVersionResource]string{
	apis.NodeResourceTopologiesV1alpha1: "NodeResourceTopologyList",
	apis.Devices:                        "DeviceList",
	apis.PodGroups:                      "PodGroupList",
	apis.RebindResources:                "RebindResourceList",
	apis.Reservations:                   "ReservationList",
}

// shipped returns the configuration that replaces kube-scheduler.
func shipped(t *testing.T) string {
	t.Helper()
	read, err := os.ReadFile("../deploy/scheduler/replacement/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(read)
}

// newWorld starts a scheduler with a KubeSchedulerConfiguration, or with shipped if profiles is "".
func newWorld(t *testing.T, profiles string, objects ...runtime.Object) *world {
	t.Helper()
	return newWorldWith(t, nil, profiles, objects...)
}

func newWorldWith(t *testing.T, extra frameworkruntime.Registry, profiles string, objects ...runtime.Object) *world {
	t.Helper()
	w := &world{t: t, client: fake.NewClientset(objects...), extra: extra}
	w.client.PrependReactor("*", "*", w.asked)
	w.react("create", "pods", w.bind)
	w.client.Discovery().(*fakediscovery.FakeDiscovery).Resources = []*metav1.APIResourceList{
		{GroupVersion: apis.TopologyV1alpha1.String(), APIResources: []metav1.APIResource{{Name: "noderesourcetopologies"}}},
		{GroupVersion: apis.SchedulingV1alpha1.String(), APIResources: []metav1.APIResource{{Name: "devices"}, {Name: "rebindresources"},
			{Name: "reservations"}}},
		{GroupVersion: "resource.k8s.io/v1", APIResources: []metav1.APIResource{{Name: "resourceclaims"}, {Name: "resourceslices"}}},
		{GroupVersion: apis.PodGroupsV1alpha1.String(), APIResources: []metav1.APIResource{{Name: "podgroups"}}},
	}
	w.dynamic = dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), customLists)
	w.dynamic.PrependReactor("*", "*", w.asked)
	w.react("patch", "reservations", w.patchReservation)
	w.react("patch", "podgroups", w.patchCustom)
	t.Cleanup(func() {
		if w.stop != nil {
			w.stop()
		}
	})
	w.start(profiles)
	return w
}

// start starts the scheduler. A second call simulates a restart: only the API server's objects
// remain.
func (w *world) start(profiles string) {
	w.t.Helper()
	if w.stop != nil {
		w.stop()
	}
	ctx, cancel := context.WithCancel(context.Background())
	if w.logger.GetSink() != nil {
		ctx = klog.NewContext(ctx, w.logger)
	}
	w.ctx = ctx
	typed, custom := len(w.client.Actions()), len(w.dynamic.Actions())
	client := w.client
	if w.isolates {
		client = w.process(ctx)
	}
	factory := newInformers(client)
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		w.t.Fatal(err)
	}
	registry := maps.Clone(w.extra)
	if registry == nil {
		registry = frameworkruntime.Registry{}
	}
	w.starts++
	started := w.starts
	registry[args.Name] = New(Options{
		Dynamic: w.dynamic, Discovery: w.client.Discovery(), now: w.now,
		State: func(_ context.Context, s *State) {
			w.state = s
			w.states.Store(started, s)
		},
	})
	sched, err := kubescheduler.New(ctx, client, factory, nil, profile.NewRecorderFactory(broadcaster),
		kubescheduler.WithProfiles(configuration(w.t, profiles).Profiles...),
		kubescheduler.WithPodInitialBackoffSeconds(0), kubescheduler.WithPodMaxBackoffSeconds(0),
		kubescheduler.WithFrameworkOutOfTreeRegistry(registry))
	if err != nil {
		w.t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := sched.WaitForHandlersSync(ctx); err != nil {
		w.t.Fatal(err)
	}
	w.sched = sched
	w.until("all that is listed is watched", func() bool {
		_, left := unwatched(w.client.Actions()[typed:])
		watched, leftCustom := unwatched(w.dynamic.Actions()[custom:])
		return left+leftCustom == 0 && watched == len(customLists)
	})
	done := make(chan struct{})
	go func() {
		sched.Run(ctx)
		close(done)
	}()
	w.stop = func() {
		w.ending.Lock()
		cancel()
		w.ending.Unlock()
		<-done
		broadcaster.Shutdown()
	}
}

// process returns the client of one scheduler, which does not write any more when ctx has ended.
func (w *world) process(ctx context.Context) *fake.Clientset {
	client := &fake.Clientset{}
	client.AddReactor("*", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		switch action.GetVerb() {
		case "create", "update", "patch", "delete":
			w.ending.RLock()
			defer w.ending.RUnlock()
			if err := ctx.Err(); err != nil {
				return true, nil, err
			}
		}
		object, err := w.client.Invokes(action, nil)
		return true, object, err
	})
	client.AddWatchReactor("*", func(action clienttesting.Action) (bool, watch.Interface, error) {
		events, err := w.client.InvokesWatch(action)
		return true, events, err
	})
	return client
}

// unwatched counts the resources that are watched, and those that are only listed. No informer
// receives objects that are created before the watch, because the test clients keep no history.
func unwatched(actions []clienttesting.Action) (watched, left int) {
	is := map[string]bool{}
	for _, action := range actions {
		switch action.GetVerb() {
		case "list":
			is[action.GetResource().Resource] = is[action.GetResource().Resource]
		case "watch":
			is[action.GetResource().Resource] = true
		}
	}
	for _, isWatched := range is {
		if isWatched {
			watched++
		} else {
			left++
		}
	}
	return watched, left
}

func configuration(t *testing.T, text string) *config.KubeSchedulerConfiguration {
	t.Helper()
	if text == "" {
		text = shipped(t)
	}
	object, _, err := scheme.Codecs.UniversalDecoder().Decode(ofVersion(t, text), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return object.(*config.KubeSchedulerConfiguration)
}

// ofVersion returns a configuration for this version of Kubernetes.
func ofVersion(t *testing.T, text string) []byte {
	t.Helper()
	if kubernetesVersion == "" {
		return []byte(text)
	}
	command := exec.Command("../versions/config.sh")
	command.Env, command.Stdin = []string{"PATH=/usr/bin:/bin", "KUBERNETES=" + kubernetesVersion}, strings.NewReader(text)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// bind applies a Binding like the API server.
func (w *world) bind(action clienttesting.Action) (bool, runtime.Object, error) {
	if action.GetSubresource() != "binding" {
		return false, nil, nil
	}
	binding := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
	found, err := w.client.Tracker().Get(v1.SchemeGroupVersion.WithResource("pods"), binding.Namespace, binding.Name)
	if err != nil {
		return true, nil, err
	}
	pod := found.(*v1.Pod).DeepCopy()
	if pod.Spec.NodeName != "" {
		return true, nil, apierrors.NewConflict(v1.Resource("pods/binding"), pod.Name,
			fmt.Errorf("pod %s is already assigned to node %q", pod.Name, pod.Spec.NodeName))
	}
	pod.Spec.NodeName = binding.Target.Name
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	for key, value := range binding.Annotations {
		pod.Annotations[key] = value
	}
	pod.Status.Conditions = append(pod.Status.Conditions, v1.PodCondition{Type: v1.PodScheduled, Status: v1.ConditionTrue,
		LastTransitionTime: metav1.Now()})
	pod.ResourceVersion += "b"
	return true, binding, w.client.Tracker().Update(v1.SchemeGroupVersion.WithResource("pods"), pod, pod.Namespace)
}

// next returns the next resource version, because the tracker assigns none.
func (w *world) next() string {
	w.version++
	return fmt.Sprint(w.version)
}

// must ends a test with an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// server adds a node of 2 sockets with 4 cores of 2 threads each: CPUs 0-7 on NUMA node 0, 8-15 on NUMA node 1.
func (w *world) server(name string, change ...func(*v1.Node)) {
	w.t.Helper()
	node := serverNode(name)
	node.ResourceVersion = w.next()
	for _, do := range change {
		do(node)
	}
	w.topology(name, nil)
	_, err := w.client.CoreV1().Nodes().Create(w.ctx, node, metav1.CreateOptions{})
	must(w.t, err)
	// A pod that is created next must not be refused for a node without a topology.
	w.until("node "+name+" is known", func() bool { return w.knowsNode(name) })
}

func serverNode(name string) *v1.Node {
	room := v1.ResourceList{"cpu": resource.MustParse("16"), "memory": resource.MustParse("64Gi"), "pods": resource.MustParse("110")}
	return &v1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name), Labels: map[string]string{"kubernetes.io/hostname": name}},
		Status:     v1.NodeStatus{Allocatable: room, Capacity: room},
	}
}

func (w *world) topology(name string, change func(map[string]any)) {
	w.t.Helper()
	object := topologyOf(w.t, name)
	object.SetResourceVersion(w.next())
	if change != nil {
		change(object.Object)
	}
	client := w.dynamic.Resource(apis.NodeResourceTopologiesV1alpha1)
	_, err := client.Create(w.ctx, object, metav1.CreateOptions{})
	if err != nil {
		_, err = client.Update(w.ctx, object, metav1.UpdateOptions{})
	}
	must(w.t, err)
}

func topologyOf(t testing.TB, name string) *unstructured.Unstructured {
	t.Helper()
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:4 pu:2")
	if err != nil {
		t.Fatal(err)
	}
	defer machine.Close()
	text, err := machine.NRT(name, koord.KubeletSetup{})
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte(`"1Gi"`), []byte(`"32Gi"`))
	object := &unstructured.Unstructured{}
	if err := json.Unmarshal(text, &object.Object); err != nil {
		t.Fatal(err)
	}
	object.SetAPIVersion(apis.TopologyV1alpha1.String())
	object.SetKind("NodeResourceTopology")
	return object
}

// gpus adds two GPUs to a node.
func (w *world) gpus(name string) {
	w.t.Helper()
	var devices []any
	for minor := range 2 {
		devices = append(devices, map[string]any{"type": "gpu", "minor": int64(minor), "health": true, "id": fmt.Sprint("GPU-", minor),
			"resources": map[string]any{"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "16Gi",
				"koordinator.sh/gpu-memory-ratio": "100"}})
	}
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"devices": devices}}}
	object.SetAPIVersion(apis.SchedulingV1alpha1.String())
	object.SetKind("Device")
	object.SetName(name)
	object.SetResourceVersion(w.next())
	_, err := w.dynamic.Resource(apis.Devices).Create(w.ctx, object, metav1.CreateOptions{})
	must(w.t, err)
}

// place creates pods and waits until they are bound.
func (w *world) place(pods ...*v1.Pod) {
	w.t.Helper()
	w.create(pods...)
	for _, member := range pods {
		w.bound(member.Name)
	}
}

func (w *world) create(pods ...*v1.Pod) {
	w.t.Helper()
	for _, member := range pods {
		member.ResourceVersion = w.next()
		_, err := w.client.CoreV1().Pods(member.Namespace).Create(w.ctx, member, metav1.CreateOptions{})
		must(w.t, err)
	}
}

func (w *world) update(pod *v1.Pod) {
	w.t.Helper()
	pod.ResourceVersion = w.next() + "u"
	_, err := w.client.CoreV1().Pods(pod.Namespace).Update(w.ctx, pod, metav1.UpdateOptions{})
	must(w.t, err)
}

func (w *world) delete(name string) {
	w.t.Helper()
	must(w.t, w.client.CoreV1().Pods("default").Delete(w.ctx, name, metav1.DeleteOptions{}))
}

// leaves marks a pod as being deleted, without deleting it.
func (w *world) leaves(name string) {
	w.t.Helper()
	leaving := w.get(name).DeepCopy()
	now := metav1.Now()
	leaving.DeletionTimestamp = &now
	leaving.Finalizers = []string{"test/slow"}
	w.update(leaving)
}

// changeNode updates a node.
func (w *world) changeNode(name string, change func(*v1.Node)) {
	w.t.Helper()
	node, err := w.client.CoreV1().Nodes().Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	node = node.DeepCopy()
	node.ResourceVersion = w.next()
	change(node)
	_, err = w.client.CoreV1().Nodes().Update(w.ctx, node, metav1.UpdateOptions{})
	must(w.t, err)
}

// knowsNode reports whether the state knows a node with its topology.
func (w *world) knowsNode(name string) bool {
	s := w.state.parts.State
	id, known := s.NodeID(name)
	if !known {
		return false
	}
	topology, err := s.Cluster.NodeTopology(id)
	if err != nil || topology == nil {
		return false
	}
	must(w.t, topology.Close())
	anyPod, err := s.Convert(pod("any", "1"))
	must(w.t, err)
	refusal, _, err := s.Cluster.Judge(anyPod, nil, id)
	return err == nil && refusal.Reason != koord.ReasonNodeUnknown
}

// hasAllocation reports whether the library knows an allocation of a pod or Reservation.
func (s *State) hasAllocation(uid types.UID) bool {
	_, err := s.parts.State.Cluster.PodNode(string(uid))
	return err == nil
}

// morePods changes a node without freeing resources for waiting pods.
func morePods(n *v1.Node) { n.Status.Allocatable["pods"] = resource.MustParse("120") }

func (w *world) get(name string) *v1.Pod {
	w.t.Helper()
	found, err := w.client.CoreV1().Pods("default").Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	return found
}
