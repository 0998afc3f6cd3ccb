package scheduler

import (
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
)

// The start of an attempt uses a monotonic clock, which cannot be set.
func TestAttemptsDoNotDependOnTheClock(t *testing.T) {
	waiting := newPendingPods()
	one := &pendingPod{pod: &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "one"}}}
	waiting.put(one, func() bool { return true })
	one.begin()
	if !strings.Contains(waiting.get("one").tried.String(), " m=") {
		t.Error(one.tried)
	}
}

// A node that accepted a pod may become one that refused it, and a pod that does not exist is not kept.
func TestAcceptedNodes(t *testing.T) {
	waiting := newPendingPods()
	gone := &pendingPod{pod: &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "gone"}}}
	waiting.put(gone, func() bool { return false })
	if len(waiting.all()) != 0 {
		t.Error("a deleted pod waits")
	}
	one := &pendingPod{}
	if passing := one.attempt([]koord.Verdict{{Node: 1}, {Node: 70}, {Node: 71, Reason: koord.ReasonNoDevices}}); passing != 2 {
		t.Error(passing)
	}
	if !one.accepted(1) || !one.accepted(70) || one.accepted(71) || one.accepted(1000) {
		t.Error(one.fits)
	}
	one.reject(70)
	one.reject(1000)
	if one.accepted(70) || !one.accepted(1) {
		t.Error(one.fits)
	}
	one.rejectAll()
	if one.accepted(1) {
		t.Error(one.fits)
	}
}
