package scheduler

import (
	"errors"
	"strings"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

func isStatus(err error, status koord.Status) bool { return errors.Is(err, status) }

// final tells whether an API server refused a request for good.
func final(err error) bool {
	return apierrors.IsForbidden(err) || apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) ||
		apierrors.IsRequestEntityTooLargeError(err)
}

// sentence of an error: the library's, without its prefix.
func sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// asStatus is that of a call that failed. What is wrong with the pod only the pod can mend.
func asStatus(err error) *fwk.Status {
	if isStatus(err, koord.ErrInvalid) || isStatus(err, koord.ErrLimit) {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, sentence(err))
	}
	return fwk.AsStatus(err)
}

// reporter tells operators of objects that are not as they should be.
type reporter struct {
	recorder events.EventRecorderLogger
}

// failed reports an object that could not be taken over; it is nil where there is none.
func (r *reporter) failed(kind string, object runtime.Object, err error) {
	refused.WithLabelValues(kind).Inc()
	klog.Background().Error(err, "Koord: an object is not usable", "kind", kind)
	if r.recorder != nil && object != nil {
		r.recorder.Eventf(object, nil, v1.EventTypeWarning, "KoordUnusable", "Reading", "%s", short(sentence(err)))
	}
}

// note tells of an object in an event.
func (r *reporter) note(object runtime.Object, kind, reason, text string) {
	if r.recorder != nil {
		r.recorder.Eventf(object, nil, kind, reason, "Scheduling", "%s", short(text))
	}
}

// claimant is a pod, or a Reservation.
type claimant interface {
	runtime.Object
	metav1.Object
}

// conflicts reports claims that were refused on a node; words makes a sentence of a refusal.
func (r *reporter) conflicts(of claimant, node string, conflicts *koord.PodConflicts, words func(koord.Refusal) string) {
	for _, one := range []struct {
		kind    string
		refusal *koord.Refusal
	}{{"cpus", &conflicts.CPUs}, {"amounts", &conflicts.Amounts}, {"devices", &conflicts.Devices}} {
		if !one.refusal.Refused() {
			continue
		}
		claims.WithLabelValues(one.kind).Inc()
		text := words(*one.refusal)
		klog.Background().V(2).Info("Koord: a claim is refused", "kind", kindOf(of), "name", klog.KObj(of), "node", node,
			"claim", one.kind, "why", text)
		if r.recorder != nil {
			r.recorder.Eventf(of, nil, v1.EventTypeWarning, "KoordClaimRefused", "Reading", "%s", short(text))
		}
	}
}

// short keeps a text within what an event holds, and valid UTF-8: protobuf takes nothing else.
func short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
