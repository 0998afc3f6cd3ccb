package gpupolicy

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// library records the calls of a policy.
type library struct {
	*Policy
	ctx      context.Context
	log      strings.Builder
	calls    []string // "FGD after 16"
	workload []koord.TaskClass
	err      error
}

// always returns a reader of one version of a pod.
func always(pod *v1.Pod) func() *v1.Pod { return func() *v1.Pod { return pod } }

// only returns a reader of a node without a Device.
func only(node *v1.Node) func() (*v1.Node, *apis.Device, bool) {
	return func() (*v1.Node, *apis.Device, bool) { return node, nil, true }
}

func newLibrary(t *testing.T, name string, workload Workload) *library {
	t.Helper()
	config, err := Parse(name, workload)
	if err != nil {
		t.Fatal(err)
	}
	l := &library{}
	l.ctx = klog.NewContext(context.Background(), textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&l.log))))
	l.Policy = New(config, func(policy koord.GPUPolicy, rows []koord.TaskClass) error {
		if l.err == nil {
			l.workload = rows
		}
		l.calls = append(l.calls, fmt.Sprint(strings.TrimPrefix(policy.String(), "GPUPolicy"), " after ", l.arrivals))
		return l.err
	}, func(profile string) bool { return profile == "koord-scheduler" })
	return l
}

func (l *library) check(t *testing.T, expected ...string) {
	t.Helper()
	if !reflect.DeepEqual(l.calls, expected) {
		t.Errorf("calls: found %q, expected %q", l.calls, expected)
	}
}

// arrive creates a pod, as an informer reports it, and begins a cycle.
func (l *library) arrive(uid, requests string) *v1.Pod {
	pod := podOf(requests)
	pod.UID, pod.Spec.SchedulerName = types.UID(uid), "koord-scheduler"
	l.PodChanged(pod.UID, always(pod))
	l.Refresh(l.ctx)
	return pod
}

func TestRounds(t *testing.T) {
	l := newLibrary(t, "FGD", Workload{})
	l.Start(l.ctx, nil)
	for i := range 700 {
		l.arrive(fmt.Sprint(i), "cpu=1 nvidia.com/gpu=1")
	}
	l.check(t, "BestFit after 0", "FGD after 16", "FGD after 32", "FGD after 64", "FGD after 128", "FGD after 256", "FGD after 456",
		"FGD after 656")
	if len(l.workload) != 1 || l.workload[0].GPUCount != 1 || l.workload[0].CPUMilli != 1000 {
		t.Error(l.workload)
	}

	expected := Workload{Expected: []Expected{{Tasks: 1, Requests: amounts("cpu=1 koordinator.sh/gpu=50")}}}
	l = newLibrary(t, "RoomLeft", expected)
	l.Start(l.ctx, nil)
	l.check(t, "RoomLeft after 0")

	l = newLibrary(t, "Packing", Workload{}) // reads no workload
	l.Start(l.ctx, nil)
	for i := range 100 {
		l.arrive(fmt.Sprint(i), "nvidia.com/gpu=1")
	}
	l.check(t, "Packing after 0")
}

// A pod counts once, whatever is reported of it afterwards.
func TestPodsCountOnce(t *testing.T) {
	l := newLibrary(t, "FGD", Workload{})
	early := podOf("cpu=1")
	early.UID, early.Spec.SchedulerName = "early", "koord-scheduler"
	l.PodChanged("early", always(early)) // counted by Start
	l.Start(l.ctx, []*v1.Pod{early})
	l.PodChanged("early", always(early))
	if l.arrivals != 1 {
		t.Errorf("%d arrivals after the start", l.arrivals)
	}
	pod := l.arrive("a", "cpu=1")
	l.PodChanged("a", always(pod)) // a retry
	changed := pod.DeepCopy()
	changed.Labels = map[string]string{"a": "b"}
	l.PodChanged("a", always(changed))
	if l.arrivals != 2 {
		t.Errorf("%d arrivals after updates", l.arrivals)
	}
	bound := pod.DeepCopy()
	bound.Spec.NodeName = "node"
	l.PodChanged("a", always(bound))
	l.PodChanged("a", always(bound))
	l.PodChanged("a", always(nil))
	done := podOf("cpu=1")
	done.UID, done.Spec.SchedulerName, done.Status.Phase = "done", "koord-scheduler", v1.PodFailed
	l.PodChanged("done", always(done))
	l.PodChanged("gone", always(nil))
	other := podOf("cpu=1")
	other.UID, other.Spec.SchedulerName = "other", "default-scheduler"
	l.PodChanged("other", always(other))
	l.arrive("impossible", "koordinator.sh/gpu=150")
	if l.arrivals != 2 {
		t.Errorf("%d arrivals", l.arrivals)
	}
	l.PodChanged("early", always(nil))
	l.PodChanged("impossible", always(nil))
	if len(l.pending) != 0 {
		t.Errorf("remembered: %v", l.pending)
	}
	l.arrive("b", "cpu=1")
	if l.arrivals != 3 {
		t.Errorf("%d arrivals with a new pod", l.arrivals)
	}
}

// After a restart the pods that exist count in the order of their creation.
func TestPodsThatExistCountAtTheStart(t *testing.T) {
	running := newLibrary(t, "RoomLeft", Workload{HalfLife: 10})
	running.Start(running.ctx, nil)
	var pods []*v1.Pod
	for i := range 40 {
		pod := running.arrive(fmt.Sprintf("%03d", i), fmt.Sprintf("cpu=%d nvidia.com/gpu=%d", 1+i/10, 1+i%3))
		pod.CreationTimestamp = metav1.NewTime(time.Unix(int64(i/4), 0)) // several in a second
		if i%2 == 0 {
			pod = pod.DeepCopy()
			pod.Spec.NodeName = "node"
			running.PodChanged(pod.UID, always(pod))
		}
		pods = append([]*v1.Pod{pod}, pods...)
	}
	again := newLibrary(t, "RoomLeft", Workload{HalfLife: 10})
	again.Start(again.ctx, pods)
	again.check(t, "RoomLeft after 40")
	if !reflect.DeepEqual(again.counts, running.counts) || !reflect.DeepEqual(again.pending, running.pending) {
		t.Errorf("found %v, expected %v", again.counts.list(), running.counts.list())
	}
	for i := range 100 {
		again.arrive(fmt.Sprint("new-", i), "cpu=1")
	}
	again.check(t, "RoomLeft after 40", "RoomLeft after 64", "RoomLeft after 128")
}

func nodeOf(cpu string) *v1.Node {
	return &v1.Node{Status: v1.NodeStatus{Allocatable: amounts("cpu=" + cpu)}}
}

func TestSubstantialChangesOfNodes(t *testing.T) {
	l := newLibrary(t, "BestFit", Workload{})
	for i := range 100 {
		l.NodeChanged(fmt.Sprint(i), only(nodeOf("8")))
	}
	l.Start(l.ctx, nil)
	change := func(count int, node *v1.Node) {
		for i := range count {
			l.NodeChanged(fmt.Sprint(i), only(node))
			l.Refresh(l.ctx)
		}
	}
	change(100, nodeOf("8")) // heartbeats
	change(4, nodeOf("16"))
	change(4, nodeOf("16"))
	l.check(t, "BestFit after 0")
	change(5, nodeOf("16"))
	l.check(t, "BestFit after 0", "BestFit after 0")
	change(4, nil)
	l.check(t, "BestFit after 0", "BestFit after 0")
	change(5, nil)
	l.check(t, "BestFit after 0", "BestFit after 0", "BestFit after 0")
	l.Refresh(l.ctx)
	l.check(t, "BestFit after 0", "BestFit after 0", "BestFit after 0")
}

func TestFailuresKeepThePolicy(t *testing.T) {
	l := newLibrary(t, "FGD", Workload{})
	l.Start(l.ctx, nil)
	for i := range 16 {
		l.arrive(fmt.Sprint(i), "nvidia.com/gpu=1")
	}
	good := l.workload
	l.err = errors.New("LIMIT: 4097 kinds of nodes")
	for i := range 300 {
		l.arrive(fmt.Sprint("more-", i), "nvidia.com/gpu=2")
	}
	if !reflect.DeepEqual(l.workload, good) {
		t.Error("the workload of a failed call counts")
	}
	if logged := strings.Count(l.log.String(), "LIMIT"); logged != 1 || len(l.calls) < 5 {
		t.Errorf("logged %d times for %q", logged, l.calls)
	}
	l.err = nil
	for i := range 300 {
		l.arrive(fmt.Sprint("later-", i), "nvidia.com/gpu=2")
	}
	if reflect.DeepEqual(l.workload, good) {
		t.Error("the policy is not set any more")
	}
	l.err = errors.New("LIMIT: 4097 kinds of nodes")
	for i := range 300 {
		l.arrive(fmt.Sprint("last-", i), "nvidia.com/gpu=2")
	}
	if logged := strings.Count(l.log.String(), "LIMIT"); logged != 2 {
		t.Errorf("logged %d times after a success", logged)
	}
}

func TestHardware(t *testing.T) {
	n := newNodes()
	gpus := func(count int, memory, model string) *apis.Device {
		out := &apis.Device{}
		out.Labels = map[string]string{objects.LabelGPUModel: model}
		for range count {
			out.Spec.Devices = append(out.Spec.Devices, apis.DeviceInfo{Type: "gpu", Resources: amounts("koordinator.sh/gpu-memory=" + memory)})
		}
		out.Spec.Devices = append(out.Spec.Devices, apis.DeviceInfo{Type: "rdma"})
		return out
	}
	n.set("a", nodeOf("8"), gpus(2, "16Gi", "T4"))
	n.set("b", nodeOf("8"), gpus(8, "80Gi", "A100"))
	n.set("c", nodeOf("8"), gpus(8, "80Gi", ""))
	n.set("d", nodeOf("8"), gpus(0, "80Gi", "H100"))
	labelled := nodeOf("8")
	labelled.Labels = map[string]string{objects.LabelGPUModel: "L4"}
	n.set("e", labelled, gpus(8, "24Gi", "ignored"))
	if found := n.hardware(); !reflect.DeepEqual(found, hardware{[]string{"A100", "L4", "T4"}, 80 << 30}) {
		t.Error(found)
	}
	if !n.set("a", nil, nil) || n.set("a", nil, nil) || n.set("b", nodeOf("8"), gpus(8, "80Gi", "A100")) {
		t.Error("a removed node, or an unchanged one")
	}
}

// Pods and nodes are counted while the library sets a policy.
func TestCountingGoesOnWhileThePolicyIsSet(t *testing.T) {
	config, err := Parse("FGD", Workload{})
	if err != nil {
		t.Fatal(err)
	}
	var p *Policy
	p = New(config, func(koord.GPUPolicy, []koord.TaskClass) error {
		pod := podOf("cpu=1")
		pod.UID, pod.Spec.SchedulerName = "during", "koord-scheduler"
		p.PodChanged(pod.UID, always(pod)) // would wait for ever under the lock
		p.NodeChanged("a", only(nodeOf("8")))
		return nil
	}, func(string) bool { return true })
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Start(context.Background(), nil)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("a pod cannot be counted while the policy is set")
	}
	if p.arrivals != 1 {
		t.Errorf("%d arrivals", p.arrivals)
	}
}

// A pod that no node can host is not counted, and the log says why.
func TestPodsThatAreNotCountedAreLogged(t *testing.T) {
	var log strings.Builder
	defer klog.ClearLogger()
	klog.SetLoggerWithOptions(textlogger.NewLogger(textlogger.NewConfig(textlogger.Verbosity(2), textlogger.Output(&log))),
		klog.ContextualLogger(true))
	l := newLibrary(t, "FGD", Workload{})
	l.Start(l.ctx, nil)
	l.arrive("half", "koordinator.sh/gpu=150")
	l.arrive("half", "koordinator.sh/gpu=150")
	other := podOf("nvidia.com/gpu=1")
	other.UID, other.Spec.SchedulerName, other.Spec.NodeSelector = "none", "koord-scheduler", map[string]string{objects.LabelGPUModel: "A|B"}
	l.PodChanged(other.UID, always(other))
	text := log.String()
	if strings.Count(text, "pod is not counted") != 2 || !strings.Contains(text, "requests[koordinator.sh/gpu]: found 150 percent") ||
		!strings.Contains(text, "node selector and affinity: found no value of label "+objects.LabelGPUModel) || l.arrivals != 0 {
		t.Errorf("%d arrivals:\n%s", l.arrivals, text)
	}
}

func TestNoPolicy(t *testing.T) {
	config, err := Parse("", Workload{})
	if err != nil {
		t.Fatal(err)
	}
	off := New(config, nil, nil)
	off.Start(context.Background(), nil)
	off.PodChanged("a", always(podOf("cpu=1")))
	off.NodeChanged("a", only(nodeOf("1")))
	off.Refresh(context.Background())
	if off.Enabled() || off.Due() {
		t.Error("a policy without a name")
	}
}
