// Package mutate changes pods at their creation: it removes claims that the pod's author may not
// write, and selects the scheduler of pods that need libkoord.
package mutate

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

// Counter counts changes by kind.
type Counter interface {
	Change(change string, dryRun bool)
}

// Kinds of changes.
const (
	ChangeScheduler = "scheduler_name"
	ChangeClaim     = "claim_removed"
	OtherScheduler  = "other_scheduler" // a recognised pod that names another scheduler, which is kept
)

// Changes lists them, as in metrics.
var Changes = []string{ChangeScheduler, ChangeClaim, OtherScheduler}

// Rule changes pods at their creation.
type Rule struct {
	*scope.Scope
	Accounts      *scope.Accounts
	Recogniser    *recognise.Recogniser
	Counter       Counter
	SchedulerName string
	Replaces      []string // values of spec.schedulerName that are replaced
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
	if !r.Scope.Selects(pod.Labels) {
		return review.Allow()
	}
	patch := r.patch(pod, request.UserInfo.Username)
	if len(patch) == 0 {
		return review.Allow()
	}
	text, err := json.Marshal(patch)
	if err != nil {
		return review.Fail(http.StatusInternalServerError, err.Error())
	}
	return review.Answer{Result: review.Changed, Patch: text}
}

func (r *Rule) patch(pod *v1.Pod, user string) (patch []review.Operation) {
	if !r.Accounts.MayClaim(user) {
		for _, key := range objects.ClaimAnnotations {
			if _, claimed := pod.Annotations[key]; claimed {
				patch = append(patch, review.Operation{Op: "remove", Path: "/metadata/annotations/" + strings.ReplaceAll(key, "/", "~1")})
				r.Counter.Change(ChangeClaim, r.Scope.DryRun())
			}
		}
	}
	// A pod that already has a node is not scheduled.
	if pod.Spec.NodeName != "" || r.Recogniser.RequestOf(pod) == "" {
		return patch
	}
	switch name := pod.Spec.SchedulerName; {
	case name == r.SchedulerName:
	case name == "" || slices.Contains(r.Replaces, name):
		patch = append(patch, review.Operation{Op: "add", Path: "/spec/schedulerName", Value: r.SchedulerName})
		r.Counter.Change(ChangeScheduler, r.Scope.DryRun())
	default:
		r.Counter.Change(OtherScheduler, r.Scope.DryRun())
	}
	return patch
}
