package gpupolicy

import (
	"cmp"
	"math"
	"slices"
)

// count is a class of tasks with its weight.
type count struct {
	task
	weight float64
}

// counts are numbers of arrivals by class, which decay: an arrival counts half after halfLife later
// ones. They are kept relative to the weight of the last arrival, which grows instead.
type counts struct {
	growth  float64 // weight of an arrival relative to the one before it
	weight  float64 // weight of the last arrival
	byClass map[task]float64
}

// mostWeight is the weight above which all are scaled down.
const mostWeight = 1e12

// newCounts returns counts as if only the expected tasks had ever arrived.
func newCounts(halfLife int, expected []count) *counts {
	out := &counts{growth: math.Exp2(1 / float64(halfLife)), weight: 1, byClass: map[task]float64{}}
	all := 0.0
	for _, class := range expected {
		all += class.weight
	}
	ever := out.growth / (out.growth - 1) // sum of the weights of an endless series that ends with 1
	for _, class := range expected {
		out.byClass[class.task] += class.weight / all * ever
	}
	return out
}

// add counts an arrival. If there are maxClasses classes and another one arrives, the eighth of
// them that has the least weight is dropped.
func (c *counts) add(arrived task) {
	c.weight *= c.growth
	if _, known := c.byClass[arrived]; !known && len(c.byClass) >= maxClasses {
		for _, rare := range c.list()[maxClasses-maxClasses/8:] {
			delete(c.byClass, rare.task)
		}
	}
	c.byClass[arrived] += c.weight
	if c.weight < mostWeight {
		return
	}
	for class := range c.byClass {
		c.byClass[class] /= c.weight
	}
	c.weight = 1
}

// list returns the classes, those with the most weight first. Of equal weights the larger request
// comes first.
func (c *counts) list() []count {
	out := make([]count, 0, len(c.byClass))
	for class, weight := range c.byClass {
		out = append(out, count{class, weight})
	}
	slices.SortFunc(out, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), b.compare(a.task))
	})
	return out
}
