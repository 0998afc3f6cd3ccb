package agent

import (
	"strings"
	"testing"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// isolate lets the machine of a node have isolated CPUs.
func (n *node) isolate(cpus string) {
	n.t.Helper()
	text, err := n.host.machine.JSON()
	check.OK(n.t, err)
	const none = `"isolatedCpuset": ""`
	if !strings.Contains(string(text), none) {
		n.t.Fatalf("no %s in %s", none, text)
	}
	n.host.machine, err = koord.TopologyFromJSON(nil, []byte(strings.Replace(string(text), none, `"isolatedCpuset": "`+cpus+`"`, 1)))
	check.OK(n.t, err)
}

// A pod that requires isolated CPUs keeps those that it claims, by the data of the runtime and by
// the object of the API server.
func TestPodsThatRequireIsolatedCPUs(t *testing.T) {
	exclude := func(c *config.Config) { c.IsolatedCPUs = config.IsolatedExcluded }
	rt := fake.Pod{Name: "rt", QOS: "LSR", Milli: 2000, Claim: "4-5", Notes: map[string]string{"scheduling.koordinator.sh/isolated-cpus": "Required"}}
	t.Run("runtime", func(t *testing.T) {
		n := newRuntime(t, "numa:2 core:8 pu:1", exclude)
		n.isolate("4-7")
		n.start()
		n.run(rt)
		n.expectCPUs(rt, "main", "4-5")
	})
	t.Run("API server", func(t *testing.T) {
		n, server := newServedNode(t, exclude)
		n.isolate("4-7")
		server.Set("pods", rt.Object())
		n.start()
		n.shared("0-3,8-15")
		n.runBare(rt, "4-5")
	})
}
