package scheduler

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// Example pods, Jobs and Reservations of the manifests and of the operators' pages name the profile that
// the shipped configuration serves. kube-scheduler would bind others without an allocation.
func TestExamplesNameTheShippedProfile(t *testing.T) {
	text, err := os.ReadFile("../deploy/scheduler/manifests/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	profile := configuration(t, string(text)).Profiles[0].SchedulerName
	found := map[string]int{}
	for document, text := range exampleDocuments(t) {
		var object unstructured.Unstructured
		if err := yaml.Unmarshal([]byte(text), &object.Object); err != nil {
			t.Errorf("%s: %v", document, err)
			continue
		}
		path := map[string][]string{"Pod": {"spec"}, "Reservation": {"spec", "template", "spec"}, "Job": {"spec", "template", "spec"}}[object.GetKind()]
		if path == nil {
			continue
		}
		found[object.GetKind()]++
		spec, _, err := unstructured.NestedMap(object.Object, path...)
		if err != nil {
			t.Errorf("%s: %v", document, err)
		}
		var pod corev1.PodSpec
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(spec, &pod); err != nil {
			t.Errorf("%s: %v", document, err)
		}
		if pod.SchedulerName != profile {
			t.Errorf("%s: the %s has schedulerName %q, expected %q", document, object.GetKind(), pod.SchedulerName, profile)
		}
	}
	if found["Pod"] < 4 || found["Job"] < 1 || found["Reservation"] < 1 {
		t.Errorf("found only %v", found)
	}
}

// exampleDocuments returns the YAML documents of the agent's examples and of docs/start and
// docs/operate, by file and position.
func exampleDocuments(t *testing.T) map[string]string {
	t.Helper()
	documents := map[string]string{}
	for pattern, expression := range map[string]string{
		"../deploy/agent/manifests/examples/*.yaml": `(?ms)^(apiVersion: .*?)(?:^---$|\z)`,
		"../../docs/start/*.md":                     "(?ms)^```yaml\n(apiVersion: .*?)^```$",
		"../../docs/operate/*.md":                   "(?ms)^```yaml\n(apiVersion: .*?)^```$",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(expression).FindAllStringSubmatchIndex(string(text), -1) {
				documents[file+" from byte "+strconv.Itoa(match[2])] = string(text[match[2]:match[3]])
			}
		}
	}
	return documents
}

// The guide quotes the compiled examples of embedding, as programs.
func TestGuideQuotesTheExamples(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operate/kube-scheduler.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, names := range map[string][2]string{
		"app/example_test.go": {"package app_test", "func ExampleNewCommand()"},
		"example_test.go":     {"package scheduler_test", "func ExampleState_Lead()"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		program := strings.NewReplacer(names[0], "package main", names[1], "func main()").Replace(string(text))
		program = strings.TrimPrefix(program, "//go:build !kube1_36\n\n") // 1.36 has NextPod in place of NextEntity
		if !strings.Contains(string(guide), "```go\n"+program+"```\n") {
			t.Errorf("docs/operate/kube-scheduler.md, Embedding the plugin: expected the text of kubernetes/scheduler/%s as a program:\n%s", file, program)
		}
	}
}
