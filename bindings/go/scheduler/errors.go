package scheduler

import (
	"errors"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
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

// short keeps a text within what an event holds, and valid UTF-8: protobuf takes nothing else.
func short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
