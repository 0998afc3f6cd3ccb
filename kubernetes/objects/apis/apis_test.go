package apis

import (
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/randfill"
)

var objects = []runtime.Object{&NodeResourceTopology{}, &Device{}, &Reservation{}, &RebindResource{}, &PodGroup{}}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func filler() *randfill.Filler {
	return randfill.New().NilChance(0.2).NumElements(1, 3).MaxDepth(12).RandSource(rand.NewSource(1)).Funcs(
		func(raw *runtime.RawExtension, _ randfill.Continue) { *raw = runtime.RawExtension{} },
		func(fields *metav1.FieldsV1, _ randfill.Continue) { *fields = metav1.FieldsV1{} },
	)
}

// A copy is equal and shares nothing: filling the original again leaves it unchanged.
func TestCopiesAreDeep(t *testing.T) {
	fill := filler()
	for _, object := range objects {
		for range 50 {
			original := reflect.New(reflect.TypeOf(object).Elem()).Interface().(runtime.Object)
			fill.Fill(original)
			copied := original.DeepCopyObject()
			if !reflect.DeepEqual(original, copied) {
				t.Fatalf("%T: the copy differs", object)
			}
			if path := shared(reflect.ValueOf(original).Elem(), reflect.ValueOf(copied).Elem(), ""); path != "" {
				t.Fatalf("%T%s is shared", object, path)
			}
		}
	}
}

// shared returns the path of memory that two values share, or "" if they share none. Times and
// quantities point to immutable values.
func shared(a, b reflect.Value, path string) string {
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() {
			return ""
		}
		if a.Pointer() == b.Pointer() && !strings.Contains(path, ".loc") {
			return path
		}
		return shared(a.Elem(), b.Elem(), path)
	case reflect.Slice:
		if a.Len() > 0 && a.Pointer() == b.Pointer() {
			return path
		}
		for i := range a.Len() {
			if found := shared(a.Index(i), b.Index(i), path+"[]"); found != "" {
				return found
			}
		}
	case reflect.Map:
		if a.Len() > 0 && a.Pointer() == b.Pointer() {
			return path
		}
		for _, key := range a.MapKeys() {
			if found := shared(a.MapIndex(key), b.MapIndex(key), path+"{}"); found != "" {
				return found
			}
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if found := shared(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); found != "" {
				return found
			}
		}
	}
	return ""
}

func TestSchemeReadsAndWrites(t *testing.T) {
	scheme := runtime.NewScheme()
	ok(t, AddToScheme(scheme))
	codecs := serializer.NewCodecFactory(scheme)
	for _, text := range []string{
		`{"apiVersion":"topology.node.k8s.io/v1alpha1","kind":"NodeResourceTopology","metadata":{"name":"n"},"topologyPolicies":["None"],"zones":[
			{"name":"node-0","type":"Node","costs":[{"name":"node-0","value":10}],"resources":[{"name":"cpu","capacity":"8","allocatable":"7500m","available":"3"}]}]}`,
		`{"apiVersion":"topology.node.k8s.io/v1alpha2","kind":"NodeResourceTopology","metadata":{"name":"n"},"topologyPolicies":null,"attributes":[
			{"name":"topologyManagerPolicy","value":"single-numa-node"}],"zones":[]}`,
		`{"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device","metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu","id":"GPU-0","minor":0,
			"health":true,"resources":{"koordinator.sh/gpu-core":"100"},"topology":{"socketID":0,"nodeID":-1,"pcieID":"0","busID":"0000:10:00.0"},
			"vfGroups":[{"labels":{"type":"general"},"vfs":[{"minor":-1,"busID":"0000:10:00.1"}]}]}]}}`,
		`{"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Reservation","metadata":{"name":"r"},"spec":{"template":{"metadata":{},"spec":{"containers":null}},
			"owners":[{"labelSelector":{"matchLabels":{"app":"web"}}},{"controller":{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"x","uid":"u","namespace":"prod"}}],
			"ttl":"1h0m0s","allocateOnce":false,"allocatePolicy":"Restricted"},"status":{"phase":"Available","nodeName":"n","allocatable":{"cpu":"4"}}}`,
		`{"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"RebindResource","metadata":{"name":"r"},"spec":{"nodeName":"n","rebindAction":"RebindCPU",
			"deadlineInSeconds":60},"status":{"updateTimestamp":"2026-01-02T03:04:05Z","phase":"Failed","reason":"late"}}`,
		`{"apiVersion":"scheduling.sigs.k8s.io/v1alpha1","kind":"PodGroup","metadata":{"name":"g"},"spec":{"minMember":3,"scheduleTimeoutSeconds":10},"status":{}}`,
	} {
		object, kind, err := codecs.UniversalDeserializer().Decode([]byte(text), nil, nil)
		ok(t, err)
		info, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
		written, err := runtime.Encode(codecs.EncoderForVersion(info.Serializer, kind.GroupVersion()), object)
		ok(t, err)
		var want, got any
		ok(t, json.Unmarshal([]byte(text), &want))
		ok(t, json.Unmarshal(written, &got))
		if missing := lost(want, got, ""); missing != "" {
			t.Errorf("%s: %s is lost or changed", kind, missing)
		}
	}
}

// lost returns the path of a member of `want` that is missing in `got`.
func lost(want, got any, path string) string {
	switch want := want.(type) {
	case map[string]any:
		got, is := got.(map[string]any)
		if !is {
			return path
		}
		for key, value := range want {
			if found := lost(value, got[key], path+"."+key); found != "" {
				return found
			}
		}
	case []any:
		got, is := got.([]any)
		if !is || len(got) != len(want) {
			return path
		}
		for i := range want {
			if found := lost(want[i], got[i], path+"[]"); found != "" {
				return found
			}
		}
	default:
		if !reflect.DeepEqual(want, got) {
			return path
		}
	}
	return ""
}

// The definitions for the API server and the Go types have the same fields. Types of Kubernetes
// itself are not compared.
func TestDefinitionsHaveTheFields(t *testing.T) {
	for _, c := range []struct {
		file string
		kind any
	}{
		{"topology.node.k8s.io_noderesourcetopologies.yaml", NodeResourceTopology{}},
		{"scheduling.koordinator.sh_devices.yaml", Device{}},
		{"scheduling.koordinator.sh_rebindresources.yaml", RebindResource{}},
		{"scheduling.koordinator.sh_reservations.yaml", Reservation{}},
		{"scheduling.sigs.k8s.io_podgroups.yaml", PodGroup{}},
	} {
		text, err := os.ReadFile(filepath.Join("../../crds", c.file))
		if os.IsNotExist(err) {
			if _, err := os.Stat("../../crds"); err != nil {
				t.Skip("the definitions are not here")
			}
		}
		ok(t, err)
		for _, name := range fields(reflect.TypeOf(c.kind)) {
			if !regexp.MustCompile(`(?m)^\s*` + name + `:`).Match(text) {
				t.Errorf("%s lacks %s", c.file, name)
			}
		}
	}
}

func fields(of reflect.Type) (names []string) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of.PkgPath() != reflect.TypeFor[Device]().PkgPath() {
		return nil
	}
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "items" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		names = append(names, fields(of.Field(i).Type)...)
	}
	return names
}

func TestGangOfAPod(t *testing.T) {
	pod := &v1.Pod{}
	check := func(want string, wantCount int) {
		t.Helper()
		if name, count := GangOf(pod); name != want || count != wantCount {
			t.Errorf("got %q, %d, want %q, %d", name, count, want, wantCount)
		}
	}
	check("", 0)
	pod.Annotations = map[string]string{AnnotationGangName: "k", AnnotationGangMinAvailable: "3"}
	check("k", 3)
	pod.Annotations[AnnotationGangMinAvailable] = "-3"
	check("k", 0)
	pod.Annotations[AnnotationGangMinAvailable] = "many"
	check("k", 0)
	pod.Labels = map[string]string{LabelPodGroup: "g"}
	check("g", 0)
}
