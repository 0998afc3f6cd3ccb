package koord_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"libkoord.invalid/koord"
)

func isStatus(err error, want koord.Status) bool {
	var detail *koord.Error
	return errors.Is(err, want) && errors.As(err, &detail) && detail.Code == want && detail.Message != ""
}

func TestErrors(t *testing.T) {
	_, err := koord.TopologyFromAnnotation(nil, []byte(`{"detail":[{"id":-1}]}`))
	wantStatus(t, err, koord.ErrInvalid)
	if !strings.Contains(err.Error(), "detail[0].id") && !strings.Contains(err.Error(), "id") {
		t.Errorf("the sentence names no field: %v", err)
	}
	if koord.ErrNoSpace.Name() != "no-space" || koord.ErrNoSpace.Error() != "koord: no-space" {
		t.Error(koord.ErrNoSpace)
	}
	if (koord.Status(-77)).Name() != "unknown" {
		t.Error("an unknown status has a name")
	}
}

func TestStringsOfHandles(t *testing.T) {
	pod := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"kind":"Pod","metadata":{"name":"web","namespace":"shop","uid":"1\n2"},
		"spec":{"nodeName":"`+strings.Repeat("x", 80)+`","containers":[{"name":"c"}]}}`)))
	c := cluster(t, 2, 4)
	for want, value := range map[string]fmt.Stringer{
		"Pod{Name:web Namespace:shop UID:1?2 Node:" + strings.Repeat("x", 64) + "...}":                              pod,
		fmt.Sprintf("Cluster{Generation:%d Pods:2 Nodes:2 IDs:2}", must[koord.ClusterInfo](t)(c.Info()).Generation): c,
		"Topology{CPUs:16 Cores:8 L3s:0 NUMANodes:2}":                                                               server(t),
		"Query{open}": newQuery(t),
	} {
		if got := fmt.Sprint(value); got != want {
			t.Errorf("got %s, expected %s", got, want)
		}
	}
	var none *koord.Cluster
	pod.Close()
	if got := fmt.Sprintf("%v %v %v", none, pod, new(koord.Plan)); got != "Cluster{nil} Pod{closed} Plan{closed}" {
		t.Error(got)
	}
}

func TestClose(t *testing.T) {
	machine := server(t)
	again := machine.Ref()
	for i := 0; i < 3; i++ {
		ok(t, machine.Close())
	}
	_, err := machine.Info()
	wantStatus(t, err, koord.ErrInvalid)
	if machine.Ref() != nil {
		t.Error("a reference to a closed topology")
	}
	if info := must[koord.TopologyInfo](t)(again.Info()); info.CPUs != 16 {
		t.Error("closing one closed the other", info)
	}
	ok(t, again.Close())

	var none *koord.Cluster
	ok(t, none.Close())
	_, err = none.Info()
	wantStatus(t, err, koord.ErrInvalid)

	c := cluster(t, 1, 0)
	_, _, err = c.Evaluate(nil, nil)
	wantStatus(t, err, koord.ErrInvalid)
	query := must[*koord.Query](t)(koord.NewQuery())
	query.Close()
	_, _, err = c.Evaluate(lsr(t, "p", 2), query)
	wantStatus(t, err, koord.ErrInvalid)
	closedPod := lsr(t, "q", 2)
	closedPod.Close()
	_, _, err = c.PlanGang([]*koord.Pod{closedPod}, koord.GangOptions{}, nil)
	wantStatus(t, err, koord.ErrInvalid)
}

// The garbage collector frees handles that nobody closed, and none that are still in use.
func TestCollector(t *testing.T) {
	pod := lsr(t, "p", 2)
	for i := 0; i < 200; i++ {
		c := must[*koord.Cluster](t)(koord.NewCluster(nil, koord.ClusterOptions{}, nil))
		machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "pack:1 core:2 pu:2"))
		nrt := must[*koord.NRTBuilder](t)(koord.NewNRTBuilder())
		nrt.SetName("n")
		nrt.SetTopology(machine)
		must[uint32](t)(c.SetTopologyFrom(nrt))
		if i%20 == 0 {
			runtime.GC()
		}
		must[uint32](t)(c.NodeID("n"))
		must[koord.PodInfo](t)(pod.Info())
	}
	runtime.GC()
}

func TestRemarks(t *testing.T) {
	log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	var said []string
	ok(t, log.SetLog(func(level koord.LogLevel, message string) {
		if level != koord.LogLevelWarning {
			t.Error(level)
		}
		said = append(said, message)
	}))
	// One core number in two NUMA nodes of a socket causes a remark.
	annotation := []byte(`{"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":0,"socket":0,"node":1}]}`)
	machine := must[*koord.Topology](t)(koord.TopologyFromAnnotation(log, annotation))
	machine.Close()
	if len(said) != 1 || said[0] == "" {
		t.Fatalf("%q", said)
	}
	ok(t, log.SetLog(nil))
	machine = must[*koord.Topology](t)(koord.TopologyFromAnnotation(log, annotation))
	machine.Close()
	if len(said) != 1 {
		t.Errorf("not silent: %q", said)
	}
	// A panic in the log function reaches the caller.
	ok(t, log.SetLog(func(koord.LogLevel, string) { panic("mine") }))
	if panicOf(func() { koord.TopologyFromAnnotation(log, annotation) }) != "mine" {
		t.Error("the panic did not come through")
	}
	ok(t, log.Close())
	wantStatus(t, log.SetLog(nil), koord.ErrInvalid)
	_, err := koord.TopologyFromAnnotation(log, annotation)
	wantStatus(t, err, koord.ErrInvalid)
}

// One cluster, one pod and one topology are used by many goroutines.
func TestGoroutines(t *testing.T) {
	c := cluster(t, 4, 8)
	asked := lsr(t, "asked", 2)
	machine := server(t)
	rounds := 100
	if collecting {
		rounds = 5
	}
	var all sync.WaitGroup
	for g := 0; g < 8; g++ {
		g := g
		all.Add(1)
		go func() {
			defer all.Done()
			b, err := koord.NewPodBuilder()
			if err != nil {
				t.Error(err)
				return
			}
			defer b.Close()
			b.SetSpec(koord.PodSpec{QOS: koord.QOSLSR})
			b.SetName("p")
			b.SetUID("mine-" + string(rune('a'+g)))
			b.SetResource(b.AddContainer(koord.ContainerKindApp, "main"), "cpu", 1000, 1000)
			mine, err := b.Pod(nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer mine.Close()
			rows := make([]koord.Verdict, 4)
			for i := 0; i < rounds; i++ {
				if n, _, err := c.EvaluateInto(asked, nil, rows); err != nil || n != 4 {
					t.Error(n, err)
				}
				if _, _, err := c.Reserve(mine, nil, uint32(g%4)); err != nil {
					t.Error(err)
				}
				if err := c.RemovePod("mine-" + string(rune('a'+g))); err != nil {
					t.Error(err)
				}
				if _, err := machine.CPUSet(koord.CPUSetKindSocket, 1); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	all.Wait()
}

func TestConcurrentClose(t *testing.T) {
	machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "pack:1 core:2 pu:2"))
	var all sync.WaitGroup
	for g := 0; g < 8; g++ {
		all.Add(1)
		go func() { defer all.Done(); machine.Close() }()
	}
	all.Wait()
}

// Closing a value does not end calls that use it; later calls fail.
func TestCloseBesideCalls(t *testing.T) {
	for _, first := range []string{"cluster", "pod", "topology", "diagnostics"} {
		log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
		ok(t, log.SetLog(func(koord.LogLevel, string) {}))
		c := must[*koord.Cluster](t)(koord.NewCluster(log, koord.ClusterOptions{}, nil))
		machine, pod := server(t), lsr(t, "p", 2)
		setNode(t, c, "node-a", machine)
		closed := map[string]interface{ Close() error }{"cluster": c, "pod": pod, "topology": machine, "diagnostics": log}[first]
		var all, started sync.WaitGroup
		for g := 0; g < 8; g++ {
			all.Add(1)
			started.Add(1)
			go func() {
				defer all.Done()
				rows := make([]koord.Verdict, 1)
				for i := 0; i < 1000; i++ {
					_, _, err := c.EvaluateInto(pod, nil, rows)
					if err == nil {
						_, err = machine.JSON()
					}
					if i == 0 {
						started.Done()
					}
					if err != nil {
						wantStatus(t, err, koord.ErrInvalid)
						return
					}
				}
			}()
		}
		started.Wait()
		ok(t, closed.Close())
		all.Wait()
		if _, err := pod.Info(); (err != nil) != (first == "pod") {
			t.Error(first, err)
		}
		ok(t, log.Close())
		ok(t, c.Close())
	}
}

func TestNames(t *testing.T) {
	for got, want := range map[string]string{
		koord.QOSLSR.String():                       "LSR",
		koord.KubeQOSGuaranteed.String():            "Guaranteed",
		koord.PriorityClassProd.String():            "koord-prod",
		koord.BindPolicyFullPCPUs.String():          "FullPCPUs",
		koord.ReasonNotEnoughCPUs.String():          "NotEnoughCPUs",
		koord.QOS(77).String():                      "Unknown",
		koord.CgroupPhasePark.String():              "CgroupPhasePark",
		koord.CgroupPhase(77).String():              "CgroupPhase(77)",
		koord.AgentPlaceNamedPools.String():         "namedPools",
		koord.KubeletFaultPodGone.String():          "pod-gone",
		koord.HookStageCreateContainer.String():     "CreateContainer",
		koord.RemedyKindPodCPU.String():             "PodCPU",
		koord.NUMAStrategyMostAllocated.String():    "MostAllocated",
		koord.ExclusivePolicyPCPULevel.String():     "PCPULevel",
		koord.ExclusivePolicyNUMANodeLevel.String(): "NUMANodeLevel",
		koord.NUMAPolicySingleNUMANode.String():     "SingleNUMANode",
		koord.NUMAExclusiveRequired.String():        "Required",
		koord.BindPolicySpreadByPCPUs.String():      "SpreadByPCPUs",
		koord.VersionString()[:2]:                   "0.",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if koord.Version() == 0 {
		t.Error("no version")
	}
}
