// Package validate refuses pods whose requests no node can satisfy, in the library's words.
package validate

import (
	"context"
	"log/slog"
	"net/http"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

// Judge judges the requests of pods.
type Judge interface {
	Judge(pod *v1.Pod) (*Fault, error)
}

// Rule refuses wrong requests at the creation of pods.
type Rule struct {
	*scope.Scope
	Recogniser *recognise.Recogniser
	Judge      Judge
	Log        *slog.Logger
}

// Review answers a request to create a pod.
func (r *Rule) Review(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	if request.Operation != admissionv1.Create || request.SubResource != "" || !r.Scope.HasNamespace(request.Namespace) {
		return review.Allow()
	}
	pod, err := review.Pod(request, request.Object, "request.object")
	if err != nil {
		return review.Fail(http.StatusBadRequest, err.Error())
	}
	if !r.Scope.Selects(pod.Labels) || r.Recogniser.RequestOf(pod) == "" || review.IsMirror(pod, request) {
		return review.Allow()
	}
	fault, err := r.Judge.Judge(pod)
	if err != nil {
		r.Log.Error("cannot judge a pod's request; the pod is admitted", "namespace", pod.Namespace, "pod", pod.Name, "error", err)
		return review.Allow()
	}
	if fault == nil {
		return review.Allow()
	}
	message := fault.Sentence
	if fault.Field != "" {
		message = fault.Field + ": " + message
	}
	return review.Refuse(fault.Field, message)
}
