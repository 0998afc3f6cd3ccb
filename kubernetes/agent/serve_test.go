package agent

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

func (n *node) fetch(path string) (int, string) {
	n.t.Helper()
	answer, err := http.Get("http://" + n.agent.listener.Addr().String() + path)
	check.OK(n.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check.OK(n.t, err)
	return answer.StatusCode, string(text)
}

// Metrics count events. The agent is ready while pods are placed, and not ready when they cannot
// be.
func TestMetricsAndHealth(t *testing.T) {
	n := newRuntime(t, "numa:2 core:8 pu:1", nil)
	n.nri.Stop() // no runtime yet
	n.launch()
	if code, text := n.fetch("/readyz"); code != http.StatusServiceUnavailable || !strings.Contains(text, "runtime") {
		t.Error(code, text)
	}
	if code, _ := n.fetch("/healthz"); code != http.StatusOK {
		t.Error(code)
	}
	check.OK(t, n.nri.Start())
	<-n.synced
	<-n.synced
	n.nri.BlockPluginSync().Unblock()
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	n.run(fake.Pod{Name: "thief", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	if code, text := n.fetch("/readyz"); code != http.StatusOK {
		t.Error(code, text)
	}
	_, text := n.fetch("/metrics")
	for _, line := range []string{
		`koord_agent_requests_total{event="CreateContainer",result="ok"} 2`,
		`koord_agent_refusals_total{action="shared",reason="CPUTaken"} 1`,
		`koord_agent_pool_cpus{pool="exclusive"} 4`,
		`koord_agent_runtime_connected 1`,
		`koord_agent_pods 2`,
		`koord_agent_build_info{version="` + koord.VersionString() + `"} 1`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	for _, name := range []string{"\ngo_goroutines ", "\nprocess_cpu_seconds_total "} {
		if !strings.Contains(text, name) {
			t.Errorf("no %s", name)
		}
	}
	check.OK(t, os.RemoveAll(n.tree.Root))
	ls := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	check.OK(t, n.nri.RunPodSandbox(t.Context(), runPod(ls.Sandbox())))
	check.Eventually(t, "it is no longer ready", func() bool {
		code, _ := n.fetch("/readyz")
		return code == http.StatusServiceUnavailable
	})
}

// kubectl shows why a pod does not get its claim; a repeated event is not sent again.
func TestEvents(t *testing.T) {
	n, server := newServedNode(t, nil)
	n.start()
	n.run(fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"})
	thief := fake.Pod{Name: "thief", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(thief)
	_, err := n.create(thief, "main", "")
	check.OK(t, err)
	_, err = n.create(thief, "other", "")
	check.OK(t, err)
	events := func() []*v1.Event {
		server.Mu.Lock()
		defer server.Mu.Unlock()
		return server.Events
	}
	check.Eventually(t, "two events", func() bool { return len(events()) >= 2 })
	if all := events(); len(all) != 2 || all[0].InvolvedObject.Name != "thief" || all[0].Reason != "KoordRefused" ||
		!strings.Contains(all[0].Message, "CPU 4, which is assigned to another pod") || !strings.Contains(all[1].Message, "other") {
		t.Errorf("%+v", all)
	}
}
