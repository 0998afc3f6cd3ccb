package scheduler

import (
	"encoding/json"
	"os"
	"testing"

	"k8s.io/klog/v2"
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
