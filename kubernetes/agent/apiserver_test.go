package agent

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/adaptation"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
)

// apiServer implements the parts of an API server that an agent uses.
type apiServer struct {
	*httptest.Server
	t       testing.TB
	mu      sync.Mutex
	version int
	objects map[string]map[string]any // by resource and name
	watches map[chan watchEvent]string
	asked   []string // selectors of requests
	down    bool
	patches map[string][]byte // the last body by resource
	refuse  int               // number of patches to reject
	forbids bool              // reject labels and resources of Nodes
	applied []string          // patched parts of the Node
	events  []*v1.Event
}

type watchEvent struct {
	Type   string `json:"type"`
	Object any    `json:"object"`
}

func newAPIServer(t testing.TB) *apiServer {
	s := &apiServer{t: t, objects: map[string]map[string]any{"pods": {}, "nodes": {}}, watches: map[chan watchEvent]string{},
		patches: map[string][]byte{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/{resource}", s.get)
	mux.HandleFunc("POST /api/v1/namespaces/{namespace}/events", s.post)
	mux.HandleFunc("PATCH /apis/{group}/v1alpha1/{resource}/node-a", s.patch)
	mux.HandleFunc("PATCH /api/v1/nodes/node-a/status", s.patch)
	mux.HandleFunc("PATCH /api/v1/nodes/node-a", s.patch)
	s.Server = httptest.NewServer(s.unlessDown(mux))
	t.Cleanup(func() {
		s.setDown(true)
		s.Close()
	})
	return s
}

// kubeconfig returns a kubeconfig file for this server.
func (s *apiServer) kubeconfig() string {
	path := filepath.Join(s.t.TempDir(), "kubeconfig")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"x","clusters":[{"name":"x","cluster":{"server":%q}}],
"contexts":[{"name":"x","context":{"cluster":"x","user":"x"}}],"users":[{"name":"x","user":{}}]}`, s.URL)
	ok(s.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (s *apiServer) unlessDown(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		down := s.down
		s.mu.Unlock()
		if down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// setDown begins or ends an outage.
func (s *apiServer) setDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
	if down {
		for watch := range s.watches {
			close(watch)
		}
		clear(s.watches)
	}
}

func (s *apiServer) set(resource string, object metav1.Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	object.SetResourceVersion(fmt.Sprint(s.version))
	kind := "ADDED"
	if s.objects[resource][object.GetName()] != nil {
		kind = "MODIFIED"
	}
	s.objects[resource][object.GetName()] = object
	s.tell(resource, watchEvent{kind, object})
}

func (s *apiServer) delete(resource, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	object := s.objects[resource][name]
	delete(s.objects[resource], name)
	s.version++
	s.tell(resource, watchEvent{"DELETED", object})
}

func (s *apiServer) tell(resource string, event watchEvent) {
	for watch, of := range s.watches {
		if of == resource {
			watch <- event
		}
	}
}

func (s *apiServer) get(w http.ResponseWriter, r *http.Request) {
	resource, query := r.PathValue("resource"), r.URL.Query()
	w.Header().Set("Content-Type", "application/json")
	s.mu.Lock()
	s.asked = append(s.asked, resource+"?"+query.Get("fieldSelector"))
	var items []any
	for _, object := range s.objects[resource] {
		items = append(items, object)
	}
	version := fmt.Sprint(s.version)
	kind := map[string]string{"pods": "Pod", "nodes": "Node"}[resource]
	if query.Get("watch") == "" {
		s.mu.Unlock()
		_ = json.NewEncoder(w).Encode(map[string]any{"apiVersion": "v1", "kind": kind + "List",
			"metadata": map[string]any{"resourceVersion": version}, "items": append([]any{}, items...)})
		return
	}
	watch := make(chan watchEvent, 1024)
	s.watches[watch] = resource
	s.mu.Unlock()
	if query.Get("sendInitialEvents") == "true" {
		for _, item := range items {
			watch <- watchEvent{"ADDED", item}
		}
		watch <- watchEvent{"BOOKMARK", map[string]any{"apiVersion": "v1", "kind": kind, "metadata": map[string]any{
			"resourceVersion": version, "annotations": map[string]any{metav1.InitialEventsAnnotationKey: "true"}}}}
	}
	s.stream(w, r, watch)
}

func (s *apiServer) stream(w io.Writer, r *http.Request, watch chan watchEvent) {
	encoder, flusher := json.NewEncoder(w), w.(http.Flusher)
	flusher.Flush()
	for {
		select {
		case <-r.Context().Done():
			s.mu.Lock()
			delete(s.watches, watch)
			s.mu.Unlock()
			return
		case event, open := <-watch:
			if !open || encoder.Encode(event) != nil {
				return
			}
			flusher.Flush()
		}
	}
}

func (s *apiServer) patch(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	query := r.URL.Query()
	if err != nil || r.Header.Get("Content-Type") != string(types.ApplyPatchType) || query.Get("fieldManager") == "" {
		s.t.Errorf("%v %s %s", err, r.Header.Get("Content-Type"), r.URL)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if s.forbids && query.Get("fieldManager") == nodeManager {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}`))
		return
	}
	if s.refuse > 0 {
		s.refuse--
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`))
		return
	}
	if query.Get("fieldManager") == nodeManager {
		s.patchNode(path.Base(r.URL.Path), body)
	} else {
		s.patches[r.PathValue("group")+"/"+r.PathValue("resource")] = body
	}
	_, _ = w.Write(body)
}

func (s *apiServer) post(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	ok(s.t, err)
	event := &v1.Event{}
	scheme := runtime.NewScheme()
	ok(s.t, v1.AddToScheme(scheme))
	_, _, err = protobuf.NewSerializer(scheme, scheme).Decode(text, nil, event)
	ok(s.t, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, event)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(event)
}

// reported returns the last report of a kind as an object.
func (s *apiServer) reported(resource string, into any) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	body := s.patches[resource]
	if body == nil {
		return false
	}
	ok(s.t, json.Unmarshal(body, into))
	return true
}

// object returns the API server's version of the pod.
func (p podOf) object() *v1.Pod {
	box := p.sandbox()
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: p.name,
		UID: types.UID(p.uid()), Labels: box.Labels, Annotations: box.Annotations}}
	pod.Spec.NodeName = "node-a"
	amount := v1.ResourceList{v1.ResourceCPU: *resource.NewMilliQuantity(p.milli, resource.DecimalSI), v1.ResourceMemory: resource.MustParse("1Gi")}
	one := v1.Container{Name: "main", Resources: v1.ResourceRequirements{Requests: amount}}
	switch p.class {
	case "":
		one.Resources.Limits = amount
		pod.Status.QOSClass = v1.PodQOSGuaranteed
	case "burstable":
		pod.Status.QOSClass = v1.PodQOSBurstable
	default:
		one.Resources = v1.ResourceRequirements{}
		pod.Status.QOSClass = v1.PodQOSBestEffort
	}
	pod.Spec.Containers = []v1.Container{one}
	pod.Status.Phase = v1.PodRunning
	return pod
}

// bare returns the pod's sandbox without the API server's data.
func (p podOf) bare() podOf {
	p.qos, p.claim, p.notes = "", "", nil
	return p
}

func nodeObject(annotations map[string]string) *v1.Node {
	return &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: "node-a", UID: "node-uid",
		Annotations: annotations}}
}

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

func setAmount(list v1.ResourceList, name, amount string) {
	list[v1.ResourceName(name)] = resource.MustParse(amount)
}
