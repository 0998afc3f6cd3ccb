package nodenumaresource

// Differential run of takePreferredCPUs (which is takeCPUs where nothing is preferred) against koord_cpu_pick.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"koordc"
	"koordc/cases"

	schedulingconfig "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

type zzHeld struct {
	CPU, Ref int
	Excl     string
}
type zzTake struct {
	Rows   []koordc.CPU
	MaxRef int
	Avail  []int
	Pref   []int
	Held   []zzHeld
	Need   int
	Bind   string
	Excl   string
	Numa   string
	Note   string
}

var zzBind = map[string]int{"Default": 0, "FullPCPUs": 1, "SpreadByPCPUs": 2}
var zzExcl = map[string]int{"None": 0, "PCPULevel": 1, "NUMANodeLevel": 2}
var zzNuma = map[string]int{"MostAllocated": 0, "LeastAllocated": 1, "DistributeEvenly": 2}

func (c *zzTake) upstream(fix bool) (string, int) {
	b := NewCPUTopologyBuilder()
	for _, r := range c.Rows {
		b.AddCPUInfo(r.Socket, r.Node, r.Core, r.CPU)
	}
	topo := b.Result()
	held := CPUDetails{}
	for _, h := range c.Held {
		i := topo.CPUDetails[h.CPU]
		i.RefCount = h.Ref
		i.ExclusivePolicy = schedulingconfig.CPUExclusivePolicy(h.Excl)
		held[h.CPU] = i
	}
	zzFix = fix
	defer func() { zzFix = false }()
	set, err := takePreferredCPUs(topo, c.MaxRef, cpuset.NewCPUSet(c.Avail...), cpuset.NewCPUSet(c.Pref...), held, c.Need,
		schedulingconfig.CPUBindPolicy(c.Bind), schedulingconfig.CPUExclusivePolicy(c.Excl), schedulingconfig.NUMAAllocateStrategy(c.Numa))
	if err != nil {
		return "error: " + err.Error(), 0
	}
	return fmt.Sprint(set.ToSlice()), set.Size()
}

func (c *zzTake) ours(topo *koordc.Topology) string {
	own := topo
	if own == nil {
		t, err := koordc.NewTopology(c.Rows)
		if err != nil {
			return "topology: " + err.Error()
		}
		defer t.Free()
		own = t
	}
	max := 0
	for _, r := range c.Rows {
		if r.CPU > max {
			max = r.CPU
		}
	}
	w := max/64 + 1
	p := &koordc.Pick{Profile: koordc.UpstreamProfile, Bind: zzBind[c.Bind], Excl: zzExcl[c.Excl], Numa: zzNuma[c.Numa], CPUs: c.Need, MaxRef: c.MaxRef,
		Avail: koordc.NewSet(w), CoreHeld: koordc.NewSet(w), NodeHeld: koordc.NewSet(w), Refs: make([]uint16, w*64)}
	for _, i := range c.Avail {
		p.Avail.Add(i)
	}
	if len(c.Pref) > 0 {
		p.Pref = koordc.NewSet(w)
		for _, i := range c.Pref {
			p.Pref.Add(i)
		}
	}
	for _, h := range c.Held {
		p.Refs[h.CPU] = uint16(h.Ref)
		switch h.Excl {
		case "PCPULevel":
			p.CoreHeld.Add(h.CPU)
		case "NUMANodeLevel":
			p.NodeHeld.Add(h.CPU)
		}
	}
	out, _, r, err := own.Pick(p)
	if err != nil {
		return "call: " + err.Error()
	}
	if r.Reason != "" {
		return "error: " + r.Text
	}
	return fmt.Sprint(out.List())
}

func zzMakeTake(r *rand.Rand, rows []koordc.CPU, note string) *zzTake {
	c := &zzTake{Rows: rows, Note: note}
	c.MaxRef = []int{1, 1, 1, 2, 3, 5}[r.Intn(6)]
	c.Bind = cases.Pick(r, "Default", "FullPCPUs", "FullPCPUs", "SpreadByPCPUs", "SpreadByPCPUs")
	c.Excl = cases.Pick(r, "None", "PCPULevel", "NUMANodeLevel")
	c.Numa = cases.Pick(r, "MostAllocated", "LeastAllocated", "DistributeEvenly")
	byCore := map[[2]int][]int{}
	byNode := map[int][]int{}
	bySock := map[int][]int{}
	for _, x := range rows {
		byCore[[2]int{x.Socket, x.Core}] = append(byCore[[2]int{x.Socket, x.Core}], x.CPU)
		byNode[x.Node] = append(byNode[x.Node], x.CPU)
		bySock[x.Socket] = append(bySock[x.Socket], x.CPU)
	}
	var cores [][]int
	for _, x := range rows { // in order of rows, so that a seed says it all
		k := [2]int{x.Socket, x.Core}
		if l := byCore[k]; l != nil {
			cores = append(cores, l)
			delete(byCore, k)
		}
	}
	held := map[int]*zzHeld{}
	fill := r.Intn(101)
	if r.Intn(5) == 0 {
		fill = 0
	}
	gran := r.Intn(3)
	for rep := 0; rep < c.MaxRef; rep++ {
		hold := func(cpu int, excl string) {
			h := held[cpu]
			if h == nil {
				h = &zzHeld{CPU: cpu}
				held[cpu] = h
			}
			if h.Ref < c.MaxRef {
				h.Ref++
			}
			h.Excl = excl
		}
		switch gran {
		case 0:
			for _, x := range rows {
				if r.Intn(100) < fill {
					hold(x.CPU, cases.Pick(r, "", "None", "PCPULevel", "NUMANodeLevel"))
				}
			}
		case 1:
			for _, l := range cores {
				if r.Intn(100) < fill {
					e := cases.Pick(r, "", "None", "PCPULevel", "NUMANodeLevel")
					for _, i := range l {
						hold(i, e)
					}
				}
			}
		default: // by node, differently filled
			seen := map[int]int{}
			ex := map[int]string{}
			for _, x := range rows {
				f, ok := seen[x.Node]
				if !ok {
					f = r.Intn(101)
					if r.Intn(3) == 0 {
						f = 0
					}
					seen[x.Node] = f
					ex[x.Node] = cases.Pick(r, "", "None", "PCPULevel", "NUMANodeLevel")
				}
				if r.Intn(100) < f {
					hold(x.CPU, ex[x.Node])
				}
			}
		}
	}
	reserved := 0
	if r.Intn(3) == 0 {
		reserved = r.Intn(20)
	}
	only := map[int]bool{}
	if r.Intn(5) == 0 {
		for _, x := range rows {
			if _, ok := only[x.Node]; !ok {
				only[x.Node] = r.Intn(2) == 0
			}
		}
	}
	prefer := -1
	if r.Intn(3) == 0 {
		prefer = r.Intn(60)
	}
	for _, x := range rows {
		if h := held[x.CPU]; h != nil {
			c.Held = append(c.Held, *h)
			if h.Ref >= c.MaxRef {
				continue
			}
		}
		if r.Intn(100) < reserved {
			continue
		}
		if len(only) > 0 && !only[x.Node] {
			continue
		}
		c.Avail = append(c.Avail, x.CPU)
	}
	if prefer >= 0 {
		for _, x := range rows {
			if r.Intn(100) < prefer {
				c.Pref = append(c.Pref, x.CPU)
			}
		}
	}
	n := len(c.Avail)
	switch r.Intn(8) {
	case 0, 1:
		c.Need = 1 + r.Intn(8)
	case 2:
		c.Need = 1 + r.Intn(16)
	case 3: // about a node
		c.Need = len(rows)/len(byNode) + r.Intn(5) - 2
	case 4: // about a socket
		c.Need = len(rows)/len(bySock) + r.Intn(5) - 2
	case 5: // about all
		c.Need = n + r.Intn(4) - 2
	default:
		c.Need = r.Intn(n + 2)
	}
	if c.Need < 0 {
		c.Need = 0
	}
	return c
}

func (c *zzTake) differs() bool {
	a, _ := c.upstream(false)
	b := c.ours(nil)
	if a == b {
		return false
	}
	f, _ := c.upstream(true)
	zzStable = true
	defer func() { zzStable = false }()
	g, _ := c.upstream(true)
	return f != b && g != b && !strings.HasPrefix(b, "topology")
}

func (c *zzTake) dropCPUs(drop func(koordc.CPU) bool) *zzTake {
	d := *c
	d.Rows = nil
	gone := map[int]bool{}
	for _, x := range c.Rows {
		if drop(x) {
			gone[x.CPU] = true
		} else {
			d.Rows = append(d.Rows, x)
		}
	}
	f := func(l []int) (o []int) {
		for _, i := range l {
			if !gone[i] {
				o = append(o, i)
			}
		}
		return
	}
	d.Avail, d.Pref = f(c.Avail), f(c.Pref)
	d.Held = nil
	for _, h := range c.Held {
		if !gone[h.CPU] {
			d.Held = append(d.Held, h)
		}
	}
	return &d
}

func zzShrinkTake(c *zzTake) *zzTake {
	for changed := true; changed; {
		changed = false
		try := func(d *zzTake) bool {
			if len(d.Rows) > 0 && d.differs() {
				c, changed = d, true
				return true
			}
			return false
		}
		for _, k := range []func(koordc.CPU) int{func(x koordc.CPU) int { return x.Socket }, func(x koordc.CPU) int { return x.Node },
			func(x koordc.CPU) int { return x.Socket<<20 | x.Core }, func(x koordc.CPU) int { return x.CPU }} {
			vals := map[int]bool{}
			for _, x := range c.Rows {
				vals[k(x)] = true
			}
			for v := range vals {
				try(c.dropCPUs(func(x koordc.CPU) bool { return k(x) == v }))
			}
		}
		for i := 0; i < len(c.Held); i++ {
			d := *c
			d.Held = cases.Without(c.Held, i, 1)
			if try(&d) {
				i--
			}
		}
		for i := 0; i < len(c.Avail); i++ {
			d := *c
			d.Avail = cases.Without(c.Avail, i, 1)
			if try(&d) {
				i--
			}
		}
		for i := 0; i < len(c.Pref); i++ {
			d := *c
			d.Pref = cases.Without(c.Pref, i, 1)
			if try(&d) {
				i--
			}
		}
		for n := 1; n < c.Need; n++ {
			d := *c
			d.Need = n
			if try(&d) {
				break
			}
		}
		if c.MaxRef > 1 {
			d := *c
			d.MaxRef = 1
			try(&d)
		}
	}
	return c
}

func TestZZTake(t *testing.T) {
	seed, count := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000))
	r := rand.New(rand.NewSource(seed))
	equal, documented, diff, refused, unstable, kept, sorted := 0, 0, 0, 0, 0, 0, 0
	tooMany := 0
	kinds := map[string]int{}
	for n := 0; n < count; {
		rows, note := koordc.Machine(r)
		topo, err := koordc.NewTopology(rows)
		if err != nil {
			t.Fatalf("harness: %v", err)
		}
		for k := 0; k < 50 && n < count; k++ {
			n++
			c := zzMakeTake(r, rows, note)
			a, size := c.upstream(false)
			b := c.ours(topo)
			if strings.HasPrefix(a, "error") {
				refused++
			}
			if a == b {
				equal++
				kinds[c.Bind+" "+c.Excl]++
				continue
			}
			f, _ := c.upstream(true)
			if f == b {
				documented++
				if size > c.Need {
					tooMany++
				}
				continue
			}
			zzStable = true
			g, _ := c.upstream(true)
			zzStable = false
			if g == b {
				sorted++
				continue
			}
			stable := true
			for i := 0; i < 8; i++ {
				if a2, _ := c.upstream(false); a2 != a {
					stable = false
				}
			}
			if !stable {
				unstable++
				continue
			}
			diff++
			if kept < 5 {
				kept++
				m := zzShrinkTake(c)
				j, _ := json.Marshal(m)
				u, _ := m.upstream(false)
				fmt.Printf("DIFF %s\n  upstream %s\n  ours     %s\n", j, u, m.ours(nil))
			}
		}
		topo.Free()
	}
	fmt.Printf("take: cases %d equal %d (refused %d) documented %d (more CPUs than asked %d) unstable sort of more than 12 sockets %d unstable upstream %d different %d\n", count, equal, refused, documented, tooMany, sorted, unstable, diff)
}
