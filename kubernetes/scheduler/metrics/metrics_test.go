package metrics

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"k8s.io/component-base/metrics/legacyregistry"
	fwk "k8s.io/kube-scheduler/framework"
)

func TestDashboardShowsAllMetrics(t *testing.T) {
	text, err := os.ReadFile("../../deploy/scheduler/monitoring/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Fatal("the dashboard is no JSON")
	}
	shown := map[string]bool{}
	for _, name := range regexp.MustCompile(`koord_[a-z_]+`).FindAllString(string(text), -1) {
		shown[strings.TrimSuffix(name, "_bucket")] = true
	}
	exist := map[string]bool{}
	for _, metric := range all {
		exist[metric.FQName()] = true
		if !shown[metric.FQName()] {
			t.Errorf("%s is not shown", metric.FQName())
		}
	}
	for name := range shown {
		if !exist[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// Alerts only use existing metrics. Values of labels contain no blanks.
func TestAlertsAndLabels(t *testing.T) {
	text, err := os.ReadFile("../../deploy/scheduler/monitoring/monitoring.yaml")
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	for _, metric := range all {
		exist[metric.FQName()] = true
	}
	names := regexp.MustCompile(`koord_[a-z_]+`).FindAllString(string(text), -1)
	for _, name := range names {
		if !exist[name] {
			t.Errorf("%s does not exist", name)
		}
	}
	if len(names) < 4 || !exist["koord_build_info"] {
		t.Error(names)
	}
	files, err := filepath.Glob("../*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`WithLabelValues\("[^"]*"`).FindAllString(string(source), -1) {
			if strings.Contains(call, " ") {
				t.Errorf("%s: %s", file, call)
			}
		}
	}
	Register()
	CountPreemption(fwk.NewStatus(fwk.Unschedulable))
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				if strings.HasPrefix(family.GetName(), "koord_") && strings.Contains(label.GetValue(), " ") {
					t.Errorf("%s: %s=%q", family.GetName(), label.GetName(), label.GetValue())
				}
			}
		}
	}
}

// Counters in alerts exist before the first refusal, because increase() does not count the step
// from a missing series to 1.
func TestRefusalsStartAtZero(t *testing.T) {
	Register()
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series := map[string]int{}
	for _, family := range families {
		series[family.GetName()] = len(family.GetMetric())
	}
	if series[Claims.FQName()] != 3 || series[Refused.FQName()] < 7 {
		t.Error(series)
	}
}
