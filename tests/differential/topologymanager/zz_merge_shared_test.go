// What the drivers of kubelet's and of Koordinator's package topologymanager share; both have a type zzMerge.
package topologymanager

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"koordc"
	"koordc/cases"
)

// The smallest case near to c that still differs.
func zzShrinkMerge(c *zzMerge, differs func(*zzMerge) bool) *zzMerge {
	copyOf := func(c *zzMerge) *zzMerge {
		var d zzMerge
		j, _ := json.Marshal(c)
		json.Unmarshal(j, &d)
		return &d
	}
	for changed := true; changed; {
		changed = false
		for p := 0; p < len(c.Providers); p++ {
			d := copyOf(c)
			d.Providers = append(d.Providers[:p], d.Providers[p+1:]...)
			if differs(d) {
				c, changed = d, true
				p--
				continue
			}
			for q := 0; q < len(c.Providers[p]); q++ {
				d := copyOf(c)
				d.Providers[p] = append(d.Providers[p][:q], d.Providers[p][q+1:]...)
				if differs(d) {
					c, changed = d, true
					q--
					continue
				}
				for h := 0; h < len(c.Providers[p][q].Hints); h++ {
					d := copyOf(c)
					x := &d.Providers[p][q]
					x.Hints = append(x.Hints[:h], x.Hints[h+1:]...)
					if differs(d) {
						c, changed = d, true
						h--
					}
				}
			}
		}
	}
	return c
}

func zzBenchMerge(t *testing.T, name string, mk func(n, res int, preferred bool) *zzMerge) {
	for _, m := range []struct {
		n, res int
		pref   bool
	}{{4, 4, true}, {4, 4, false}, {8, 2, true}, {8, 2, false}, {8, 3, true}, {8, 3, false}} {
		c := mk(m.n, m.res, m.pref)
		if a, b := c.upstream(), c.ours(); a != b {
			fmt.Println("bench case differs:", a, "/", b)
		}
		prep := c.prepared()
		allocs := testing.AllocsPerRun(1, prep)
		var up, oc, og []float64
		for rep := 0; rep < 5; rep++ {
			t0 := time.Now()
			n := 0
			for time.Since(t0) < 150*time.Millisecond {
				prep()
				n++
			}
			up = append(up, float64(time.Since(t0).Nanoseconds())/float64(n))
			a := c.args()
			oc = append(oc, koordc.TimeMerge(a, 500))
			f := koordc.TimeMergeGo(a, 500)
			t0 = time.Now()
			f()
			og = append(og, float64(time.Since(t0).Nanoseconds())/500)
		}
		fmt.Printf("BENCH merge %s %d NUMA nodes, %d resources, a set preferred by all %v: upstream %s ns (%.0f allocs); libkoord C %s ns, cgo %s ns\n", name, m.n, m.res, m.pref, cases.Times(up), allocs, cases.Times(oc), cases.Times(og))
	}
}
