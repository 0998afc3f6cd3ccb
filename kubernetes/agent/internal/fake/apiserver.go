// Package fake imitates the agent's surroundings for tests: an API server, kubelet, control groups,
// pods and their use of CPUs.
package fake

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// devicesManager is the field manager of the agent's labels and resources of the Node.
const devicesManager = "koord-agent-devices"

// APIServer implements the parts of an API server that an agent uses.
type APIServer struct {
	*httptest.Server
	t       testing.TB
	Mu      sync.Mutex
	version int
	Objects map[string]map[string]any // by resource and name
	watches map[chan watchEvent]string
	Asked   []string // selectors of requests
	down    bool
	Patches map[string][]byte // the last body by resource
	Refuse  int               // number of patches to reject
	Forbids bool              // reject labels and resources of Nodes
	Applied []string          // patched parts of the Node
	Events  []*v1.Event
}

type watchEvent struct {
	Type   string `json:"type"`
	Object any    `json:"object"`
}

func NewAPIServer(t testing.TB) *APIServer {
	s := &APIServer{t: t, Objects: map[string]map[string]any{"pods": {}, "nodes": {}}, watches: map[chan watchEvent]string{},
		Patches: map[string][]byte{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/{resource}", s.get)
	mux.HandleFunc("POST /api/v1/namespaces/{namespace}/events", s.post)
	mux.HandleFunc("PATCH /apis/{group}/v1alpha1/{resource}/node-a", s.patch)
	mux.HandleFunc("PATCH /api/v1/nodes/node-a/status", s.patch)
	mux.HandleFunc("PATCH /api/v1/nodes/node-a", s.patch)
	s.Server = httptest.NewServer(s.unlessDown(mux))
	t.Cleanup(func() {
		s.SetDown(true)
		s.Close()
	})
	return s
}

// Kubeconfig returns a kubeconfig file for this server.
func (s *APIServer) Kubeconfig() string {
	path := filepath.Join(s.t.TempDir(), "kubeconfig")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"x","clusters":[{"name":"x","cluster":{"server":%q}}],
"contexts":[{"name":"x","context":{"cluster":"x","user":"x"}}],"users":[{"name":"x","user":{}}]}`, s.URL)
	check.OK(s.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (s *APIServer) unlessDown(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Mu.Lock()
		down := s.down
		s.Mu.Unlock()
		if down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// SetDown begins or ends an outage.
func (s *APIServer) SetDown(down bool) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.down = down
	if down {
		for watch := range s.watches {
			close(watch)
		}
		clear(s.watches)
	}
}

func (s *APIServer) Set(resource string, object metav1.Object) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.version++
	object.SetResourceVersion(fmt.Sprint(s.version))
	kind := "ADDED"
	if s.Objects[resource][object.GetName()] != nil {
		kind = "MODIFIED"
	}
	s.Objects[resource][object.GetName()] = object
	s.tell(resource, watchEvent{kind, object})
}

func (s *APIServer) Delete(resource, name string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	object := s.Objects[resource][name]
	delete(s.Objects[resource], name)
	s.version++
	s.tell(resource, watchEvent{"DELETED", object})
}

func (s *APIServer) tell(resource string, event watchEvent) {
	for watch, of := range s.watches {
		if of == resource {
			watch <- event
		}
	}
}

func (s *APIServer) get(w http.ResponseWriter, r *http.Request) {
	resource, query := r.PathValue("resource"), r.URL.Query()
	w.Header().Set("Content-Type", "application/json")
	s.Mu.Lock()
	s.Asked = append(s.Asked, resource+"?"+query.Get("fieldSelector"))
	var items []any
	for _, object := range s.Objects[resource] {
		items = append(items, object)
	}
	version := fmt.Sprint(s.version)
	kind := map[string]string{"pods": "Pod", "nodes": "Node"}[resource]
	if query.Get("watch") == "" {
		s.Mu.Unlock()
		_ = json.NewEncoder(w).Encode(map[string]any{"apiVersion": "v1", "kind": kind + "List",
			"metadata": map[string]any{"resourceVersion": version}, "items": append([]any{}, items...)})
		return
	}
	watch := make(chan watchEvent, 1024)
	s.watches[watch] = resource
	s.Mu.Unlock()
	if query.Get("sendInitialEvents") == "true" {
		for _, item := range items {
			watch <- watchEvent{"ADDED", item}
		}
		watch <- watchEvent{"BOOKMARK", map[string]any{"apiVersion": "v1", "kind": kind, "metadata": map[string]any{
			"resourceVersion": version, "annotations": map[string]any{metav1.InitialEventsAnnotationKey: "true"}}}}
	}
	s.stream(w, r, watch)
}

func (s *APIServer) stream(w io.Writer, r *http.Request, watch chan watchEvent) {
	encoder, flusher := json.NewEncoder(w), w.(http.Flusher)
	flusher.Flush()
	for {
		select {
		case <-r.Context().Done():
			s.Mu.Lock()
			delete(s.watches, watch)
			s.Mu.Unlock()
			return
		case event, open := <-watch:
			if !open || encoder.Encode(event) != nil {
				return
			}
			flusher.Flush()
		}
	}
}

func (s *APIServer) patch(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	query := r.URL.Query()
	if err != nil || r.Header.Get("Content-Type") != string(types.ApplyPatchType) || query.Get("fieldManager") == "" {
		s.t.Errorf("%v %s %s", err, r.Header.Get("Content-Type"), r.URL)
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if s.Forbids && query.Get("fieldManager") == devicesManager {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}`))
		return
	}
	if s.Refuse > 0 {
		s.Refuse--
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`))
		return
	}
	if query.Get("fieldManager") == devicesManager {
		s.patchNode(path.Base(r.URL.Path), body)
	} else {
		s.Patches[r.PathValue("group")+"/"+r.PathValue("resource")] = body
	}
	_, _ = w.Write(body)
}

func (s *APIServer) post(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	check.OK(s.t, err)
	event := &v1.Event{}
	scheme := runtime.NewScheme()
	check.OK(s.t, v1.AddToScheme(scheme))
	_, _, err = protobuf.NewSerializer(scheme, scheme).Decode(text, nil, event)
	check.OK(s.t, err)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.Events = append(s.Events, event)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(event)
}

// Reported returns the last report of a kind as an object.
func (s *APIServer) Reported(resource string, into any) bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	body := s.Patches[resource]
	if body == nil {
		return false
	}
	check.OK(s.t, json.Unmarshal(body, into))
	return true
}

// patchNode applies labels or resources to the Node like an API server: fields that this manager no
// longer states are removed.
func (s *APIServer) patchNode(part string, body []byte) {
	var next v1.Node
	check.OK(s.t, json.Unmarshal(body, &next))
	s.Applied = append(s.Applied, part)
	node := s.Objects["nodes"]["node-a"].(*v1.Node).DeepCopy()
	isMine := func(name, part string) bool { return ownedBy(node, devicesManager, part, name) }
	fields := map[string]any{}
	if part == "status" {
		if !maps.EqualFunc(next.Status.Capacity, next.Status.Allocatable, func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 }) {
			s.t.Errorf("%s", body)
		}
		for _, list := range []*v1.ResourceList{&node.Status.Capacity, &node.Status.Allocatable} {
			if *list == nil {
				*list = v1.ResourceList{}
			}
			maps.DeleteFunc(*list, func(name v1.ResourceName, _ resource.Quantity) bool { return isMine(string(name), "f:capacity") })
			maps.Copy(*list, next.Status.Capacity)
		}
		fields = map[string]any{"f:status": map[string]any{"f:capacity": FieldsOfNames(next.Status.Capacity)}}
	} else {
		maps.DeleteFunc(node.Labels, func(name, _ string) bool { return isMine(name, "f:labels") })
		if node.Labels == nil {
			node.Labels = map[string]string{}
		}
		maps.Copy(node.Labels, next.Labels)
		fields = map[string]any{"f:metadata": map[string]any{"f:labels": FieldsOfNames(next.Labels)}}
	}
	subresource := ""
	if part == "status" {
		subresource = part
	}
	node.ManagedFields = slices.DeleteFunc(node.ManagedFields, func(one metav1.ManagedFieldsEntry) bool {
		return one.Manager == devicesManager && one.Subresource == subresource
	})
	node.ManagedFields = append(node.ManagedFields, Managed(devicesManager, metav1.ManagedFieldsOperationApply, subresource, fields))
	s.Objects["nodes"]["node-a"] = node
	s.tell("nodes", watchEvent{"MODIFIED", node})
}

func FieldsOfNames[K ~string, V any](of map[K]V) map[string]any {
	out := map[string]any{}
	for name := range of {
		out["f:"+string(name)] = map[string]any{}
	}
	return out
}

func Managed(manager string, operation metav1.ManagedFieldsOperationType, subresource string, fields any) metav1.ManagedFieldsEntry {
	raw, _ := json.Marshal(fields)
	out := metav1.ManagedFieldsEntry{Manager: manager, Operation: operation, Subresource: subresource, FieldsType: "FieldsV1", APIVersion: "v1",
		FieldsV1: &metav1.FieldsV1{}}
	out.FieldsV1.SetRawBytes(raw)
	return out
}

// ownedBy reports whether a manager states a name within f:labels or f:capacity.
func ownedBy(node *v1.Node, manager, part, name string) bool {
	for _, entry := range node.ManagedFields {
		var stated map[string]map[string]map[string]any
		if entry.Manager != manager || entry.FieldsV1 == nil || json.Unmarshal(entry.FieldsV1.GetRawBytes(), &stated) != nil {
			continue
		}
		for _, parts := range stated {
			if _, is := parts[part]["f:"+name]; is {
				return true
			}
		}
	}
	return false
}

// Condition returns the condition that was last applied to the Node.
func (s *APIServer) Condition() *v1.NodeCondition {
	var node v1.Node
	if !s.Reported("/", &node) {
		return nil
	}
	for i, condition := range node.Status.Conditions {
		if condition.Type == "KoordAgentReady" {
			return &node.Status.Conditions[i]
		}
	}
	return nil
}
