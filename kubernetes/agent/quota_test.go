package agent

import (
	"testing"
)

// A container whose pod loses its CPUs gets the quota back that kubelet wanted; after a restart,
// that of its limit.
func TestQuotaComesBack(t *testing.T) {
	for _, restart := range []bool{false, true} {
		n, server := newServedNode(t, nil)
		lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
		server.set("pods", lsr.object())
		n.start()
		n.run(lsr.bare())
		if got := n.quota(lsr, "main"); got != "-1" {
			t.Fatalf("quota %s of a container with CPUs of its own", got)
		}
		if restart {
			n.kill()
			n.start()
			n.settle()
		}
		without := lsr
		without.claim = ""
		server.set("pods", without.object())
		waitFor(t, "its quota", func() bool { return n.quota(lsr, "main") == "400000" })
		n.expectCPUs(lsr, "main", "0-15")
		server.set("pods", lsr.object())
		waitFor(t, "its CPUs", func() bool { return n.quota(lsr, "main") == "-1" && n.cpus(lsr, "main") == "4-7" })
	}
}
