package cpuallocator

// The allocator of CPUs, answered by koord_kubelet_pick with prefer-align-cpus-by-uncorecache: a cluster of cores is an L3
// group. libkoord has no priorities of CPUs, so that the replacement passes the CPUs of the preferred one if they suffice.

import (
	"koordc"
	"koordc/judge"

	"github.com/containers/nri-plugins/pkg/utils/cpuset"
)

const (
	koordMinor       = 37
	koordUncoreCache = 32
)

func (a *allocatorHelper) allocate() cpuset.CPUSet {
	request := &koordc.KubeletPick{Minor: koordMinor, CPUs: a.cnt}
	cluster := map[int]int{}
	for i, c := range a.topology.clusters {
		request.Options = koordUncoreCache
		for _, cpu := range c.cpus.List() {
			cluster[cpu] = i
		}
	}
	var rows []koordc.CPU
	online, words := a.sys.CPUSet().Difference(a.sys.Offlined()), 1
	for _, number := range online.List() {
		cpu := a.sys.CPU(number)
		row := koordc.CPU{CPU: number, Core: cpu.ThreadCPUSet().List()[0], Socket: cpu.PackageID(), Node: cpu.NodeID(), L3: -1}
		if i, known := cluster[number]; known {
			row.L3 = i
		}
		rows = append(rows, row)
		words = number/64 + 1
	}
	from := a.from.Intersection(online)
	if a.prefer < NumCPUPriorities {
		if preferred := from.Intersection(a.topology.cpuPriorities[a.prefer]); preferred.Size() >= a.cnt {
			from = preferred
		}
	}
	request.Shared = koordc.NewSet(words)
	for _, cpu := range from.List() {
		request.Shared.Add(cpu)
	}
	machine, err := koordc.NewTopology(rows)
	if err != nil {
		panic(err)
	}
	defer machine.Free()
	picked, refusal, err := machine.KubeletPick(request)
	if err != nil {
		panic(err)
	}
	if refusal.Reason != "" || judge.Spoiled("allocate") {
		return cpuset.New()
	}
	return cpuset.New(picked.List()...)
}
