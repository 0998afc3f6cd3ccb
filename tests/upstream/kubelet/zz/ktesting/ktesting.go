// Package ktesting has the functions of k8s.io/ktesting that kubelet's tests call. Not every proxy has that module's betas.
package ktesting

import (
	"context"
	"testing"

	"k8s.io/klog/v2"
	"k8s.io/klog/v2/ktesting"
	"k8s.io/ktesting/initoption"
)

// TContext is a context with the logger of a test.
type TContext interface {
	context.Context
	Logger() klog.Logger
}

type testContext struct {
	context.Context
	logger klog.Logger
}

func (c testContext) Logger() klog.Logger { return c.logger }

// Underlier gives access to the buffered log lines.
type Underlier = ktesting.Underlier

// Init returns a context that ends with the test.
func Init(tb testing.TB, options ...initoption.InitOption) TContext {
	buffered := false
	for _, option := range options {
		buffered = buffered || option.BufferLogs
	}
	logger := ktesting.NewLogger(tb, ktesting.NewConfig(ktesting.BufferLogs(buffered)))
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), logger))
	tb.Cleanup(cancel)
	return testContext{ctx, logger}
}

// NewTestContext returns a logger, and a context with it that ends with the test.
func NewTestContext(tb testing.TB) (klog.Logger, context.Context) {
	logger, ctx := ktesting.NewTestContext(tb)
	ctx, cancel := context.WithCancel(ctx)
	tb.Cleanup(cancel)
	return logger, ctx
}

// SetDefaultVerbosity has no effect.
func SetDefaultVerbosity(int) {}
