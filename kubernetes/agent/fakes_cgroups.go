package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree imitates kubelet's control groups of version 1, as far as the library uses them.
type tree struct {
	t          testing.TB
	root       string
	cpus, mems string
}

func newTree(t testing.TB, cpus, mems string) *tree {
	made := &tree{t, t.TempDir(), cpus, mems}
	for _, group := range []string{"kubepods", "kubepods/burstable", "kubepods/besteffort"} {
		made.add(group, -1)
	}
	return made
}

func (g *tree) add(group string, quota int64) {
	g.t.Helper()
	for _, controller := range []string{"cpuset", "cpu"} {
		ok(g.t, os.MkdirAll(filepath.Join(g.root, controller, group), 0o755))
	}
	g.write(group, "cpuset.cpus", g.cpus)
	g.write(group, "cpuset.mems", g.mems)
	g.write(group, "cpu.cfs_quota_us", fmt.Sprint(quota))
}

func (g *tree) file(group, name string) string {
	return filepath.Join(g.root, strings.SplitN(name, ".", 2)[0], group, name)
}

func (g *tree) write(group, name, text string) {
	g.t.Helper()
	path := g.file(group, name)
	ok(g.t, os.WriteFile(path+".new", []byte(text+"\n"), 0o644))
	ok(g.t, os.Rename(path+".new", path))
}

func (g *tree) read(group, name string) string {
	text, err := os.ReadFile(g.file(group, name))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text))
}

func (g *tree) remove(group string) {
	for _, controller := range []string{"cpuset", "cpu"} {
		ok(g.t, os.RemoveAll(filepath.Join(g.root, controller, group)))
	}
}

// newTreeV2 imitates kubelet's control groups of version 2 under systemd, and returns their mount.
func newTreeV2(t testing.TB) (mount string) {
	mount = t.TempDir()
	ok(t, os.WriteFile(filepath.Join(mount, "cgroup.controllers"), []byte("cpuset cpu memory\n"), 0o644))
	for _, group := range []string{"", "/kubepods-burstable.slice", "/kubepods-besteffort.slice"} {
		path := filepath.Join(mount, "kubepods.slice"+group)
		ok(t, os.MkdirAll(path, 0o755))
		for name, text := range map[string]string{"cpuset.cpus": "", "cpuset.cpus.effective": "0-15", "cgroup.controllers": "cpuset cpu",
			"cpu.max": "max 100000"} {
			ok(t, os.WriteFile(filepath.Join(path, name), []byte(text+"\n"), 0o644))
		}
	}
	return mount
}
