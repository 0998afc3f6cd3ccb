package benchmark

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/kubernetes/test/utils/client-go/ktesting"
)

// cost is the processor time of this process, which is scheduler and API server, and the number of
// pods scheduled meanwhile.
type cost struct {
	processor time.Duration
	pods      float64
}

// period is the cost of a workload while metrics are collected.
type period struct {
	workload     *WorkloadExecutor
	start, total cost
	open         bool
}

// current belongs to the workload that runs. Workloads run one after another.
var current period

func now() (cost, error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return cost{}, err
	}
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		return cost{}, err
	}
	out := cost{processor: time.Duration(usage.Utime.Nano() + usage.Stime.Nano())}
	for _, family := range families {
		if family.GetName() != "scheduler_schedule_attempts_total" {
			continue
		}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				if label.GetName() == resultLabelName && label.GetValue() == "scheduled" {
					out.pods += metric.GetCounter().GetValue()
				}
			}
		}
	}
	return out, nil
}

// runOp executes an operation, and measures those for which metrics are collected.
func (e *WorkloadExecutor) runOp(tCtx ktesting.TContext, op realOp, opIndex int) error {
	pods, creates := op.(*createPodsOp)
	_, starts := op.(*startCollectingMetricsOp)
	_, stops := op.(*stopCollectingMetricsOp)
	measured := creates && pods.CollectMetrics
	if current.workload != e {
		current = period{workload: e}
	}
	if measured || starts {
		if err := current.begin(); err != nil {
			return err
		}
	}
	err := e.zzUpstream_runOp(tCtx, op, opIndex)
	if err == nil && (measured || stops) {
		err = current.end(tCtx.TB())
	}
	return err
}

func (p *period) begin() (err error) {
	p.start, err = now()
	p.open = err == nil
	return err
}

func (p *period) end(tb ktesting.TB) error {
	if !p.open {
		return errors.New("collection of metrics ends before it begins")
	}
	stop, err := now()
	if err != nil {
		return err
	}
	p.total.processor += stop.processor - p.start.processor
	p.total.pods += stop.pods - p.start.pods
	p.open = false
	if benchmark, is := tb.(*testing.B); is {
		benchmark.ReportMetric(float64(p.total.processor.Milliseconds()), "koord_cpu_ms")
		benchmark.ReportMetric(p.total.pods, "koord_pods")
	}
	return nil
}
