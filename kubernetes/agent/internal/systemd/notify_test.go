package systemd

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The service manager listens on a path or on an abstract name.
func TestNotify(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "notify"), "@koord-agent-test-" + filepath.Base(t.TempDir())} {
		manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
		check.OK(t, err)
		t.Setenv("NOTIFY_SOCKET", name)
		Notify("READY=1", "STATUS=2 pods")
		check.OK(t, manager.SetReadDeadline(time.Now().Add(time.Minute)))
		got := make([]byte, 100)
		n, err := manager.Read(got)
		if err != nil || string(got[:n]) != "READY=1\nSTATUS=2 pods" {
			t.Errorf("%s: found %q, %v", name, got[:n], err)
		}
		check.OK(t, manager.Close())
		Notify("nobody listens")
	}
	for _, name := range []string{"", "relative", "/" + strings.Repeat("x", 300)} {
		t.Setenv("NOTIFY_SOCKET", name)
		Notify("READY=1")
	}
}
