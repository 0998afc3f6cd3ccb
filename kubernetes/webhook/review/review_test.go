package review

import (
	"encoding/json"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
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
		reviewOf(`null`): "request: is missing",
		reviewOf(`{}`):   "request.uid: found 0 bytes",
		reviewOf(`{"uid":"` + strings.Repeat("u", 1000) + `"}`):                 "request.uid: found 1000 bytes",
		reviewOf(`{"uid":"1","namespace":"` + strings.Repeat("u", 1000) + `"}`): "request.name and request.namespace: expected at most 512 bytes",
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
		"dry run":               {Refuse("spec.x", "why").OnlyWarn(), `"allowed":true,"warnings":["koord-webhook would refuse this: why"]`},
		"unreadable":            {Fail(400, "bad"), `"reason":"BadRequest","code":400`},
		"not known":             {Fail(503, "later"), `"reason":"InternalError","code":503`},
		"failure is no dry run": {Fail(400, "bad").OnlyWarn(), `"allowed":false`},
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
