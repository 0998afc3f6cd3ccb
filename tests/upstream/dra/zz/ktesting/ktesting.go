// Package ktesting has the functions of k8s.io/ktesting that the table of the DRA allocator calls. Not every proxy has that
// module's betas.
package ktesting

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/onsi/gomega"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/ktesting"
)

// TContext is the context of a test.
type TContext interface {
	context.Context
	Run(name string, test func(TContext)) bool
	Logf(format string, arguments ...any)
	Skipf(format string, arguments ...any)
	ExpectNoError(err error, explain ...any)
	Require(actual any, extra ...any) gomega.Assertion
	Expect(actual any, extra ...any) gomega.Assertion
	WithTimeout(timeout time.Duration, cause string) TContext
	WithDeadline(deadline time.Time, cause string) TContext
	WithCancel() TContext
	Cancel(cause string)
}

type testContext struct {
	context.Context
	*testing.T
	cancel context.CancelCauseFunc
}

// Init returns the context of a test.
func Init(t *testing.T) TContext {
	return testContext{klog.NewContext(t.Context(), ktesting.NewLogger(t, ktesting.NewConfig(ktesting.Verbosity(7)))), t, nil}
}

// SetDefaultVerbosity has no effect.
func SetDefaultVerbosity(int) {}

func (c testContext) Run(name string, test func(TContext)) bool {
	return c.T.Run(name, func(t *testing.T) { test(Init(t)) })
}

func (c testContext) ExpectNoError(err error, explain ...any) {
	c.T.Helper()
	gomega.NewWithT(c.T).Expect(err).NotTo(gomega.HaveOccurred(), explain...)
}

func (c testContext) Require(actual any, extra ...any) gomega.Assertion {
	return gomega.NewWithT(c.T).Expect(actual, extra...)
}

func (c testContext) Expect(actual any, extra ...any) gomega.Assertion {
	return gomega.NewWithT(c.T).Expect(actual, extra...)
}

func (c testContext) WithTimeout(timeout time.Duration, cause string) TContext {
	ctx, cancel := context.WithTimeoutCause(c.Context, timeout, errors.New(cause))
	c.T.Cleanup(cancel)
	return testContext{ctx, c.T, nil}
}

func (c testContext) WithDeadline(deadline time.Time, cause string) TContext {
	ctx, cancel := context.WithDeadlineCause(c.Context, deadline, errors.New(cause))
	c.T.Cleanup(cancel)
	return testContext{ctx, c.T, nil}
}

func (c testContext) WithCancel() TContext {
	ctx, cancel := context.WithCancelCause(c.Context)
	c.T.Cleanup(func() { cancel(nil) })
	return testContext{ctx, c.T, cancel}
}

func (c testContext) Cancel(cause string) { c.cancel(errors.New(cause)) }

func (c testContext) Deadline() (time.Time, bool) { return c.Context.Deadline() }
