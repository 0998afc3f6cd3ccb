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
)

func newServedNode(t *testing.T, edit func(*Config)) (*node, *apiServer) {
	server := newAPIServer(t)
	server.set("nodes", nodeObject(nil))
	n := newRuntime(t, "numa:2 core:8 pu:1", func(c *Config) {
		c.APIServer.Use, c.APIServer.Kubeconfig = APIServerRequired, server.kubeconfig()
		c.APIServer.Wait.Duration = 30 * time.Second
		if edit != nil {
			edit(c)
		}
	})
	return n, server
}

// runBare runs a pod without the API server's data, and expects it on these CPUs.
func (n *node) runBare(p podOf, cpus string) {
	n.t.Helper()
	n.sandbox(p.bare())
	_, err := n.create(p.bare(), "main", "")
	ok(n.t, err)
	n.expectCPUs(p, "main", cpus)
}

// shared waits until the shared pool in force is this one.
func (n *node) shared(want string) {
	n.t.Helper()
	waitFor(n.t, "shared pool "+want, func() bool { return n.agent.keeper.answers.sharedPool() == want })
}

// The API server is only queried for this node's pods, and its version of a pod takes precedence
// over the runtime's.
func TestPodsOfTheAPIServer(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	server.set("pods", lsr.object())
	n.start()
	n.shared("0-3,8-15") // although it does not run yet
	n.runBare(lsr, "4-7")
	// The scheduler moves the pod.
	moved := lsr
	moved.claim = "8-11"
	server.set("pods", moved.object())
	n.shared("0-7,12-15")
	n.expectCPUs(lsr, "main", "8-11")
	server.mu.Lock()
	defer server.mu.Unlock()
	for _, asked := range server.asked {
		if asked != "pods?spec.nodeName=node-a" && asked != "nodes?metadata.name=node-a" {
			t.Error(asked)
		}
	}
	if !slices.Contains(server.asked, "pods?spec.nodeName=node-a") {
		t.Error(server.asked)
	}
}

// A running pod keeps its CPUs until its sandbox stops, whatever happens to its object.
func TestWhatRunsIsNotUndone(t *testing.T) {
	n, server := newServedNode(t, nil)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	ended := podOf{name: "ended", qos: "LSR", milli: 2000, claim: "8-9"}
	server.set("pods", lsr.object())
	server.set("pods", ended.object())
	n.start()
	n.run(lsr.bare())
	n.run(ended.bare())
	n.shared("0-3,10-15")
	done := ended.object()
	done.Status.Phase = v1.PodSucceeded
	server.set("pods", done)
	server.delete("pods", "lsr")
	// after this update, all earlier ones have been applied
	marker := podOf{name: "marker", qos: "LSR", milli: 1000, claim: "15"}
	server.set("pods", marker.object())
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
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	server.set("pods", lsr.object())
	n.start()
	n.run(lsr.bare())
	server.setDown(true)
	next := podOf{name: "next", qos: "LSE", milli: 2000, claim: "8-9"}
	n.run(next)
	n.expectCPUs(next, "main", "8-9")
	n.expectCPUs(lsr, "main", "4-7")
	other := podOf{name: "next", qos: "LSE", milli: 2000, claim: "10-11"}
	server.setDown(false)
	server.set("pods", other.object())
	waitFor(t, "the API server's word", func() bool { return n.cpus(next, "main") == "10-11" })
	n.expectCPUs(lsr, "main", "4-7")
}

// An agent that starts without an API server waits for it, then continues with the runtime's data.
// The placement in node-state.json is in force from the beginning.
func TestStartWithoutAPIServer(t *testing.T) {
	n, server := newServedNode(t, func(c *Config) { c.APIServer.Wait.Duration = 4 * time.Second })
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	server.set("pods", lsr.object())
	n.start()
	n.run(lsr)
	n.shared("0-3,8-15")
	n.kill()
	server.setDown(true)
	// shorter than the agent waits for the API server
	adaptation.SetPluginRequestTimeout(2 * time.Second)
	defer adaptation.SetPluginRequestTimeout(30 * time.Second)
	n.start()
	_, err := n.create(lsr, "second", "")
	ok(t, err)
	n.expectCPUs(lsr, "second", "4-7")
	next := podOf{name: "next", qos: "LSE", milli: 2000, claim: "8-9"}
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
	n, server := newServedNode(t, func(c *Config) { c.APIServer.Wait.Duration = time.Hour })
	server.setDown(true)
	n.start()
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.sandbox(lsr)
	_, err := n.create(lsr, "main", "")
	if err == nil || !strings.Contains(err.Error(), "nothing has been decided") {
		t.Fatal(err)
	}
	server.setDown(false)
	n.shared("0-3,8-15")
	_, err = n.create(lsr, "main", "") // kubelet retries, and the same agent answers
	ok(t, err)
	n.expectCPUs(lsr, "main", "4-7")
	if len(n.synced) != 0 {
		t.Error("the runtime had dropped the agent")
	}
}

// The runtime's identity of a pod counts: a uid with another name is not that pod.
func TestIdentityIsTheRuntimes(t *testing.T) {
	n, server := newServedNode(t, func(c *Config) { c.OnRefusal = OnRefusalRefuse })
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	server.set("pods", lsr.object())
	n.start()
	n.shared("0-3,8-15")
	forged := lsr.bare()
	box := forged.sandbox()
	box.Namespace = "other"
	n.tree.add(forged.group(), -1)
	n.mu.Lock()
	n.pods[box.Id] = box
	n.mu.Unlock()
	ok(t, n.nri.RunPodSandbox(t.Context(), runPod(box)))
	n.shared("0-15")
	_, err := n.nri.CreateContainer(t.Context(), createIn(box, "main"))
	if err == nil || !strings.Contains(err.Error(), "other/lsr") {
		t.Error(err)
	}
}

// The API server's copy of a static pod has another uid.
func TestStaticPods(t *testing.T) {
	n, server := newServedNode(t, nil)
	static := podOf{name: "static", qos: "LSR", milli: 4000, claim: "4-7"}
	copied := static.object()
	copied.UID = "aaaaaaaa-bbbb"
	copied.Annotations[annotationMirror] = strings.Repeat("0123456789abcdef", 2)
	server.set("pods", copied)
	n.start()
	n.shared("0-3,8-15")
	box := static.bare().sandbox()
	box.Uid = copied.Annotations[annotationMirror]
	ok(t, n.nri.RunPodSandbox(t.Context(), runPod(box)))
	got, err := n.nri.CreateContainer(t.Context(), createIn(box, "main"))
	ok(t, err)
	if cpus := got.GetAdjust().GetLinux().GetResources().GetCpu().GetCpus(); cpus != "4-7" {
		t.Error(cpus)
	}
}

// Changes of the Node's annotations, and of the CPUs assigned by kubelet, take effect at once.
func TestNodeAndKubelet(t *testing.T) {
	n, server := newServedNode(t, func(c *Config) { c.Interval.Duration = 100 * time.Millisecond })
	write := func(name, text string) {
		path := filepath.Join(n.config.Kubelet.Directory, name)
		ok(t, os.WriteFile(path+".new", []byte(text), 0o600))
		ok(t, os.Rename(path+".new", path))
	}
	n.start()
	n.shared("0-15")
	server.set("nodes", nodeObject(map[string]string{"node.koordinator.sh/reservation": `{"reservedCPUs":"0-1"}`}))
	n.shared("2-15")
	write("config.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: static\nreservedSystemCPUs: \"0\"\n")
	write("cpu_manager_state", `{"policyName":"static","defaultCpuSet":"0-11,14-15","entries":{"u9":{"main":"12-13"}},"checksum":0}`)
	n.shared("2-11,14-15")
	write("cpu_manager_state", `{"policyName":"static","defaultCpuSet`) // a truncated file
	write("config.yaml", "\t")
	marker := podOf{name: "marker", qos: "LSR", milli: 1000, claim: "15"}
	server.set("pods", marker.object())
	n.shared("2-11,14")
}
