package review

import (
	"encoding/json"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
)

func reviewOf(request string) string {
	return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":` + request + `}`
}

// The error of a review names the field.
func TestHostileReviews(t *testing.T) {
	for text, expected := range map[string]string{
		``:               "AdmissionReview: unexpected end of JSON input",
		`null`:           `kind: found "", expected AdmissionReview`,
		`[]`:             "AdmissionReview: found a array",
		`{`:              "AdmissionReview: unexpected end of JSON input",
		`{"kind":"Pod"}`: `kind: found "Pod", expected AdmissionReview`,
		`{"kind":1}`:     "AdmissionReview.kind: found a number, expected a value of type string",
		`{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1"}`: "apiVersion: found",
		reviewOf(`null`): "request: is missing; expected an AdmissionRequest",
		reviewOf(`{}`):   "request.uid: found 0 bytes",
		reviewOf(`{"uid":"` + strings.Repeat("u", 1000) + `"}`):                 "request.uid: found 1000 bytes",
		reviewOf(`{"uid":"1","namespace":"` + strings.Repeat("u", 1000) + `"}`): "request.namespace: found 1000 bytes, expected at most 512",
		reviewOf(`{"uid":"1","userInfo":{"groups":"all"}}`):                     "request.userInfo.groups: found a string",
		reviewOf(`{"uid":["1"]}`):                                               "request.uid: found a array",
		strings.Repeat("[", 20000):                                              "AdmissionReview: invalid character '[' exceeded max depth",
		`{"kind":"` + strings.Repeat("k", 5000) + `"}`:                          "kkk...",
	} {
		_, err := Read([]byte(text))
		if err == nil || !strings.Contains(err.Error(), expected) || len(err.Error()) > 600 {
			t.Errorf("%.80s: found %v, expected %s", text, err, expected)
		}
	}
}

func TestHostilePods(t *testing.T) {
	request := &admissionv1.AdmissionRequest{Namespace: "team", Name: "a"}
	for text, expected := range map[string]string{
		``:                                   "request.object: is missing",
		`null`:                               "request.object: is missing",
		`7`:                                  "request.object: found a number",
		`{"kind":"Node"}`:                    `request.object.kind: found "Node", expected Pod`,
		`{"metadata":{"namespace":"other"}}`: `request.object.metadata.namespace: found "other", expected that of the request`,
		`{"metadata":{"labels":[]}}`:         "request.object.metadata.labels: found a array",
		`{"spec":{"containers":[{"resources":{"limits":{"cpu":[]}}}]}}`: "request.object: ",
		`{"spec":{"containers":[{"name":4}]}}`:                          "request.object.spec.containers.name: found a number",
		`{"spec":{"nodeName":{}}}`:                                      "request.object.spec.nodeName: found a object",
	} {
		_, err := Pod(request, runtime.RawExtension{Raw: []byte(text)}, "request.object")
		if err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: found %v, expected %s", text, err, expected)
		}
	}
}

// At its creation a pod may have neither namespace nor name.
func TestPodHasTheNamesOfTheRequest(t *testing.T) {
	pod, err := Pod(&admissionv1.AdmissionRequest{Namespace: "team", Name: "a"}, runtime.RawExtension{Raw: []byte(`{"spec":{}}`)}, "request.object")
	check.OK(t, err)
	if pod.Namespace != "team" || pod.Name != "a" {
		t.Errorf("%s/%s", pod.Namespace, pod.Name)
	}
}

func TestAnswers(t *testing.T) {
	request := &admissionv1.AdmissionRequest{UID: "42"}
	for name, test := range map[string]struct {
		answer   Answer
		expected string
	}{
		"allowed": {Allow(), `"response":{"uid":"42","allowed":true}`},
		"changed": {Answer{Result: Changed, Patch: []byte(`[]`)}, `"allowed":true,"patch":"W10=","patchType":"JSONPatch"`},
		"refused": {Refuse("spec.x", "why"), `"allowed":false,"status":{"metadata":{},"status":"Failure","message":"why","reason":"Forbidden",` +
			`"details":{"causes":[{"reason":"FieldValueInvalid","message":"why","field":"spec.x"}]},"code":403}`},
		"dry run":              {Refuse("spec.x", "why").OnlyWarn(), `"allowed":true,"warnings":["koord-webhook would refuse this: why"]`},
		"unreadable":           {Fail(400, "bad"), `"reason":"BadRequest","code":400`},
		"not known":            {Fail(503, "later"), `"reason":"InternalError","code":503`},
		"dry run of a change":  {Answer{Result: Changed, Patch: []byte(`[]`)}.OnlyWarn(), `"response":{"uid":"42","allowed":true}`},
		"dry run of a failure": {Fail(400, "bad").OnlyWarn(), `"allowed":true,"warnings":["koord-webhook would refuse this: bad"]`},
	} {
		text, err := Write(request, &test.answer)
		check.OK(t, err)
		if !strings.Contains(string(text), test.expected) {
			t.Errorf("%s: found %s, expected %s", name, text, test.expected)
		}
		var review admissionv1.AdmissionReview
		check.OK(t, json.Unmarshal(text, &review))
		if review.Kind != "AdmissionReview" || review.APIVersion != "admission.k8s.io/v1" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The number of values bounds what a text becomes when it is decoded. Text in strings does not count.
func TestElements(t *testing.T) {
	for text, expected := range map[string]int{
		``: 0, `7`: 0, `{}`: 1, `{"a":1,"b":[2,3]}`: 4, `"{[,"`: 0, `["\"{,[",{}]`: 3, `["\\\\",{}]`: 3, `"open {`: 0, `"\`: 0,
	} {
		if found := CountElements([]byte(text)); found != expected {
			t.Errorf("%s: found %d, expected %d", text, found, expected)
		}
	}
}

// Text is cut between characters.
func TestShorten(t *testing.T) {
	for _, test := range []struct {
		text     string
		most     int
		expected string
	}{
		{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "..."}, {"abcdef", 5, "ab..."}, {"ééé", 6, "ééé"}, {"éééé", 6, "é..."}, {"abc", 1, "..."},
	} {
		if found := Shorten(test.text, test.most); found != test.expected {
			t.Errorf("%q to %d: found %q, expected %q", test.text, test.most, found, test.expected)
		}
	}
}

func TestBindingName(t *testing.T) {
	for _, test := range []struct{ request, binding, expected, fault string }{
		{"a", "a", "a", ""},
		{"a", "", "a", ""},
		{"", "a", "a", ""},
		{"a", "b", "", `request.object.metadata.name: found "b", expected that of the request`},
		{"", "", "", "request.object.metadata.name: found 0 bytes"},
		{"", strings.Repeat("n", 1000), "", "request.object.metadata.name: found 1000 bytes"},
	} {
		binding, err := Binding(&admissionv1.AdmissionRequest{Name: test.request,
			Object: runtime.RawExtension{Raw: []byte(`{"metadata":{"name":"` + test.binding + `"}}`)}})
		if test.fault != "" {
			check.Says(t, err, test.fault)
		} else if err != nil || binding.Name != test.expected {
			t.Errorf("%+v: %v %v", test, binding, err)
		}
	}
}

func TestManyContainers(t *testing.T) {
	request := &admissionv1.AdmissionRequest{Namespace: "team"}
	of := func(count int) runtime.RawExtension {
		return runtime.RawExtension{Raw: []byte(`{"spec":{"initContainers":[{}],"containers":[` + strings.Repeat("{},", count-2) + `{}]}}`)}
	}
	_, err := Pod(request, of(mostContainers), "request.object")
	check.OK(t, err)
	_, err = Pod(request, of(mostContainers+1), "request.object")
	check.Says(t, err, "request.object.spec.containers and initContainers: found 2049, expected at most 2048")
}

// All fields that the library's conversion reads at the creation of a pod are decoded. Tolerations
// are not: they matter on cordoned nodes only.
func TestPodFields(t *testing.T) {
	always := v1.ContainerRestartPolicyAlways
	resources := v1.ResourceRequirements{Limits: v1.ResourceList{"cpu": resource.MustParse("2")}, Requests: v1.ResourceList{"cpu": resource.MustParse("1")}}
	priority := int32(7)
	full := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "a", GenerateName: "a-", UID: "u", Labels: map[string]string{"l": "1"}, Annotations: map[string]string{"n": "2"}},
		Spec: v1.PodSpec{NodeName: "n", SchedulerName: "s", Priority: &priority, Resources: &resources, Overhead: resources.Limits,
			InitContainers: []v1.Container{{Name: "i", RestartPolicy: &always, Resources: resources}},
			Containers:     []v1.Container{{Name: "c", Resources: resources, Env: []v1.EnvVar{{Name: "A", Value: "B"}}}}},
		Status: v1.PodStatus{QOSClass: v1.PodQOSBurstable}}
	found, err := Pod(&admissionv1.AdmissionRequest{Namespace: "team"}, sample.Raw(t, full), "request.object")
	check.OK(t, err)
	if !equality.Semantic.DeepEqual(found, full) {
		t.Errorf("found %+v\nexpected %+v", found, full)
	}
}
