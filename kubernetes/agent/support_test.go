package agent

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"

	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// fieldsOf returns the fields of a configuration by their names in files: "nri.socket".
func fieldsOf(prefix string, config any) (out []string) {
	value := reflect.Indirect(reflect.ValueOf(config))
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		field := value.Field(i)
		if field.Kind() == reflect.Struct && field.Type() != reflect.TypeFor[metav1.Duration]() {
			out = append(out, fieldsOf(prefix+name+".", field.Interface())...)
			continue
		}
		out = append(out, prefix+name)
	}
	return out
}

// namesOf returns the names of all metrics, also of those without a value.
func namesOf(m *metrics.Metrics) map[string]bool {
	descriptions := make(chan *prometheus.Desc, 100)
	m.Registry.Describe(descriptions)
	close(descriptions)
	out := map[string]bool{}
	for description := range descriptions {
		name := regexp.MustCompile(`fqName: "([^"]*)"`).FindStringSubmatch(description.String())[1]
		if strings.HasPrefix(name, "koord_") { // others belong to every Go process
			out[name] = true
		}
	}
	return out
}

// readObjects returns the objects of YAML files by kind and name.
func readObjects(t *testing.T, pattern string) map[string]any {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	out := map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		check.OK(t, err)
		decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
		for {
			var object map[string]any
			if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if kind, is := object["kind"].(string); is {
				name, _ := dig(object, "metadata", "name").(string)
				out[kind+"/"+name] = object
			}
		}
	}
	return out
}

// dig returns a value within objects, or nil if it does not exist.
func dig(object any, path ...string) any {
	at := object
	for _, name := range path {
		inner, is := at.(map[string]any)
		if !is {
			return nil
		}
		at = inner[name]
	}
	return at
}
