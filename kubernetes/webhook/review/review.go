// Package review reads AdmissionReviews and writes the answers. Everything in a review is untrusted.
package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
)

const (
	kind        = "AdmissionReview"
	mostOfUID   = 256
	mostOfName  = 512
	mostOfQuote = 300 // of text of others in messages
)

// Results of rules, as in metrics.
var Results = []string{Allowed, Changed, Refused, DryRun, Bypassed, Failed}

// Values of Answer.Result.
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

// OnlyWarn returns the answer of a rule in dry-run mode: it changes nothing, and has a warning in place
// of a refusal.
func (a Answer) OnlyWarn() Answer {
	if a.Code != 0 {
		a.Warnings = append(a.Warnings, "koord-webhook would refuse this: "+a.Message)
	}
	if a.Result == Refused || a.Result == Changed {
		a.Result = DryRun
	}
	a.Code, a.Patch = 0, nil
	return a
}

// Rule answers reviews.
type Rule interface {
	Review(ctx context.Context, request *admissionv1.AdmissionRequest) Answer
	DryRun() bool // the rule only warns
}

// Ask answers a request by a rule, in the rule's mode. failed is called for a panic, which costs only
// this request.
func Ask(ctx context.Context, rule Rule, request *admissionv1.AdmissionRequest, failed func(panic any) Answer) (answer Answer) {
	defer func() {
		if failure := recover(); failure != nil {
			answer = failed(failure)
		}
		if rule.DryRun() {
			answer = answer.OnlyWarn()
		}
	}()
	return rule.Review(ctx, request)
}

// Operation is one of a JSON patch.
type Operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// IsMirror reports whether kubelet creates a pod that shows one of its static pods, which runs in any
// case.
func IsMirror(pod *v1.Pod, request *admissionv1.AdmissionRequest) bool {
	_, is := pod.Annotations[v1.MirrorPodAnnotationKey]
	return is && slices.Contains(request.UserInfo.Groups, "system:nodes")
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
		return nil, errors.New("request: is missing; expected an AdmissionRequest")
	case request.UID == "" || len(request.UID) > mostOfUID:
		return nil, fmt.Errorf("request.uid: found %d bytes, expected 1 to %d", len(request.UID), mostOfUID)
	case len(request.Name) > mostOfName:
		return nil, fmt.Errorf("request.name: found %d bytes, expected at most %d", len(request.Name), mostOfName)
	case len(request.Namespace) > mostOfName:
		return nil, fmt.Errorf("request.namespace: found %d bytes, expected at most %d", len(request.Namespace), mostOfName)
	}
	return request, nil
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
		return fmt.Errorf("%s: found a %s, expected a value of type %s", field, typed.Value, typeName(typed.Type))
	}
	return fmt.Errorf("%s: %s", field, strings.TrimPrefix(Shorten(err.Error(), mostOfQuote), "json: "))
}

// typeName returns the name of a type in JSON, because Go's name of a struct says nothing to clients.
func typeName(kind reflect.Type) string {
	switch kind.Kind() {
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice:
		return "array"
	}
	return kind.String()
}

// CountElements counts brackets and commas in a JSON text, at least half of its values. The memory of a
// decoded text depends on it: the text "{}," can be a struct of any size.
func CountElements(text []byte) (count int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '\\':
			if quoted {
				i++
			}
		case '{', '[', ',':
			if !quoted {
				count++
			}
		}
	}
	return count
}

func quoted(text string) string { return fmt.Sprintf("%q", Shorten(text, mostOfQuote)) }

// Shorten limits text of others in messages to a number of bytes.
func Shorten(text string, most int) string {
	if len(text) > most {
		return strings.ToValidUTF8(text[:max(0, most-len("..."))], "") + "..."
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
	case answer.Code == http.StatusNotFound:
		status.Reason = metav1.StatusReasonNotFound
	case answer.Code >= http.StatusInternalServerError:
		status.Reason = metav1.StatusReasonInternalError
	}
	if answer.Field != "" {
		status.Details = &metav1.StatusDetails{Causes: []metav1.StatusCause{
			{Type: metav1.CauseTypeFieldValueInvalid, Field: answer.Field, Message: answer.Message}}}
	}
	return status
}
