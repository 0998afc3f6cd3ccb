package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord"
)

// openTreeV2 opens control groups of version 2.
func openTreeV2(t *testing.T) *groups {
	g := newGroups(CgroupConfig{Mount: newTreeV2(t), Driver: "systemd", Version: "2"})
	_, err := g.get(t.Context())
	ok(t, err)
	t.Cleanup(g.close)
	return g
}

// Usage of pods other than BE is read from the groups of classes, except for pods outside the group
// of their class.
func TestUseOfPodsInOtherGroups(t *testing.T) {
	g := openTreeV2(t)
	l := newLoad(t, t.TempDir(), func(group string) string { return g.fileOf("", group, "cpu.stat") })
	l.v2 = true
	m := meter{l.proc, g}
	what, err := m.plan([]box{{uid: "a", kubeQOS: koord.KubeQOSBestEffort}, {uid: "b", kubeQOS: koord.KubeQOSBurstable},
		{uid: "c", kubeQOS: koord.KubeQOSBestEffort}, {uid: "d", kubeQOS: koord.KubeQOSGuaranteed}, {uid: "e", kubeQOS: koord.KubeQOSBurstable}},
		map[string]bool{"a": false, "b": true, "c": true, "d": false})
	ok(t, err)
	if len(what.odd.inBE) != 1 || len(what.odd.elsewhere) != 1 || len(what.waiters) != 3 {
		t.Fatalf("%+v", what)
	}
	be, lsInBE, beInBurstable := "kubepods.slice/kubepods-besteffort.slice", what.odd.inBE[0], what.odd.elsewhere[0]
	if !strings.HasPrefix(lsInBE, be+"/") || !strings.Contains(beInBurstable, "burstable") {
		t.Fatalf("%+v", what)
	}
	l.pass(time.Second, map[string]float64{wholeNode: 1, "kubepods.slice": 1, be: 1, lsInBE: 1, beInBurstable: 1})
	before, err := m.read(l.now(), &what, false)
	ok(t, err)
	l.pass(4*time.Second, map[string]float64{wholeNode: 9, "kubepods.slice": 8, be: 3, lsInBE: 1, beInBurstable: 0.5})
	now, err := m.read(l.now(), &what, false)
	ok(t, err)
	if got := now.usedSince(before, &what); got != (used{node: 9000, pods: 8000, notBE: 5500}) {
		t.Errorf("%+v", got)
	}
	// A group that was created again counts from its second reading on.
	before.groups[what.be] = 1 << 50
	if got := now.usedSince(before, &what); got.notBE != 8500 {
		t.Errorf("%+v", got)
	}
}

// BE pods do not grow while other pods wait for CPUs.
func TestPressure(t *testing.T) {
	g := openTreeV2(t)
	l := newLoad(t, t.TempDir(), func(group string) string { return g.fileOf("", group, "cpu.stat") })
	m := meter{l.proc, g}
	l.v2 = true
	what, err := m.plan(nil, nil)
	ok(t, err)
	pressure := g.fileOf("", "kubepods.slice/kubepods-burstable.slice", "cpu.pressure")
	read := func(total int) *reading {
		l.pass(10*time.Second, map[string]float64{wholeNode: 1, "kubepods.slice": 1, "kubepods.slice/kubepods-besteffort.slice": 1})
		ok(t, os.WriteFile(pressure, []byte(fmt.Sprintf("some avg10=99.00 avg60=0.00 avg300=0.00 total=%d\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n", total)), 0o644))
		out, err := m.read(l.now(), &what, true)
		ok(t, err)
		return out
	}
	before := read(5_000_000)
	if got := read(7_000_000).waitedSince(before); got != 20 {
		t.Errorf("found %v %%, expected 20", got)
	}
	ok(t, os.Remove(pressure)) // a kernel without pressure information
	if now, err := m.read(l.now(), &what, true); err != nil || now.waitedSince(before) != 0 {
		t.Error(now, err)
	}
	s := &suppressor{config: &Config{}, now: l.now, metrics: newMetrics()}
	if s.mayChange(5, 4, true) || !s.mayChange(3, 4, true) {
		t.Error("they grow while others wait, or do not shrink")
	}
}

func TestQuotaOfVersion2(t *testing.T) {
	q := beQuota{groups: openTreeV2(t), mark: filepath.Join(t.TempDir(), "mark")}
	file := q.groups.fileOf("", "kubepods.slice/kubepods-besteffort.slice", "cpu.max")
	expect := func(text string, quota int64) {
		t.Helper()
		found, err := os.ReadFile(file)
		ok(t, err)
		got, err := q.read()
		if strings.TrimSpace(string(found)) != text || got != quota || err != nil {
			t.Errorf("found %s, %d, %v", found, got, err)
		}
	}
	expect("max 100000", -1)
	ok(t, q.write(240000))
	expect("240000 100000", 240000)
	ok(t, os.WriteFile(file, []byte("30000 20000\n"), 0o644))
	expect("30000 20000", 150000)
	ok(t, q.giveBack())
	if found, err := os.ReadFile(file); err != nil || string(found) != "max" {
		t.Errorf("%s %v", found, err)
	}
	ok(t, os.WriteFile(file, []byte("much\n"), 0o644))
	if _, err := q.read(); err == nil || !strings.Contains(err.Error(), "expected a quota and a period") {
		t.Error(err)
	}
	ok(t, q.giveBack()) // nothing of its own is left
}

// In the first stage of a takeover kubelet decides.
func TestSuppressionIsOffInATakeover(t *testing.T) {
	config := &Config{IgnoreKubelet: true, Suppression: Suppression{Policy: SuppressQuota}}
	if (&suppressor{config: config}).isOn() {
		t.Error("suppression in the first stage of a takeover")
	}
}
