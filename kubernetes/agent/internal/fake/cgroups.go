package fake

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Cgroups imitates kubelet's control groups of version 1, as far as the library uses them.
type Cgroups struct {
	t          testing.TB
	Root       string
	cpus, mems string
}

func NewCgroups(t testing.TB, cpus, mems string) *Cgroups {
	groups := &Cgroups{t, t.TempDir(), cpus, mems}
	for _, group := range []string{"kubepods", "kubepods/burstable", "kubepods/besteffort"} {
		groups.Add(group, -1)
	}
	return groups
}

func (g *Cgroups) Add(group string, quota int64) {
	g.t.Helper()
	for _, controller := range []string{"cpuset", "cpu"} {
		check.OK(g.t, os.MkdirAll(filepath.Join(g.Root, controller, group), 0o755))
	}
	g.Write(group, "cpuset.cpus", g.cpus)
	g.Write(group, "cpuset.mems", g.mems)
	g.Write(group, "cpu.cfs_quota_us", fmt.Sprint(quota))
}

func (g *Cgroups) File(group, name string) string {
	return filepath.Join(g.Root, strings.SplitN(name, ".", 2)[0], group, name)
}

func (g *Cgroups) Write(group, name, text string) {
	g.t.Helper()
	path := g.File(group, name)
	check.OK(g.t, os.WriteFile(path+".new", []byte(text+"\n"), 0o644))
	check.OK(g.t, os.Rename(path+".new", path))
}

func (g *Cgroups) Read(group, name string) string {
	text, err := os.ReadFile(g.File(group, name))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text))
}

func (g *Cgroups) Remove(group string) {
	for _, controller := range []string{"cpuset", "cpu"} {
		check.OK(g.t, os.RemoveAll(filepath.Join(g.Root, controller, group)))
	}
}

// NewCgroupsV2 imitates kubelet's control groups of version 2 under systemd, and returns their
// mount.
func NewCgroupsV2(t testing.TB) (mount string) {
	mount = t.TempDir()
	check.OK(t, os.WriteFile(filepath.Join(mount, "cgroup.controllers"), []byte("cpuset cpu memory\n"), 0o644))
	for _, group := range []string{"", "/kubepods-burstable.slice", "/kubepods-besteffort.slice"} {
		path := filepath.Join(mount, "kubepods.slice"+group)
		check.OK(t, os.MkdirAll(path, 0o755))
		for name, text := range map[string]string{"cpuset.cpus": "", "cpuset.cpus.effective": "0-15", "cgroup.controllers": "cpuset cpu",
			"cpu.max": "max 100000"} {
			check.OK(t, os.WriteFile(filepath.Join(path, name), []byte(text+"\n"), 0o644))
		}
	}
	return mount
}
