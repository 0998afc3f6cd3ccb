package zzadmit

// What makes both equal, and the smallest scene that differs in the same way.

import (
	"strings"
)

// class says which switch makes both equal; otherwise what differs first.
func (s *scene) class() (class, d string) {
	none := map[string]int{}
	if d = s.run(none, false, 0); d == "" {
		return "", ""
	}
	if s.isEqual(true, 0) {
		return "documented", d
	}
	for _, m := range oldMasks {
		for _, fix := range []bool{false, true} {
			if s.isEqual(fix, m) {
				if fix {
					return oldNames[m] + " (and a documented defect)", d
				}
				return oldNames[m], d
			}
		}
	}
	w := strings.Fields(strings.SplitN(d, "\n", 2)[0])
	var kept []string
	for _, x := range w { // without numbers and pods
		if x != "op" && !strings.ContainsAny(x, "0123456789") {
			kept = append(kept, x)
		}
	}
	return "other: " + strings.Join(kept, " "), d
}

// isEqual returns true if kubelet with repairs answers as ours in one of six runs, because some of its
// answers follow the order of a map.
func (s *scene) isEqual(fix bool, old int) bool {
	for range 6 {
		if s.run(map[string]int{}, fix, old) == "" {
			return true
		}
	}
	return false
}

func (s *scene) shrink(class, d string) (*scene, string) {
	try := func(c *scene) bool {
		if k, e := c.class(); k == class {
			s, d = c, e
			return true
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for j := len(s.Ops) - 1; j >= 0; j-- {
			c := *s
			c.Ops = append(append([]op{}, s.Ops[:j]...), s.Ops[j+1:]...)
			changed = try(&c) || changed
		}
		for j := range s.Ops {
			for k := 0; s.Ops[j].Pod != nil && len(s.Ops[j].Pod.Spec.Containers) > 1 && k < len(s.Ops[j].Pod.Spec.Containers); k++ {
				c := *s
				c.Ops = append([]op{}, s.Ops...)
				p := s.Ops[j].Pod.DeepCopy()
				p.Spec.Containers = append(p.Spec.Containers[:k], p.Spec.Containers[k+1:]...)
				c.Ops[j].Pod = p
				changed = try(&c) || changed
			}
			for k := 0; s.Ops[j].Pod != nil && k < len(s.Ops[j].Pod.Spec.InitContainers); k++ {
				c := *s
				c.Ops = append([]op{}, s.Ops...)
				p := s.Ops[j].Pod.DeepCopy()
				p.Spec.InitContainers = append(p.Spec.InitContainers[:k], p.Spec.InitContainers[k+1:]...)
				c.Ops[j].Pod = p
				changed = try(&c) || changed
			}
		}
		drop := func(m map[string]string, set func(c *scene, m map[string]string)) {
			for n := range m {
				o := map[string]string{}
				for k, v := range m {
					if k != n {
						o[k] = v
					}
				}
				c := *s
				set(&c, o)
				if try(&c) {
					changed = true
					return
				}
			}
		}
		drop(s.Conf.CPUOpts, func(c *scene, m map[string]string) { c.Conf.CPUOpts = m })
		drop(s.Conf.Opts, func(c *scene, m map[string]string) { c.Conf.Opts = m })
		for j := range s.Ops {
			if s.Ops[j].Restart == nil {
				continue
			}
			set := func(c *scene, f func(*conf)) {
				k := *s.Ops[j].Restart
				f(&k)
				c.Ops = append([]op{}, s.Ops...)
				c.Ops[j].Restart = &k
			}
			drop(s.Ops[j].Restart.CPUOpts, func(c *scene, m map[string]string) { set(c, func(k *conf) { k.CPUOpts = m }) })
			drop(s.Ops[j].Restart.Opts, func(c *scene, m map[string]string) { set(c, func(k *conf) { k.Opts = m }) })
		}
		for _, id := range s.Nodes[1:] { // a node and its CPUs
			c := *s
			i := s.number(id)
			cut := func(l []int64) []int64 { return append(append([]int64{}, l[:i]...), l[i+1:]...) }
			c.Nodes = append(append([]int{}, s.Nodes[:i]...), s.Nodes[i+1:]...)
			c.Mem, c.Huge, c.Reserved = cut(s.Mem), cut(s.Huge), cut(s.Reserved)
			c.Dist = nil
			for a := range s.Dist {
				if a != i {
					c.Dist = append(c.Dist, append(append([]uint64{}, s.Dist[a][:i]...), s.Dist[a][i+1:]...))
				}
			}
			c.CPUs = nil
			gone := map[int]bool{}
			for _, x := range s.CPUs {
				if x[3] != id {
					c.CPUs = append(c.CPUs, x)
				} else {
					gone[x[0]] = true
				}
			}
			c.SysCPUs = nil
			for _, x := range s.SysCPUs {
				if !gone[x] {
					c.SysCPUs = append(c.SysCPUs, x)
				}
			}
			if len(c.CPUs) > 0 && len(c.SysCPUs)+c.SysCount > 0 && try(&c) {
				changed = true
				break
			}
		}
	}
	return s, d
}
