package koord_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord"
)

// odd is a configuration that causes one remark.
const odd = `{"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8","topologyManagerPolicyOptions":{"new":"true"}}`

// resident returns the resident memory of the process in bytes, including C's.
func resident(t *testing.T) int {
	t.Helper()
	for i := 0; i < 3; i++ {
		runtime.GC() // objects found in one round are freed after it
		time.Sleep(time.Millisecond)
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("no way to see memory that C has: %v", err)
	}
	var all, pages int
	if _, err := fmt.Sscan(string(text), &all, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// A log that panics leaks nothing: no handle, no document, no kept error.
func TestPanickingLogLeaksNothing(t *testing.T) {
	if collecting || raceEnabled {
		t.Skip("too many calls")
	}
	log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	defer log.Close()
	ok(t, log.SetLog(func(koord.LogLevel, string) { panic("mine") }))
	machine := server(t)
	broken := []byte(`{"policyName":"static","defaultCpuSet":"0-15","entries":{"` + strings.Repeat("p", 10000) +
		`":{"c":"1-2"}},"checksum":1}`)
	wrong := []byte(strings.Replace(odd, `"new":"true"}`, `"new":"true"},"memoryManagerPolicy":"wrong"`, 1))
	for _, test := range []struct {
		what   string
		rounds int
		call   func()
	}{
		{"handle", 3000, func() { koord.NewKubelet(machine, koord.KubeletSetup{Log: log, Config: []byte(odd)}) }},
		{"document", 300, func() {
			koord.CheckKubeletFiles(machine, koord.KubeletSetup{Log: log, Config: []byte(odd), CPUState: broken}, 0)
		}},
		{"error", 20000, func() { koord.NewKubelet(machine, koord.KubeletSetup{Log: log, Config: wrong}) }},
	} {
		repeat := func(rounds int) {
			for i := 0; i < rounds; i++ {
				if said := panicOf(test.call); said != "mine" {
					t.Fatalf("%s: panics with %v", test.what, said)
				}
				if i%100 == 0 {
					runtime.GC()
				}
			}
		}
		repeat(test.rounds / 4) // until both heaps have reached their size
		before := resident(t)
		began := time.Now()
		repeat(test.rounds)
		grown := resident(t) - before
		t.Logf("%s: %d bytes more after %d calls, %s", test.what, grown, test.rounds, time.Since(began))
		if grown > 2<<20 {
			t.Errorf("%s: %d bytes more after %d calls", test.what, grown, test.rounds)
		}
	}
}

// Each remark is logged once, however many findings there are.
func TestRemarksOfManyFindings(t *testing.T) {
	log := must[*koord.Diagnostics](t)(koord.NewDiagnostics())
	defer log.Close()
	var said []string
	ok(t, log.SetLog(func(_ koord.LogLevel, message string) { said = append(said, message) }))
	var entries []string
	for i := 0; i < 300; i++ {
		entries = append(entries, fmt.Sprintf(`"pod-%d":{"c":"1"}`, i))
	}
	state := []byte(`{"policyName":"static","defaultCpuSet":"0,2-15","entries":{` + strings.Join(entries, ",") + `},"checksum":1}`)
	findings, report, err := koord.CheckKubeletFiles(server(t), koord.KubeletSetup{Log: log, Config: []byte(odd), CPUState: state},
		koord.RepairOnlyPresent)
	isJSON(t, report, err)
	if len(findings) < 300 || len(said) != 1 {
		t.Errorf("%d findings, remarks %q", len(findings), said)
	}
}
