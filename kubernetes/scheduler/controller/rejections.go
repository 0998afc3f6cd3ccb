package controller

import (
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// IsRejection reports whether the API server rejected a request permanently.
func IsRejection(err error) bool {
	return errors.Is(err, errNoStatus) || apierrors.IsForbidden(err) || apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) ||
		apierrors.IsRequestEntityTooLargeError(err)
}

// errNoStatus is the error of writing the status of an object whose kind has none.
var errNoStatus = errors.New("its CustomResourceDefinition has no status subresource")

// remedy returns what an administrator must do before the API server accepts a request, or "" if
// that depends on the object.
func remedy(err error) string {
	switch {
	case errors.Is(err, errNoStatus):
		return "apply kubernetes/crds"
	case apierrors.IsForbidden(err):
		return "apply kubernetes/deploy/scheduler/manifests/rbac.yaml"
	}
	return ""
}

// WithRemedy adds the remedy to the text of an error.
func WithRemedy(err error) error {
	if action := remedy(err); action != "" {
		return fmt.Errorf("%w; %s", err, action)
	}
	return err
}

// IgnoreGone returns an error after which the object is retried. A deleted or changed object is
// handled when the store has the change.
func IgnoreGone(err error) error {
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}
