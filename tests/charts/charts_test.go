package charts

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"sigs.k8s.io/yaml"
)

func text(t *testing.T, value any) string {
	t.Helper()
	content, err := yaml.Marshal(value)
	ok(t, err)
	return string(content)
}

func sameObjects(t *testing.T, found, expected map[string]object) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		if found[name] == nil {
			t.Errorf("the chart lacks %s", name)
		} else if a, b := text(t, found[name]), text(t, expected[name]); a != b {
			t.Errorf("%s: found in the chart\n%s\nexpected\n%s", name, a, b)
		}
	}
	for name := range found {
		if expected[name] == nil {
			t.Errorf("only the chart has %s", name)
		}
	}
}

// Charts render exactly the objects of the kustomizations.
func TestSameAsKustomize(t *testing.T) {
	for path, sets := range map[string][]string{
		"scheduler/manifests":     {},
		"scheduler/replacement":   {"replaceKubeScheduler=true"},
		"agent/manifests":         {},
		"agent/gpu/runtime-class": {"gpu.access=runtimeClass"},
		"agent/gpu/host-mounts":   {"gpu.access=hostMounts"},
		"webhook/manifests":       {},
		"webhook/cert-manager":    {"certManager.enabled=true"},
	} {
		t.Run(path, func(t *testing.T) {
			name := "koord-" + strings.Split(path, "/")[0]
			sameObjects(t, comparable(t, render(t, name, "kube-system", sets...)), comparable(t, kustomized(t, path)))
		})
	}
}

// The comparison detects a changed field, a missing object and an additional one.
func TestComparisonDetects(t *testing.T) {
	expected := text(t, comparable(t, kustomized(t, "webhook/manifests")))
	for _, set := range []string{"replicas=3", "webhooks.timeoutSeconds=4", "config.replaces={a}", "podDisruptionBudget.enabled=false",
		"certManager.enabled=true", "image.tag=v1"} {
		if text(t, comparable(t, render(t, "koord-webhook", "kube-system", set))) == expected {
			t.Errorf("%s changes nothing", set)
		}
	}
}

// With dry-run.yaml the objects are those of the manifests with the changes of docs/operate/upgrade.md.
func TestDryRun(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(folder, "koord-webhook/dry-run.yaml"))
	ok(t, err)
	var values map[string]any
	ok(t, yaml.UnmarshalStrict(content, &values))
	expected := comparable(t, kustomized(t, "webhook/manifests"))
	config := expected["ConfigMap/kube-system/koord-webhook-config"]["data"].(object)["config.yaml"].(object)
	for _, rule := range []string{"mutation", "requests", "annotations", "bindings"} {
		config[rule] = object{"mode": "dryRun"}
	}
	for _, kind := range []string{"Mutating", "Validating"} {
		for _, hook := range expected[kind+"WebhookConfiguration//koord-webhook"]["webhooks"].([]any) {
			hook.(object)["failurePolicy"] = "Ignore"
		}
	}
	sameObjects(t, comparable(t, renderValues(t, "koord-webhook", values)), expected)
}

// Optional rights are those of the manifests that kubectl applies in addition.
func TestRights(t *testing.T) {
	without := comparable(t, render(t, "koord-agent", "kube-system"))
	for _, name := range []string{"node", "condition"} {
		with := comparable(t, render(t, "koord-agent", "kube-system", "rights."+name+"=true"))
		maps.DeleteFunc(with, func(name string, _ object) bool { return without[name] != nil })
		content, err := os.ReadFile(filepath.Join(deploy, "agent/manifests", name+".yaml"))
		ok(t, err)
		sameObjects(t, with, byName(t, strings.Split(string(content), "\n---\n")))
	}
	if without := render(t, "koord-agent", "kube-system", "rights.ownNode=false"); len(without) == 0 ||
		strings.Contains(text(t, without), "ValidatingAdmissionPolicy") {
		t.Error("rights.ownNode=false: policies are rendered")
	}
}

// In another namespace every object is there, except the rights to read the API server's authorities.
func TestNamespace(t *testing.T) {
	for _, name := range names {
		objects := render(t, name, "koord", "image.tag=x")
		for _, found := range slices.Sorted(maps.Keys(objects)) {
			namespace := strings.Split(found, "/")[1]
			if namespace != "" && namespace != "koord" && found != "RoleBinding/kube-system/koord-scheduler-authentication" {
				t.Error(found)
			}
		}
	}
	if scheduler := text(t, render(t, "koord-scheduler", "koord")); !strings.Contains(scheduler, "resourceNamespace: koord\n") {
		t.Error("the lease is in another namespace than the rights to it")
	}
	webhook := render(t, "koord-webhook", "koord", "config.exemptNamespaces={cilium}")
	for _, kind := range []string{"Mutating", "Validating"} {
		for _, hook := range webhook[kind+"WebhookConfiguration//koord-webhook"]["webhooks"].([]any) {
			values := fmt.Sprint(hook.(object)["namespaceSelector"])
			if !strings.Contains(values, "[cilium koord kube-system]") {
				t.Errorf("%v: found %s", hook.(object)["name"], values)
			}
		}
	}
}

// A package contains the files that are links in the tree: the definitions of kubernetes/crds and the common templates.
func TestPackages(t *testing.T) {
	for name, expected := range map[string]int{"koord-scheduler": 5, "koord-agent": 2, "koord-webhook": 0} {
		path, err := chartutil.Save(load(t, name), t.TempDir())
		ok(t, err)
		packed, err := loader.Load(path)
		ok(t, err)
		definitions := packed.CRDObjects()
		if len(definitions) != expected {
			t.Errorf("%s: found %d definitions, expected %d", name, len(definitions), expected)
		}
		for _, definition := range definitions {
			content, err := os.ReadFile(filepath.Join("../../kubernetes/crds", filepath.Base(definition.Filename)))
			ok(t, err)
			if string(content) != string(definition.File.Data) {
				t.Errorf("%s: %s differs", name, definition.Name)
			}
		}
		fromFolder, err := files(load(t, name), "kube-system")
		ok(t, err)
		fromPackage, err := files(packed, "kube-system")
		ok(t, err)
		if !maps.Equal(fromFolder, fromPackage) {
			t.Errorf("%s: the package is rendered as something else", name)
		}
	}
}

func TestLint(t *testing.T) {
	for _, name := range names {
		result := lint.All(filepath.Join(folder, name), nil, "kube-system", true)
		for _, message := range result.Messages {
			if message.Severity > support.InfoSev {
				t.Errorf("%s: %s", name, message.Error())
			}
		}
	}
}

// NOTES.txt names the namespace, and has a command for the definitions if the chart has some.
func TestNotes(t *testing.T) {
	for _, name := range names {
		loaded := load(t, name)
		rendered, err := files(loaded, "koord")
		ok(t, err)
		notes := rendered[name+"/templates/NOTES.txt"]
		if !strings.Contains(notes, "kubectl -n koord rollout status ") ||
			strings.Contains(notes, "helm show crds") != (len(loaded.CRDObjects()) > 0) {
			t.Errorf("%s: %s", name, notes)
		}
	}
}
