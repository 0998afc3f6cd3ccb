package placement

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/check"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
)

// events records the reasons of the node's events.
type events struct{ reasons []string }

func (e *events) Node(reason, _ string) { e.reasons = append(e.reasons, reason) }

// A round that fails leaves the state, is reported once, and is made again. Answers only change with
// a new state.
func TestRounds(t *testing.T) {
	tree := fake.NewCgroups(t, "0-15", "0-1")
	settings := &config.Config{NodeName: "node-a", StateFile: filepath.Join(t.TempDir(), "run", "node-state.json")}
	settings.NRI.Use, settings.Kubelet.Endpoint.URL = config.NRINever, "https://127.0.0.1:1"
	settings.Cgroups = config.CgroupConfig{Mount: tree.Root, Version: "1"}
	check.OK(t, settings.Complete())
	store, reported := facts.New(false), &events{}
	machine, err := koord.TopologyFromSynthetic(nil, "numa:2 core:8 pu:1")
	check.OK(t, err)
	store.SetMachine(machine)
	var status string
	k, err := New(t.Context(), Needs{Config: settings, Log: slog.New(slog.DiscardHandler), Metrics: metrics.New(), Facts: store,
		Events: reported, Clock: clock.RealClock{}, Status: func(text string, _ bool) { status = text }})
	check.OK(t, err)
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
