package nodenumaresource

// Speed side by side, interleaved: upstream's functions, libkoord through C, libkoord through cgo.

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"koordc"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"github.com/koordinator-sh/koordinator/apis/extension"
	schedulingconfig "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

func zzGo(d time.Duration, f func()) (ns float64, allocs float64) {
	f()
	n := 0
	var used time.Duration
	k := 1
	allocs = testing.AllocsPerRun(20, f)
	for used < d {
		t := time.Now()
		for i := 0; i < k; i++ {
			f()
		}
		used += time.Since(t)
		n += k
		k *= 2
	}
	return float64(used.Nanoseconds()) / float64(n), allocs
}

func zzBenchMachine(sockets, nodes, cores int) (rows []koordc.CPU) {
	n := sockets * nodes * cores
	for s := 0; s < sockets; s++ {
		for d := 0; d < nodes; d++ {
			for c := 0; c < cores; c++ {
				i := (s*nodes+d)*cores + c
				for t := 0; t < 2; t++ {
					rows = append(rows, koordc.CPU{CPU: i + t*n, Core: i, Socket: s, Node: s*nodes + d, L3: -1})
				}
			}
		}
	}
	return
}

func TestZZBenchTake(t *testing.T) {
	for _, m := range []struct {
		name                        string
		sockets, nodes, cores, need int
		bind                        string
	}{{"8 of 256, 2 NUMA, FullPCPUs", 2, 1, 64, 8, "FullPCPUs"}, {"8 of 256, 2 NUMA, SpreadByPCPUs", 2, 1, 64, 8, "SpreadByPCPUs"}, {"32 of 512, 8 NUMA, FullPCPUs", 2, 4, 32, 32, "FullPCPUs"}, {"32 of 512, 8 NUMA, SpreadByPCPUs", 2, 4, 32, 32, "SpreadByPCPUs"}} {
		rows := zzBenchMachine(m.sockets, m.nodes, m.cores)
		b := NewCPUTopologyBuilder()
		for _, r := range rows {
			b.AddCPUInfo(r.Socket, r.Node, r.Core, r.CPU)
		}
		topo := b.Result()
		kt, _ := koordc.NewTopology(rows)
		w := (len(rows) + 63) / 64
		p := &koordc.Pick{Profile: koordc.UpstreamProfile, Bind: zzBind[m.bind], Numa: 0, CPUs: m.need, MaxRef: 1, Avail: koordc.NewSet(w)}
		alloc := NewNodeAllocation("n")
		var taken []int
		for _, r := range rows {
			if r.Core%2 == 0 {
				taken = append(taken, r.CPU)
			} else {
				p.Avail.Add(r.CPU)
			}
		}
		alloc.addCPUs(topo, types.UID("x"), cpuset.NewCPUSet(taken...), "")
		var up, av, c, cg []float64
		var ua, aa float64
		avail, details := alloc.getAvailableCPUs(topo, 1, cpuset.NewCPUSet())
		for rep := 0; rep < 5; rep++ {
			ns, a := zzGo(150*time.Millisecond, func() {
				takeCPUs(topo, 1, avail, details, m.need, schedulingconfig.CPUBindPolicy(m.bind), "", schedulingconfig.NUMAMostAllocated)
			})
			up, ua = append(up, ns), a
			ns, a = zzGo(150*time.Millisecond, func() { alloc.getAvailableCPUs(topo, 1, cpuset.NewCPUSet()) })
			av, aa = append(av, ns), a
			c = append(c, kt.TimePick(p, 20000))
			ns, _ = zzGo(100*time.Millisecond, func() { kt.Pick(p) })
			cg = append(cg, ns)
		}
		fmt.Printf("BENCH take %s: upstream takeCPUs %s ns (%.0f allocs), getAvailableCPUs %s ns (%.0f allocs); libkoord C %s ns, cgo %s ns\n", m.name, cases.Times(up), ua, cases.Times(av), aa, cases.Times(c), cases.Times(cg))
	}
}

func TestZZBenchPlugin(t *testing.T) {
	suit := zzGetSuit(t, "LeastAllocated", "LeastAllocated", "FullPCPUs")
	rows := zzBenchMachine(2, 1, 26) // 104 CPUs
	var topo extension.CPUTopology
	for _, x := range rows {
		topo.Detail = append(topo.Detail, extension.CPUInfo{ID: int32(x.CPU), Core: int32(x.Core), Socket: int32(x.Socket), Node: int32(x.Node)})
	}
	js, _ := json.Marshal(topo)
	for _, policy := range []string{"", "Restricted"} {
		c, _ := koordc.NewCluster(koordc.UpstreamProfile, (&zzScene{Score: "LeastAllocated", Numa: "LeastAllocated", Bind: "FullPCPUs"}).args(), false)
		var infos []*framework.NodeInfo
		half := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "d", Labels: map[string]string{extension.LabelPodQoS: "LSR"}}}
		prio := int32(9500)
		half.Spec.Priority = &prio
		mk := func(name string, cpu int) *corev1.Pod {
			p := half.DeepCopy()
			p.TypeMeta = metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}
			p.Name, p.UID = name, types.UID(name)
			rl := corev1.ResourceList{"cpu": *resource.NewQuantity(int64(cpu), resource.DecimalSI), "memory": resource.MustParse("8Gi")}
			p.Spec.Containers = []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{Requests: rl, Limits: rl}}}
			return p
		}
		ctx := context.Background()
		s := zzMakeSceneOn(string(js), policy)
		for i := 0; i < 1000; i++ {
			node, nrt := s.Node.DeepCopy(), s.NRT.DeepCopy()
			node.Name = fmt.Sprintf("b%s%d", policy, i)
			nrt.Name = node.Name
			info := framework.NewNodeInfo()
			info.SetNode(node)
			suit.list.nodeInfoMap[node.Name] = info
			(&nodeResourceTopologyEventHandler{topologyManager: suit.pl.topologyOptionsManager}).OnAdd(nrt, true)
			infos = append(infos, info)
			j, _ := json.Marshal(node)
			id, _ := c.SetNode(string(j))
			j, _ = json.Marshal(nrt)
			c.SetTopology(string(j))
			for k := 0; k < 6; k++ { // half full
				p := mk(fmt.Sprintf("%s-%d", node.Name, k), 8)
				st := framework.NewCycleState()
				suit.pl.PreFilter(ctx, st, p, nil)
				if x := suit.pl.Filter(ctx, st, p, info); !x.IsSuccess() {
					t.Fatal(x)
				}
				suit.pl.Reserve(ctx, st, p, node.Name)
				info.AddPod(p)
				j, _ := json.Marshal(p)
				kp, _ := koordc.NewPod(string(j))
				c.Reserve(kp, koordc.SkipFit, id, 2)
				kp.Free()
			}
		}
		var up, ours, upr, oursr []float64
		var allocs float64
		rows := koordc.NewRows(1100)
		for rep := 0; rep < 5; rep++ {
			p := mk("ask", 4)
			run := func() {
				st := framework.NewCycleState()
				suit.pl.PreFilter(ctx, st, p, nil)
				for _, info := range infos {
					if x := suit.pl.Filter(ctx, st, p, info); !x.IsSuccess() {
						t.Fatal(x)
					}
					suit.pl.Score(ctx, st, p, info)
				}
			}
			t0 := time.Now()
			run()
			up = append(up, float64(time.Since(t0).Nanoseconds())/1000)
			if rep == 0 {
				allocs = testing.AllocsPerRun(1, run) / 1000
			}
			q := mk("ask", 4)
			q.Spec.Containers[0].Resources.Requests["memory"] = *resource.NewQuantity(int64(8<<30+rep), resource.DecimalSI) // a new shape: nothing is kept
			q.Spec.Containers[0].Resources.Limits["memory"] = q.Spec.Containers[0].Resources.Requests["memory"]
			j, _ := json.Marshal(q)
			kp, _ := koordc.NewPod(string(j))
			t0 = time.Now()
			count, err := c.EvaluateInto(kp, koordc.SkipFit, rows)
			ours = append(ours, float64(time.Since(t0).Nanoseconds())/1000)
			if err != nil || count != 1000 || c.Verdict(rows, 0).Reason != "" {
				t.Fatal(err, count)
			}
			kp.Free()
			// Reserve and Unreserve on ten nodes
			var a, b time.Duration
			for k := 0; k < 10; k++ {
				r := mk(fmt.Sprintf("r%d", k), 4)
				st := framework.NewCycleState()
				suit.pl.PreFilter(ctx, st, r, nil)
				suit.pl.Filter(ctx, st, r, infos[k])
				t0 = time.Now()
				suit.pl.Reserve(ctx, st, r, infos[k].Node().Name)
				a += time.Since(t0)
				suit.pl.Unreserve(ctx, st, r, infos[k].Node().Name)
				j, _ := json.Marshal(r)
				kp, _ := koordc.NewPod(string(j))
				t0 = time.Now()
				c.Reserve(kp, koordc.SkipFit, k, 2)
				b += time.Since(t0)
				c.RemovePod(string(r.UID))
				kp.Free()
			}
			upr = append(upr, float64(a.Nanoseconds())/10)
			oursr = append(oursr, float64(b.Nanoseconds())/10)
		}
		fmt.Printf("BENCH plugin policy %q, per node of 1000 (104 CPUs, half full, LSR 4): upstream Filter+Score %s ns (%.0f allocs), libkoord evaluate, new shape, via cgo %s ns; Reserve upstream %s ns, libkoord %s ns\n", policy, cases.Times(up), allocs, cases.Times(ours), cases.Times(upr), cases.Times(oursr))
		c.Free()
	}
}
