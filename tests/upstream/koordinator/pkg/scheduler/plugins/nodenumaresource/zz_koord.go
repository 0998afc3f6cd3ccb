package nodenumaresource

// The pickers of CPUs, answered by koord_cpu_pick under the profile upstream.

import (
	"errors"
	"fmt"

	"koordc"
	"koordc/judge"

	schedulingconfig "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

// Numbers of koordc.Pick.
var (
	koordBinds = map[schedulingconfig.CPUBindPolicy]int{
		schedulingconfig.CPUBindPolicyFullPCPUs: 1, schedulingconfig.CPUBindPolicySpreadByPCPUs: 2}
	koordExclusives = map[schedulingconfig.CPUExclusivePolicy]int{
		schedulingconfig.CPUExclusivePolicyPCPULevel: 1, schedulingconfig.CPUExclusivePolicyNUMANodeLevel: 2}
	koordStrategies = map[schedulingconfig.NUMAAllocateStrategy]int{
		schedulingconfig.NUMALeastAllocated: 1, schedulingconfig.NUMADistributeEvenly: 2}
)

func takeCPUs(topology *CPUTopology, maxRefCount int, availableCPUs cpuset.CPUSet, allocatedCPUs CPUDetails, numCPUsNeeded int,
	cpuBindPolicy schedulingconfig.CPUBindPolicy, cpuExclusivePolicy schedulingconfig.CPUExclusivePolicy,
	numaAllocatedStrategy schedulingconfig.NUMAAllocateStrategy) (cpuset.CPUSet, error) {
	return takePreferredCPUs(topology, maxRefCount, availableCPUs, cpuset.NewCPUSet(), allocatedCPUs, numCPUsNeeded,
		cpuBindPolicy, cpuExclusivePolicy, numaAllocatedStrategy)
}

func takePreferredCPUs(topology *CPUTopology, maxRefCount int, availableCPUs, preferredCPUs cpuset.CPUSet, allocatedCPUs CPUDetails,
	numCPUsNeeded int, cpuBindPolicy schedulingconfig.CPUBindPolicy, cpuExclusivePolicy schedulingconfig.CPUExclusivePolicy,
	numaAllocatedStrategy schedulingconfig.NUMAAllocateStrategy) (cpuset.CPUSet, error) {
	none := cpuset.NewCPUSet()
	var rows []koordc.CPU
	words := 1
	for cpu, info := range topology.CPUDetails {
		rows = append(rows, koordc.CPU{CPU: cpu, Core: info.CoreID, Socket: info.SocketID, Node: info.NodeID, L3: -1})
		words = max(words, cpu/64+1)
	}
	machine, err := koordc.NewTopology(rows)
	if err != nil {
		return none, fmt.Errorf("koord_topology_from_rows: %w", err)
	}
	defer machine.Free()
	set := func(cpus cpuset.CPUSet) koordc.Set {
		set := koordc.NewSet(words)
		for _, cpu := range cpus.ToSliceNoSort() {
			if _, known := topology.CPUDetails[cpu]; known {
				set.Add(cpu)
			}
		}
		return set
	}
	request := &koordc.Pick{Profile: koordc.UpstreamProfile, Bind: koordBinds[cpuBindPolicy], Excl: koordExclusives[cpuExclusivePolicy],
		Numa: koordStrategies[numaAllocatedStrategy], CPUs: numCPUsNeeded, MaxRef: maxRefCount, Avail: set(availableCPUs),
		Pref: set(preferredCPUs), CoreHeld: koordc.NewSet(words), NodeHeld: koordc.NewSet(words), Refs: make([]uint16, words*64)}
	for cpu, info := range allocatedCPUs {
		request.Refs[cpu] = uint16(info.RefCount)
		switch info.ExclusivePolicy {
		case schedulingconfig.CPUExclusivePolicyPCPULevel:
			request.CoreHeld.Add(cpu)
		case schedulingconfig.CPUExclusivePolicyNUMANodeLevel:
			request.NodeHeld.Add(cpu)
		}
	}
	cpus, _, refusal, err := machine.Pick(request)
	if err != nil {
		return none, fmt.Errorf("koord_cpu_pick: %w", err)
	}
	if refusal.Reason != "" {
		return none, errors.New(refusal.Text)
	}
	picked := cpuset.NewCPUSet(cpus.List()...)
	if left := availableCPUs.Difference(picked); judge.Spoiled("pick") && !picked.IsEmpty() && !left.IsEmpty() {
		picked = picked.Difference(cpuset.NewCPUSet(picked.ToSlice()[0])).Union(cpuset.NewCPUSet(left.ToSlice()[left.Size()-1]))
	}
	return picked, nil
}
