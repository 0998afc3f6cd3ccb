package apiserver

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// filesTest reads two files into a store.
type filesTest struct {
	t     *testing.T
	paths []string
	log   strings.Builder
	store *facts.Store
	files *Files
}

func newFilesTest(t *testing.T) *filesTest {
	f := &filesTest{t: t, store: facts.New(false)}
	dir := t.TempDir()
	f.paths = []string{filepath.Join(dir, "pods"), filepath.Join(dir, "node")}
	settings := &config.Config{NodeName: "node-a"}
	settings.APIServer.Files = f.paths
	f.files = NewFiles(settings, slog.New(slog.NewTextHandler(&f.log, nil)), f.store)
	return f
}

func (f *filesTest) set(i int, text string) {
	f.t.Helper()
	check.OK(f.t, os.WriteFile(f.paths[i]+".new", []byte(text), 0o600))
	check.OK(f.t, os.Rename(f.paths[i]+".new", f.paths[i]))
	f.files.Poll(f.t.Context())
}

// expect checks the uids that the store knows, and a part of the log.
func (f *filesTest) expect(logged string, want ...string) {
	f.t.Helper()
	var uids []string
	for uid := range f.store.ServerPods() {
		uids = append(uids, uid)
	}
	slices.Sort(uids)
	if !slices.Equal(uids, want) || !strings.Contains(f.log.String(), logged) {
		f.t.Errorf("found %v, expected %v, and %s in\n%s", uids, want, logged, &f.log)
	}
	f.log.Reset()
}

const (
	podA    = `{"kind": "Pod", "metadata": {"name": "a", "namespace": "x", "uid": "u-a"}, "spec": {"nodeName": "node-a"}}`
	podB    = `{"kind": "Pod", "metadata": {"name": "b", "namespace": "x", "uid": "u-b"}, "spec": {"nodeName": "node-a"}}`
	podC    = `{"kind": "Pod", "metadata": {"name": "c", "namespace": "x", "uid": "u-c"}, "spec": {"nodeName": "node-b"}}`
	mirror  = "0123456789abcdef0123456789abcdef"
	copied  = `{"kind": "Pod", "metadata": {"name": "s", "uid": "u-s", "annotations": {"kubernetes.io/config.mirror": "` + mirror + `"}}, "spec": {"nodeName": "node-a"}}`
	static  = `{"kind": "Pod", "metadata": {"name": "s", "uid": "` + mirror + `"}, "spec": {"nodeName": "node-a"}}`
	nodeA   = `{"kind": "Node", "metadata": {"name": "node-a", "annotations": {"k": "v"}}}`
	invalid = `{"kind": "Pod", "metadata": {"name": "bad", "namespace": "x", "uid": "u-d"}, "spec": {"nodeName": "node-a", "containers": 5}}`
)

// Lists and documents are read in JSON and YAML. Other nodes' pods and other objects are left out.
func TestFilesInAllForms(t *testing.T) {
	for name, text := range map[string]string{
		"List":      `{"kind": "List", "items": [` + podA + "," + podB + "," + podC + `]}`,
		"documents": "---\n" + podA + "\n---\n" + podB + "\n---\nkind: ConfigMap\n---\n",
		"PodList": `{"kind": "PodList", "apiVersion": "v1", "items": [{"metadata": {"name": "a", "uid": "u-a"}, "spec": {"nodeName": "node-a"}},
{"metadata": {"name": "b", "uid": "u-b"}, "spec": {"nodeName": "node-a"}}]}`,
		"YAML": "kind: Pod\nmetadata: {name: a, uid: u-a}\nspec: {nodeName: node-a}\n---\n" + podB,
	} {
		t.Run(name, func(t *testing.T) {
			f := newFilesTest(t)
			f.set(0, text)
			if f.store.HasServer() {
				t.Error("complete without the second file")
			}
			f.expect("no such file")
			f.set(1, nodeA)
			f.expect("pods can be read again", "u-a", "u-b")
			if !f.store.HasServer() {
				t.Error("not complete")
			}
			var node struct {
				Metadata struct{ Annotations map[string]string }
			}
			check.OK(t, json.Unmarshal(f.store.Take().Inputs.Node, &node))
			if node.Metadata.Annotations["k"] != "v" {
				t.Error(node)
			}
		})
	}
}

// An invalid pod is left out. A file that cannot be used changes nothing, and is reported once.
func TestFilesThatCannotBeUsed(t *testing.T) {
	f := newFilesTest(t)
	f.set(1, nodeA)
	f.set(0, podA+"\n---\n"+invalid+"\n---\n"+podB)
	f.expect("invalid pod is not managed", "u-a", "u-b")
	for text, want := range map[string]string{
		podA[:40]:               "cannot read file",
		"":                      "found nothing",
		"[1]":                   "cannot read file",
		"metadata: {name: a}":   "kind: found none",
		podC:                    `apiServer.files: found pods of node \"node-b\" only, expected those of node \"node-a\"`,
		podA + "\n---\n" + podA: "found uid u-a twice",
		strings.Replace(podA, `"uid": "u-a"`, `"uid": ""`, 1): "metadata.uid: found none",
		`{"kind": "List", "items": [5]}`:                      "found an object that cannot be read",
		`{"kind": "List", "items": {}}`:                       "cannot read file",
	} {
		f.set(0, text)
		f.expect(want, "u-a", "u-b")
		f.files.Poll(t.Context())
		if again := f.log.String(); again != "" {
			t.Errorf("%s: reported again: %s", text, again)
		}
	}
	f.set(0, podB)
	// A deleted pod is known until its control group is gone.
	f.expect("", "u-a", "u-b")
	if deleted := f.store.DeletedPods(); !slices.Equal(deleted, []string{"u-a"}) || !f.store.EndPod("u-a") || f.store.EndPod("u-b") {
		t.Error(deleted)
	}
	f.expect("", "u-b")
}

// The warning about an invalid pod is repeated only if its error changes, also while another file cannot be used.
func TestInvalidPodsAreReportedOnce(t *testing.T) {
	f := newFilesTest(t)
	f.set(0, podA+"\n---\n"+invalid) // the other file is missing
	f.expect("invalid pod is not managed")
	for range 3 {
		f.files.Poll(t.Context())
	}
	f.set(1, nodeA)
	f.set(0, invalid+"\n---\n"+podA+"\n---\n"+podB)
	f.set(1, "[1]")
	f.set(1, strings.Replace(nodeA, "v", "w", 1))
	if again := f.log.String(); strings.Contains(again, "invalid pod") {
		t.Errorf("reported again: %s", again)
	}
	f.expect("", "u-a", "u-b")
	f.set(0, podA+"\n---\n"+podB+"\n---\n"+strings.Replace(invalid, "5", `"five"`, 1))
	f.expect("invalid pod is not managed", "u-a", "u-b")
	f.set(0, podA)
	f.log.Reset()
	f.set(0, podA+"\n---\n"+invalid)
	if again := f.log.String(); !strings.Contains(again, "invalid pod") {
		t.Error("a pod that became invalid again is not reported")
	}
}

// A static pod has kubelet's uid; the original counts against a pod that claims to be its copy.
func TestFilesWithStaticPods(t *testing.T) {
	for _, text := range []string{copied, static, copied + "\n---\n" + static, static + "\n---\n" + copied} {
		f := newFilesTest(t)
		f.set(1, nodeA)
		f.set(0, text)
		f.expect("", mirror)
		_, hasAnnotation := f.store.ServerPods()[mirror].Annotations["kubernetes.io/config.mirror"]
		if hasAnnotation != (text == copied) {
			t.Errorf("%s: %v", text, f.store.ServerPods()[mirror])
		}
	}
}
