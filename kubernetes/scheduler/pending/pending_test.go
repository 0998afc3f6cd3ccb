package pending

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
)

// The start of an attempt uses a monotonic clock, which cannot be set.
func TestAttemptsDoNotDependOnTheClock(t *testing.T) {
	waiting := New()
	one := &Pod{Pod: &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "one"}}}
	waiting.Put(one, func() bool { return true })
	one.BeginAttempt()
	if !strings.Contains(waiting.Get("one").tried.String(), " m=") {
		t.Error(one.tried)
	}
}

// A node that accepted a pod may become one that refused it, and a pod that does not exist is not kept.
func TestAcceptedNodes(t *testing.T) {
	waiting := New()
	gone := &Pod{Pod: &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "gone"}}}
	waiting.Put(gone, func() bool { return false })
	if len(waiting.All()) != 0 {
		t.Error("a deleted pod waits")
	}
	one := &Pod{}
	if passing := one.RecordAttempt([]koord.Verdict{{Node: 1}, {Node: 70}, {Node: 71, Reason: koord.ReasonNoDevices}}); passing != 2 {
		t.Error(passing)
	}
	if !one.Accepted(1) || !one.Accepted(70) || one.Accepted(71) || one.Accepted(1000) {
		t.Error(one.fits)
	}
	one.Reject(70)
	one.Reject(1000)
	if one.Accepted(70) || !one.Accepted(1) {
		t.Error(one.fits)
	}
	one.RejectAll()
	if one.Accepted(1) {
		t.Error(one.fits)
	}
}
