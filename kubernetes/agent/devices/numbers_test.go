package devices

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/kubelet"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Numbers at the end of ids only count if all ids have distinct ones. No device loses its number.
func TestNumbersOfDevices(t *testing.T) {
	n := numbers{path: filepath.Join(t.TempDir(), "numbers"), minors: map[string]map[string]int32{}}
	expect := func(want map[string]int32, ids ...string) {
		t.Helper()
		var devices []kubelet.PluginDevice
		for _, id := range ids {
			devices = append(devices, kubelet.PluginDevice{ID: id})
		}
		check.OK(t, n.assign("r", devices))
		for id, number := range want {
			if got := n.minors["r"][id]; got != number {
				t.Errorf("%s has number %d, expected %d", id, got, number)
			}
		}
	}
	expect(map[string]int32{"0000:1b:00.0": 0, "0000:c3:00.0": 1}, "0000:c3:00.0", "0000:1b:00.0")
	// a late device changes no other number
	expect(map[string]int32{"0000:0a:00.0": 2, "0000:1b:00.0": 0}, "0000:0a:00.0")
	expect(map[string]int32{"x-5": 5, "x-4": 4}, "x-5", "x-4")
	expect(map[string]int32{"y-5": 3}, "y-5")              // its number is taken
	expect(map[string]int32{"w": 6, "z-9": 7}, "w", "z-9") // one id has no number
	again := numbers{path: n.path}
	check.OK(t, again.read())
	if len(again.minors["r"]) != 8 || again.minors["r"]["x-5"] != 5 {
		t.Error(again.minors)
	}
	check.OK(t, os.WriteFile(n.path, []byte("{"), 0o600))
	if err := again.read(); err == nil || !strings.Contains(err.Error(), n.path) {
		t.Error(err)
	}
}
