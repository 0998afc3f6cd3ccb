package agent

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/adaptation"
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

func newServedNode(t *testing.T, edit func(*config.Config)) (*node, *fake.APIServer) {
	server := fake.NewAPIServer(t)
	server.Set("nodes", fake.NodeObject(nil))
	n := newRuntime(t, "numa:2 core:8 pu:1", func(c *config.Config) {
		c.APIServer.Use, c.APIServer.Kubeconfig = config.APIServerRequired, server.Kubeconfig()
		c.APIServer.Wait.Duration = 30 * time.Second
		if edit != nil {
			edit(c)
		}
	})
	return n, server
}

// runBare runs a pod without the API server's data, and expects it on these CPUs.
func (n *node) runBare(p fake.Pod, cpus string) {
	n.t.Helper()
	n.sandbox(p.Bare())
	_, err := n.create(p.Bare(), "main", "")
	check.OK(n.t, err)
	n.expectCPUs(p, "main", cpus)
}

// shared waits until the shared pool in force is this one.
func (n *node) shared(want string) {
	n.t.Helper()
	check.Eventually(n.t, "shared pool "+want, func() bool { return n.agent.keeper.Answers.SharedPool() == want })
}

// The API server is only queried for this node's pods, and its version of a pod takes precedence
// over the runtime's.
func TestPodsOfTheAPIServer(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	server.Set("pods", lsr.Object())
	n.start()
	n.shared("0-3,8-15") // although it does not run yet
	n.runBare(lsr, "4-7")
	// The scheduler moves the pod.
	moved := lsr
	moved.Claim = "8-11"
	server.Set("pods", moved.Object())
	n.shared("0-7,12-15")
	n.expectCPUs(lsr, "main", "8-11")
	server.Mu.Lock()
	defer server.Mu.Unlock()
	for _, asked := range server.Asked {
		if asked != "pods?spec.nodeName=node-a" && asked != "nodes?metadata.name=node-a" {
			t.Error(asked)
		}
	}
	if !slices.Contains(server.Asked, "pods?spec.nodeName=node-a") {
		t.Error(server.Asked)
	}
}

// A running pod keeps its CPUs until its sandbox stops, whatever happens to its object.
func TestRunningPodsKeepTheirCPUs(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	ended := fake.Pod{Name: "ended", QOS: "LSR", Milli: 2000, Claim: "8-9"}
	server.Set("pods", lsr.Object())
	server.Set("pods", ended.Object())
	n.start()
	n.run(lsr.Bare())
	n.run(ended.Bare())
	n.shared("0-3,10-15")
	done := ended.Object()
	done.Status.Phase = v1.PodSucceeded
	server.Set("pods", done)
	server.Delete("pods", "lsr")
	// after this update, all earlier ones have been applied
	marker := fake.Pod{Name: "marker", QOS: "LSR", Milli: 1000, Claim: "15"}
	server.Set("pods", marker.Object())
	n.shared("0-3,10-14")
	n.expectCPUs(lsr, "main", "4-7")
	n.expectCPUs(ended, "main", "8-9")
	n.end(lsr)
	n.shared("0-7,10-14")
	n.end(ended)
	n.shared("0-14")
}

// During an outage everything continues, and new pods are placed by the runtime's data. Afterwards
// the API server's version counts again.
func TestOutage(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	server.Set("pods", lsr.Object())
	n.start()
	n.run(lsr.Bare())
	server.SetDown(true)
	next := fake.Pod{Name: "next", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.run(next)
	n.expectCPUs(next, "main", "8-9")
	n.expectCPUs(lsr, "main", "4-7")
	other := fake.Pod{Name: "next", QOS: "LSE", Milli: 2000, Claim: "10-11"}
	server.SetDown(false)
	server.Set("pods", other.Object())
	check.Eventually(t, "the API server's word", func() bool { return n.cpus(next, "main") == "10-11" })
	n.expectCPUs(lsr, "main", "4-7")
}

// An agent that starts without an API server waits for it, then continues with the runtime's data.
// The placement in node-state.json is in force from the beginning.
func TestStartWithoutAPIServer(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.APIServer.Wait.Duration = 4 * time.Second })
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	server.Set("pods", lsr.Object())
	n.start()
	n.run(lsr)
	n.shared("0-3,8-15")
	n.kill()
	server.SetDown(true)
	// shorter than the agent waits for the API server
	adaptation.SetPluginRequestTimeout(2 * time.Second)
	defer adaptation.SetPluginRequestTimeout(30 * time.Second)
	n.start()
	_, err := n.create(lsr, "second", "")
	check.OK(t, err)
	n.expectCPUs(lsr, "second", "4-7")
	next := fake.Pod{Name: "next", QOS: "LSE", Milli: 2000, Claim: "8-9"}
	n.sandbox(next)
	n.shared("0-3,10-15")
	n.startContainer(lsr, "main")
	n.expectCPUs(lsr, "main", "4-7")
}

// While the agent waits for the API server no placement is possible; the runtime gets an answer in
// time, and the agent keeps running.
func TestAnswersInTime(t *testing.T) {
	adaptation.SetPluginRequestTimeout(2 * time.Second) // NRI's default
	defer adaptation.SetPluginRequestTimeout(30 * time.Second)
	n, server := newServedNode(t, func(c *config.Config) { c.APIServer.Wait.Duration = time.Hour })
	server.SetDown(true)
	n.start()
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.sandbox(lsr)
	_, err := n.create(lsr, "main", "")
	if err == nil || !strings.Contains(err.Error(), "nothing has been decided") {
		t.Fatal(err)
	}
	server.SetDown(false)
	n.shared("0-3,8-15")
	_, err = n.create(lsr, "main", "") // kubelet retries, and the same agent answers
	check.OK(t, err)
	n.expectCPUs(lsr, "main", "4-7")
	if len(n.synced) != 0 {
		t.Error("the runtime had dropped the agent")
	}
}

// The runtime's identity of a pod counts: a uid with another name is not that pod.
func TestIdentityIsTheRuntimes(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.OnRefusal = config.OnRefusalRefuse })
	lsr := fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	server.Set("pods", lsr.Object())
	n.start()
	n.shared("0-3,8-15")
	forged := lsr.Bare()
	sandbox := forged.Sandbox()
	sandbox.Namespace = "other"
	n.tree.Add(forged.Group(), -1)
	n.mu.Lock()
	n.pods[sandbox.Id] = sandbox
	n.mu.Unlock()
	check.OK(t, n.nri.RunPodSandbox(t.Context(), runPod(sandbox)))
	n.shared("0-15")
	_, err := n.nri.CreateContainer(t.Context(), createIn(sandbox, "main"))
	if err == nil || !strings.Contains(err.Error(), "other/lsr") {
		t.Error(err)
	}
}

// The API server's copy of a static pod has another uid.
func TestStaticPods(t *testing.T) {
	n, server := newServedNode(t, nil)
	static := fake.Pod{Name: "static", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	copied := static.Object()
	copied.UID = "aaaaaaaa-bbbb"
	copied.Annotations[v1.MirrorPodAnnotationKey] = strings.Repeat("0123456789abcdef", 2)
	server.Set("pods", copied)
	n.start()
	n.shared("0-3,8-15")
	sandbox := static.Bare().Sandbox()
	sandbox.Uid = copied.Annotations[v1.MirrorPodAnnotationKey]
	check.OK(t, n.nri.RunPodSandbox(t.Context(), runPod(sandbox)))
	got, err := n.nri.CreateContainer(t.Context(), createIn(sandbox, "main"))
	check.OK(t, err)
	if cpus := got.GetAdjust().GetLinux().GetResources().GetCpu().GetCpus(); cpus != "4-7" {
		t.Error(cpus)
	}
}

// Changes of the Node's annotations, and of the CPUs assigned by kubelet, take effect at once.
func TestNodeAndKubelet(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.Interval.Duration = 100 * time.Millisecond })
	write := func(name, text string) {
		path := filepath.Join(n.config.Kubelet.Directory, name)
		check.OK(t, os.WriteFile(path+".new", []byte(text), 0o600))
		check.OK(t, os.Rename(path+".new", path))
	}
	n.start()
	n.shared("0-15")
	server.Set("nodes", fake.NodeObject(map[string]string{"node.koordinator.sh/reservation": `{"reservedCPUs":"0-1"}`}))
	n.shared("2-15")
	write("config.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\nreservedSystemCPUs: \"0\"\n")
	write("cpu_manager_state", `{"policyName":"static","defaultCpuSet":"0-11,14-15","entries":{"u9":{"main":"12-13"}},"checksum":0}`)
	n.shared("2-11,14-15")
	write("cpu_manager_state", `{"policyName":"static","defaultCpuSet`) // a truncated file
	write("config.yaml", "\t")
	marker := fake.Pod{Name: "marker", QOS: "LSR", Milli: 1000, Claim: "15"}
	server.Set("pods", marker.Object())
	n.shared("2-11,14")
}
