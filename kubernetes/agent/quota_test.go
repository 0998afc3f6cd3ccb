package agent

import (
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A container whose pod loses its CPUs gets the quota back that kubelet wanted; after a restart,
// that of its limit.
func TestQuotaComesBack(t *testing.T) {
	for _, restart := range []bool{false, true} {
		n, server := newServedNode(t, nil)
		lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
		server.Set("pods", lsr.Object())
		n.start()
		n.run(lsr.Bare())
		if got := n.quota(lsr, "main"); got != "-1" {
			t.Fatalf("quota %s of a container with CPUs of its own", got)
		}
		if restart {
			n.kill()
			n.start()
			n.settle()
		}
		without := lsr
		without.Claim = ""
		server.Set("pods", without.Object())
		check.Eventually(t, "its quota", func() bool { return n.quota(lsr, "main") == "400000" })
		n.expectCPUs(lsr, "main", "0-15")
		server.Set("pods", lsr.Object())
		check.Eventually(t, "its CPUs", func() bool { return n.quota(lsr, "main") == "-1" && n.cpus(lsr, "main") == "4-7" })
	}
}
