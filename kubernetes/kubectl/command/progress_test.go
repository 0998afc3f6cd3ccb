package command

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressOfLongWork(t *testing.T) {
	for _, test := range []struct {
		terminal bool
		wanted   string
	}{
		{true, "\r\033[Kreading pods: 500 of 1200\r\033[K"},
		{false, "kubectl-koord: reading pods: 500 of 1200\n"},
	} {
		var out bytes.Buffer
		p := newProgress(&out, test.terminal)
		p.step("nodes", 5, 0)
		if out.Len() > 0 {
			t.Errorf("short work is reported: %q", out.String())
		}
		p.next = time.Now()
		p.step("pods", 500, 700)
		p.step("pods", 1000, 200)
		p.end()
		if out.String() != test.wanted {
			t.Errorf("found %q, expected %q", out.String(), test.wanted)
		}
	}
}
