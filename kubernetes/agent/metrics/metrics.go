// Package metrics has the agent's metrics.
package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"libkoord.invalid/koord"
)

// Metrics are the metrics of one agent. docs/operate/agent.md lists them; a test compares.
type Metrics struct {
	Registry           *prometheus.Registry
	requests           *prometheus.CounterVec
	latency            *prometheus.HistogramVec
	Refusals           *prometheus.CounterVec
	rounds             *prometheus.CounterVec
	roundTime          prometheus.Histogram
	Writes             prometheus.Counter
	Unreadable         prometheus.Counter
	Unusable           *prometheus.CounterVec
	Reports            *prometheus.CounterVec
	ReportedContainers *prometheus.CounterVec
	Connected          prometheus.Gauge
	pods               prometheus.Gauge
	generation         prometheus.Gauge
	pools              *prometheus.GaugeVec

	Kubelet      *prometheus.CounterVec
	Suppressions *prometheus.CounterVec
	used         *prometheus.GaugeVec
	Allowance    prometheus.Gauge
	Entitled     prometheus.Gauge
	waited       prometheus.Gauge
}

// New returns the metrics in a registry of their own.
func New() *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	single := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	m := &Metrics{Registry: prometheus.NewRegistry(),
		requests: counter("koord_agent_requests_total", "Requests of the container runtime by event and result.", "event", "result"),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "koord_agent_request_duration_seconds",
			Help: "Time until the runtime's requests are answered.", Buckets: prometheus.ExponentialBuckets(0.00001, 2, 18)}, []string{"event"}),
		Refusals: counter("koord_agent_refusals_total", "Containers that the library refuses, by reason and action.", "reason", "action"),
		rounds:   counter("koord_agent_rounds_total", "Rounds by result.", "result"),
		roundTime: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "koord_agent_round_duration_seconds",
			Help: "Time of a round.", Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16)}),
		Writes:             single("koord_agent_cgroup_writes_total", "Writes to control groups."),
		Unreadable:         single("koord_agent_unreadable_pods_total", "Pods that cannot be read and are not managed."),
		Unusable:           counter("koord_agent_unusable_documents_total", "Documents about the node that could not be used.", "document"),
		Reports:            counter("koord_agent_reports_total", "Reports to the API server by kind of object and result.", "kind", "result"),
		ReportedContainers: counter("koord_agent_reported_containers_total", "Containers whose new placement was reported to the runtime, by result.", "result"),
		Connected:          gauge("koord_agent_runtime_connected", "1 while the container runtime is connected, otherwise 0."),
		pods:               gauge("koord_agent_pods", "Pods that are managed."),
		generation:         gauge("koord_agent_generation", "Generation of the state in force."),
		pools: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "koord_agent_pool_cpus", Help: "CPUs by pool."},
			[]string{"pool"}),
		Kubelet:      counter("koord_agent_kubelet_requests_total", "Requests to kubelet by path and result.", "path", "result"),
		Suppressions: counter("koord_agent_suppressions_total", "Measurements by their effect on BE pods.", "result"),
		used: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "koord_agent_used_cpus", Help: "CPUs in use, as measured last."},
			[]string{"by"}),
		Allowance: gauge("koord_agent_be_allowance_cpus", "CPUs that other pods leave to BE pods; negative if they use too much."),
		Entitled:  gauge("koord_agent_be_entitled_cpus", "CPUs that BE pods are entitled to, by the last measurement."),
		waited:    gauge("koord_agent_waited_ratio", "Share of the time that pods which are not BE waited for CPUs, 0 to 1."),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "koord_agent_build_info", Help: "Always 1; the label is libkoord's version.",
		ConstLabels: prometheus.Labels{"version": koord.VersionString()}}, func() float64 { return 1 })
	m.Registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Registry.MustRegister(m.requests, m.latency, m.Refusals, m.rounds, m.roundTime, m.Writes, m.Unreadable, m.Unusable, m.Reports, m.ReportedContainers, m.Connected,
		m.pods, m.generation, m.pools, m.Kubelet, m.Suppressions, m.used, m.Allowance, m.Entitled, m.waited)
	return m
}

// HasNoRuntime removes the metrics of the container runtime.
func (m *Metrics) HasNoRuntime() { m.Registry.Unregister(m.Connected) }

// Round counts a round that began at a time and has ended now.
func (m *Metrics) Round(began time.Time, err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.rounds.WithLabelValues(result).Inc()
	m.roundTime.Observe(time.Since(began).Seconds())
}

// State updates the metrics of the state in force.
func (m *Metrics) State(state *koord.AgentState, info koord.AgentInfo) {
	m.pods.Set(float64(info.Pods))
	m.generation.Set(float64(info.Generation))
	for which, name := range map[koord.AgentCPUSet]string{koord.AgentCPUSetShared: "shared", koord.AgentCPUSetExclusive: "exclusive",
		koord.AgentCPUSetBestEffort: "bestEffort"} {
		if cpus, err := state.CPUs(which); err == nil {
			m.pools.WithLabelValues(name).Set(float64(cpus.Count()))
		}
	}
}

// Request counts an answered request.
func (m *Metrics) Request(event string, began time.Time, err error) {
	result := "ok"
	if err != nil {
		result = "refused"
	}
	m.requests.WithLabelValues(event, result).Inc()
	m.latency.WithLabelValues(event).Observe(time.Since(began).Seconds())
}

// Use updates the metrics of measured usage.
func (m *Metrics) Use(milliByUser map[string]int64, waited float64) {
	for by, milli := range milliByUser {
		m.used.WithLabelValues(by).Set(float64(milli) / 1000)
	}
	m.waited.Set(waited / 100)
}
