package evaluate

import (
	"errors"

	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
)

// Status converts the error of a call. Errors in the pod can only be resolved by changing the
// pod.
func Status(err error) *fwk.Status {
	if errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit) {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, message.Sentence(err))
	}
	return fwk.AsStatus(err)
}
