package controller

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var resource = schema.GroupResource{Resource: "pods"}

// A write without a response is repeated until a response determines its result. A rejection counts
// only as the first response.
func TestPersist(t *testing.T) {
	broken := errors.New("connection reset by peer")
	forbidden := apierrors.NewForbidden(resource, "a", nil)
	conflict := apierrors.NewConflict(resource, "a", nil)
	for name, test := range map[string]struct {
		answers []error
		lost    bool
	}{
		"written":                      {[]error{nil}, false},
		"rejected":                     {[]error{forbidden}, false},
		"gone":                         {[]error{apierrors.NewNotFound(resource, "a")}, false},
		"lost, then written":           {[]error{broken, broken, nil}, true},
		"lost, then rejected at first": {[]error{broken, forbidden, conflict}, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			lost, err := Persist(t.Context(), func() error { calls++; return test.answers[calls-1] })
			if calls != len(test.answers) || lost != test.lost || err != test.answers[calls-1] {
				t.Errorf("%s: %d calls, %t, %v", name, calls, lost, err)
			}
		})
	}
}

// An object whose handling fails is handled again after the delay, a rejected one later and later.
func TestWorkerRetries(t *testing.T) {
	for name, test := range map[string]struct {
		err    error
		delays []time.Duration
	}{
		"temporary": {errors.New("connection refused"), []time.Duration{RetryDelay, RetryDelay, RetryDelay}},
		"rejected":  {apierrors.NewForbidden(resource, "a", nil), []time.Duration{RetryDelay, 2 * RetryDelay, 4 * RetryDelay}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			var delays []time.Duration
			last := time.Now()
			worker := NewWorker("Pod", NewQueue(), func(context.Context, string) error {
				delays, last = append(delays, time.Since(last)), time.Now()
				if len(delays) <= len(test.delays) {
					return test.err
				}
				stop()
				return nil
			})
			worker.Queue.Add("a")
			worker.Run(ctx)
			if !slices.Equal(delays[1:], test.delays) {
				t.Errorf("%s: %v", name, delays)
			}
		})
	}
}

// Rejections that concern all objects have a remedy.
func TestRemedies(t *testing.T) {
	if err := WithRemedy(apierrors.NewForbidden(resource, "a", nil)); !apierrors.IsForbidden(err) || remedy(err) == "" || !IsRejection(err) {
		t.Error(err)
	}
	if err := errors.New("other"); WithRemedy(err) != err || IsRejection(err) {
		t.Error(err)
	}
	if err := IgnoreGone(apierrors.NewNotFound(resource, "a")); err != nil {
		t.Error(err)
	}
}

func TestWaiters(t *testing.T) {
	var all Waiters[int]
	if before := all.Put("a", 1); before != 0 {
		t.Error(before)
	}
	if before := all.Put("a", 2); before != 1 {
		t.Error(before)
	}
	now := all.All()
	all.End("a")
	if len(now) != 1 || now["a"] != 2 || len(all.All()) != 0 {
		t.Error(now, all.All())
	}
}
