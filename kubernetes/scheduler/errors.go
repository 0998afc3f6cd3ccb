package scheduler

import (
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

func isStatus(err error, status koord.Status) bool { return errors.Is(err, status) }

// final reports whether the API server rejected a request permanently.
func final(err error) bool {
	return apierrors.IsForbidden(err) || apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) ||
		apierrors.IsRequestEntityTooLargeError(err)
}

// sentence returns the message of a library error without its prefix.
func sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// asStatus converts the error of a call. Errors in the pod can only be resolved by changing the
// pod.
func asStatus(err error) *fwk.Status {
	if isStatus(err, koord.ErrInvalid) || isStatus(err, koord.ErrLimit) {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, sentence(err))
	}
	return fwk.AsStatus(err)
}

// short truncates a text to the limit of an event. The text stays valid UTF-8, which protobuf
// requires.
func short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
