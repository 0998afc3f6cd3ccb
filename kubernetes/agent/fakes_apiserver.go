package agent

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
)

// devicesManager is the field manager of the agent's labels and resources of the Node.
const devicesManager = "koord-agent-devices"

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
	if s.forbids && query.Get("fieldManager") == devicesManager {
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
	if query.Get("fieldManager") == devicesManager {
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

// patchNode applies labels or resources to the Node like an API server: fields that this manager no
// longer states are removed.
func (s *apiServer) patchNode(part string, body []byte) {
	var next v1.Node
	ok(s.t, json.Unmarshal(body, &next))
	s.applied = append(s.applied, part)
	node := s.objects["nodes"]["node-a"].(*v1.Node).DeepCopy()
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
		fields = map[string]any{"f:status": map[string]any{"f:capacity": fieldsOfNames(next.Status.Capacity)}}
	} else {
		maps.DeleteFunc(node.Labels, func(name, _ string) bool { return isMine(name, "f:labels") })
		if node.Labels == nil {
			node.Labels = map[string]string{}
		}
		maps.Copy(node.Labels, next.Labels)
		fields = map[string]any{"f:metadata": map[string]any{"f:labels": fieldsOfNames(next.Labels)}}
	}
	subresource := ""
	if part == "status" {
		subresource = part
	}
	node.ManagedFields = slices.DeleteFunc(node.ManagedFields, func(one metav1.ManagedFieldsEntry) bool {
		return one.Manager == devicesManager && one.Subresource == subresource
	})
	node.ManagedFields = append(node.ManagedFields, managed(devicesManager, metav1.ManagedFieldsOperationApply, subresource, fields))
	s.objects["nodes"]["node-a"] = node
	s.tell("nodes", watchEvent{"MODIFIED", node})
}

func fieldsOfNames[K ~string, V any](of map[K]V) map[string]any {
	out := map[string]any{}
	for name := range of {
		out["f:"+string(name)] = map[string]any{}
	}
	return out
}

func managed(manager string, operation metav1.ManagedFieldsOperationType, subresource string, fields any) metav1.ManagedFieldsEntry {
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

// condition returns the condition that was last applied to the Node.
func (s *apiServer) condition() *v1.NodeCondition {
	var node v1.Node
	if !s.reported("/", &node) {
		return nil
	}
	for i, one := range node.Status.Conditions {
		if one.Type == "KoordAgentReady" {
			return &node.Status.Conditions[i]
		}
	}
	return nil
}
