package cpumanager

// Differential run of the static policy's assignment for one container against koord_kubelet_pick.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/cases"

	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/state"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager/topology"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
	"k8s.io/utils/cpuset"
)

type zzPick struct {
	zzMachine
	Shared   []int
	Reserved []int
	Reuse    []int
	Affinity []int
	Need     int
	Options  int
	Note     string
}

func zzTopology(rows []koordc.CPU) *topology.CPUTopology {
	d := topology.CPUDetails{}
	cores, socks, nodes, unc := map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, r := range rows {
		u := r.L3
		if u < 0 {
			u = r.Socket
		}
		d[r.CPU] = topology.CPUInfo{NUMANodeID: r.Node, SocketID: r.Socket, CoreID: r.Core, UncoreCacheID: u}
		cores[r.Core], socks[r.Socket], nodes[r.Node], unc[u] = true, true, true, true
	}
	return &topology.CPUTopology{NumCPUs: len(rows), NumCores: len(cores), NumSockets: len(socks), NumNUMANodes: len(nodes), NumUncoreCache: len(unc), CPUDetails: d}
}

func (c *zzPick) upstream(fix bool) (out string) {
	topo := zzTopology(c.Rows)
	reserved := cpuset.New(c.Reserved...)
	phys := cpuset.New()
	for _, i := range c.Reserved {
		phys = phys.Union(topo.CPUDetails.CPUsInCores(topo.CPUDetails[i].CoreID))
	}
	p := &staticPolicy{topology: topo, reservedCPUs: reserved, reservedPhysicalCPUs: phys, cpusToReuse: map[string]cpuset.CPUSet{}, cpuGroupSize: topo.CPUsPerCore(),
		options: StaticPolicyOptions{FullPhysicalCPUsOnly: c.Options&1 != 0, DistributeCPUsAcrossNUMA: c.Options&2 != 0, AlignBySocket: c.Options&4 != 0,
			DistributeCPUsAcrossCores: c.Options&8 != 0, StrictCPUReservation: c.Options&16 != 0, PreferAlignByUncoreCacheOption: c.Options&32 != 0}}
	log := logr.Discard()
	s := state.NewMemoryState(log)
	s.SetDefaultCPUSet(cpuset.New(c.Shared...))
	zzFix, zzLoops = fix, 0
	defer func() {
		zzFix = false
		if e := recover(); e != nil {
			out = fmt.Sprint("panic: ", e)
		}
	}()
	if err := p.enforceSMTAlignment(s, c.Need); err != nil {
		return "error: " + err.Error()
	}
	var mask bitmask.BitMask
	if len(c.Affinity) > 0 {
		mask, _ = bitmask.NewBitMask(c.Affinity...)
	}
	a, err := p.allocateCPUs(log, s, c.Need, mask, cpuset.New(c.Reuse...))
	if err != nil {
		return "error: " + err.Error()
	}
	return fmt.Sprint(a.CPUs.List())
}

func (c *zzPick) ours(topo *koordc.Topology) string {
	own := topo
	if own == nil {
		t, err := c.topology()
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
	set := func(l []int) koordc.Set {
		s := koordc.NewSet(max/64 + 1)
		for _, i := range l {
			s.Add(i)
		}
		return s
	}
	p := &koordc.KubeletPick{Minor: zzMinor, Options: c.Options, CPUs: c.Need, Shared: set(c.Shared), Reserved: set(c.Reserved), Reusable: set(c.Reuse), Affinity: c.Affinity}
	out, r, err := own.KubeletPick(p)
	if err != nil {
		return "call: " + err.Error()
	}
	if r.Reason != "" {
		return "error: " + r.Text
	}
	return fmt.Sprint(out.List())
}

var zzOptionSets = func() (o []int) {
	for m := 0; m < 64; m++ {
		if m&1 != 0 && m&8 != 0 || m&2 != 0 && m&8 != 0 || m&32 != 0 && m&8 != 0 || m&32 != 0 && m&2 != 0 {
			continue
		}
		o = append(o, m)
	}
	return
}()

func zzMakePick(r *rand.Rand, m *zzMachine, note string) *zzPick {
	rows := m.Rows
	c := &zzPick{zzMachine: *m, Note: note, Options: zzOptionSets[r.Intn(len(zzOptionSets))]}
	if r.Intn(3) == 0 {
		c.Options |= 2
		c.Options &^= 8 | 32
	}
	nodes := map[int]int{}
	socks := map[int]int{}
	var nodeList []int
	for _, x := range rows {
		if nodes[x.Node]++; nodes[x.Node] == 1 {
			nodeList = append(nodeList, x.Node)
		}
		socks[x.Socket]++
	}
	if c.Options&4 != 0 && len(socks) > len(nodes) {
		c.Options &^= 4
	}
	gone := map[int]bool{}
	fill := r.Intn(101)
	if r.Intn(4) == 0 {
		fill = 0
	}
	gran := r.Intn(3)
	pc := map[int]bool{}
	pn := map[int]int{}
	for _, x := range rows {
		switch gran {
		case 0:
			gone[x.CPU] = r.Intn(100) < fill
		case 1:
			if _, ok := pc[x.Core]; !ok {
				pc[x.Core] = r.Intn(100) < fill
			}
			gone[x.CPU] = pc[x.Core]
		default:
			if _, ok := pn[x.Node]; !ok {
				pn[x.Node] = r.Intn(101) * r.Intn(2)
			}
			gone[x.CPU] = r.Intn(100) < pn[x.Node]
		}
	}
	res := 0
	if r.Intn(2) == 0 {
		res = r.Intn(20)
	}
	whole := r.Intn(2) == 0
	rc := map[int]bool{}
	n := 0
	for _, x := range rows {
		if _, ok := rc[x.Core]; !ok {
			rc[x.Core] = r.Intn(100) < res
		}
		reserved := rc[x.Core] && (whole || r.Intn(2) == 0)
		if reserved {
			c.Reserved = append(c.Reserved, x.CPU)
		}
		if reserved && c.Options&16 != 0 {
			continue
		}
		if reserved || !gone[x.CPU] {
			c.Shared = append(c.Shared, x.CPU)
		}
		if !reserved && !gone[x.CPU] {
			n++
		} else if !reserved && r.Intn(8) == 0 {
			c.Reuse = append(c.Reuse, x.CPU)
		}
	}
	if r.Intn(2) == 0 {
		c.Reuse = nil
	}
	if r.Intn(2) == 0 {
		for _, x := range nodeList {
			if x < 64 && r.Intn(len(nodeList)) < 2 {
				c.Affinity = append(c.Affinity, x)
			}
		}
		for _, x := range m.Empty {
			if r.Intn(2*len(m.Empty)) == 0 {
				c.Affinity = append(c.Affinity, x)
			}
		}
	}
	switch r.Intn(8) {
	case 0, 1:
		c.Need = 1 + r.Intn(8)
	case 2:
		c.Need = 1 + r.Intn(16)
	case 3:
		c.Need = len(rows)/len(nodes) + r.Intn(5) - 2
	case 4:
		c.Need = len(rows)/len(socks) + r.Intn(5) - 2
	case 5:
		c.Need = n + r.Intn(4) - 2
	default:
		c.Need = r.Intn(n + 2)
	}
	if g := zzTopology(rows).CPUsPerCore(); g > 1 && r.Intn(2) == 0 {
		c.Need = c.Need / g * g
	}
	if r.Intn(50) == 0 {
		c.Need = r.Intn(1 << 31)
	}
	if c.Need < 0 {
		c.Need = 0
	}
	return c
}

// class says which switch makes both equal: "" no difference, "documented" the repaired defects alone.
func (c *zzPick) class(topo *koordc.Topology) string {
	a := c.upstream(false)
	b := c.ours(topo)
	if a == b || strings.HasPrefix(b, "topology") || strings.HasPrefix(b, "call") {
		return ""
	}
	if c.upstream(true) == b {
		return "documented"
	}
	defer func() { zzOld = 0 }()
	for _, m := range []struct {
		old  int
		name string
	}{{16, "1.37 align-by-socket: uneven nodes"}, {32, "1.37 align-by-socket: one socket first"}, {1, "1.37 align-by-socket: both"}, {2, "1.37 distribution clamped"}, {3, "1.37 all"},
		{64, "1.38 hint's count of NUMA nodes"}, {128, "1.38 cores in turns"}, {256, "1.38 small L3 groups"}, {448, "1.38 all"}} { // equal under older versions: no switch there
		for _, fix := range []bool{false, true} {
			zzOld = m.old
			if c.upstream(fix) == b {
				if fix {
					return m.name + " (and a documented defect)"
				}
				return m.name
			}
		}
	}
	return "other"
}

func (c *zzPick) drop(f func(koordc.CPU) bool) *zzPick {
	d := *c
	d.Rows = nil
	gone, nodes := map[int]bool{}, map[int]bool{}
	for _, x := range c.Rows {
		if f(x) {
			gone[x.CPU] = true
		} else {
			nodes[x.Node] = true
			d.Rows = append(d.Rows, x)
		}
	}
	keep := func(l []int) (o []int) {
		for _, i := range l {
			if !gone[i] {
				o = append(o, i)
			}
		}
		return
	}
	d.Shared, d.Reserved, d.Reuse = keep(c.Shared), keep(c.Reserved), keep(c.Reuse)
	d.Affinity = nil
	for _, n := range c.Affinity {
		if nodes[n] {
			d.Affinity = append(d.Affinity, n)
		}
	}
	low := map[int]int{} // cores keep the number of their lowest CPU
	for _, x := range d.Rows {
		if v, ok := low[x.Core]; !ok || x.CPU < v {
			low[x.Core] = x.CPU
		}
	}
	for i := range d.Rows {
		d.Rows[i].Core = low[d.Rows[i].Core]
	}
	return &d
}

func zzShrink(c *zzPick, class string) *zzPick {
	for changed := true; changed; {
		changed = false
		try := func(d *zzPick) bool {
			if len(d.Rows) > 0 && d.class(nil) == class {
				c, changed = d, true
				return true
			}
			return false
		}
		for _, k := range []func(koordc.CPU) int{func(x koordc.CPU) int { return x.Socket }, func(x koordc.CPU) int { return x.Node },
			func(x koordc.CPU) int { return x.Core }, func(x koordc.CPU) int { return x.CPU }} {
			vals := map[int]bool{}
			for _, x := range c.Rows {
				vals[k(x)] = true
			}
			for v := range vals {
				try(c.drop(func(x koordc.CPU) bool { return k(x) == v }))
			}
		}
		for _, l := range []*[]int{&c.Shared, &c.Reserved, &c.Reuse, &c.Affinity} {
			for i := 0; i < len(*l); i++ {
				old := *l
				*l = cases.Without(old, i, 1)
				if c.class(nil) == class {
					changed = true
					i--
				} else {
					*l = old
				}
			}
		}
		for n := 1; n < c.Need; n++ {
			d := *c
			d.Need = n
			if try(&d) {
				break
			}
		}
		for b := 1; b < 64; b *= 2 {
			if c.Options&b != 0 {
				d := *c
				d.Options &^= b
				try(&d)
			}
		}
	}
	return c
}

func TestZZPick(t *testing.T) {
	seed, count := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000))
	r := rand.New(rand.NewSource(seed))
	var equal, documented, endless, diff, refused, unstable, limit, granted int
	classes := map[string]int{}
	for n := 0; n < count; {
		m, note := zzKubeletMachine(r)
		topo, err := m.topology()
		if err != nil {
			t.Fatalf("harness: %v", err)
		}
		for k := 0; k < 50 && n < count; k++ {
			n++
			c := zzMakePick(r, m, note)
			nn := map[int]bool{}
			for _, x := range m.Rows {
				nn[x.Node] = true
			}
			if len(nn) > 12 && c.Options&2 != 0 {
				c.Options &^= 2 // kubelet tries every combination
			}
			b := c.ours(topo)
			if strings.HasPrefix(b, "call: -22") {
				limit++
				continue
			}
			a := c.upstream(false)
			if strings.HasPrefix(a, "error") {
				refused++
			} else {
				granted++
			}
			if a == b {
				equal++
				continue
			}
			if c.upstream(true) == b {
				documented++
				if strings.HasPrefix(a, "panic") {
					endless++
				}
				continue
			}
			stable := true
			for i := 0; i < 8; i++ {
				if c.upstream(false) != a {
					stable = false
				}
			}
			if !stable {
				unstable++
				continue
			}
			diff++
			class := c.class(topo)
			if classes[class]++; classes[class] <= int(cases.Env("SHOW", 3)) {
				least := zzShrink(c, class)
				j, _ := json.Marshal(least)
				fmt.Printf("DIFF "+class+" %s\n  upstream %s\n  repaired %s\n  ours     %s\n", j, least.upstream(false), least.upstream(true), least.ours(nil))
			}
		}
		topo.Free()
	}
	fmt.Printf("kubelet-cpu: cases %d equal %d (refused %d) documented %d (endless upstream %d) limit %d unstable upstream %d different %d %v\n", count, equal, refused, documented, endless, limit, unstable, diff, classes)
}
