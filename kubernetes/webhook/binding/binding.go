// Package binding guards the nodes of pods that need libkoord: only the scheduler's accounts may bind
// them. Another scheduler would give them CPUs and devices that other pods have.
package binding

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/webhook/claims"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

// Pods reads pods. A Binding is judged by the pod as it is stored now: a cache may not have it yet,
// or have an older version, and its memory grows with the cluster. The accounts of the scheduler are
// recognised without it.
type Pods interface {
	Get(ctx context.Context, namespace, name string) (*v1.Pod, error)
}

// Events reports events of pods.
type Events interface {
	Warn(pod *v1.Pod, reason, message string)
}

// EventBypassed is the reason of the event of a pod that another account than the scheduler's bound
// by AnnotationForeignBinding.
const EventBypassed = "KoordBindingBypassed"

// mostOfReason limits the reason of a bypass in the log, in bytes.
const mostOfReason = 256

// Rule refuses nodes that others than the scheduler chose for recognised pods.
type Rule struct {
	*scope.Scope
	Accounts   *scope.Accounts
	Recogniser *recognise.Recogniser
	Pods       Pods
	Events     Events
	Log        *slog.Logger
}

// Review answers a request to create a Binding.
func (r *Rule) Review(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	user := request.UserInfo.Username
	if request.Operation != admissionv1.Create || r.Accounts.MayBind(user) || !r.Scope.HasNamespace(request.Namespace) {
		return review.Allow()
	}
	binding, err := review.Binding(request)
	if err != nil {
		return review.Fail(http.StatusBadRequest, err.Error())
	}
	pod, err := r.Pods.Get(ctx, request.Namespace, binding.Name)
	switch {
	case apierrors.IsNotFound(err) && binding.UID != "": // the API server binds no pod with another UID
		return review.Allow()
	case apierrors.IsNotFound(err): // a pod of this name may be created before the API server writes
		return refuseMissingPod(request.Namespace, binding.Name)
	case err != nil:
		return r.refuseUnreadablePod(request, binding.Name, err)
	case !r.Scope.Selects(pod.Labels):
		return review.Allow()
	}
	if binding.UID != "" && binding.UID != pod.UID { // the Binding of another pod of this name
		return review.Refuse("metadata.uid", fmt.Sprintf("metadata.uid: found %q, expected that of pod %s/%s", binding.UID,
			pod.Namespace, pod.Name))
	}
	if field := claims.ProtectedKey(binding.Annotations, binding.Labels); field != "" {
		return review.Refuse(field, fmt.Sprintf("%s: only the scheduler may write it in a Binding; found user %q", field, user))
	}
	return r.judge(pod, request, "target.name", binding.Annotations[objects.AnnotationForeignBinding])
}

// refuseMissingPod refuses a Binding of a pod that does not exist.
func refuseMissingPod(namespace, name string) review.Answer {
	answer := review.Refuse("metadata.name", fmt.Sprintf("metadata.name: pod %s/%s does not exist; create it first",
		namespace, name))
	answer.Code = http.StatusNotFound
	return answer
}

// refuseUnreadablePod refuses a Binding of a pod that cannot be read: it might need libkoord.
func (r *Rule) refuseUnreadablePod(request *admissionv1.AdmissionRequest, name string, err error) review.Answer {
	r.Log.Error("cannot read the pod of a binding", "namespace", request.Namespace, "pod", name, "user", request.UserInfo.Username,
		"error", err)
	return review.Fail(http.StatusServiceUnavailable, fmt.Sprintf("cannot read pod %s/%s, so it cannot be decided whether it "+
		"needs koord-scheduler; try again", request.Namespace, name))
}

// judge decides about a node that others than the scheduler chose for a pod. bypass is the value of
// AnnotationForeignBinding.
func (r *Rule) judge(pod *v1.Pod, request *admissionv1.AdmissionRequest, field, bypass string) review.Answer {
	user := request.UserInfo.Username
	stated := r.Recogniser.RequestOf(pod)
	if stated == "" {
		return review.Allow()
	}
	if bypass = strings.TrimSpace(bypass); bypass != "" {
		if request.DryRun != nil && *request.DryRun { // the client writes nothing, so nothing is bypassed
			return review.Allow()
		}
		r.Log.Warn("binding bypasses the scheduler", "namespace", pod.Namespace, "pod", pod.Name, "user", user,
			"reason", review.Shorten(bypass, mostOfReason))
		r.Events.Warn(pod, EventBypassed, fmt.Sprintf("%s chose the node of this pod, which asks for %s, without koord-scheduler: %s. "+
			"Its CPUs and devices may be in use by other pods", user, stated, bypass))
		return review.Answer{Result: review.Bypassed}
	}
	return review.Refuse(field, fmt.Sprintf("%s: pod %s/%s asks for %s, and only koord-scheduler may choose its node; found user %q. "+
		"Create the pod with spec.schedulerName of koord-scheduler, or see docs/operate/webhook.md for emergencies",
		field, pod.Namespace, pod.Name, stated, user))
}

// Placed is the rule for pods that are created on a node, without a scheduler.
type Placed struct{ *Rule }

// Review answers a request to create a pod.
func (p Placed) Review(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	if request.Operation != admissionv1.Create || request.SubResource != "" || p.Accounts.MayBind(request.UserInfo.Username) ||
		!p.Scope.HasNamespace(request.Namespace) {
		return review.Allow()
	}
	pod, err := review.Pod(request, request.Object, "request.object")
	if err != nil {
		return review.Fail(http.StatusBadRequest, err.Error())
	}
	if pod.Spec.NodeName == "" || !p.Scope.Selects(pod.Labels) || review.IsMirror(pod, request) {
		return review.Allow()
	}
	// A user who may create pods must not bypass the scheduler; the annotation is for accounts that may
	// bind pods.
	return p.judge(pod, request, "spec.nodeName", "")
}
