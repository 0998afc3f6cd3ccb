package koord_test

import (
	"fmt"

	"libkoord.invalid/koord"
)

// Pick whole cores of a machine, or get the reason for a refusal.
func ExampleTopology_PickCPUs() {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:32 pu:2")
	if err != nil {
		panic(err)
	}
	defer machine.Close()
	all, err := machine.CPUSet(koord.CPUSetKindAll, 0)
	if err != nil {
		panic(err)
	}
	for _, cpus := range []uint32{8, 129} {
		request := koord.CPURequest{CPUs: cpus, BindPolicy: koord.BindPolicyFullPCPUs, Flags: koord.PickRequired}
		picked, refusal, err := machine.PickCPUs(request, koord.CPUSources{Available: all})
		switch {
		case err != nil:
			panic(err)
		case refusal.Refused():
			fmt.Println(refusal.Reason, "-", refusal)
		default:
			fmt.Println(picked)
		}
	}
	// Output:
	// 0-7
	// SMTAlignmentError - requests 129 CPUs, which is not a multiple of the 2 threads per core
}

// Find a node for a pod, and then its CPUs, as a scheduler does.
func ExampleCluster() {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:4 pu:2")
	if err != nil {
		panic(err)
	}
	defer machine.Close()
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	if err != nil {
		panic(err)
	}
	defer cluster.Close()
	node, err := koord.NewNodeBuilder()
	if err != nil {
		panic(err)
	}
	defer node.Close()
	nrt, err := koord.NewNRTBuilder()
	if err != nil {
		panic(err)
	}
	defer nrt.Close()
	nrt.SetTopology(machine)
	for _, name := range []string{"node-a", "node-b"} {
		node.SetName(name)
		node.SetResource("cpu", 16000, 0)
		node.SetResource("pods", 110, 0)
		if _, err := cluster.SetNodeFrom(node); err != nil {
			panic(err)
		}
		nrt.SetName(name)
		if _, err := cluster.SetTopologyFrom(nrt); err != nil {
			panic(err)
		}
	}
	builder, err := koord.NewPodBuilder()
	if err != nil {
		panic(err)
	}
	defer builder.Close()
	builder.SetName("db")
	builder.SetUID("1")
	builder.SetLabel("koordinator.sh/qosClass", "LSR")
	builder.SetResource(builder.AddContainer(koord.ContainerKindApp, "main"), "cpu", 4000, 4000)
	pod, err := builder.Pod(nil)
	if err != nil {
		panic(err)
	}
	defer pod.Close()

	verdicts, generation, err := cluster.Evaluate(pod, nil)
	if err != nil {
		panic(err)
	}
	for _, verdict := range verdicts {
		name, _ := cluster.NodeName(verdict.Node)
		fmt.Println(name, verdict.Reason == koord.ReasonNone)
	}
	seen, err := koord.NewQuery()
	if err != nil {
		panic(err)
	}
	defer seen.Close()
	if err := seen.SetGeneration(generation); err != nil {
		panic(err)
	}
	cpus, refusal, err := cluster.Reserve(pod, seen, verdicts[0].Node)
	if err != nil || refusal.Refused() {
		panic(fmt.Sprint(err, refusal))
	}
	fmt.Println(cpus.Count())
	// Output:
	// node-a true
	// node-b true
	// 4
}

// Save a machine as JSON, and read it on another one.
func ExampleTopologyFromJSON() {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:4 pu:2")
	if err != nil {
		panic(err)
	}
	defer machine.Close()
	kept, err := machine.JSON()
	if err != nil {
		panic(err)
	}

	again, err := koord.TopologyFromJSON(nil, kept)
	if err != nil {
		panic(err)
	}
	defer again.Close()
	info, err := again.Info()
	if err != nil {
		panic(err)
	}
	fmt.Println(info.Sockets, info.Cores, info.CPUs)
	// Output:
	// 2 8 16
}

// Errors have a status and a message.
func ExampleError() {
	_, err := koord.ParseCPUSet("3-1")
	fmt.Println(err)
	// Output:
	// koord: cpulist_parse: list: the range "3-1" ends before it starts in CPU list "3-1"
}
