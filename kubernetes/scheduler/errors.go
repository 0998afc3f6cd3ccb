package scheduler

import (
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

func isStatus(err error, status koord.Status) bool { return errors.Is(err, status) }

// final reports whether the API server rejected a request permanently.
func final(err error) bool {
	return errors.Is(err, errNoStatus) || apierrors.IsForbidden(err) || apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) ||
		apierrors.IsRequestEntityTooLargeError(err)
}

// errNoStatus is the error of writing the status of an object whose kind has none.
var errNoStatus = errors.New("its CustomResourceDefinition has no status subresource")

// remedy returns what an administrator must do before the API server accepts a request, or "" if that depends on the object.
func remedy(err error) string {
	switch {
	case errors.Is(err, errNoStatus):
		return "apply kubernetes/crds"
	case apierrors.IsForbidden(err):
		return "apply kubernetes/deploy/scheduler/manifests/rbac.yaml"
	}
	return ""
}

// withRemedy adds the remedy to the text of an error.
func withRemedy(err error) error {
	if what := remedy(err); what != "" {
		return fmt.Errorf("%w; %s", err, what)
	}
	return err
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
