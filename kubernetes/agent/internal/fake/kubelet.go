package fake

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

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Kubelet imitates kubelet: its pod-resources API on a socket, and its own API for clients with a
// token.
type Kubelet struct {
	podresources.UnimplementedPodResourcesListerServer
	t    testing.TB
	HTTP *httptest.Server
	GRPC *grpc.Server

	mu       sync.Mutex
	Config   string
	Pods     []v1.Pod
	Devices  []*podresources.ContainerDevices
	Assigned []*podresources.PodResources
	IsDown   bool // it answers with an error
	asked    map[string]int
}

const kubeletsToken = "let-me-in"

func NewKubelet(t testing.TB) *Kubelet {
	k := &Kubelet{t: t, asked: map[string]int{}, Config: `{"kubeletconfig":{}}`}
	k.HTTP = httptest.NewTLSServer(http.HandlerFunc(k.answer))
	t.Cleanup(k.HTTP.Close)
	return k
}

func (k *Kubelet) answer(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked[r.URL.Path]++
	switch {
	case k.IsDown:
		w.WriteHeader(http.StatusServiceUnavailable)
	case r.Header.Get("Authorization") != "Bearer "+kubeletsToken:
		w.WriteHeader(http.StatusUnauthorized)
	case r.URL.Path == "/configz":
		fmt.Fprint(w, k.Config)
	case r.URL.Path == "/pods":
		_ = json.NewEncoder(w).Encode(&v1.PodList{Items: k.Pods})
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (k *Kubelet) Edit(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
}

// Endpoint returns the configuration for an agent.
func (k *Kubelet) Endpoint() config.KubeletEndpoint {
	dir := k.t.TempDir()
	ca, token := filepath.Join(dir, "ca"), filepath.Join(dir, "token")
	check.OK(k.t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: k.HTTP.Certificate().Raw}), 0o600))
	check.OK(k.t, os.WriteFile(token, []byte(kubeletsToken+"\n"), 0o600))
	return config.KubeletEndpoint{URL: k.HTTP.URL, CAFile: ca, TokenFile: token}
}

func (k *Kubelet) GetAllocatableResources(context.Context, *podresources.AllocatableResourcesRequest) (
	*podresources.AllocatableResourcesResponse, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return &podresources.AllocatableResourcesResponse{Devices: k.Devices}, nil
}

func (k *Kubelet) List(context.Context, *podresources.ListPodResourcesRequest) (*podresources.ListPodResourcesResponse, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return &podresources.ListPodResourcesResponse{PodResources: k.Assigned}, nil
}

// Serve listens on kubelet's socket.
func (k *Kubelet) Serve(socket string) {
	k.t.Helper()
	check.OK(k.t, os.MkdirAll(filepath.Dir(socket), 0o755))
	listener, err := net.Listen("unix", socket)
	check.OK(k.t, err)
	k.GRPC = grpc.NewServer()
	podresources.RegisterPodResourcesListerServer(k.GRPC, k)
	go func() { _ = k.GRPC.Serve(listener) }()
	k.t.Cleanup(k.GRPC.Stop)
}

// DevicesOf returns devices registered by a plugin on one NUMA node; -1 if it is not stated.
func DevicesOf(resource string, node int64, ids ...string) *podresources.ContainerDevices {
	out := &podresources.ContainerDevices{ResourceName: resource, DeviceIds: ids}
	if node >= 0 {
		out.Topology = &podresources.TopologyInfo{Nodes: []*podresources.NUMANode{{ID: node}}}
	}
	return out
}

func (k *Kubelet) Count(path string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked[path]
}
