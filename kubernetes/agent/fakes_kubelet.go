package agent

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"google.golang.org/grpc"
	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"
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

func (k *kubelet) count(path string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked[path]
}
