package main

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// cpuMask is a set of CPUs below 64.
type cpuMask uint64

const mostCPUs = 64

// parseMask reads a Linux list such as 0-3,8.
func parseMask(list string) (cpuMask, error) {
	var out cpuMask
	if list == "" {
		return 0, nil
	}
	for _, part := range strings.Split(list, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseUint(first, 10, 8)
		to, err2 := strconv.ParseUint(last, 10, 8)
		if err != nil || err2 != nil || from > to || to >= mostCPUs {
			return 0, fmt.Errorf("found %q, expected a list of CPUs below %d", list, mostCPUs)
		}
		for cpu := from; cpu <= to; cpu++ {
			out |= 1 << cpu
		}
	}
	return out, nil
}

func (m cpuMask) count() int { return bits.OnesCount64(uint64(m)) }

// String returns the kernel's form of the list.
func (m cpuMask) String() string {
	var parts []string
	for cpu := 0; cpu < mostCPUs; cpu++ {
		if m&(1<<cpu) == 0 {
			continue
		}
		last := cpu
		for last+1 < mostCPUs && m&(1<<(last+1)) != 0 {
			last++
		}
		if last == cpu {
			parts = append(parts, strconv.Itoa(cpu))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", cpu, last))
		}
		cpu = last
	}
	return strings.Join(parts, ",")
}
