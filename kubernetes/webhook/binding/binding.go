// Package binding guards the nodes of pods that need libkoord: only the scheduler's accounts may bind
// them. Another scheduler would give them CPUs and devices that other pods have.
package binding

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/webhook/claims"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

// Pods reads pods. A Binding is judged by the pod as it is stored now: a cache may not have it yet,
// or have an older version, and its memory grows with the cluster. The accounts of the scheduler are
// recognised without it.
type Pods interface {
	Get(ctx context.Context, namespace, name string) (*v1.Pod, error)
}

// Recogniser recognises pods that need libkoord.
type Recogniser interface {
	RequestOf(pod *v1.Pod) string
}

// Events reports events of pods.
type Events interface {
	Warn(pod *v1.Pod, reason, message string)
}

// EventBypassed is the reason of the event of a pod that another account than the scheduler's bound
// by AnnotationForeignBinding.
const EventBypassed = "KoordBindingBypassed"

// readTimeout limits a read, so that the answer precedes the API server's own limit.
const readTimeout = 3 * time.Second

// Rule refuses nodes that others than the scheduler chose for recognised pods.
type Rule struct {
	Scope      *scope.Scope
	Accounts   *scope.Accounts
	Recogniser Recogniser
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
	pod, err := r.read(ctx, request)
	switch {
	case apierrors.IsNotFound(err): // the API server refuses the Binding itself
		return review.Allow()
	case err != nil:
		return r.cannotTell(request, err)
	case !r.Scope.Selects(pod.Labels):
		return review.Allow()
	}
	if binding.UID != "" && binding.UID != pod.UID { // the Binding of another pod of this name
		return review.Refuse("metadata.uid", fmt.Sprintf("metadata.uid: found %q, expected that of pod %s/%s", binding.UID,
			pod.Namespace, pod.Name))
	}
	if field := claims.Written(binding.Annotations, binding.Labels); field != "" {
		return r.refuse(field, fmt.Sprintf("%s: only the scheduler may write it in a Binding; found user %q", field, user))
	}
	return r.judge(pod, user, "target.name", binding.Annotations[objects.AnnotationForeignBinding])
}

func (r *Rule) read(ctx context.Context, request *admissionv1.AdmissionRequest) (*v1.Pod, error) {
	reading, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	return r.Pods.Get(reading, request.Namespace, request.Name)
}

// cannotTell refuses a Binding of a pod that cannot be read: it might need libkoord.
func (r *Rule) cannotTell(request *admissionv1.AdmissionRequest, err error) review.Answer {
	r.Log.Error("cannot read the pod of a binding", "namespace", request.Namespace, "pod", request.Name, "user", request.UserInfo.Username,
		"error", err)
	if r.Scope.DryRun() {
		return review.Answer{Result: review.DryRun}
	}
	return review.Fail(http.StatusServiceUnavailable, fmt.Sprintf("pod %s/%s cannot be read now, so it is not known to be free of requests "+
		"that only koord-scheduler handles; try again", request.Namespace, request.Name))
}

// judge decides about a node that others than the scheduler chose for a pod. bypass is the value of
// AnnotationForeignBinding.
func (r *Rule) judge(pod *v1.Pod, user, field, bypass string) review.Answer {
	asked := r.Recogniser.RequestOf(pod)
	if asked == "" {
		return review.Allow()
	}
	if bypass = strings.TrimSpace(bypass); bypass != "" {
		r.Log.Warn("binding bypasses the scheduler", "namespace", pod.Namespace, "pod", pod.Name, "user", user, "reason", bypass)
		r.Events.Warn(pod, EventBypassed, fmt.Sprintf("%s chose the node of this pod, which asks for %s, without koord-scheduler: %s. "+
			"Its CPUs and devices may be in use by other pods", user, asked, bypass))
		return review.Answer{Result: review.Bypassed}
	}
	return r.refuse(field, fmt.Sprintf("%s: pod %s/%s asks for %s, and only koord-scheduler may choose its node; found user %q. "+
		"Create the pod with spec.schedulerName of koord-scheduler, or see docs/operate/webhook.md for emergencies",
		field, pod.Namespace, pod.Name, asked, user))
}

func (r *Rule) refuse(field, message string) review.Answer {
	answer := review.Refuse(field, message)
	if r.Scope.DryRun() {
		return answer.OnlyWarn()
	}
	return answer
}

// Placed is the rule for pods that are created on a node, without a scheduler.
type Placed struct{ *Rule }

// Review answers a request to create a pod.
func (p Placed) Review(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	user := request.UserInfo.Username
	if request.Operation != admissionv1.Create || request.SubResource != "" || p.Accounts.MayBind(user) ||
		!p.Scope.HasNamespace(request.Namespace) {
		return review.Allow()
	}
	pod, err := review.Pod(request, request.Object, "request.object")
	if err != nil {
		return review.Fail(http.StatusBadRequest, err.Error())
	}
	if pod.Spec.NodeName == "" || !p.Scope.Selects(pod.Labels) || isMirror(pod, request) {
		return review.Allow()
	}
	// A user who may create pods must not bypass the scheduler; the annotation is for accounts that may
	// bind pods.
	return p.judge(pod, user, "spec.nodeName", "")
}

// isMirror reports whether kubelet creates a pod that shows one of its static pods, which runs in any
// case.
func isMirror(pod *v1.Pod, request *admissionv1.AdmissionRequest) bool {
	_, is := pod.Annotations[v1.MirrorPodAnnotationKey]
	return is && slices.Contains(request.UserInfo.Groups, "system:nodes")
}
