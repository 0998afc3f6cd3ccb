package command

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/util/yaml"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

// server is an API server with objects of files.
type server struct {
	*httptest.Server
	mutex   sync.Mutex                  // of answers
	objects map[string][]collect.Object // by path of their list
	// absent are groups that it does not serve, and forbidden are resources that the user must not list.
	absent, forbidden []string
	// hang is called in place of any answer, if it is not nil.
	hang func()
	// expire makes the token of the second page expire once.
	expire bool
	pages  int
	// warning is the text of the header Warning of each answer, if it is not empty.
	warning string
	calls   []string
}

var paths = map[string]string{
	"Node": "/api/v1/nodes", "Pod": "/api/v1/pods", "Event": "/api/v1/events",
	"NodeResourceTopology": "/apis/topology.node.k8s.io/v1alpha1/noderesourcetopologies",
	"Device":               "/apis/scheduling.koordinator.sh/v1alpha1/devices",
	"Reservation":          "/apis/scheduling.koordinator.sh/v1alpha1/reservations",
	"RebindResource":       "/apis/scheduling.koordinator.sh/v1alpha1/rebindresources",
	"PodGroup":             "/apis/scheduling.sigs.k8s.io/v1alpha1/podgroups",
	"ResourceSlice":        "/apis/resource.k8s.io/v1/resourceslices",
	"ResourceClaim":        "/apis/resource.k8s.io/v1/resourceclaims",
}

func examples(t *testing.T, names ...string) (objects []collect.Object) {
	t.Helper()
	for _, name := range names {
		file, err := os.Open(filepath.Join("../../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewYAMLOrJSONDecoder(file, 4096)
		for {
			var object collect.Object
			if decoder.Decode(&object) != nil {
				break
			}
			if object != nil {
				objects = append(objects, object)
			}
		}
		file.Close()
	}
	if objects == nil {
		t.Fatal("the examples have no objects")
	}
	return objects
}

// serve starts a server and writes its kubeconfig, whose context has the namespace "default".
func serve(t *testing.T, objects []collect.Object) *server {
	t.Helper()
	s := &server{objects: map[string][]collect.Object{}}
	for i, object := range objects {
		metadata := object["metadata"].(collect.Object)
		kind := object["kind"].(string)
		metadata["resourceVersion"] = "7"
		if kind == "Pod" && metadata["uid"] == nil {
			metadata["uid"] = fmt.Sprintf("uid-%d", i)
		}
		if (kind == "Pod" || kind == "PodGroup") && metadata["namespace"] == nil {
			metadata["namespace"] = "default"
		}
		s.objects[paths[kind]] = append(s.objects[paths[kind]], object)
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	config := filepath.Join(t.TempDir(), "config")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"test",
"contexts":[{"name":"test","context":{"cluster":"test","user":"test","namespace":"default"}},
 {"name":"team","context":{"cluster":"test","user":"test","namespace":"team"}}],
"clusters":[{"name":"test","cluster":{"server":%q}}],"users":[{"name":"test","user":{"token":"secret"}}]}`, s.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", config)
	t.Setenv("HOME", t.TempDir())
	return s
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	if s.hang != nil {
		s.hang()
		<-r.Context().Done()
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.calls = append(s.calls, r.URL.String())
	reply := func(code int, value any) {
		w.Header().Set("Content-Type", "application/json")
		if s.warning != "" {
			w.Header().Set("Warning", "299 - "+strconv.Quote(s.warning))
		}
		w.WriteHeader(code)
		json.NewEncoder(w).Encode(value)
	}
	path := strings.Replace(r.URL.Path, "/namespaces/default", "", 1)
	resource := path[strings.LastIndex(path, "/")+1:]
	if answer := s.discovery(path); answer != nil {
		reply(http.StatusOK, answer)
	} else if s.isAbsent(path) || !s.isServed(path) {
		reply(http.StatusNotFound, status("NotFound", 404, "the server could not find the requested resource"))
	} else if slices.Contains(s.forbidden, resource) {
		reply(http.StatusForbidden, status("Forbidden", 403, resource+` is forbidden: User "jane" cannot list resource "`+resource+`"`))
	} else if s.expire && r.URL.Query().Get("continue") != "" {
		s.expire = false
		reply(http.StatusGone, status("Expired", 410, "the provided continue parameter is too old"))
	} else {
		reply(http.StatusOK, s.list(path, r))
	}
}

func status(reason string, code int, message string) map[string]any {
	return map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "code": code, "message": message}
}

func (s *server) isAbsent(path string) bool {
	return slices.ContainsFunc(s.absent, func(group string) bool { return strings.HasPrefix(path, "/apis/"+group+"/") })
}

func (s *server) isServed(path string) bool {
	for _, served := range paths {
		if served == path {
			return true
		}
	}
	return false
}

// discovery returns the answer of a path of groups or resources, or nil.
func (s *server) discovery(path string) any {
	groups, resources := []any{}, []any{}
	seen := map[string]bool{}
	for kind, list := range paths {
		parts := strings.Split(list, "/")
		version := strings.Join(parts[2:len(parts)-1], "/")
		if strings.TrimSuffix(list, "/"+parts[len(parts)-1]) == path && !s.isAbsent(list) {
			resources = append(resources, map[string]any{"name": parts[len(parts)-1], "kind": kind, "namespaced": false, "verbs": []string{"list"}})
		}
		if len(parts) == 5 && !s.isAbsent(list) && !seen[parts[2]] {
			seen[parts[2]] = true
			one := map[string]any{"groupVersion": version, "version": parts[3]}
			groups = append(groups, map[string]any{"name": parts[2], "versions": []any{one}, "preferredVersion": one})
		}
	}
	switch {
	case path == "/api":
		return map[string]any{"kind": "APIVersions", "versions": []string{"v1"}}
	case path == "/apis":
		return map[string]any{"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
	case len(resources) > 0:
		_, version, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		return map[string]any{"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": resources}
	}
	return nil
}

func (s *server) list(path string, r *http.Request) map[string]any {
	query := r.URL.Query()
	found := []any{}
	for _, object := range s.objects[path] {
		if matches(object, query.Get("fieldSelector")) {
			found = append(found, object)
		}
	}
	metadata := map[string]any{"resourceVersion": "7"}
	from, _ := strconv.Atoi(query.Get("continue"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	found = found[from:]
	if limit > 0 && len(found) > limit {
		metadata["continue"] = strconv.Itoa(from + limit)
		metadata["remainingItemCount"] = len(found) - limit
		found = found[:limit]
		s.pages++
	}
	kind := ""
	for name, list := range paths {
		if list == path {
			kind = name
		}
	}
	return map[string]any{"kind": kind + "List", "apiVersion": strings.Join(strings.Split(path, "/")[2:strings.Count(path, "/")], "/"),
		"metadata": metadata, "items": found}
}

func matches(object collect.Object, selector string) bool {
	for _, requirement := range strings.Split(selector, ",") {
		field, value, ok := strings.Cut(requirement, "=")
		if ok && text(object, strings.Split(field, ".")...) != value {
			return false
		}
	}
	return true
}
