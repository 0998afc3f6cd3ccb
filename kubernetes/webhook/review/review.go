// Package review reads AdmissionReviews and writes the answers. Everything in a review is untrusted.
package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
)

const (
	kind       = "AdmissionReview"
	mostOfUID  = 256
	mostOfName = 512
)

// Results of rules, as in metrics.
const (
	Allowed  = "allowed"
	Changed  = "changed"
	Refused  = "refused"
	DryRun   = "dry_run"  // would be changed or refused
	Bypassed = "bypassed" // permitted by an annotation for emergencies
	Failed   = "failed"   // the request cannot be read or decided
)

// Answer is the answer to a request.
type Answer struct {
	Result   string // one of the constants above
	Code     int32  // HTTP status code of a refusal
	Message  string // of a refusal
	Field    string // path of the field that is refused, if known
	Patch    []byte // JSON patch, if the object is changed
	Warnings []string
}

// Allow permits a request.
func Allow() Answer { return Answer{Result: Allowed} }

// Refuse refuses a request.
func Refuse(field, message string) Answer {
	return Answer{Result: Refused, Code: http.StatusForbidden, Field: field, Message: message}
}

// Fail refuses a request that cannot be read or decided.
func Fail(code int32, message string) Answer {
	return Answer{Result: Failed, Code: code, Message: message}
}

// OnlyWarn returns the answer of a rule in dry-run mode: a warning in place of a refusal.
func (a Answer) OnlyWarn() Answer {
	if a.Result != Refused {
		return a
	}
	return Answer{Result: DryRun, Warnings: []string{"koord-webhook would refuse this: " + a.Message}}
}

// Read reads a review. The error names the field.
func Read(body []byte) (*admissionv1.AdmissionRequest, error) {
	review := &admissionv1.AdmissionReview{}
	if err := decode(body, review, ""); err != nil {
		return nil, err
	}
	request := review.Request
	switch {
	case review.Kind != kind:
		return nil, fmt.Errorf("kind: found %s, expected %s", quoted(review.Kind), kind)
	case review.APIVersion != admissionv1.SchemeGroupVersion.String():
		return nil, fmt.Errorf("apiVersion: found %s, expected %s", quoted(review.APIVersion), admissionv1.SchemeGroupVersion)
	case request == nil:
		return nil, errors.New("request: is missing")
	case request.UID == "" || len(request.UID) > mostOfUID:
		return nil, fmt.Errorf("request.uid: found %d bytes, expected 1 to %d", len(request.UID), mostOfUID)
	case len(request.Name) > mostOfName || len(request.Namespace) > mostOfName:
		return nil, fmt.Errorf("request.name and request.namespace: expected at most %d bytes", mostOfName)
	}
	return request, nil
}

// Pod decodes a pod of a request; field is its path in the review. The pod gets the request's
// namespace and name if it has none, as at its creation.
func Pod(request *admissionv1.AdmissionRequest, raw runtime.RawExtension, field string) (*v1.Pod, error) {
	pod := &v1.Pod{}
	if err := object(raw, pod, field); err != nil {
		return nil, err
	}
	if pod.Kind != "" && pod.Kind != "Pod" {
		return nil, fmt.Errorf("%s.kind: found %s, expected Pod", field, quoted(pod.Kind))
	}
	if pod.Namespace == "" {
		pod.Namespace = request.Namespace
	}
	if pod.Namespace != request.Namespace {
		return nil, fmt.Errorf("%s.metadata.namespace: found %s, expected that of the request", field, quoted(pod.Namespace))
	}
	if pod.Name == "" {
		pod.Name = request.Name
	}
	return pod, nil
}

// Binding decodes the Binding of a request.
func Binding(request *admissionv1.AdmissionRequest) (*v1.Binding, error) {
	binding := &v1.Binding{}
	if err := object(request.Object, binding, "request.object"); err != nil {
		return nil, err
	}
	if binding.Kind != "" && binding.Kind != "Binding" {
		return nil, fmt.Errorf("request.object.kind: found %s, expected Binding", quoted(binding.Kind))
	}
	return binding, nil
}

func object(raw runtime.RawExtension, into any, field string) error {
	if len(raw.Raw) == 0 || string(raw.Raw) == "null" {
		return fmt.Errorf("%s: is missing", field)
	}
	return decode(raw.Raw, into, field)
}

// decode decodes JSON like the API server does. The error names the field.
func decode(text []byte, into any, field string) error {
	err := kjson.UnmarshalCaseSensitivePreserveInts(text, into)
	if err == nil {
		return nil
	}
	if field == "" {
		field = kind
	}
	var typed *json.UnmarshalTypeError
	if errors.As(err, &typed) {
		if path := strings.TrimPrefix(typed.Field, "TypeMeta."); path != "" { // Go's name is no field of JSON
			field += "." + path
		}
		return fmt.Errorf("%s: found a %s, expected a value of type %s", field, typed.Value, typed.Type)
	}
	return fmt.Errorf("%s: %s", field, strings.TrimPrefix(shortened(err.Error()), "json: "))
}

func quoted(text string) string { return fmt.Sprintf("%q", shortened(text)) }

// shortened limits text of others in messages.
func shortened(text string) string {
	const most = 300
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// Write returns an answer as the text of an AdmissionReview.
func Write(request *admissionv1.AdmissionRequest, answer *Answer) ([]byte, error) {
	response := &admissionv1.AdmissionResponse{UID: request.UID, Allowed: answer.Code == 0, Warnings: answer.Warnings}
	if answer.Code != 0 {
		response.Result = status(answer)
	}
	if answer.Patch != nil {
		patched := admissionv1.PatchTypeJSONPatch
		response.PatchType, response.Patch = &patched, answer.Patch
	}
	return json.Marshal(&admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{Kind: kind, APIVersion: admissionv1.SchemeGroupVersion.String()},
		Response: response,
	})
}

func status(answer *Answer) *metav1.Status {
	status := &metav1.Status{Status: metav1.StatusFailure, Code: answer.Code, Message: answer.Message, Reason: metav1.StatusReasonForbidden}
	switch {
	case answer.Code == http.StatusBadRequest:
		status.Reason = metav1.StatusReasonBadRequest
	case answer.Code >= http.StatusInternalServerError:
		status.Reason = metav1.StatusReasonInternalError
	}
	if answer.Field != "" {
		status.Details = &metav1.StatusDetails{Causes: []metav1.StatusCause{
			{Type: metav1.CauseTypeFieldValueInvalid, Field: answer.Field, Message: answer.Message}}}
	}
	return status
}
