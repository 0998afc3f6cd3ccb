package metrics

import (
	"testing"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/mutate"
	"libkoord.invalid/koord/kubernetes/webhook/serve"
)

// series returns the number of series of each metric.
func (m *Metrics) series(t *testing.T) map[string]int {
	t.Helper()
	families, err := m.Registry.Gather()
	check.OK(t, err)
	out := map[string]int{}
	for _, family := range families {
		out[family.GetName()] = len(family.Metric)
	}
	return out
}

// Each series exists before its first event.
func TestSeries(t *testing.T) {
	m := New("a", "b")
	before := m.series(t)
	for _, change := range mutate.Changes {
		m.Change(change, true)
		m.Change(change, false)
	}
	for _, cause := range serve.Causes {
		m.Rejected(cause)
	}
	after := m.series(t)
	for name, expected := range map[string]int{"koord_webhook_changes_total": 2 * len(mutate.Changes),
		"koord_webhook_rejected_requests_total": len(serve.Causes)} {
		if before[name] != expected || after[name] != expected {
			t.Errorf("%s: found %d series at the start and %d after events, expected %d", name, before[name], after[name], expected)
		}
	}
}
