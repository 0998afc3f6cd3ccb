package zzadmit

// What zz_admit_test.go plays: random machines, configurations and pods.

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"sort"
	"strconv"

	"koordc"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/cpuset"
)

// manyNodes is the number of NUMA nodes above which a machine has few with CPUs.
const manyNodes = 12

// hugeAmounts are bytes. From 1.38 on, amounts of 19 digits are int64 for kubelet, but not for libkoord (docs/reference/kubelet.md).
func hugeAmounts() []int64 {
	if zzMinor >= 38 {
		return []int64{1 << 40, 1<<53 + 1, 1 << 59, 1e18 - 1}
	}
	return []int64{1 << 40, 1<<53 + 1, 1 << 62, math.MaxInt64}
}

func makeConf(r *rand.Rand, nodes int) conf {
	policies := []string{"none", "best-effort", "restricted", "single-numa-node"}
	if nodes > 9 { // upstream takes minutes over all combinations of so many hints
		policies = []string{"none", "single-numa-node"}
	}
	c := conf{Policy: policies[r.Intn(len(policies))], Scope: []string{"container", "pod"}[r.Intn(2)]}
	c.CPUOpts, c.Opts = map[string]string{}, map[string]string{}
	p := []int{0, 25, 50}[r.Intn(3)]
	for _, n := range []string{"full-pcpus-only", "distribute-cpus-across-numa", "align-by-socket", "strict-cpu-reservation", "prefer-align-cpus-by-uncorecache", "distribute-cpus-across-cores"} {
		q := p
		if n == "distribute-cpus-across-cores" {
			q = p / 4
		}
		if r.Intn(100) < q {
			c.CPUOpts[n] = []string{"true", "true", "true", "1", "false"}[r.Intn(5)]
		}
	}
	if r.Intn(10) != 0 { // mostly options that go together
		on := func(n string) bool { return c.CPUOpts[n] != "" && c.CPUOpts[n] != "false" }
		if on("distribute-cpus-across-cores") {
			delete(c.CPUOpts, "full-pcpus-only")
			delete(c.CPUOpts, "distribute-cpus-across-numa")
			delete(c.CPUOpts, "prefer-align-cpus-by-uncorecache")
		}
		if on("distribute-cpus-across-numa") {
			delete(c.CPUOpts, "prefer-align-cpus-by-uncorecache")
		}
		if c.Policy == "single-numa-node" {
			delete(c.CPUOpts, "align-by-socket")
		}
	} else if r.Intn(3) == 0 {
		c.NoAlpha = true
	}
	if r.Intn(3) == 0 {
		c.Opts["prefer-closest-numa-nodes"] = "true"
	}
	c.PodLevel = zzMinor >= 36 && r.Intn(3) == 0
	if r.Intn(4) == 0 || nodes > 8 && r.Intn(4) != 0 {
		c.Opts["max-allowable-numa-nodes"] = strconv.Itoa(8 + r.Intn(5))
	}
	if nodes > manyNodes { // the memory manager of upstream tries all combinations of nodes
		c.Policy = []string{"none", "best-effort", "restricted", "single-numa-node"}[r.Intn(4)]
		c.NoMemory = true
		c.Opts["max-allowable-numa-nodes"] = strconv.Itoa(nodes - r.Intn(8)/7)
	} else {
		c.NoMemory = r.Intn(20) == 0
	}
	return c
}

// makeMachine makes odd ones, too: hybrid cores, offline CPUs, holes in numbers, nodes without CPUs, sockets that share a node.
func (s *scene) makeMachine(r *rand.Rand) {
	var rows []koordc.CPU
	limit := 4
	switch r.Intn(40) {
	case 0, 1, 2, 3:
		limit = 6
	case 4:
		limit = 8
	case 5:
		if r.Intn(4) == 0 {
			limit = 9
		}
	case 6:
		if r.Intn(2) == 0 {
			limit = 12
		}
	}
	for {
		rows, _ = koordc.Machine(r)
		n := map[int]bool{}
		for _, x := range rows {
			n[x.Node] = true
		}
		if len(rows) <= 64 && len(rows) >= 4 && len(n) <= limit && (limit <= 4 || len(n) > 4 || r.Intn(8) == 0) && (limit <= 9 || len(n) > 9) {
			break
		}
	}
	ids := map[int]bool{}
	if r.Intn(10) == 0 { // sockets share a node
		for i := range rows {
			rows[i].Node /= 2
		}
	}
	low := map[[3]int]int{}
	for _, x := range rows {
		ids[x.Node] = true
		k := [3]int{x.Socket, x.Node, x.Core}
		if v, ok := low[k]; !ok || x.CPU < v {
			low[k] = x.CPU
		}
	}
	l3, size := r.Intn(3), 1+r.Intn(6)
	group, next, slot := map[int]int{}, map[int]int{}, map[[2]int]int{}
	sort.Slice(rows, func(i, j int) bool { return rows[i].CPU < rows[j].CPU })
	for i := range rows {
		x := &rows[i]
		x.Core = low[[3]int{x.Socket, x.Node, x.Core}]
		x.L3 = -1
		if l3 == 0 {
			continue
		}
		g, ok := group[x.Core]
		if !ok {
			n := 0
			if l3 == 2 {
				n = next[x.Node] / size
				next[x.Node]++
			}
			k := [2]int{x.Node, n}
			if _, ok := slot[k]; !ok {
				slot[k] = len(slot)
			}
			g = slot[k]
			group[x.Core] = g
		}
		x.L3 = g
	}
	for _, x := range rows {
		s.CPUs = append(s.CPUs, [5]int{x.CPU, x.Core, x.Socket, x.Node, x.L3})
	}
	if l3 != 0 { // caches are numbered in any order
		s.Caches = r.Perm(2 * len(slot))[:len(slot)]
	}
	for n := range ids {
		s.Nodes = append(s.Nodes, n)
	}
	sort.Ints(s.Nodes)
	if r.Intn(8) == 0 { // memory only
		s.Nodes = append(s.Nodes, s.Nodes[len(s.Nodes)-1]+1+r.Intn(2))
	}
	if r.Intn(40) == 0 && len(s.Nodes) <= 6 { // a GPU's memory is up to eight NUMA nodes, which have no CPUs
		for n := 17 + r.Intn(20); len(s.Nodes) < n; {
			s.Nodes = append(s.Nodes, s.Nodes[len(s.Nodes)-1]+1)
		}
	}
}

func makeScene(r *rand.Rand, extra bool) *scene {
	s := &scene{}
	if extra {
		s.makeMachine(r)
		s.Conf = makeConf(r, len(s.Nodes))
		if r.Intn(3) == 0 {
			s.SysCount = 1 + r.Intn(4)
		} else {
			for i := r.Intn(3); i >= 0; i-- {
				s.SysCPUs = append(s.SysCPUs, s.CPUs[r.Intn(len(s.CPUs))][0])
			}
			s.SysCPUs = cpuset.New(s.SysCPUs...).List()
		}
		for i := range s.Nodes {
			s.Dist = append(s.Dist, make([]uint64, len(s.Nodes)))
			for j := range s.Nodes {
				switch {
				case i == j:
					s.Dist[i][j] = 10
				case j > i || r.Intn(12) == 0:
					s.Dist[i][j] = uint64(11 + 10*r.Intn(3))
				}
			}
		}
		for i := range s.Nodes {
			for j := 0; j < i; j++ {
				if s.Dist[i][j] == 0 {
					s.Dist[i][j] = s.Dist[j][i]
				}
			}
		}
	} else {
		s.Conf = conf{Policy: []string{"none", "best-effort", "restricted", "single-numa-node"}[r.Intn(4)], Scope: []string{"container", "pod"}[r.Intn(2)]}
		s.SysCPUs = []int{0}
		nodes, cores, smt := []int{1, 2, 2, 4}[r.Intn(4)], 1+r.Intn(4), 1+r.Intn(2) // even sockets: no repaired defect shows
		if nodes*cores*smt < 2 {
			cores = 2
		}
		for n := 0; n < nodes; n++ {
			s.Nodes = append(s.Nodes, n)
			for c := 0; c < cores; c++ {
				for t := 0; t < smt; t++ {
					i := n*cores + c
					s.CPUs = append(s.CPUs, [5]int{i + t*nodes*cores, i, n / 2, n, -1})
				}
			}
		}
	}
	for range s.Nodes {
		s.Mem = append(s.Mem, int64(4+r.Intn(12))<<30)
		s.Huge = append(s.Huge, int64(r.Intn(2)*r.Intn(1024)))
		s.Reserved = append(s.Reserved, int64(r.Intn(3))<<28)
	}
	if s.Reserved[0] == 0 {
		s.Reserved[0] = 1 << 28
	}
	for i := 0; i < 3+r.Intn(12); i++ {
		if i > 1 && r.Intn(4) == 0 {
			s.Ops = append(s.Ops, op{Remove: r.Intn(i)})
			continue
		}
		if extra && i > 1 && r.Intn(10) == 0 {
			c := s.Conf
			if r.Intn(3) != 0 {
				c = makeConf(r, len(s.Nodes))
			}
			s.Ops = append(s.Ops, op{Restart: &c, From: r.Intn(3)})
			continue
		}
		p := &v1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("p%d", i), Namespace: "d", UID: types.UID(fmt.Sprintf("uid-%d", i))}, Status: v1.PodStatus{QOSClass: v1.PodQOSGuaranteed}}
		huge := extra && r.Intn(30) == 0
		for c := 0; c < 1+r.Intn(3); c++ {
			milli := []int64{1000, 1000, 2000, 3000, 1500, 500}[r.Intn(6)]
			if extra && r.Intn(3) == 0 {
				milli = 1000 * int64(1+r.Intn(1+len(s.CPUs)/2))
			}
			rl := v1.ResourceList{"cpu": *resource.NewMilliQuantity(milli, resource.DecimalSI), "memory": *resource.NewQuantity(int64(1+r.Intn(40))<<28, resource.BinarySI)}
			if r.Intn(5) == 0 && len(s.Nodes) <= 5 {
				rl["hugepages-2Mi"] = *resource.NewQuantity(int64(1+r.Intn(600))<<21, resource.BinarySI)
			}
			if huge && r.Intn(2) == 0 {
				rl["memory"] = *resource.NewQuantity(hugeAmounts()[r.Intn(4)], resource.BinarySI)
			}
			if huge && r.Intn(2) == 0 {
				rl["cpu"] = *resource.NewQuantity([]int64{1 << 16, 1 << 31, 1 << 40, math.MaxInt64 / 1000}[r.Intn(4)], resource.DecimalSI)
			}
			if extra && r.Intn(60) == 0 && os.Getenv("MEMORY") == "" { // Guaranteed by its status alone
				delete(rl, "memory")
				delete(rl, "hugepages-2Mi")
			}
			ct := v1.Container{Name: fmt.Sprintf("c%d", c), Resources: v1.ResourceRequirements{Requests: rl, Limits: rl}}
			if c > 0 && r.Intn(4) == 0 {
				if r.Intn(3) == 0 {
					always := v1.ContainerRestartPolicyAlways
					ct.RestartPolicy = &always
				}
				p.Spec.InitContainers = append(p.Spec.InitContainers, ct)
			} else {
				p.Spec.Containers = append(p.Spec.Containers, ct)
			}
		}
		if odds := 15; extra && !huge {
			if s.Conf.PodLevel {
				odds = 2
			}
			if r.Intn(odds) == 0 {
				podLevel(r, p)
			}
		}
		if extra && r.Intn(4) == 0 { // kubelet computes the class, as for a static pod
			p.Status.QOSClass = ""
		}
		if r.Intn(8) == 0 { // not Guaranteed
			p.Status.QOSClass = v1.PodQOSBurstable
			for c := range p.Spec.Containers {
				p.Spec.Containers[c].Resources.Limits = nil
			}
			if p.Spec.Resources != nil {
				p.Spec.Resources.Limits = nil
			}
		}
		s.Ops = append(s.Ops, op{Pod: p})
	}
	if r.Intn(3) == 0 && len(s.Nodes) <= 4 { // upstream tries all combinations of all hints
		s.addDevices(r)
	}
	return s
}

// podLevel gives the pod resources as a whole, with the defaults that the API server fills in, and lets containers share them.
func podLevel(r *rand.Rand, p *v1.Pod) {
	if r.Intn(6) == 0 {
		p.Spec.Resources = &v1.ResourceRequirements{} // stated, but empty
		return
	}
	total, peak, sidecars := v1.ResourceList{}, v1.ResourceList{}, v1.ResourceList{}
	add := func(to, l v1.ResourceList) {
		for name, q := range l {
			sum := to[name]
			sum.Add(q)
			to[name] = sum
		}
	}
	most := func(to, l v1.ResourceList) {
		for name, q := range l {
			if have := to[name]; q.Cmp(have) > 0 {
				to[name] = q
			}
		}
	}
	share := func(c *v1.Container) {
		switch r.Intn(6) {
		case 0, 1:
			c.Resources = v1.ResourceRequirements{}
		case 2: // not Guaranteed by itself
			limits := c.Resources.Limits.DeepCopy()
			memory, ok := limits["memory"]
			if !ok {
				return
			}
			memory.Add(resource.MustParse("1Mi"))
			limits["memory"] = memory
			c.Resources.Limits = limits
		}
	}
	for i := range p.Spec.InitContainers {
		c := &p.Spec.InitContainers[i]
		share(c)
		if c.RestartPolicy != nil {
			add(total, c.Resources.Requests)
			add(sidecars, c.Resources.Requests)
			continue
		}
		now := sidecars.DeepCopy()
		add(now, c.Resources.Requests)
		most(peak, now)
	}
	for i := range p.Spec.Containers {
		share(&p.Spec.Containers[i])
		add(total, p.Spec.Containers[i].Resources.Requests)
	}
	most(total, peak)
	more := []int64{0, 1000, 1000, 2000, 500}[r.Intn(5)]
	whole := total["cpu"]
	if whole.MilliValue()%1000 != 0 && r.Intn(4) != 0 {
		more += 1000 - whole.MilliValue()%1000
	}
	whole.Add(*resource.NewMilliQuantity(more, resource.DecimalSI))
	if whole.IsZero() {
		whole = resource.MustParse("2")
	}
	memory := total["memory"]
	memory.Add(*resource.NewQuantity(int64(r.Intn(4))<<28, resource.BinarySI))
	if memory.IsZero() {
		memory = resource.MustParse("512Mi")
	}
	total["cpu"], total["memory"] = *resource.NewMilliQuantity(whole.MilliValue(), resource.DecimalSI), *resource.NewQuantity(memory.Value(), resource.BinarySI)
	p.Spec.Resources = &v1.ResourceRequirements{Requests: total, Limits: total.DeepCopy()}
}
