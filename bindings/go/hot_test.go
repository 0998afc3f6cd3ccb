package koord_test

import (
	"testing"

	"libkoord.invalid/koord"
)

// Frequent calls of a scheduler and an agent allocate nothing.
func TestNoAllocations(t *testing.T) {
	if raceEnabled || collecting {
		t.Skip("the race detector and the collector allocate")
	}
	c := cluster(t, 8, 8)
	pod := lsr(t, "asked", 2)
	rows := make([]koord.Verdict, 8)
	machine := server(t)
	all := must[koord.CPUSet](t)(machine.CPUSet(koord.CPUSetKindAll, 0))
	picked := make(koord.CPUSet, len(all))
	sources := koord.CPUSources{Available: all, Grants: []koord.NUMAGrant{{AvailableMilli: -1, NUMANode: 0}}}
	query := must[*koord.Query](t)(koord.NewQuery())
	defer query.Close()
	fail := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	for name, call := range map[string]func(){
		"evaluate": func() {
			_, _, err := c.EvaluateInto(pod, query, rows)
			fail(err)
		},
		"best":    func() { _, _, err := c.FindBest(pod, nil, rows[:1]); fail(err) },
		"changes": func() { _, _, err := c.ChangesInto(pod, nil, 0, rows); fail(err) },
		"judge":   func() { _, _, err := c.Judge(pod, nil, 3); fail(err) },
		"normalize": func() {
			fail(koord.NormalizeVerdicts(rows))
		},
		"pick": func() {
			_, err := machine.PickCPUsInto(koord.CPURequest{CPUs: 4, BindPolicy: koord.BindPolicyFullPCPUs}, &sources, picked)
			fail(err)
		},
		"info": func() { _, err := pod.Info(); fail(err) },
	} {
		if got := testing.AllocsPerRun(200, call); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
	if picked.String() != "0-3" {
		t.Error(picked)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	c := cluster(b, 8, 8)
	pod := lsr(b, "asked", 2)
	rows := make([]koord.Verdict, 8)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if n, _, err := c.EvaluateInto(pod, nil, rows); err != nil || n != 8 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkPick(b *testing.B) {
	machine := server(b)
	all := must[koord.CPUSet](b)(machine.CPUSet(koord.CPUSetKindAll, 0))
	sources := koord.CPUSources{Available: all}
	picked := make(koord.CPUSet, len(all))
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if _, err := machine.PickCPUsInto(koord.CPURequest{CPUs: 4}, &sources, picked); err != nil {
			b.Fatal(err)
		}
	}
}
