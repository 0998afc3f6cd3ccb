// Package charts tests the Helm charts of kubernetes/deploy/charts with Helm's and kustomize's own packages, without a cluster.
package charts

import (
	"cmp"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/releaseutil"
	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

const (
	deploy = "../../kubernetes/deploy"
	folder = deploy + "/charts"
)

var names = []string{"koord-scheduler", "koord-agent", "koord-webhook"}

type object = map[string]any

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // Helm logs every symbolic link of a chart
	os.Exit(m.Run())
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, name string) *chart.Chart {
	t.Helper()
	loaded, err := loader.LoadDir(filepath.Join(folder, name))
	ok(t, err)
	return loaded
}

// files renders a chart with values as on the command line of helm, and checks them by its schema.
func files(loaded *chart.Chart, namespace string, sets ...string) (map[string]string, error) {
	values := map[string]any{}
	for _, set := range sets {
		if err := strvals.ParseInto(set, values); err != nil {
			return nil, err
		}
	}
	return filesOf(loaded, namespace, values)
}

func filesOf(loaded *chart.Chart, namespace string, values map[string]any) (map[string]string, error) {
	release := chartutil.ReleaseOptions{Name: loaded.Name(), Namespace: namespace, Revision: 1, IsInstall: true}
	capabilities := chartutil.DefaultCapabilities.Copy()
	capabilities.KubeVersion = chartutil.KubeVersion{Version: "v1.37.2", Major: "1", Minor: "37"}
	rendered, err := chartutil.ToRenderValues(loaded, values, release, capabilities)
	if err != nil {
		return nil, err
	}
	return engine.Render(loaded, rendered)
}

// render returns the objects of a chart by kind, namespace and name.
func render(t *testing.T, name, namespace string, sets ...string) map[string]object {
	t.Helper()
	rendered, err := files(load(t, name), namespace, sets...)
	ok(t, err)
	return parse(t, rendered)
}

func renderValues(t *testing.T, name string, values map[string]any) map[string]object {
	t.Helper()
	rendered, err := filesOf(load(t, name), "kube-system", values)
	ok(t, err)
	return parse(t, rendered)
}

func parse(t *testing.T, rendered map[string]string) map[string]object {
	t.Helper()
	var text []string
	for path, content := range rendered {
		if !strings.HasSuffix(path, "/NOTES.txt") {
			text = append(text, slices.Collect(maps.Values(releaseutil.SplitManifests(content)))...)
		}
	}
	return byName(t, text)
}

// kustomized returns the objects of a folder as kubectl kustomize prints them.
func kustomized(t *testing.T, path string) map[string]object {
	t.Helper()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(deploy, path))
	ok(t, err)
	var text []string
	for _, resource := range resources.Resources() {
		content, err := resource.AsYAML()
		ok(t, err)
		text = append(text, string(content))
	}
	return byName(t, text)
}

func byName(t *testing.T, text []string) map[string]object {
	t.Helper()
	found := map[string]object{}
	for _, content := range text {
		var parsed object
		ok(t, yaml.UnmarshalStrict([]byte(content), &parsed))
		if len(parsed) == 0 {
			continue
		}
		// kustomize does not know that these have no namespace, and the API server ignores it.
		if kind := parsed["kind"].(string); strings.HasPrefix(kind, "ValidatingAdmissionPolicy") {
			delete(parsed["metadata"].(object), "namespace")
		}
		name := key(parsed)
		if found[name] != nil {
			t.Fatalf("two objects %s", name)
		}
		found[name] = parsed
	}
	return found
}

func key(parsed object) string {
	metadata := parsed["metadata"].(object)
	namespace, _ := metadata["namespace"].(string)
	return strings.Join([]string{parsed["kind"].(string), namespace, metadata["name"].(string)}, "/")
}

// helmLabels are those that Helm adds to the labels of the manifests.
var helmLabels = []string{"helm.sh/chart", "app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/version",
	"app.kubernetes.io/managed-by"}

// hash is the end of the name of a ConfigMap.
var hash = regexp.MustCompile(`(koord-(?:scheduler|agent|webhook)-config)-[0-9a-z]{10}`)

// comparable removes the differences between a chart and kustomize that are intended: labels of Helm; comments and order in the
// configuration's text, with the hash of that text; the order of volumes, mounts and variables; white space in expressions, where
// kustomize adds empty lines. It checks that every reference to the ConfigMap has its name.
func comparable(t *testing.T, objects map[string]object) map[string]object {
	t.Helper()
	hashes := map[string]bool{}
	result := map[string]object{}
	for name, parsed := range objects {
		if labels, is := parsed["metadata"].(object)["labels"].(object); is {
			for _, label := range helmLabels {
				delete(labels, label)
			}
			if len(labels) == 0 {
				delete(parsed["metadata"].(object), "labels")
			}
		}
		if parsed["kind"] == "ConfigMap" {
			var config object
			data := parsed["data"].(object)
			ok(t, yaml.UnmarshalStrict([]byte(data["config.yaml"].(string)), &config))
			data["config.yaml"] = config
		}
		unify(parsed)
		text, err := yaml.Marshal(parsed)
		ok(t, err)
		for _, match := range hash.FindAllString(string(text), -1) {
			hashes[match] = true
		}
		var changed object
		ok(t, yaml.Unmarshal(hash.ReplaceAll(text, []byte("$1")), &changed))
		result[hash.ReplaceAllString(name, "$1")] = changed
	}
	if len(hashes) != 1 {
		t.Errorf("found the names %v, expected one ConfigMap and references to it", hashes)
	}
	return result
}

// unify sorts lists whose order has no meaning, and removes white space from expressions.
func unify(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			unify(item)
		}
	case object:
		for field, item := range value {
			unify(item)
			switch field {
			case "volumes", "volumeMounts", "env":
				slices.SortFunc(item.([]any), func(a, b any) int {
					return cmp.Compare(a.(object)["name"].(string), b.(object)["name"].(string))
				})
			case "expression":
				value[field] = strings.Join(strings.Fields(item.(string)), " ")
			}
		}
	}
}
