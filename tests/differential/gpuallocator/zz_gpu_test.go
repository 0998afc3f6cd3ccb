package gpuallocator

// Differential run of NVIDIA's best-effort policy against libkoord's best split (KOORD_GPU_PICK_PARTITION). VECTORS: also
// writes cases in the format of gpuallocator-random.jsonl, for koord-conformance.

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/NVIDIA/go-gpuallocator/internal/links"
)

func zzEnv(name string, def int64) int64 {
	if v, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
		return v
	}
	return def
}

type zzGPU struct {
	Links     [][][2]int
	Available []int // in the order upstream gets them
	Required  []int
	Size      int
	Note      string
}

func zzMask(l []int) (m uint64) {
	for _, i := range l {
		m |= 1 << i
	}
	return
}
func zzList(m uint64) []int {
	l := []int{}
	for ; m != 0; m &= m - 1 {
		l = append(l, bits.TrailingZeros64(m))
	}
	return l
}

// upstream: the set, in the order of numbers; fix: candidates are copied, as the splits share memory.
func (c *zzGPU) upstream(fix bool) []int {
	all := make([]*Device, len(c.Links))
	for i := range all {
		all[i] = &Device{Index: i, Links: map[int][]P2PLink{}}
	}
	for i := range all {
		for j := range all {
			if i == j {
				continue
			}
			if t := c.Links[i][j][0]; t > 0 {
				all[i].Links[j] = append(all[i].Links[j], P2PLink{all[j], links.P2PLinkType(t)})
			}
			if t := c.Links[i][j][1]; t > 0 {
				all[i].Links[j] = append(all[i].Links[j], P2PLink{all[j], links.SingleNVLINKLink + links.P2PLinkType(t-1)})
			}
		}
	}
	pick := func(l []int) (d []*Device) {
		for _, i := range l {
			d = append(d, all[i])
		}
		return
	}
	zzCopy = fix
	got := []int{}
	for _, d := range NewBestEffortPolicy().Allocate(pick(c.Available), pick(c.Required), c.Size) {
		if d == nil {
			got = append(got, -1)
		} else {
			got = append(got, d.Index)
		}
	}
	sort.Ints(got)
	return got
}

func (c *zzGPU) pair(i, j int) int64 {
	if i < 0 || j < 0 { // padding
		return 0
	}
	return int64(10*c.Links[i][j][0] + 100*c.Links[i][j][1])
}
func (c *zzGPU) score(l []int) (s int64) {
	for a := range l {
		for b := a + 1; b < len(l); b++ {
			s += c.pair(l[a], l[b])
		}
	}
	return
}

// optimum looks at everything: the best set, the best split, the best set within best splits (and whether several reach it).
func (c *zzGPU) optimum() (set, split, within int64, sets map[uint64]bool, found bool) {
	set, split, within, sets = -1, -1, -1, map[uint64]bool{}
	all, req := zzMask(c.Available), zzMask(c.Required)
	for m := all; c.Size > 0; m = (m - 1) & all {
		if bits.OnesCount64(m) == c.Size && m&req == req {
			if s := c.score(zzList(m)); s > set {
				set = s
			}
			found = true
		}
		if m == 0 {
			break
		}
	}
	if !found || req&^all != 0 {
		return -1, -1, -1, nil, false
	}
	var walk func(left uint64, rest int, done []uint64, sum int64)
	walk = func(left uint64, rest int, done []uint64, sum int64) {
		if left == 0 {
			best := int64(-1)
			for _, m := range done {
				if bits.OnesCount64(m) == c.Size && m&req == req {
					if s := c.score(zzList(m)); s > best {
						best = s
					}
				}
			}
			if best < 0 || sum < split {
				return
			}
			if sum > split {
				split, within, sets = sum, -1, map[uint64]bool{}
			}
			if best > within {
				within, sets = best, map[uint64]bool{}
			}
			for _, m := range done {
				if best == within && bits.OnesCount64(m) == c.Size && m&req == req && c.score(zzList(m)) == best {
					sets[m] = true
				}
			}
			return
		}
		low := left & -left
		other := left &^ low
		for m := other; ; m = (m - 1) & other {
			g := m | low
			n := bits.OnesCount64(g)
			if n == c.Size || n == rest && rest > 0 {
				nr := rest
				if n != c.Size {
					nr = 0
				}
				walk(left&^g, nr, append(append([]uint64{}, done...), g), sum+c.score(zzList(g)))
				if n == c.Size && n == rest {
					walk(left&^g, 0, append(append([]uint64{}, done...), g), sum+c.score(zzList(g)))
				}
			}
			if m == 0 {
				break
			}
		}
	}
	walk(all, len(c.Available)%c.Size, nil, 0)
	return
}

func zzMakeGPU(r *rand.Rand) *zzGPU {
	n := 4 + r.Intn(5)
	kind := r.Intn(7)
	c := &zzGPU{Note: fmt.Sprint("kind ", kind), Links: make([][][2]int, n)}
	for i := range c.Links {
		c.Links[i] = make([][2]int, n)
	}
	set := func(i, j, pci, nv int) { c.Links[i][j], c.Links[j][i] = [2]int{pci, nv}, [2]int{pci, nv} }
	perm := r.Perm(n)
	for i := 0; i < n; i++ {
		for j := i + 1; j < n; j++ {
			a, b := perm[i], perm[j]
			switch kind {
			case 0: // anything
				nv := 0
				if r.Intn(4) == 0 {
					nv = 1 + r.Intn(18)
				}
				set(a, b, r.Intn(7), nv)
			case 1: // PCIe tree: switches of 2, NUMA nodes of 4
				p := 1
				if i/2 == j/2 {
					p = 5
				} else if i/4 == j/4 {
					p = 3
				}
				set(a, b, p, 0)
			case 2: // bridges between pairs over PCIe
				nv, p := 0, 2
				if i/2 == j/2 {
					nv = 4
				}
				if i/4 != j/4 {
					p = 1
				}
				set(a, b, p, nv)
			case 3: // hybrid cube mesh, one or two links
				nv := 0
				if i/4 == j/4 {
					nv = 1 + r.Intn(2)
				} else if i%4 == j%4 {
					nv = 1 + r.Intn(2)
				}
				p := 1
				if i/4 == j/4 {
					p = 3
				}
				set(a, b, p, nv)
			case 4: // switched: all alike, a few less
				nv := 12
				if r.Intn(6) == 0 {
					nv = r.Intn(13)
				}
				set(a, b, 1+i/4*0, nv)
			case 5: // few values, many ties
				set(a, b, 1+r.Intn(2), 0)
			default: // ring
				nv := 0
				if j == i+1 || i == 0 && j == n-1 {
					nv = 2
				}
				set(a, b, 1, nv)
			}
		}
	}
	for i := 0; i < n; i++ {
		if r.Intn(5) != 0 {
			c.Available = append(c.Available, i)
		}
	}
	if r.Intn(3) == 0 {
		c.Available = r.Perm(n)
	} else if os.Getenv("ANYORDER") != "" {
		r.Shuffle(len(c.Available), func(i, j int) { c.Available[i], c.Available[j] = c.Available[j], c.Available[i] })
	}
	c.Size = r.Intn(n+2) - r.Intn(2)*r.Intn(2)
	if r.Intn(4) != 0 && n > 2 {
		c.Size = 1 + r.Intn(n/2+1)
	}
	if r.Intn(3) == 0 {
		for _, i := range r.Perm(n)[:r.Intn(3)] {
			c.Required = append(c.Required, i)
		}
		if r.Intn(4) != 0 && len(c.Available) > 0 { // mostly of those available
			k := 1 + r.Intn(2)
			if k > len(c.Available) {
				k = len(c.Available)
			}
			c.Required = nil
			for _, x := range r.Perm(len(c.Available))[:k] {
				c.Required = append(c.Required, c.Available[x])
			}
		}
	}
	return c
}

func TestZZGPU(t *testing.T) {
	seed, count, show := zzEnv("SEED", 1), int(zzEnv("COUNT", 1000)), int(zzEnv("SHOW", 2))
	r := rand.New(rand.NewSource(seed))
	classes := map[string]int{}
	var vectors *os.File
	if p := os.Getenv("VECTORS"); p != "" {
		vectors, _ = os.Create(p)
		defer vectors.Close()
	}
	answered, below := 0, 0
	for n := 0; n < count; n++ {
		c := zzMakeGPU(r)
		up, fixed := c.upstream(false), c.upstream(true)
		facts := make([]int32, 0, 2*len(c.Links)*len(c.Links))
		for i := range c.Links {
			for j := range c.Links {
				facts = append(facts, int32(c.Links[i][j][0]), int32(c.Links[i][j][1]))
			}
		}
		p := zzBestSet(len(c.Links), facts, zzMask(c.Available), zzMask(c.Required), c.Size, 1)
		q := zzBestSet(len(c.Links), facts, zzMask(c.Available), zzMask(c.Required), c.Size, 0)
		set, split, within, sets, found := c.optimum()
		ours := zzList(p.devices)
		class := ""
		switch {
		case (len(up) == 0) != (p.refusal != 0) || p.refusal < 0:
			class = "refused by one"
		case !found != (p.refusal != 0):
			class = "refused though there is a set"
		case p.refusal != 0:
			class = "equal: refused"
		case p.score != c.score(ours) || len(ours) != c.Size || zzMask(c.Required)&^p.devices != 0 || !p.exact:
			class = "WRONG: not a set as asked for"
		case c.Size > 1 && p.partition != split:
			class = "WRONG: not a best split"
		case c.Size > 1 && p.score != within:
			class = "WRONG: not the best set of a best split"
		case q.score != set:
			class = "WRONG: kSet is not the best set"
		case up[0] < 0:
			class = "upstream gives the padded group: too few GPUs"
		case fmt.Sprint(up) == fmt.Sprint(ours):
			class = "equal"
		case c.Size == 1:
			class = "one GPU: the first / the least linked"
		case fmt.Sprint(fixed) == fmt.Sprint(ours):
			class = "equal once candidates are copied"
		case c.score(up) == p.score && sets[zzMask(up)]:
			class = "tie: another set of the same score of a best split"
		case c.score(up) < p.score && c.score(fixed) == p.score:
			class = "upstream's answer overwritten"
		case c.score(up) < p.score:
			class = "upstream worse: first best split"
		case c.score(up) > p.score:
			class = "upstream better"
		default:
			class = "other"
		}
		if p.refusal == 0 {
			answered++
			if c.Size > 1 && p.score < set {
				below++
			}
		}
		classes[class]++
		if classes[class] <= show && class != "equal" && class != "equal: refused" {
			j, _ := json.Marshal(c)
			fmt.Printf("CASE %s %s\n  upstream %v score %d, copied %v; ours %v score %d leftover %d split %d refusal %d; optimum set %d split %d within %d\n", class, j, up, c.score(up), fixed, ours, p.score, p.leftover, p.partition, p.refusal, set, split, within)
		}
		if vectors != nil && c.Size >= 1 && (len(up) == 0 || up[0] >= 0) {
			sorted := zzList(zzMask(c.Available))
			req := c.Required
			if req == nil {
				req = []int{}
			}
			v := map[string]any{"id": fmt.Sprintf("fresh-%d-%05d", seed, n), "topology": "random", "links": c.Links, "available": sorted, "required": req, "size": c.Size, "optimum": nil,
				"best_effort": map[string]any{"set": up, "set_score": c.score(up)}}
			if found {
				v["optimum"] = map[string]any{"set_score": set, "partition_score": split, "set_score_within_optimal_partition": within}
				if c.Size == 1 {
					v["optimum"] = map[string]any{"set_score": 0, "partition_score": split, "set_score_within_optimal_partition": 0}
				}
			}
			j, _ := json.Marshal(v)
			fmt.Fprintln(vectors, string(j))
		}
	}
	for class, n := range classes {
		if strings.HasPrefix(class, "WRONG") || strings.HasPrefix(class, "refused") || class == "upstream better" || class == "other" {
			t.Errorf("DIFF %s: %d", class, n)
		}
	}
	fmt.Printf("gpuallocator: cases %d answered %d (partition's set below the plain optimum %d) %v\n", count, answered, below, classes)
}
