package scheduler

import (
	"errors"

	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// asStatus converts the error of a call. Errors in the pod can only be resolved by changing the
// pod.
func asStatus(err error) *fwk.Status {
	if errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit) {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, sentence(err))
	}
	return fwk.AsStatus(err)
}
