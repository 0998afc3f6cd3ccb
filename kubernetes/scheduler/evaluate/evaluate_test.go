package evaluate

import (
	"encoding/json"
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

// An explanation becomes one line: the groups, and the nearest node with its remedies.
func TestExplanationInOneLine(t *testing.T) {
	const groups = `"groups":[{"reason":"NotEnoughCPUs","message":"2 of 3 nodes: needs 8 CPUs","nodes":2}]`
	for text, want := range map[string]string{
		`{"groups":[],"misses":[],"truncated":false}`: "",
		`{` + groups + `,"misses":[{"node":"a","message":"it has 6 CPUs","remedies":[{"message":"the pod requests 6 CPUs"},` +
			`{"message":"pod p is evicted"}]}]}`: "2 of 3 nodes: needs 8 CPUs; nearest: a: it has 6 CPUs; " +
			"fits if the pod requests 6 CPUs; fits if pod p is evicted",
		`{` + groups + `,"misses":[{"node":"a","message":"it has 6 CPUs","remedies":[]}],"truncated":true}`: "2 of 3 nodes: needs 8 CPUs; " +
			"nearest: a: it has 6 CPUs; there may be more remedies: not all were tried",
		`{"request":{"message":"150 GPUs"},` + groups + `,"misses":[]}`: "",
	} {
		var found explanation
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Fatal(err)
		}
		if got := found.line(); got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
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
