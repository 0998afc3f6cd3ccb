// Package claims protects annotations and labels that decide about the CPUs and devices of a pod.
package claims

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

// BoundAnnotations lists the annotations that are protected on a bound pod.
var BoundAnnotations = slices.Concat(objects.RequestAnnotations, objects.ClaimAnnotations)

// BoundLabels lists the labels that are protected on a bound pod.
var BoundLabels = []string{objects.LabelQOSClass, objects.LabelPriorityClass}

// Rule refuses changes to protected annotations and labels by other accounts than those of the
// scheduler and the agent. Claims are protected on all pods, also at their creation, if rule mutate
// has not removed them; only a pod without a node may lose one, because the scheduler's Binding writes
// the claims and the node in one step. The rest is protected on bound pods: a pod that waits may change its
// requests. Mirrors of static pods are no exception: a claim in a manifest on a node would keep
// others from devices that nobody has allocated.
type Rule struct {
	*scope.Scope
	Accounts *scope.Accounts
}

// Review answers a request to create a pod, or to update it or one of its subresources.
func (r *Rule) Review(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	creates := request.Operation == admissionv1.Create && request.SubResource == ""
	if !creates && request.Operation != admissionv1.Update || !r.Scope.HasNamespace(request.Namespace) ||
		r.Accounts.MayClaim(request.UserInfo.Username) {
		return review.Allow()
	}
	now, err := review.Pod(request, request.Object, "request.object")
	if err != nil {
		return review.Fail(http.StatusBadRequest, err.Error())
	}
	old := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Labels: now.Labels}} // at a creation nothing is stated before
	if !creates {
		if old, err = review.Pod(request, request.OldObject, "request.oldObject"); err != nil {
			return review.Fail(http.StatusBadRequest, err.Error())
		}
	}
	// The old labels count, so that an update cannot remove the pod from the rule.
	if !r.Scope.Selects(old.Labels) {
		return review.Allow()
	}
	field, why := changedField(old, now)
	if field == "" {
		return review.Allow()
	}
	return review.Refuse(field, fmt.Sprintf("%s: %s; found a change by %q", field, why, request.UserInfo.Username))
}

// changedField returns the first protected field that differs, and the rule that protects it.
func changedField(old, now *v1.Pod) (field, why string) {
	bound := old.Spec.NodeName != ""
	for _, key := range objects.ClaimAnnotations {
		if _, claims := now.Annotations[key]; !bound && !claims { // removed, or never there
			continue
		}
		if differs(old.Annotations, now.Annotations, key) {
			return fmt.Sprintf("metadata.annotations[%q]", key), "only the scheduler and the agent may write a pod's allocation"
		}
	}
	if !bound {
		return "", ""
	}
	if differs(old.Annotations, now.Annotations, objects.AnnotationForeignBinding) {
		return fmt.Sprintf("metadata.annotations[%q]", objects.AnnotationForeignBinding), "only a Binding states why it bypassed koord-scheduler"
	}
	const fixed = "is fixed once the pod has a node, because its CPUs and devices are allocated by it; create another pod"
	for _, key := range BoundAnnotations {
		if differs(old.Annotations, now.Annotations, key) {
			return fmt.Sprintf("metadata.annotations[%q]", key), fixed
		}
	}
	for _, key := range BoundLabels {
		if differs(old.Labels, now.Labels, key) {
			return fmt.Sprintf("metadata.labels[%q]", key), fixed
		}
	}
	return "", ""
}

func differs(old, now map[string]string, key string) bool {
	before, was := old[key]
	after, is := now[key]
	return was != is || before != after
}

// ProtectedKey returns the first protected key that a Binding would write to its pod, or "" if there is
// none.
func ProtectedKey(annotations, labels map[string]string) (field string) {
	for _, key := range BoundAnnotations {
		if _, written := annotations[key]; written {
			return fmt.Sprintf("metadata.annotations[%q]", key)
		}
	}
	for _, key := range BoundLabels {
		if _, written := labels[key]; written {
			return fmt.Sprintf("metadata.labels[%q]", key)
		}
	}
	return ""
}
