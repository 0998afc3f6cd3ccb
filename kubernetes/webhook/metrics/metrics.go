// Package metrics has the webhook's metrics.
package metrics

import (
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/webhook/mutate"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/serve"
)

// Results of checks of the certificate.
const (
	checkOK     = "ok"
	checkFailed = "failed"
)

// Metrics are the metrics of one replica. docs/operate/webhook.md lists them; a test compares.
type Metrics struct {
	Registry    *prometheus.Registry
	requests    *prometheus.CounterVec
	latency     *prometheus.HistogramVec
	changes     *prometheus.CounterVec
	rejected    *prometheus.CounterVec
	checks      *prometheus.CounterVec
	publishes   prometheus.Counter
	certificate prometheus.Gauge
}

// New returns the metrics of a replica with these rules. All exist with the value 0, because Prometheus
// computes no increase for a series that begins with its first event.
func New(rules ...string) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{Registry: prometheus.NewRegistry(),
		requests: counter("koord_webhook_requests_total", "Requests of the API server by rule and result.", "rule", "result"),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "koord_webhook_request_duration_seconds",
			Help: "Time until requests are answered.", Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16)}, []string{"rule"}),
		changes: counter("koord_webhook_changes_total", "Changes of pods at their creation by kind.", "change", "dry_run"),
		rejected: counter("koord_webhook_rejected_requests_total", "HTTP requests that are no reviews, by cause: "+strings.Join(serve.Causes, ", ")+".",
			"cause"),
		checks: counter("koord_webhook_certificate_checks_total", "Checks of the certificate and of its publication by result.", "result"),
		publishes: prometheus.NewCounter(prometheus.CounterOpts{Name: "koord_webhook_ca_bundle_writes_total",
			Help: "Writes of the certificate authorities to webhook configurations."}),
		certificate: prometheus.NewGauge(prometheus.GaugeOpts{Name: "koord_webhook_certificate_expiry_timestamp_seconds",
			Help: "End of the certificate in use, in seconds since 1970."}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "koord_webhook_build_info", Help: "Always 1; the label is libkoord's version.",
		ConstLabels: prometheus.Labels{"version": koord.VersionString()}}, func() float64 { return 1 })
	m.Registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Registry.MustRegister(m.requests, m.latency, m.changes, m.rejected, m.checks, m.publishes, m.certificate)
	for _, rule := range rules {
		m.latency.WithLabelValues(rule)
		for _, result := range review.Results {
			m.requests.WithLabelValues(rule, result)
		}
	}
	for _, change := range mutate.Changes {
		for _, dryRun := range []bool{false, true} {
			m.changes.WithLabelValues(change, strconv.FormatBool(dryRun))
		}
	}
	for _, cause := range serve.Causes {
		m.rejected.WithLabelValues(cause)
	}
	for _, result := range []string{checkOK, checkFailed} {
		m.checks.WithLabelValues(result)
	}
	return m
}

// Request counts an answered request.
func (m *Metrics) Request(rule, result string, took time.Duration) {
	m.requests.WithLabelValues(rule, result).Inc()
	m.latency.WithLabelValues(rule).Observe(took.Seconds())
}

// Change counts a change of a pod at its creation.
func (m *Metrics) Change(change string, dryRun bool) {
	m.changes.WithLabelValues(change, strconv.FormatBool(dryRun)).Inc()
}

// Rejected counts an HTTP request that is no review.
func (m *Metrics) Rejected(cause string) { m.rejected.WithLabelValues(cause).Inc() }

// Check counts a check of the certificate.
func (m *Metrics) Check(err error) {
	result := checkOK
	if err != nil {
		result = checkFailed
	}
	m.checks.WithLabelValues(result).Inc()
}

// Published counts a write of the certificate authorities.
func (m *Metrics) Published() { m.publishes.Inc() }

// Certificate sets the end of the certificate in use.
func (m *Metrics) Certificate(until time.Time) { m.certificate.Set(float64(until.Unix())) }
