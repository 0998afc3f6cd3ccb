package scheduler

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func mustJSON(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMain(m *testing.M) {
	klog.InitFlags(nil)
	os.Exit(m.Run())
}

func newCycle() fwk.CycleState { return framework.NewCycleState() }

func podInfo(t testing.TB, pod *v1.Pod) fwk.PodInfo {
	t.Helper()
	info, err := framework.NewPodInfo(pod)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// Events are protobuf, which requires valid UTF-8, wherever a long text is truncated.
func TestLongTextsStayUTF8(t *testing.T) {
	for shift := range 4 {
		text := short(strings.Repeat("x", shift) + strings.Repeat("é€😀", 300))
		if !utf8.ValidString(text) || len(text) > 1000 || !strings.HasSuffix(text, "...") {
			t.Errorf("shift %d: %d bytes, valid %v", shift, len(text), utf8.ValidString(text))
		}
	}
	if short("é") != "é" {
		t.Error("a short text is changed")
	}
}
