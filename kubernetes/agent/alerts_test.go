package agent

import (
	"os"
	"regexp"
	"testing"
)

// Two sides of unless that select different values of a label never match, unless the label is
// ignored.
func TestAlertsCompareWithoutResult(t *testing.T) {
	text, err := os.ReadFile("../deploy/agent/monitoring/monitoring.yaml")
	if err != nil {
		t.Fatal(err)
	}
	operators := regexp.MustCompile(`result="\w+"\}.* unless ?(.*)increase.*result="`).FindAllStringSubmatch(string(text), -1)
	if len(operators) == 0 {
		t.Error("no alert compares results")
	}
	for _, operator := range operators {
		if operator[1] != "ignoring (result) " {
			t.Errorf("unless %q", operator[1])
		}
	}
}
