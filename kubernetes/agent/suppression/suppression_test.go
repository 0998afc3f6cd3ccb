package suppression

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/cgroups"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// openTreeV2 opens control groups of version 2.
func openTreeV2(t *testing.T) *cgroups.Groups {
	g := cgroups.New(config.CgroupConfig{Mount: fake.NewCgroupsV2(t), Driver: "systemd", Version: "2"})
	_, err := g.Open(t.Context())
	check.OK(t, err)
	t.Cleanup(g.Close)
	return g
}

// Usage of pods other than BE is read from the groups of classes, except for pods outside the group
// of their class.
func TestUseOfPodsInOtherGroups(t *testing.T) {
	g := openTreeV2(t)
	l := fake.NewLoad(t, t.TempDir(), func(group string) string { return g.File("", group, "cpu.stat") })
	l.V2 = true
	m := meter{l.Proc, g}
	what, err := m.plan([]facts.RunningSandbox{{UID: "a", KubeQOS: koord.KubeQOSBestEffort}, {UID: "b", KubeQOS: koord.KubeQOSBurstable},
		{UID: "c", KubeQOS: koord.KubeQOSBestEffort}, {UID: "d", KubeQOS: koord.KubeQOSGuaranteed}, {UID: "e", KubeQOS: koord.KubeQOSBurstable}},
		map[string]bool{"a": false, "b": true, "c": true, "d": false})
	check.OK(t, err)
	if len(what.misplaced.inBE) != 1 || len(what.misplaced.elsewhere) != 1 || len(what.waiters) != 3 {
		t.Fatalf("%+v", what)
	}
	be, lsInBE, beInBurstable := "kubepods.slice/kubepods-besteffort.slice", what.misplaced.inBE[0], what.misplaced.elsewhere[0]
	if !strings.HasPrefix(lsInBE, be+"/") || !strings.Contains(beInBurstable, "burstable") {
		t.Fatalf("%+v", what)
	}
	l.Pass(time.Second, map[string]float64{fake.WholeNode: 1, "kubepods.slice": 1, be: 1, lsInBE: 1, beInBurstable: 1})
	before, err := m.read(l.Now(), &what, false)
	check.OK(t, err)
	l.Pass(4*time.Second, map[string]float64{fake.WholeNode: 9, "kubepods.slice": 8, be: 3, lsInBE: 1, beInBurstable: 0.5})
	now, err := m.read(l.Now(), &what, false)
	check.OK(t, err)
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
	l := fake.NewLoad(t, t.TempDir(), func(group string) string { return g.File("", group, "cpu.stat") })
	m := meter{l.Proc, g}
	l.V2 = true
	what, err := m.plan(nil, nil)
	check.OK(t, err)
	pressure := g.File("", "kubepods.slice/kubepods-burstable.slice", "cpu.pressure")
	read := func(total int) *reading {
		l.Pass(10*time.Second, map[string]float64{fake.WholeNode: 1, "kubepods.slice": 1, "kubepods.slice/kubepods-besteffort.slice": 1})
		check.OK(t, os.WriteFile(pressure, []byte(fmt.Sprintf("some avg10=99.00 avg60=0.00 avg300=0.00 total=%d\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n", total)), 0o644))
		out, err := m.read(l.Now(), &what, true)
		check.OK(t, err)
		return out
	}
	before := read(5_000_000)
	if got := read(7_000_000).waitedSince(before); got != 20 {
		t.Errorf("found %v %%, expected 20", got)
	}
	check.OK(t, os.Remove(pressure)) // a kernel without pressure information
	if now, err := m.read(l.Now(), &what, true); err != nil || now.waitedSince(before) != 0 {
		t.Error(now, err)
	}
	s := &Suppressor{config: &config.Config{}, clock: l, metrics: metrics.New()}
	if s.mayChange(5, 4, true) || !s.mayChange(3, 4, true) {
		t.Error("they grow while others wait, or do not shrink")
	}
}

func TestQuotaOfVersion2(t *testing.T) {
	q := beQuota{groups: openTreeV2(t), mark: filepath.Join(t.TempDir(), "mark")}
	file := q.groups.File("", "kubepods.slice/kubepods-besteffort.slice", "cpu.max")
	expect := func(text string, quota int64) {
		t.Helper()
		found, err := os.ReadFile(file)
		check.OK(t, err)
		got, err := q.read()
		if strings.TrimSpace(string(found)) != text || got != quota || err != nil {
			t.Errorf("found %s, %d, %v", found, got, err)
		}
	}
	expect("max 100000", -1)
	check.OK(t, q.write(240000))
	expect("240000 100000", 240000)
	check.OK(t, os.WriteFile(file, []byte("30000 20000\n"), 0o644))
	expect("30000 20000", 150000)
	check.OK(t, q.removeOwnQuota())
	if found, err := os.ReadFile(file); err != nil || string(found) != "max" {
		t.Errorf("%s %v", found, err)
	}
	check.OK(t, os.WriteFile(file, []byte("much\n"), 0o644))
	if _, err := q.read(); err == nil || !strings.Contains(err.Error(), "expected a quota and a period") {
		t.Error(err)
	}
	check.OK(t, q.removeOwnQuota()) // nothing of its own is left
}

// In the first stage of a takeover kubelet decides.
func TestSuppressionIsOffInATakeover(t *testing.T) {
	config := &config.Config{IgnoreKubelet: true, Suppression: config.Suppression{Policy: config.SuppressQuota}}
	if (&Suppressor{config: config}).isOn() {
		t.Error("suppression in the first stage of a takeover")
	}
}

// A quota that cannot be removed is logged once. Measurements that succeed meanwhile are no recovery.
func TestErrorsOfQuotaAndMeasurementAreSeparate(t *testing.T) {
	g := openTreeV2(t)
	l := fake.NewLoad(t, t.TempDir(), func(group string) string { return g.File("", group, "cpu.stat") })
	l.V2 = true
	l.Pass(time.Second, map[string]float64{fake.WholeNode: 1, "kubepods.slice": 1, "kubepods.slice/kubepods-besteffort.slice": 1})
	mark := filepath.Join(t.TempDir(), "mark")
	check.OK(t, os.WriteFile(mark, nil, 0o600))
	file := g.File("", "kubepods.slice/kubepods-besteffort.slice", "cpu.max")
	check.OK(t, os.Remove(file))
	var log strings.Builder
	s := &Suppressor{config: &config.Config{Suppression: config.Suppression{Policy: config.SuppressCPUs}}, clock: l, metrics: metrics.New(),
		log: slog.New(slog.NewTextHandler(&log, nil)), facts: facts.New(true), meter: meter{l.Proc, g}, quota: beQuota{groups: g, mark: mark}}
	for range 3 {
		s.EndQuota()
		s.before = nil // the first measurement
		s.Step(t.Context(), nil)
	}
	if lines := strings.Split(strings.TrimSpace(log.String()), "\n"); len(lines) != 1 || !strings.Contains(lines[0], "cannot remove the CFS quota") {
		t.Errorf("found %q", lines)
	}
}
