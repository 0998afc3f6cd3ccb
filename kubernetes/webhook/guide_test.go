package webhook

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/metrics"
)

// fieldsOf returns the paths of all fields of a configuration. The four rules have the same fields.
func fieldsOf(prefix string, kind reflect.Type) (out []string) {
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		of := kind.Field(i).Type
		switch {
		case of == reflect.TypeFor[config.Rule]():
			out = append(out, name)
		case of.Kind() == reflect.Struct && of.NumField() > 1:
			out = append(out, fieldsOf(prefix+name+".", of)...)
		default:
			out = append(out, prefix+name)
		}
	}
	return out
}

// The guide lists every field and every metric, and no other metric.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../../docs/operate/webhook.md")
	check.OK(t, err)
	guide := string(text)
	for _, field := range append(fieldsOf("", reflect.TypeFor[config.Config]()), fieldsOf("RULE.", reflect.TypeFor[config.Rule]())...) {
		if !regexp.MustCompile("(?m)^\\| [^|]*`" + regexp.QuoteMeta(field) + "`[^|]*\\|").MatchString(guide) {
			t.Errorf("docs/operate/webhook.md does not have the field %s", field)
		}
	}
	exist := namesOf(t, metrics.New(ruleNames...))
	described := map[string]bool{}
	for _, match := range regexp.MustCompile("(?m)^\\| `(koord_webhook_[a-z_]+)` \\|").FindAllStringSubmatch(guide, -1) {
		described[match[1]] = true
		if !exist[match[1]] {
			t.Errorf("docs/operate/webhook.md has %s, which there is not", match[1])
		}
	}
	for name := range exist {
		if !described[name] {
			t.Errorf("docs/operate/webhook.md does not have the metric %s", name)
		}
	}
}

// Alerts and the dashboard use existing metrics only, and the dashboard shows all.
func TestMonitoring(t *testing.T) {
	exist := namesOf(t, metrics.New(ruleNames...))
	for file, all := range map[string]bool{"dashboard.json": true, "monitoring.yaml": false} {
		text, err := os.ReadFile("../deploy/webhook/monitoring/" + file)
		check.OK(t, err)
		shown := map[string]bool{}
		for _, name := range regexp.MustCompile(`koord_webhook_[a-z_]+`).FindAllString(string(text), -1) {
			name = strings.TrimSuffix(name, "_bucket")
			if !exist[name] {
				t.Errorf("%s: %s does not exist", file, name)
			}
			shown[name] = true
		}
		for name := range exist {
			if all && !shown[name] {
				t.Errorf("%s does not show %s", file, name)
			}
		}
		if len(shown) < 3 {
			t.Errorf("%s: found %v", file, shown)
		}
	}
}

// namesOf returns the webhook's own metrics.
func namesOf(t *testing.T, m *metrics.Metrics) map[string]bool {
	t.Helper()
	m.Change("change", false)
	m.Rejected("cause")
	families, err := m.Registry.Gather()
	check.OK(t, err)
	names := map[string]bool{}
	for _, family := range families {
		if strings.HasPrefix(family.GetName(), "koord_webhook_") {
			names[family.GetName()] = true
		}
	}
	return names
}
