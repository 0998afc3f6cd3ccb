package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const mount = "/sys/fs/cgroup"

// groups are the control groups that a kubelet would make, of either version.
type groups struct {
	v2   bool
	cpus []string
	mems string
}

// openGroups says why this machine cannot be used; "": it can.
func openGroups() (*groups, string) {
	if os.Getuid() != 0 {
		return nil, "only root may start containers"
	}
	g := &groups{}
	_, err := os.Stat(filepath.Join(mount, "cgroup.controllers"))
	g.v2 = err == nil
	if _, err := os.Stat(g.path("kubepods", "cpuset")); err == nil {
		return nil, "there is a kubepods already: a kubelet's"
	}
	names := [2]string{"cpuset.cpus", "cpuset.mems"}
	if g.v2 {
		names = [2]string{"cpuset.cpus.effective", "cpuset.mems.effective"}
	}
	cpus, err := g.read("", names[0])
	if err == nil {
		g.mems, err = g.read("", names[1])
	}
	if err != nil {
		return nil, "no control groups with cpuset: " + err.Error()
	}
	for _, part := range strings.Split(cpus, ",") {
		first, last, isRange := strings.Cut(part, "-")
		from, _ := strconv.Atoi(first)
		to := from
		if isRange {
			to, _ = strconv.Atoi(last)
		}
		for cpu := from; cpu <= to; cpu++ {
			g.cpus = append(g.cpus, strconv.Itoa(cpu))
		}
	}
	if len(g.cpus) < 2 || strings.Contains(cpus, ",") {
		return nil, fmt.Sprintf("needs at least two CPUs in a row, found %s", cpus)
	}
	return g, ""
}

func (g *groups) path(group, controller string) string {
	if g.v2 {
		controller = ""
	}
	return filepath.Join(mount, controller, group)
}

func (g *groups) read(group, file string) (string, error) {
	text, err := os.ReadFile(filepath.Join(g.path(group, strings.SplitN(file, ".", 2)[0]), file))
	return strings.TrimSpace(string(text)), err
}

// make makes what a kubelet makes when it starts.
func (g *groups) make() error {
	for _, group := range []string{"kubepods", "kubepods/burstable", "kubepods/besteffort"} {
		if err := g.add(group, -1); err != nil {
			return err
		}
	}
	return nil
}

func (g *groups) add(group string, quota int64) error {
	if g.v2 {
		if err := os.WriteFile(filepath.Join(mount, filepath.Dir(group), "cgroup.subtree_control"), []byte("+cpuset +cpu"), 0o644); err != nil {
			return err
		}
		if err := os.MkdirAll(g.path(group, ""), 0o755); err != nil {
			return err
		}
		if quota > 0 {
			return g.limit(group, quota)
		}
		return nil
	}
	for _, one := range []struct{ controller, file, value string }{
		{"cpuset", "cpuset.cpus", list(g.cpus)}, {"cpuset", "cpuset.mems", g.mems},
		{"cpu", "cpu.cfs_quota_us", strconv.FormatInt(quota, 10)},
	} {
		if err := os.MkdirAll(g.path(group, one.controller), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(g.path(group, one.controller), one.file), []byte(one.value), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// limit sets a group's CFS quota, as kubelet does when it resizes a pod.
func (g *groups) limit(group string, quota int64) error {
	if g.v2 {
		return os.WriteFile(filepath.Join(g.path(group, ""), "cpu.max"), []byte(fmt.Sprintf("%d 100000", quota)), 0o644)
	}
	return os.WriteFile(filepath.Join(g.path(group, "cpu"), "cpu.cfs_quota_us"), []byte(strconv.FormatInt(quota, 10)), 0o644)
}

// remove removes what is empty of them.
func (g *groups) remove() {
	roots := []string{filepath.Join(mount, "kubepods")}
	if !g.v2 {
		roots, _ = filepath.Glob(filepath.Join(mount, "*", "kubepods"))
	}
	for _, root := range roots {
		var found []string
		_ = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				found = append(found, path)
			}
			return nil
		})
		for i := len(found) - 1; i >= 0; i-- {
			_ = os.Remove(found[i])
		}
	}
}

func (g *groups) quota(group string) string {
	file := "cpu.cfs_quota_us"
	if g.v2 {
		file = "cpu.max"
	}
	text, err := g.read(group, file)
	if err != nil {
		return err.Error()
	}
	first, _, _ := strings.Cut(text, " ")
	return first
}

func (g *groups) cpusOf(group string) string {
	file := "cpuset.cpus"
	if g.v2 {
		file = "cpuset.cpus.effective"
	}
	text, err := g.read(group, file)
	if err != nil {
		return err.Error()
	}
	return text
}
