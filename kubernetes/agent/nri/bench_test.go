package nri

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/containerd/nri/pkg/api"
	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/agent/placement"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// BenchmarkCreateContainer creates containers without a connection to a runtime.
func BenchmarkCreateContainer(b *testing.B) {
	tree := fake.NewCgroups(b, "0-255", "0-1")
	settings := &config.Config{NodeName: "node-a", StateFile: filepath.Join(b.TempDir(), "run", "node-state.json")}
	settings.APIServer.Use = config.APIServerNever
	settings.Cgroups = config.CgroupConfig{Mount: tree.Root, Version: "1"}
	check.OK(b, settings.Complete())
	machine, err := koord.TopologyFromSynthetic(nil, "numa:2 core:64 pu:2")
	check.OK(b, err)
	log, counters, store := slog.New(slog.DiscardHandler), metrics.New(), facts.New(true)
	store.SetMachine(machine)
	keeper, err := placement.New(b.Context(), placement.Options{Config: settings, Log: log, Metrics: counters, Facts: store,
		Clock: clock.RealClock{}, Status: func(string, bool) {}})
	check.OK(b, err)
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan struct{})
	go func() { keeper.Run(ctx); close(done) }()
	defer func() { cancel(); <-done; keeper.Close() }()

	plugin := New(settings, log, counters, store, keeper, keeper.Answers, nil).plugin
	var sandboxes []*api.PodSandbox
	var running, next []*api.Container
	for _, pod := range fake.FullNode() {
		sandboxes = append(sandboxes, pod.Sandbox())
		running, next = append(running, pod.Container("main")), append(next, pod.Container("next"))
		tree.Add(pod.Group()+"/"+fake.HexID(pod.Name+"/main"), -1)
	}
	_, err = plugin.Synchronize(ctx, sandboxes, running)
	check.OK(b, err)
	check.OK(b, keeper.Settle(ctx, true))
	fake.MeasureCalls(b, func(i int) error {
		_, _, err := plugin.CreateContainer(ctx, sandboxes[i%len(sandboxes)], next[i%len(next)])
		return err
	})
}
