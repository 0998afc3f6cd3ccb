// Bench is the Go version of bench/c_calls.c: it does the same work and prints the same lines,
// "Go<TAB>rows<TAB>nanoseconds".
package main

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"libkoord.invalid/koord"
)

const (
	batches    = 5
	batchTime  = 200 * time.Millisecond
	heldCPUs   = 64
	askedCPUs  = 8
	mostNodes  = 10000
	milliOfAll = 128000
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	return value
}

func lsrPod(uid string, cpus int64) *koord.Pod {
	b := must(koord.NewPodBuilder())
	defer b.Close()
	b.SetSpec(koord.PodSpec{QOS: koord.QOSLSR, PriorityClass: koord.PriorityClassProd, RequiredBind: koord.BindPolicyFullPCPUs})
	b.SetName("pod")
	b.SetUID(uid)
	b.SetResource(b.AddContainer(koord.ContainerKindApp, "pod"), "cpu", 1000*cpus, 1000*cpus)
	return must(b.Pod(nil))
}

func halfFull(nodes int) *koord.Cluster {
	cluster := must(koord.NewCluster(nil, koord.ClusterOptions{}, nil))
	machine := must(koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:32 pu:2"))
	defer machine.Close()
	node, nrt := must(koord.NewNodeBuilder()), must(koord.NewNRTBuilder())
	defer node.Close()
	defer nrt.Close()
	for i := 0; i < nodes; i++ {
		name := fmt.Sprint("node-", i)
		node.Reset()
		node.SetName(name)
		node.SetResource("cpu", milliOfAll, 0)
		node.SetResource("pods", 110, 0)
		must(cluster.SetNodeFrom(node))
		nrt.Reset()
		nrt.SetName(name)
		nrt.SetTopology(machine)
		for _, zone := range []string{"node-0", "node-1"} {
			nrt.AddResource(nrt.AddZone(zone, "Node"), "cpu", milliOfAll/2, milliOfAll/2, milliOfAll/2)
		}
		id := must(cluster.SetTopologyFrom(nrt))
		holder := lsrPod(fmt.Sprint("held-", i), heldCPUs)
		_, refusal, err := cluster.Reserve(holder, nil, id)
		if err == nil && refusal.Refused() {
			err = fmt.Errorf("the pod that holds half of node %d does not fit: %s", i, refusal)
		}
		must(0, err)
		holder.Close()
	}
	return cluster
}

// now returns the processor time of this process, which other processes do not affect.
func now() time.Duration {
	var used syscall.Rusage
	must(0, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func batch(cluster *koord.Cluster, pod *koord.Pod, rows []koord.Verdict, calls int) time.Duration {
	start := now()
	for i := 0; i < calls; i++ {
		count, _, err := cluster.EvaluateInto(pod, nil, rows)
		if err != nil || count != len(rows) {
			must(0, fmt.Errorf("%d rows: %v", count, err))
		}
	}
	taken := now() - start
	if rows[len(rows)-1].Reason != koord.ReasonNone {
		must(0, fmt.Errorf("the answer is wrong"))
	}
	return taken
}

func main() {
	all := make([]koord.Verdict, mostNodes)
	pod := lsrPod("asked", askedCPUs)
	defer pod.Close()
	for _, nodes := range []int{1, 256, mostNodes} {
		cluster := halfFull(nodes)
		rows := all[:nodes]
		batch(cluster, pod, rows, 1)
		calls := int(batchTime/(batch(cluster, pod, rows, 10)/10+1)) + 1
		best := 0.0
		for b := 0; b < batches; b++ {
			if taken := float64(batch(cluster, pod, rows, calls)) / float64(calls); b == 0 || taken < best {
				best = taken
			}
		}
		fmt.Printf("Go\t%d\t%.0f\n", nodes, best)
		cluster.Close()
	}
}
