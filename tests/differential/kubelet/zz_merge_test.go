package topologymanager

// Differential run of the topology manager's policies against koord_numa_merge.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"sort"
	"testing"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/cases"

	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager/bitmask"
)

type zzHint struct {
	Numa      []int // nil: no affinity
	Preferred bool
	Score     int64 `json:",omitempty"` // decides nothing, and older versions have none
}
type zzRes struct {
	Name  string
	Nil   bool
	Hints []zzHint
}
type zzMerge struct {
	Policy    int // 1 none 2 best-effort 3 restricted 4 single
	Nodes     []int
	Closest   bool
	Dist      [][]uint64 // by position
	Providers [][]zzRes  // nil: no opinion
}

func (c *zzMerge) combos() int {
	n := 1
	for _, p := range c.Providers {
		for _, r := range p {
			if len(r.Hints) > 0 {
				n *= len(r.Hints)
			}
			if n > 1<<24 {
				return n
			}
		}
	}
	return n
}

func (c *zzMerge) upstream() string {
	h, admit := c.merge()()
	s := "none"
	if h.NUMANodeAffinity != nil {
		s = fmt.Sprint(h.NUMANodeAffinity.GetBits())
	}
	return fmt.Sprintf("%s preferred %v admit %v", s, h.Preferred, admit)
}

func (c *zzMerge) prepared() func() {
	f := c.merge()
	return func() { f() }
}

func (c *zzMerge) merge() func() (TopologyHint, bool) {
	info := &NUMAInfo{Nodes: c.Nodes, NUMADistances: NUMADistances{}}
	max := 0
	for _, n := range c.Nodes {
		if n > max {
			max = n
		}
	}
	for i, n := range c.Nodes {
		d := make([]uint64, max+1)
		if c.Dist != nil {
			for j, m := range c.Nodes {
				d[m] = c.Dist[i][j]
			}
		}
		info.NUMADistances[n] = d
	}
	opts := PolicyOptions{PreferClosestNUMA: c.Closest}
	var ps []map[string][]TopologyHint
	for _, p := range c.Providers {
		if p == nil {
			ps = append(ps, nil)
			continue
		}
		m := map[string][]TopologyHint{}
		for _, r := range p {
			if r.Nil {
				m[r.Name] = nil
				continue
			}
			l := []TopologyHint{}
			for _, h := range r.Hints {
				th := TopologyHint{Preferred: h.Preferred}
				zzScore(&th, h.Score)
				if h.Numa != nil {
					th.NUMANodeAffinity, _ = bitmask.NewBitMask(h.Numa...)
				}
				l = append(l, th)
			}
			m[r.Name] = l
		}
		ps = append(ps, m)
	}
	var pol Policy
	switch c.Policy {
	case 1:
		pol = NewNonePolicy()
	case 2:
		pol = NewBestEffortPolicy(info, opts)
	case 3:
		pol = NewRestrictedPolicy(info, opts)
	default:
		pol = NewSingleNumaNodePolicy(info, opts)
	}
	return func() (TopologyHint, bool) { return pol.Merge(logr.Discard(), ps) }
}

func (c *zzMerge) args() *koordc.Merge {
	m := &koordc.Merge{Profile: koordc.KubeletProfile, Policy: c.Policy, MaxNodes: 64}
	if c.Closest {
		m.Closest = true
	}
	pos := map[int]int{}
	for i, n := range c.Nodes {
		pos[n] = i
		m.Places = append(m.Places, koordc.Place{Node: n})
	}
	for i := range c.Dist {
		for _, d := range c.Dist[i] {
			m.Distances = append(m.Distances, uint32(d))
		}
	}
	for i, p := range c.Providers {
		if len(p) == 0 {
			m.Lists = append(m.Lists, koordc.List{Provider: i, Opinion: 1})
		}
		for _, r := range p {
			l := koordc.List{Provider: i, Name: r.Name}
			if r.Nil {
				l.Opinion = 1
			}
			for _, h := range r.Hints {
				kh := koordc.Hint{Preferred: h.Preferred, None: h.Numa == nil, Score: h.Score}
				for _, n := range h.Numa {
					kh.Nodes |= 1 << pos[n]
				}
				l.Hints = append(l.Hints, kh)
			}
			m.Lists = append(m.Lists, l)
		}
	}
	return m
}

func (c *zzMerge) ours() string {
	o, err := koordc.DoMerge(c.args())
	if err != nil {
		return err.Error()
	}
	s := "none"
	if o.Affinity {
		var l []int
		for i, n := range c.Nodes {
			if o.Nodes>>i&1 == 1 {
				l = append(l, n)
			}
		}
		s = fmt.Sprint(l)
	}
	return fmt.Sprintf("%s preferred %v admit %v", s, o.Preferred, o.Admit)
}

func zzMakeMerge(r *rand.Rand) *zzMerge {
	for {
		c := &zzMerge{Policy: 1 + r.Intn(4)}
		if c.Policy == 1 && r.Intn(4) != 0 {
			c.Policy = 2 + r.Intn(3)
		}
		n := 1 + r.Intn(8)
		gap := r.Intn(4) == 0
		many := r.Intn(4) == 0 // up to 64 nodes, few of which have CPUs or devices
		if many {
			n = 9 + r.Intn(56)
			c.Nodes = r.Perm(64)[:n]
			sort.Ints(c.Nodes)
		}
		id := 0
		for i := 0; i < n && !many; i++ {
			if gap {
				id += r.Intn(3)
			}
			c.Nodes = append(c.Nodes, id)
			id++
		}
		live := append([]int{}, c.Nodes...) // nodes of which hints speak
		if many {
			r.Shuffle(n, func(i, j int) { live[i], live[j] = live[j], live[i] })
			live = live[:1+r.Intn(7)]
			sort.Ints(live)
		}
		if r.Intn(2) == 0 {
			c.Closest = true
			for i := 0; i < n; i++ {
				row := make([]uint64, n)
				for j := 0; j < n; j++ {
					switch {
					case i == j:
						row[j] = 10
					case r.Intn(10) == 0 || j > i:
						row[j] = uint64(11 + 10*r.Intn(3))
					default:
						row[j] = c.Dist[j][i]
					}
				}
				c.Dist = append(c.Dist, row)
			}
		}
		np := r.Intn(5)
		style := r.Intn(4)
		for p := 0; p < np; p++ {
			if r.Intn(8) == 0 {
				c.Providers = append(c.Providers, nil)
				continue
			}
			prov := []zzRes{}
			for k := r.Intn(3); k >= 0; k-- {
				res := zzRes{Name: fmt.Sprintf("r%d-%d", p, k)}
				switch x := r.Intn(14); {
				case x == 0:
					res.Nil = true
				case x == 1:
					res.Hints = []zzHint{}
				default:
					switch style {
					case 0, 1: // as providers make them: all sets from a width on, the narrowest preferred
						w := 1 + r.Intn(len(live))
						keep := 30 + r.Intn(71)
						for m := 1; m < 1<<len(live); m++ {
							var l []int
							for i := range live {
								if m>>i&1 == 1 {
									l = append(l, live[i])
								}
							}
							if len(l) >= w && r.Intn(100) < keep {
								res.Hints = append(res.Hints, zzHint{l, len(l) == w && r.Intn(10) != 0, int64(r.Intn(101))})
							}
						}
						sort.SliceStable(res.Hints, func(i, j int) bool { return len(res.Hints[i].Numa) < len(res.Hints[j].Numa) })
					default:
						pp := r.Intn(101)
						for q := r.Intn(6); q >= 0; q-- {
							h := zzHint{Preferred: r.Intn(100) < pp, Score: int64(r.Intn(101))}
							if r.Intn(12) != 0 {
								h.Numa = []int{}
								for _, id := range live {
									if r.Intn(3) == 0 {
										h.Numa = append(h.Numa, id)
									}
								}
								if len(h.Numa) == 0 && r.Intn(20) != 0 {
									h.Numa = []int{live[r.Intn(len(live))]}
								}
							}
							res.Hints = append(res.Hints, h)
						}
					}
				}
				prov = append(prov, res)
			}
			c.Providers = append(c.Providers, prov)
		}
		if c.combos() <= 20000 || (c.combos() <= 300000 && r.Intn(200) == 0) {
			return c
		}
	}
}

func (c *zzMerge) differs() bool { return c.upstream() != c.ours() }

func TestZZMerge(t *testing.T) {
	seed, count := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000))
	r := rand.New(rand.NewSource(seed))
	var equal, unstable, diff, kept, admitted int
	for n := 0; n < count; n++ {
		c := zzMakeMerge(r)
		a, b := c.upstream(), c.ours()
		if a[len(a)-4:] == "true" {
			admitted++
		}
		if a == b {
			equal++
			continue
		}
		stable := true
		for i := 0; i < 20; i++ {
			if c.upstream() != a {
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
			m := zzShrinkMerge(c, (*zzMerge).differs)
			j, _ := json.Marshal(m)
			fmt.Printf("DIFF %s\n  upstream %s\n  ours     %s\n", j, m.upstream(), m.ours())
		}
	}
	fmt.Printf("kubelet-merge: cases %d equal %d (admitted %d) unstable upstream %d different %d\n", count, equal, admitted, unstable, diff)
}

// zzAll makes every set a hint of every resource.
func zzAll(n, res int, preferred bool) *zzMerge {
	c := &zzMerge{Policy: 2}
	for i := 0; i < n; i++ {
		c.Nodes = append(c.Nodes, i)

	}
	var prov []zzRes
	for k := 0; k < res; k++ {
		r := zzRes{Name: fmt.Sprintf("r%d", k)}
		for m := 1; m < 1<<n; m++ {
			var l []int
			for i := 0; i < n; i++ {
				if m>>i&1 == 1 {
					l = append(l, i)
				}
			}
			r.Hints = append(r.Hints, zzHint{Numa: l, Preferred: preferred && len(l) == 1})
		}
		sort.SliceStable(r.Hints, func(i, j int) bool { return len(r.Hints[i].Numa) < len(r.Hints[j].Numa) })
		prov = append(prov, r)
	}
	c.Providers = [][]zzRes{prov}
	return c
}

func TestZZFigures(t *testing.T) { zzMergeFigures(t, zzAll) }
