// Package metrics has the plugin's metrics.
package metrics

import (
	"sync"
	"time"

	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

const subsystem = "koord"

// The plugin's metrics. monitoring/dashboard.json shows them; a test compares the two.
var (
	decisions = counter("decisions_total", "Results of the plugin's extension points, by extension point and status code.", "extension_point", "result")
	latency   = metrics.NewHistogramVec(&metrics.HistogramOpts{
		Subsystem: subsystem, Name: "extension_point_duration_seconds", StabilityLevel: metrics.ALPHA,
		Help:    "Duration of the plugin's extension points.",
		Buckets: metrics.ExponentialBuckets(0.000005, 2, 18),
	}, []string{"extension_point"})
	Shapes     = counter("pods_prepared_total", "Pods converted for the library: new, or kept from an earlier attempt.", "from")
	RowsMade   = counter("evaluations_total", "Evaluations of nodes: of all nodes at once, or of one node with a what-if.", "kind")
	Conflicts  = counter("conflicts_total", "Pods that Filter accepted and Reserve refused.")
	Claims     = counter("refused_claims_total", "Claims of pods that were refused: to CPUs, amounts of NUMA nodes, devices.", "kind")
	Refused    = counter("refused_objects_total", "Objects that could not be read.", "kind")
	EventsSeen = counter("events_total", "Informer events, by kind of the object.", "kind")
	Rebuilds   = metrics.NewCounter(&metrics.CounterOpts{
		Subsystem: subsystem, Name: "index_rebuilds_total", StabilityLevel: metrics.ALPHA,
		Help: "Rebuilds of the list of nodes.",
	})
	Hints     = counter("queueing_hints_total", "Queueing hints returned, by event and hint.", "event", "hint")
	Activated = counter("activated_pods_total", "Pods activated by a change for which kube-scheduler has no event, by the cause.", "by")
	GangEnds  = counter("gangs_total", "Gangs that stopped waiting, by result.", "result")
	preempted = counter("preemptions_total", "Preemption attempts, by result.", "result")
	Rebinds   = counter("rebinds_total", "RebindResources that ended, by phase.", "phase")
	Reserved  = counter("reservations_total", "Phases that Reservations reached.", "phase")
	Resizes   = counter("resizes_total", "Resizes of pods by result.", "result")
	// ResourceClaims counts for plugin KoordClaims.
	ResourceClaims = counter("resource_claims_total", "ResourceClaims that KoordClaims allocated or deallocated, and pods that it refused.",
		"result")
	PendingNow = metrics.NewGauge(&metrics.GaugeOpts{
		Subsystem: subsystem, Name: "pending_pods", StabilityLevel: metrics.ALPHA,
		Help: "Pending pods that need the plugin.",
	})
	buildInfo = metrics.NewGaugeVec(&metrics.GaugeOpts{
		Subsystem: subsystem, Name: "build_info", StabilityLevel: metrics.ALPHA,
		Help: "Always 1; the label is libkoord's version.",
	}, []string{"version"})
	all = []metrics.Registerable{buildInfo, decisions, latency, Shapes, RowsMade, Conflicts, Claims, Refused, EventsSeen, Rebuilds, Hints,
		Activated, GangEnds, preempted, Rebinds, Reserved, Resizes,
		ResourceClaims, PendingNow}
)

func counter(name, help string, labels ...string) *metrics.CounterVec {
	return metrics.NewCounterVec(&metrics.CounterOpts{
		Subsystem: subsystem, Name: name, Help: help, StabilityLevel: metrics.ALPHA,
	}, labels)
}

// Register registers the plugin's metrics in kube-scheduler's registry. It may be called
// more than once.
func Register() {
	registerOnce.Do(func() {
		legacyregistry.MustRegister(all...)
		buildInfo.WithLabelValues(koord.VersionString()).Set(1)
		// increase() in alerts needs a 0 before the first refusal.
		for _, kind := range []string{"cpus", "amounts", "devices"} {
			Claims.WithLabelValues(kind)
		}
		for _, kind := range []string{"Pod", "Node", "NodeResourceTopology", "Device", "PodGroup", "RebindResource", "Reservation"} {
			Refused.WithLabelValues(kind)
		}
	})
}

var registerOnce sync.Once

// Timed observes the duration of an extension point: defer metrics.Timed("Filter")().
func Timed(point string) func() {
	start := time.Now()
	return func() { latency.WithLabelValues(point).Observe(time.Since(start).Seconds()) }
}

// Count counts the status of an extension point and returns it.
func Count(point string, status *fwk.Status) *fwk.Status {
	decisions.WithLabelValues(point, status.Code().String()).Inc()
	return status
}

// CountPreemption counts an attempt to preempt.
func CountPreemption(status *fwk.Status) {
	result := "no_help"
	switch {
	case status.IsSuccess():
		result = "success"
	case status.IsError():
		result = "error"
	}
	preempted.WithLabelValues(result).Inc()
}
