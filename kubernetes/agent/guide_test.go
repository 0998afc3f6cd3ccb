package agent

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The guide lists every field and every metric, and no others.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operate/agent.md")
	check.OK(t, err)
	config := &config.Config{NodeName: "node-a", BEByNUMA: false}
	check.OK(t, config.Complete())
	for _, field := range fieldsOf("", config) {
		if !strings.Contains(string(guide), "| `"+field+"` |") {
			t.Errorf("docs/operate/agent.md does not have the field %s", field)
		}
	}
	described := map[string]bool{}
	for _, line := range strings.Split(string(guide), "\n") {
		if name, found := strings.CutPrefix(line, "| `koord_agent_"); found {
			name, _, _ = strings.Cut(name, "`")
			described["koord_agent_"+name] = true
		}
	}
	for name := range namesOf(metrics.New()) {
		if !described[name] {
			t.Errorf("docs/operate/agent.md does not have the metric %s", name)
		}
		delete(described, name)
	}
	for name := range described {
		t.Errorf("docs/operate/agent.md has %s, which there is not", name)
	}
}

// The dashboard shows every metric, and alerts only use existing metrics.
func TestMonitoring(t *testing.T) {
	exist := namesOf(metrics.New())
	for file, all := range map[string]bool{"../deploy/agent/monitoring/dashboard.json": true, "../deploy/agent/monitoring/monitoring.yaml": false} {
		text, err := os.ReadFile(file)
		check.OK(t, err)
		seen := map[string]bool{}
		for _, name := range regexp.MustCompile(`koord_agent_[a-z_]+`).FindAllString(string(text), -1) {
			name = strings.TrimSuffix(name, "_bucket")
			seen[name] = true
			if !exist[name] {
				t.Errorf("%s: %s does not exist", file, name)
			}
		}
		for name := range exist {
			if all && !seen[name] {
				t.Errorf("%s: %s is not shown", file, name)
			}
		}
		if len(seen) == 0 {
			t.Error(file)
		}
	}
	if objects := readObjects(t, "../deploy/agent/monitoring/*.yaml"); objects["PodMonitor/koord-agent"] == nil || objects["PrometheusRule/koord-agent"] == nil {
		t.Error(objects)
	}
}

// An agent does not start with a configuration that CheckStart rejects.
func TestStartIsRefused(t *testing.T) {
	config := &config.Config{NodeName: "node-a", StateFile: filepath.Join(t.TempDir(), "state.json"), Listen: "192.0.2.1:9472"}
	check.OK(t, config.Complete())
	_, err := New(t.Context(), config, slog.New(slog.DiscardHandler))
	if checked := config.CheckStart(t.Context()); checked == nil || err == nil || err.Error() != checked.Error() {
		t.Error(checked, err)
	}
}
