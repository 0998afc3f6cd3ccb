package wake

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// A pod that each attempt refuses is activated at once, then with delays that double up to a limit, and
// never twice for one refusal. A refusal of its own is the first of a series.
func TestDelaysOfRefusedPods(t *testing.T) {
	var all again
	now, expected := time.Now(), time.Duration(0)
	for range 10 {
		delay, is := all.next("pod", now)
		if !is || delay != expected {
			t.Fatalf("found %v, %v, expected %v", delay, is, expected)
		}
		if delay > 0 {
			if _, is := all.next("pod", now.Add(delay-1)); is {
				t.Error("the pod is activated twice")
			}
		}
		now = now.Add(delay + 1)
		expected = min(max(2*expected, shortestDelay), longestDelay)
	}
	for _, uid := range []types.UID{"pod", "other"} {
		if delay, is := all.next(uid, now.Add(series)); !is || delay != 0 {
			t.Errorf("%s: found %v, %v, expected no delay", uid, delay, is)
		}
	}
}

// Pods whose series ended are removed.
func TestRefusedPodsAreForgotten(t *testing.T) {
	var all again
	now := time.Now()
	for i := range 20 * fewestPurged {
		now = now.Add(series / fewestPurged)
		all.next(types.UID(fmt.Sprint(i)), now)
		if len(all.last) > 4*fewestPurged {
			t.Fatalf("found %d pods", len(all.last))
		}
	}
}
