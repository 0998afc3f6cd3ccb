// What the drivers of kubelet's and of Koordinator's package topologymanager share; both have a type zzMerge.
package topologymanager

import (
	"encoding/json"
	"fmt"
	"testing"

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

// zzMergeFigures measures merges under best-effort of hints for all sets of NUMA nodes.
func zzMergeFigures(t *testing.T, mk func(nodes, resources int, preferred bool) *zzMerge) {
	cases.SkipUnlessMeasured(t)
	for _, m := range []struct {
		nodes, resources int
		preferred        bool
	}{{4, 4, true}, {4, 4, false}, {8, 2, true}, {8, 2, false}} {
		name := fmt.Sprintf("merge/%d/%d/%v", m.nodes, m.resources, m.preferred)
		if !cases.Selected(name) {
			continue
		}
		c := mk(m.nodes, m.resources, m.preferred)
		if a, b := c.upstream(), c.ours(); a != b {
			t.Fatal(name, " differs: ", a, " / ", b)
		}
		ours := koordc.Merger(c.args())
		const calls = 100
		cases.Measure(name, cases.Work{Run: c.prepared(), Calls: 1}, cases.Work{Calls: calls, Run: func() {
			for i := 0; i < calls; i++ {
				ours()
			}
		}})
	}
}
