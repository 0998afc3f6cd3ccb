package agent

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"libkoord.invalid/koord"
)

// metrics are the metrics of one agent. docs/operate/agent.md lists them; a test compares.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	latency    *prometheus.HistogramVec
	refusals   *prometheus.CounterVec
	rounds     *prometheus.CounterVec
	roundTime  prometheus.Histogram
	writes     prometheus.Counter
	unreadable prometheus.Counter
	unusable   *prometheus.CounterVec
	reports    *prometheus.CounterVec
	tells      *prometheus.CounterVec
	connected  prometheus.Gauge
	pods       prometheus.Gauge
	generation prometheus.Gauge
	pools      *prometheus.GaugeVec

	kubelet      *prometheus.CounterVec
	suppressions *prometheus.CounterVec
	used         *prometheus.GaugeVec
	allowance    prometheus.Gauge
	entitled     prometheus.Gauge
	waited       prometheus.Gauge
}

func newMetrics() *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	one := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	}
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: counter("koord_agent_requests_total", "Requests of the container runtime by event and result.", "event", "result"),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "koord_agent_request_duration_seconds",
			Help: "Time until the runtime's requests are answered.", Buckets: prometheus.ExponentialBuckets(0.00001, 2, 18)}, []string{"event"}),
		refusals: counter("koord_agent_refusals_total", "Containers that the library refuses, by reason and by what became of them.", "reason", "action"),
		rounds:   counter("koord_agent_rounds_total", "Rounds by result.", "result"),
		roundTime: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "koord_agent_round_duration_seconds",
			Help: "Time of a round.", Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16)}),
		writes:     one("koord_agent_cgroup_writes_total", "Writes to control groups."),
		unreadable: one("koord_agent_unreadable_pods_total", "Pods that cannot be read and are not managed."),
		unusable:   counter("koord_agent_unusable_documents_total", "Documents about the node that could not be used.", "document"),
		reports:    counter("koord_agent_reports_total", "Reports to the API server by kind of object and result.", "kind", "result"),
		tells:      counter("koord_agent_told_containers_total", "Containers of which the runtime was told what they have been moved to, by result.", "result"),
		connected:  gauge("koord_agent_runtime_connected", "Whether the container runtime is connected."),
		pods:       gauge("koord_agent_pods", "Pods that are managed."),
		generation: gauge("koord_agent_generation", "Generation of the state in force."),
		pools: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "koord_agent_pool_cpus", Help: "CPUs by pool."},
			[]string{"pool"}),
		kubelet:      counter("koord_agent_kubelet_requests_total", "Requests to kubelet by path and result.", "path", "result"),
		suppressions: counter("koord_agent_suppressions_total", "Measurements by what they meant for BE pods.", "result"),
		used: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "koord_agent_used_cpus", Help: "CPUs in use, as measured last."},
			[]string{"by"}),
		allowance: gauge("koord_agent_be_allowance_cpus", "CPUs that the others leave to BE pods; negative where they use too much."),
		entitled:  gauge("koord_agent_be_entitled_cpus", "CPUs that BE pods are to have, by what was measured last."),
		waited:    gauge("koord_agent_waited_ratio", "Share of the time that pods which are not BE waited for CPUs, 0 to 1."),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "koord_agent_build_info", Help: "Always 1; the label is libkoord's version.",
		ConstLabels: prometheus.Labels{"version": koord.VersionString()}}, func() float64 { return 1 })
	m.registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.requests, m.latency, m.refusals, m.rounds, m.roundTime, m.writes, m.unreadable, m.unusable, m.reports, m.tells, m.connected,
		m.pods, m.generation, m.pools, m.kubelet, m.suppressions, m.used, m.allowance, m.entitled, m.waited)
	return m
}

func (m *metrics) round(began time.Time, err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.rounds.WithLabelValues(result).Inc()
	m.roundTime.Observe(time.Since(began).Seconds())
}

// state updates the metrics of the state in force.
func (m *metrics) state(state *koord.AgentState, info koord.AgentInfo) {
	m.pods.Set(float64(info.Pods))
	m.generation.Set(float64(info.Generation))
	for which, name := range map[koord.AgentCPUSet]string{koord.AgentCPUSetShared: "shared", koord.AgentCPUSetExclusive: "exclusive",
		koord.AgentCPUSetBestEffort: "bestEffort"} {
		if cpus, err := state.CPUs(which); err == nil {
			m.pools.WithLabelValues(name).Set(float64(cpus.Count()))
		}
	}
}

// request counts an answered request.
func (m *metrics) request(event string, began time.Time, err error) {
	result := "ok"
	if err != nil {
		result = "refused"
	}
	m.requests.WithLabelValues(event, result).Inc()
	m.latency.WithLabelValues(event).Observe(time.Since(began).Seconds())
}

// use updates the metrics of measured usage.
func (m *metrics) use(milliByUser map[string]int64, waited float64) {
	for by, milli := range milliByUser {
		m.used.WithLabelValues(by).Set(float64(milli) / 1000)
	}
	m.waited.Set(waited / 100)
}
