package agent

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// kubelet imitates kubelet: its pod-resources API on a socket, and its own API for clients with a
// token.
type kubelet struct {
	podresources.UnimplementedPodResourcesListerServer
	t    testing.TB
	http *httptest.Server
	grpc *grpc.Server

	mu      sync.Mutex
	config  string
	pods    []v1.Pod
	devices []*podresources.ContainerDevices
	given   []*podresources.PodResources
	asked   map[string]int
}

const kubeletsToken = "let-me-in"

func newKubelet(t testing.TB) *kubelet {
	k := &kubelet{t: t, asked: map[string]int{}, config: `{"kubeletconfig":{}}`}
	k.http = httptest.NewTLSServer(http.HandlerFunc(k.answer))
	t.Cleanup(k.http.Close)
	return k
}

func (k *kubelet) answer(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked[r.URL.Path]++
	switch {
	case r.Header.Get("Authorization") != "Bearer "+kubeletsToken:
		w.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/configz":
		fmt.Fprint(w, k.config)
	case r.URL.Path == "/pods":
		_ = json.NewEncoder(w).Encode(&v1.PodList{Items: k.pods})
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (k *kubelet) edit(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
}

// endpoint returns the configuration for an agent.
func (k *kubelet) endpoint() KubeletEndpoint {
	dir := k.t.TempDir()
	ca, token := filepath.Join(dir, "ca"), filepath.Join(dir, "token")
	ok(k.t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: k.http.Certificate().Raw}), 0o600))
	ok(k.t, os.WriteFile(token, []byte(kubeletsToken+"\n"), 0o600))
	return KubeletEndpoint{URL: k.http.URL, CAFile: ca, TokenFile: token}
}

func (k *kubelet) GetAllocatableResources(context.Context, *podresources.AllocatableResourcesRequest) (
	*podresources.AllocatableResourcesResponse, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return &podresources.AllocatableResourcesResponse{Devices: k.devices}, nil
}

func (k *kubelet) List(context.Context, *podresources.ListPodResourcesRequest) (*podresources.ListPodResourcesResponse, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return &podresources.ListPodResourcesResponse{PodResources: k.given}, nil
}

// serve listens on kubelet's socket.
func (k *kubelet) serve(socket string) {
	k.t.Helper()
	ok(k.t, os.MkdirAll(filepath.Dir(socket), 0o755))
	listener, err := net.Listen("unix", socket)
	ok(k.t, err)
	k.grpc = grpc.NewServer()
	podresources.RegisterPodResourcesListerServer(k.grpc, k)
	go func() { _ = k.grpc.Serve(listener) }()
	k.t.Cleanup(k.grpc.Stop)
}

// devicesOf returns devices registered by a plugin on one NUMA node; -1 if it is not stated.
func devicesOf(resource string, node int64, ids ...string) *podresources.ContainerDevices {
	out := &podresources.ContainerDevices{ResourceName: resource, DeviceIds: ids}
	if node >= 0 {
		out.Topology = &podresources.TopologyInfo{Nodes: []*podresources.NUMANode{{ID: node}}}
	}
	return out
}

// kubelet's effective configuration takes precedence over its file, which may lack flags. The file
// counts until kubelet responds.
func TestConfigz(t *testing.T) {
	k := newKubelet(t)
	k.config = "nonsense"
	n := newNode(t, func(c *Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Millisecond
		ok(t, os.WriteFile(filepath.Join(c.Kubelet.Directory, "config.yaml"), []byte("reservedSystemCPUs: 4-5\n"), 0o644))
	})
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	n.run(lsr)
	n.expectCPUs(lsr, "main", "6-7")
	k.edit(func() { k.config = `{"kubeletconfig":{"reservedSystemCPUs":"6"}}` })
	waitFor(t, "kubelet's own word", func() bool { return n.cpus(lsr, "main") == "4-5,7" })
	k.http.CloseClientConnections()
	k.edit(func() { k.config = `{"kubeletconfig":` }) // an unreadable response changes nothing
	before := k.count("/configz")
	waitFor(t, "two more answers", func() bool { return k.count("/configz") > before+1 })
	n.settle()
	n.expectCPUs(lsr, "main", "4-5,7")
}

func (k *kubelet) count(path string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked[path]
}

// During an outage of the API server kubelet provides its pods with their annotations. The API
// server's version takes precedence.
func TestPodsOfKubelet(t *testing.T) {
	k := newKubelet(t)
	lsr := podOf{name: "lsr", qos: "LSR", milli: 4000, claim: "4-7"}
	k.pods = []v1.Pod{*lsr.object()}
	n, server := newServedNode(t, func(c *Config) {
		c.Kubelet.Endpoint, c.Interval.Duration = k.endpoint(), 100*time.Millisecond
		c.APIServer.Wait.Duration = time.Hour // kubelet's pods are sufficient
	})
	server.setDown(true)
	n.start()
	n.shared("0-3,8-15") // although the runtime does not run it yet
	n.runBare(lsr, "4-7")
	moved := lsr
	moved.claim = "8-11"
	server.set("pods", moved.object())
	server.setDown(false)
	n.shared("0-7,12-15")
	n.expectCPUs(lsr, "main", "8-11")
	waitFor(t, "kubelet's pods are not needed", func() bool {
		before := k.count("/pods")
		asked := k.count("/configz")
		waitFor(t, "two more looks", func() bool { return k.count("/configz") > asked+1 })
		return k.count("/pods") == before
	})
	// A pod missing in the API server is eventually dropped from kubelet's pods.
	n.agent.facts.mu.Lock()
	defer n.agent.facts.mu.Unlock()
	if n.agent.facts.kubeletPods != nil {
		t.Error(n.agent.facts.kubeletPods)
	}
}

// Devices of other plugins get numbers that they keep, even if they fail and across restarts of the
// agent. Devices assigned by kubelet are reported, except for pods whose devices a scheduler chose.
func TestDevicesOfPlugins(t *testing.T) {
	k := newKubelet(t)
	npu := func(ids ...string) []*podresources.ContainerDevices {
		return []*podresources.ContainerDevices{devicesOf("huawei.com/Ascend910", 1, ids...), devicesOf("example.com/dsp", -1, "b", "a"),
			devicesOf("example.com/other", 0, "x")}
	}
	k.devices = npu("Ascend910-3", "Ascend910-1")
	mine, theirs := podOf{name: "mine", milli: 1000}, podOf{name: "theirs", milli: 1000,
		notes: map[string]string{"scheduling.koordinator.sh/device-allocated": `{"gpu":[{"minor":1}]}`}}
	for _, one := range []podOf{mine, theirs} {
		k.given = append(k.given, &podresources.PodResources{Name: one.name, Namespace: "default", Containers: []*podresources.ContainerResources{
			{Name: "main", Devices: []*podresources.ContainerDevices{devicesOf("huawei.com/Ascend910", 1, "Ascend910-3")}}}})
	}
	n, server := newServedNode(t, func(c *Config) {
		c.Reports.NVML, c.Reports.Interval.Duration = NVMLNever, 100*time.Millisecond
		c.Reports.Plugins = []PluginDevices{{Resource: "huawei.com/Ascend910"},
			{Resource: "example.com/dsp", Type: "dsp", Gives: map[string]string{"example.com/dsp": "100"}}}
	})
	k.serve(n.config.Kubelet.PodResources)
	server.set("pods", mine.object())
	server.set("pods", theirs.object())
	n.start()
	expect := func(what, devices, vendor, given string) {
		t.Helper()
		var got apis.Device
		waitFor(t, what+": "+devices, func() bool {
			got = apis.Device{}
			return server.reported(deviceObjects, &got) && shownDevices(&got) == devices && got.Annotations[annotationCheckpoints] == given
		})
		if got.Labels[labelGPUVendor] != vendor {
			t.Errorf("%s: %v", what, got.Labels)
		}
	}
	given := `[{"podUID":"uid-mine","containerName":"main","resourceName":"huawei.com/Ascend910","deviceIDs":["Ascend910-3"]}]`
	expect("all", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	k.edit(func() { k.devices = npu("Ascend910-3") })
	expect("one is gone", "gpu 1 Ascend910-1 false, gpu 3 Ascend910-3 true 1, dsp 0 a true -1, dsp 1 b true -1", "huawei", given)
	n.kill()
	n.start()
	k.grpc.Stop() // kubelet restarts
	k.serve(n.config.Kubelet.PodResources)
	k.edit(func() { k.devices, k.given = npu("Ascend910-3", "Ascend910-7", "Ascend910-1"), nil })
	expect("after restarts", "gpu 1 Ascend910-1 true 1, gpu 3 Ascend910-3 true 1, gpu 7 Ascend910-7 true 1, dsp 0 a true -1, dsp 1 b true -1",
		"huawei", "")
}

func shownDevices(object *apis.Device) string {
	var out []string
	for _, one := range object.Spec.Devices {
		text := fmt.Sprintf("%s %d %s %v", one.Type, *one.Minor, one.ID, one.Health)
		if one.Topology != nil {
			text += fmt.Sprintf(" %d", *one.Topology.NodeID)
		}
		if amount := one.Resources["huawei.com/npu-core"]; one.Type == "gpu" && amount.Value() != 100 {
			text += " of " + amount.String()
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// Numbers at the end of ids only count if all ids have distinct ones. No device loses its number.
func TestNumbersOfDevices(t *testing.T) {
	n := numbers{path: filepath.Join(t.TempDir(), "numbers"), of: map[string]map[string]int32{}}
	expect := func(want map[string]int32, ids ...string) {
		t.Helper()
		var devices []pluginDevice
		for _, id := range ids {
			devices = append(devices, pluginDevice{id, -1})
		}
		ok(t, n.assign("r", devices))
		for id, number := range want {
			if got := n.of["r"][id]; got != number {
				t.Errorf("%s has number %d, expected %d", id, got, number)
			}
		}
	}
	expect(map[string]int32{"0000:1b:00.0": 0, "0000:c3:00.0": 1}, "0000:c3:00.0", "0000:1b:00.0")
	// a late device changes no other number
	expect(map[string]int32{"0000:0a:00.0": 2, "0000:1b:00.0": 0}, "0000:0a:00.0")
	expect(map[string]int32{"x-5": 5, "x-4": 4}, "x-5", "x-4")
	expect(map[string]int32{"y-5": 3}, "y-5")              // its number is taken
	expect(map[string]int32{"w": 6, "z-9": 7}, "w", "z-9") // one id has no number
	again := numbers{path: n.path}
	ok(t, again.read())
	if len(again.of["r"]) != 8 || again.of["r"]["x-5"] != 5 {
		t.Error(again.of)
	}
	ok(t, os.WriteFile(n.path, []byte("{"), 0o600))
	if err := again.read(); err == nil || !strings.Contains(err.Error(), n.path) {
		t.Error(err)
	}
}

// A kubelet that redirects, requires another token, or sends an endless response gets no data from
// the agent.
func TestKubeletThatMisbehaves(t *testing.T) {
	k := newKubelet(t)
	stolen := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { stolen <- r.Header.Get("Authorization") }))
	defer elsewhere.Close()
	redirects := httptest.NewTLSServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer redirects.Close()
	for _, one := range []struct {
		edit func(*KubeletEndpoint)
		want string
	}{
		{func(e *KubeletEndpoint) { e.TokenFile = "" }, "found status 401"},
		{func(e *KubeletEndpoint) { e.CAFile = "" }, "certificate"},
		{func(e *KubeletEndpoint) { e.URL, e.CAFile, e.SkipVerify = redirects.URL, "", true }, "found status 302"},
	} {
		config := &Config{NodeName: "node-a"}
		config.Kubelet.Endpoint = k.endpoint()
		one.edit(&config.Kubelet.Endpoint)
		ok(t, config.Complete())
		asker, err := newKubeletAPI(config, slog.New(slog.DiscardHandler), newFacts(), newMetrics(), func() {}, func() bool { return true })
		ok(t, err)
		if _, err := asker.get(t.Context(), "/pods"); err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("found %v, expected %s", err, one.want)
		}
	}
	select {
	case token := <-stolen:
		t.Errorf("the redirect got %q", token)
	default:
	}
}
