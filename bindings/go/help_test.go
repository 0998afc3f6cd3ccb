package koord_test

import (
	"testing"

	"libkoord.invalid/koord"
)

// must stops a test if a call fails unexpectedly.
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

// panicOf returns the value that a call panics with, or nil if it returns.
func panicOf(call func()) (said any) {
	defer func() { said = recover() }()
	call()
	return nil
}

// server returns a machine of 2 sockets with 4 cores of 2 threads each: CPUs 0-7 and 8-15.
func server(t testing.TB) *koord.Topology {
	t.Helper()
	machine := must[*koord.Topology](t)(koord.TopologyFromSynthetic(nil, "pack:2 numa:1(memory=17179869184) core:4 pu:2"))
	t.Cleanup(func() { machine.Close() })
	return machine
}

// built returns a pod with the contents that fill sets.
func built(t testing.TB, fill func(b *koord.PodBuilder)) *koord.Pod {
	t.Helper()
	b := must[*koord.PodBuilder](t)(koord.NewPodBuilder())
	defer b.Close()
	fill(b)
	pod := must[*koord.Pod](t)(b.Pod(nil))
	t.Cleanup(func() { pod.Close() })
	return pod
}

// podOf returns a pod with one container of some CPUs. Its name is its uid. It is not bound if node
// is "".
func podOf(t testing.TB, spec koord.PodSpec, uid, node string, cpus int64) *koord.Pod {
	t.Helper()
	return built(t, func(b *koord.PodBuilder) {
		b.SetSpec(spec)
		b.SetName(uid)
		b.SetUID(uid)
		b.SetNode(node)
		b.SetResource(b.AddContainer(koord.ContainerKindApp, "main"), "cpu", cpus*1000, cpus*1000)
	})
}

// lsr returns a pod with exclusive CPUs.
func lsr(t testing.TB, uid string, cpus int64) *koord.Pod {
	t.Helper()
	return podOf(t, koord.PodSpec{QOS: koord.QOSLSR, PriorityClass: koord.PriorityClassProd,
		RequiredBind: koord.BindPolicyFullPCPUs}, uid, "", cpus)
}

// setNode adds a node with a machine like server's to a cluster.
func setNode(t testing.TB, c *koord.Cluster, name string, machine *koord.Topology) (id uint32) {
	t.Helper()
	node := must[*koord.NodeBuilder](t)(koord.NewNodeBuilder())
	defer node.Close()
	node.SetName(name)
	node.SetArchitecture("amd64")
	node.SetResource("cpu", 16000, 0)
	node.SetResource("memory", 32<<30, 0)
	node.SetResource("pods", 100, 0)
	must[uint32](t)(c.SetNodeFrom(node))
	nrt := must[*koord.NRTBuilder](t)(koord.NewNRTBuilder())
	defer nrt.Close()
	nrt.SetName(name)
	nrt.SetTopology(machine)
	for _, zone := range []string{"node-0", "node-1"} {
		at := nrt.AddZone(zone, "Node")
		nrt.AddResource(at, "cpu", 8000, 8000, 8000)
		nrt.AddResource(at, "memory", 16<<30, 16<<30, 16<<30)
	}
	return must[uint32](t)(c.SetTopologyFrom(nrt))
}

// cluster returns a cluster of nodes like server. A pod holds the first `held` CPUs of each.
func cluster(t testing.TB, nodes int, held int64) *koord.Cluster {
	t.Helper()
	made := must[*koord.Cluster](t)(koord.NewCluster(nil, koord.ClusterOptions{}, nil))
	t.Cleanup(func() { made.Close() })
	machine := server(t)
	for i := 0; i < nodes; i++ {
		name := "node-" + string(rune('a'+i))
		id := setNode(t, made, name, machine)
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

// newQuery returns a query that is closed at the end of the test.
func newQuery(t *testing.T) *koord.Query {
	t.Helper()
	query := must[*koord.Query](t)(koord.NewQuery())
	t.Cleanup(func() { query.Close() })
	return query
}
