package evaluate

import (
	"errors"
	"testing"

	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// Errors in a pod can only be resolved by changing the pod.
func TestStatusOfErrors(t *testing.T) {
	for status, code := range map[koord.Status]fwk.Code{
		koord.ErrInvalid: fwk.UnschedulableAndUnresolvable, koord.ErrLimit: fwk.UnschedulableAndUnresolvable, koord.ErrConflict: fwk.Error,
	} {
		if got := Status(&koord.Error{Op: "x", Code: status, Message: "why"}).Code(); got != code {
			t.Errorf("%v: %s", status, got)
		}
	}
	if got := Status(errors.New("other")).Code(); got != fwk.Error {
		t.Error(got)
	}
}

// An explanation becomes one line without the pod's name and without headings.
func TestExplanationInOneLine(t *testing.T) {
	text := "pod default/p\nRefused by 2 nodes:\n  too few CPUs: 2 nodes\nNearest miss: a\n  needs 2 more CPUs\n  no remedy found\n"
	if got := oneLine(text); got != "too few CPUs: 2 nodes; nearest: needs 2 more CPUs" {
		t.Error(got)
	}
	if got := oneLine("pod default/p\naccepted by a"); got != "" {
		t.Error(got)
	}
}

func TestTrialsAreCounted(t *testing.T) {
	e := New(nil, nil)
	e.BeginTrial()
	e.BeginTrial()
	e.EndTrial()
	if count := e.trials.Load(); count != 1 {
		t.Error(count)
	}
}
