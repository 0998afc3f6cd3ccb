package placement

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// events records the reasons of the node's events.
type events struct{ reasons []string }

func (e *events) Node(reason, _ string) { e.reasons = append(e.reasons, reason) }

// newKeeper returns a keeper of 16 CPUs without a runtime.
func newKeeper(t *testing.T, options Options) (*Keeper, *fake.Cgroups) {
	tree := fake.NewCgroups(t, "0-15", "0-1")
	settings := &config.Config{NodeName: "node-a", StateFile: filepath.Join(t.TempDir(), "run", "node-state.json")}
	settings.NRI.Use, settings.Kubelet.Endpoint.URL = config.NRINever, "https://127.0.0.1:1"
	settings.Cgroups = config.CgroupConfig{Mount: tree.Root, Version: "1"}
	check.OK(t, settings.Complete())
	machine, err := koord.TopologyFromSynthetic(nil, "numa:2 core:8 pu:1")
	check.OK(t, err)
	options.Facts.SetMachine(machine)
	options.Config, options.Log, options.Metrics, options.Clock = settings, slog.New(slog.DiscardHandler), metrics.New(), clock.RealClock{}
	k, err := New(t.Context(), options)
	check.OK(t, err)
	return k, tree
}

// A round that fails leaves the state, is reported once, and is made again. Answers only change with
// a new state.
func TestRounds(t *testing.T) {
	store, reported := facts.New(false), &events{}
	var status string
	k, tree := newKeeper(t, Options{Facts: store, Events: reported, Status: func(text string, _ bool) { status = text }})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	defer func() { cancel(); <-done; k.Close() }()

	waiting, stop := context.WithTimeout(ctx, 50*time.Millisecond)
	defer stop()
	if err := k.Settle(waiting, false); err == nil || k.LastError() == nil {
		t.Error("a round without the pods", err, k.LastError())
	}
	pod := fake.Pod{Name: "web", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	tree.Add(pod.Group(), 400000)
	tree.Add(pod.Group()+"/abc", 400000)
	store.SetKubeletPods(map[string]*v1.Pod{pod.UID(): pod.Object()})
	check.OK(t, k.Settle(ctx, false))
	version := k.Answers.Version()
	if got := tree.Read(pod.Group()+"/abc", "cpuset.cpus"); got != "4-7" || k.Answers.SharedPool() != "0-3,8-15" || status != "1 pods, shared pool 0-3,8-15" {
		t.Errorf("found CPUs %s, shared pool %s, status %s", got, k.Answers.SharedPool(), status)
	}
	mine := pod.Group() + "/abc"
	for range 8 { // deeper than the library reads
		mine += "/deeper"
		tree.Add(mine, -1)
	}
	moved := pod
	moved.Claim = "8-11"
	store.SetKubeletPods(map[string]*v1.Pod{pod.UID(): moved.Object()})
	for range 2 {
		if err := k.Settle(ctx, false); err == nil || k.LastError() == nil {
			t.Error(err, k.LastError())
		}
	}
	if len(reported.reasons) != 1 || k.Answers.Version() != version || k.Answers.SharedPool() != "0-3,8-15" {
		t.Error(reported, k.Answers.Version(), k.Answers.SharedPool())
	}
	tree.Remove(pod.Group() + "/abc/deeper")
	check.OK(t, k.Settle(ctx, false))
	if got := tree.Read(pod.Group()+"/abc", "cpuset.cpus"); got != "8-11" || k.Answers.Version() == version || k.LastError() != nil {
		t.Error(got, k.Answers.Version(), k.LastError())
	}
}

// A pod that kubelet no longer lists keeps the CPUs that it was resized or moved to until its sandbox
// ends. The runtime only has its first claim.
func TestTerminatingPodsKeepTheirCurrentCPUs(t *testing.T) {
	store := facts.New(true)
	k, _ := newKeeper(t, Options{Facts: store, Events: &events{}, Status: func(string, bool) {}, ServerWait: time.Hour})
	defer k.Close()
	pod := fake.Pod{Name: "web", QOS: "LSR", Milli: 1000, Claim: "8"}
	box := pod.Sandbox()
	sandbox := facts.NewSandbox(box.GetId(), facts.Pod{UID: pod.UID(), Namespace: box.GetNamespace(), Name: pod.Name, Labels: box.GetLabels(),
		Annotations: box.GetAnnotations(), KubeQOS: koord.KubeQOSGuaranteed, CPUMilli: pod.Milli, CPULimit: -1, MemoryLimit: -1})
	store.ResetRuntime([]*facts.Sandbox{sandbox}, map[string]facts.Place{})
	expect := func(when, shared string) {
		t.Helper()
		check.OK(t, k.tryRound(t.Context(), false))
		if got := k.Answers.SharedPool(); got != shared {
			t.Errorf("%s: found shared pool %s, expected %s", when, got, shared)
		}
	}
	for _, step := range []struct {
		claim, shared string
		milli         int64
	}{{"8-10", "0-7,11-15", 3000}, {"9", "0-8,10-15", 1000}, {"4-5", "0-3,6-15", 2000}} {
		listed := pod
		listed.Claim, listed.Milli = step.claim, step.milli
		store.SetKubeletPods(map[string]*v1.Pod{pod.UID(): listed.Object()})
		expect("with claim "+step.claim, step.shared)
		store.SetKubeletPods(map[string]*v1.Pod{})
		expect("terminating with "+step.claim, step.shared)
	}
	store.ResetRuntime(nil, map[string]facts.Place{})
	expect("without its sandbox", "0-15")
}

// hanging is a source of facts that does not return until it is released.
type hanging chan struct{}

func (h hanging) Poll(context.Context) { <-h }

// The health check fails if the first round hangs, but not while the keeper waits for the pods.
func TestSilenceBeforeTheFirstRound(t *testing.T) {
	source := make(hanging)
	release := sync.OnceFunc(func() { close(source) })
	k, _ := newKeeper(t, Options{Facts: facts.New(false), Events: &events{}, Status: func(string, bool) {}, Sources: []FileSource{source}})
	if k.Silent() != 0 || k.LastError() == nil {
		t.Error("before Run:", k.Silent(), k.LastError())
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	defer func() { cancel(); release(); <-done; k.Close() }()
	k.Kick()
	check.Eventually(t, "the time of the round that hangs", func() bool { return k.Silent() > 20*time.Millisecond })
	if k.LastError() == nil {
		t.Error("pods are placed before the first round")
	}
	k.probes.mu.Lock()
	k.probes.last = time.Now().Add(-time.Hour)
	k.probes.mu.Unlock()
	release()
	check.Eventually(t, "the end of an attempt", func() bool { return k.Silent() < time.Minute })
	if !errors.Is(k.LastError(), errNotReady) {
		t.Error(k.LastError())
	}
}

// An attempt that fails releases the lock of the state file, so that the next one can start.
func TestFailedStartReleasesTheLock(t *testing.T) {
	k, _ := newKeeper(t, Options{Facts: facts.New(false), Events: &events{}, Status: func(string, bool) {}})
	k.Close()
	options := Options{Config: k.config, Log: k.log, Metrics: k.metrics, Facts: k.facts, Clock: clock.RealClock{}}
	name := options.Config.NodeName
	options.Config.NodeName = "\xff"
	if _, err := New(t.Context(), options); err == nil {
		t.Fatal("a Node whose name is not UTF-8 is accepted")
	}
	options.Config.NodeName = name
	again, err := New(t.Context(), options)
	check.OK(t, err)
	again.Close()
}
