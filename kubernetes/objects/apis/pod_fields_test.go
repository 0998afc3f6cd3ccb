package apis

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// jsonNames returns the JSON names of a struct's fields, those of inlined structs included.
func jsonNames(of reflect.Type) []string {
	var names []string
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name != "":
			names = append(names, name)
		case field.Anonymous:
			names = append(names, jsonNames(field.Type)...)
		}
	}
	return names
}

// koordctl warns about unknown fields of pods, so its lists must contain every field of Kubernetes.
func TestKoordctlKnowsTheFieldsOfPods(t *testing.T) {
	header, err := os.ReadFile("../../../tools/koordctl/session/known_keys.h")
	if err != nil {
		t.Fatal(err)
	}
	lists := map[string]reflect.Type{
		"kObject":    reflect.TypeFor[v1.Pod](),
		"kMetadata":  reflect.TypeFor[metav1.ObjectMeta](),
		"kPodSpec":   reflect.TypeFor[v1.PodSpec](),
		"kContainer": reflect.TypeFor[v1.Container](),
		"kResources": reflect.TypeFor[v1.ResourceRequirements](),
	}
	for list, of := range lists {
		found := regexp.MustCompile(`(?s)string_view ` + list + `\[\] = \{(.*?)\};`).FindSubmatch(header)
		if found == nil {
			t.Fatalf("known_keys.h has no list %s", list)
		}
		for _, name := range jsonNames(of) {
			if !strings.Contains(string(found[1]), `"`+name+`"`) {
				t.Errorf("%s lacks %s of %s", list, name, of)
			}
		}
	}
}
