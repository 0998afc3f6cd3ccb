package koord_test

import (
	"testing"

	"libkoord.invalid/koord"
)

// must stops a test where a call fails that should not.
func must[T any](t testing.TB) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// panicOf is what a call panics with, nil: it returns.
func panicOf(call func()) (said any) {
	defer func() { said = recover() }()
	call()
	return nil
}

// server is a machine of 2 sockets with 4 cores of 2 threads each: CPUs 0-7 and 8-15.
func server(t testing.TB) *koord.Topology {
	t.Helper()
	machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "pack:2 numa:1(memory=17179869184) core:4 pu:2"))
	t.Cleanup(func() { machine.Close() })
	return machine
}

// lsr is a pod with CPUs of its own.
func lsr(t testing.TB, uid string, cpus int64) *koord.Pod {
	t.Helper()
	pod := must[*koord.Pod](t)(koord.PodFromSpec(
		koord.PodSpec{QOS: koord.QOSLSR, PriorityClass: koord.PriorityClassProd, RequiredBind: koord.BindPolicyFullPCPUs, Name: "pod-" + uid,
			UID: uid},
		[]koord.Container{{Name: "main"}},
		[]koord.Resource{{Name: "cpu", Request: cpus * 1000, Limit: cpus * 1000}}, nil))
	t.Cleanup(func() { pod.Close() })
	return pod
}

// cluster has nodes like server; of each the first `held` CPUs are a pod's.
func cluster(t testing.TB, nodes int, held int64) *koord.Cluster {
	t.Helper()
	made := must[*koord.Cluster](t)(koord.NewCluster(koord.ClusterOptions{}, nil))
	t.Cleanup(func() { made.Close() })
	machine := server(t)
	for i := 0; i < nodes; i++ {
		name := "node-" + string(rune('a'+i))
		id := must[uint32](t)(made.SetNodeSpec(koord.NodeSpec{Name: name, Architecture: "amd64"}, []koord.Amount{
			{Name: "cpu", Amount: 16000}, {Name: "memory", Amount: 32 << 30}, {Name: "pods", Amount: 100}}, nil, nil))
		must[uint32](t)(made.SetTopologySpec(koord.NodeTopologySpec{Name: name}, machine, []koord.Amount{
			{Name: "cpu", Amount: 8000, NUMANode: 0}, {Name: "cpu", Amount: 8000, NUMANode: 1},
			{Name: "memory", Amount: 16 << 30, NUMANode: 0}, {Name: "memory", Amount: 16 << 30, NUMANode: 1}}, nil, nil))
		if held > 0 {
			if _, refusal, err := made.Reserve(lsr(t, "held-"+name, held), nil, id); err != nil || refusal.Refused() {
				t.Fatal(err, refusal)
			}
		}
	}
	return made
}

func wantStatus(t testing.TB, err error, want koord.Status) {
	t.Helper()
	if !isStatus(err, want) {
		t.Errorf("got %v, want %s", err, want.Name())
	}
}

// newQuery is closed with the test.
func newQuery(t *testing.T) *koord.Query {
	t.Helper()
	query := must[*koord.Query](t)(koord.NewQuery())
	t.Cleanup(func() { query.Close() })
	return query
}
