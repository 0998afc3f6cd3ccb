package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// CPUs is a set of logical CPUs.
type CPUs map[int]bool

const maxCPU = 65535

// parseCPUs reads Linux' list form, "0-3,8". "" is the empty set.
func parseCPUs(text string) (CPUs, error) {
	out := CPUs{}
	if text == "" {
		return out, nil
	}
	for item := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(item, "-")
		low, err := strconv.Atoi(first)
		high := low
		if err == nil && isRange {
			high, err = strconv.Atoi(last)
		}
		if err != nil || low < 0 || high < low || high > maxCPU || strings.ContainsAny(item, "+ ") {
			return nil, fmt.Errorf("%q is no list of CPUs", text)
		}
		for cpu := low; cpu <= high; cpu++ {
			if out[cpu] {
				return nil, fmt.Errorf("CPU %d is twice in %q", cpu, text)
			}
			out[cpu] = true
		}
	}
	return out, nil
}

func (c CPUs) sorted() []int { return slices.Sorted(maps.Keys(c)) }

func (c CPUs) String() string {
	var out []string
	all := c.sorted()
	for i := 0; i < len(all); {
		end := i
		for end+1 < len(all) && all[end+1] == all[end]+1 {
			end++
		}
		if end > i {
			out = append(out, fmt.Sprintf("%d-%d", all[i], all[end]))
		} else {
			out = append(out, strconv.Itoa(all[i]))
		}
		i = end + 1
	}
	return strings.Join(out, ",")
}

func (c CPUs) and(other CPUs) CPUs {
	out := CPUs{}
	for cpu := range c {
		if other[cpu] {
			out[cpu] = true
		}
	}
	return out
}

func (c CPUs) add(other CPUs) { maps.Copy(c, other) }
