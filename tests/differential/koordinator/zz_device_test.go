package deviceshare

// Differential run of the whole DeviceShare plugin (PreFilter, Filter, Score, Reserve, Unreserve) over sequences of pods on one node
// against koord_cluster_* with profile upstream.

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"testing"

	"koordc"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwktype "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	apiext "github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
	schedulerconfig "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/schedulingphase"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/topologymanager"
)

type zzOp struct {
	Pod    *corev1.Pod
	Remove int
}
type zzScene struct {
	Most   bool
	Labels map[string]string
	Device *schedulingv1alpha1.Device
	Ops    []zzOp
}
type zzDiff struct {
	Kind, Upstream, Ours string
	Op                   int
}
type zzCounts struct {
	pods, passed, refused, skipped int
	soft                           map[string]int
}

type zzSuit struct {
	pl   *Plugin
	list *testSharedLister
}

var zzSuits = map[bool]*zzSuit{}
var zzUnique int

func zzGetSuit(t *testing.T, most bool) *zzSuit {
	if s := zzSuits[most]; s != nil {
		return s
	}
	suit := newPluginTestSuit(t, nil)
	args := getDefaultArgs()
	if most {
		args.ScoringStrategy.Type = schedulerconfig.MostAllocated
	}
	p, err := suit.proxyNew(context.Background(), args, suit.Framework)
	if err != nil {
		t.Fatal(err)
	}
	pl := p.(*Plugin)
	// a cache of our own: that of the plugin forgets nodes that no informer knows
	pl.nodeDeviceCache = newNodeDeviceCache()
	s := &zzSuit{pl: pl, list: suit.Framework.SnapshotSharedLister().(*testSharedLister)}
	zzSuits[most] = s
	return s
}

func zzParts(s string) string {
	if i := strings.Index(s, "["); i >= 0 { // names in brackets come in any order
		if j := strings.Index(s[i:], "]"); j > 0 {
			l := strings.FieldsFunc(s[i+1:i+j], func(r rune) bool { return r == ' ' || r == ',' })
			sort.Strings(l)
			s = s[:i] + fmt.Sprint(l) + s[i+j+1:]
		}
	}
	l := strings.FieldsFunc(strings.ReplaceAll(s, ", ", "\n"), func(r rune) bool { return r == '\n' })
	sort.Strings(l)
	return strings.Join(l, " | ")
}

var zzSoft = map[string]bool{"words": true, "resolvable": true, "score": true, "skip": true}

// run plays a scene on both and returns the first difference: of the kind wanted, or, where none is, the first that makes the two part.
func (s *zzScene) run(t *testing.T, n *zzCounts, wanted ...string) *zzDiff {
	var found *zzDiff
	differ := func(kind, up, ours string, op int) bool { // whether to stop
		d := &zzDiff{kind, up, ours, op}
		if len(wanted) > 0 {
			if kind == wanted[0] {
				found = d
				return true
			}
			return !zzSoft[kind]
		}
		if !zzSoft[kind] {
			found = d
			return true
		}
		if n != nil {
			key := kind
			if kind != "score" {
				key += ": " + up + " / " + ours
			}
			n.soft[key]++
		}
		return false
	}
	s.play(t, n, differ)
	return found
}

func (s *zzScene) play(t *testing.T, n *zzCounts, differ func(kind, up, ours string, op int) bool) {
	suit := zzGetSuit(t, s.Most)
	zzUnique++
	name := fmt.Sprintf("node-%d", zzUnique)
	node := &corev1.Node{TypeMeta: metav1.TypeMeta{Kind: "Node", APIVersion: "v1"}, ObjectMeta: metav1.ObjectMeta{Name: name, Labels: s.Labels},
		Status: corev1.NodeStatus{Allocatable: corev1.ResourceList{"cpu": resource.MustParse("1000"), "memory": resource.MustParse("1000Gi"), "pods": resource.MustParse("1000")}}}
	device := s.Device.DeepCopy()
	device.Name = name
	info := framework.NewNodeInfo()
	info.SetNode(node)
	suit.list.nodeInfoMap[name] = info
	defer delete(suit.list.nodeInfoMap, name)
	suit.pl.nodeDeviceCache.updateNodeDevice(name, device)
	defer suit.pl.nodeDeviceCache.removeNodeDevice(name)

	c, err := koordc.NewCluster(koordc.UpstreamProfile, "", s.Most)
	if err != nil {
		differ("harness", "", err.Error(), 0)
		return
	}
	defer c.Free()
	j, _ := json.Marshal(node)
	id, err := c.SetNode(string(j))
	if err != nil {
		differ("harness", "", err.Error(), 0)
		return
	}
	j, _ = json.Marshal(device)
	if err := c.SetDevices(string(j)); err != nil {
		differ("harness", "", err.Error(), 0)
		return
	}
	ctx := context.Background()
	type held struct {
		pod   *corev1.Pod
		state fwktype.CycleState
	}
	there := map[int]held{}
	for i, op := range s.Ops {
		if op.Remove >= 0 {
			h, ok := there[op.Remove]
			if !ok {
				continue
			}
			delete(there, op.Remove)
			suit.pl.Unreserve(ctx, h.state, h.pod, name)
			if err := c.RemovePod(string(h.pod.UID)); err != nil {
				differ("remove", "ok", err.Error(), i)
				return
			}
			continue
		}
		pod := op.Pod.DeepCopy()
		j, _ := json.Marshal(pod)
		kp, err := koordc.NewPod(string(j))
		if n != nil {
			n.pods++
		}
		state := framework.NewCycleState()
		topologymanager.InitStore(state)
		_, st := suit.pl.PreFilter(ctx, state, pod, nil)
		if err != nil {
			differ("pod", st.Message(), err.Error(), i)
			return
		}
		defer kp.Free()
		skip := st.Code() == fwktype.Skip
		if skip {
			if n != nil {
				n.skipped++
			}
			r, _, err := c.Judge(kp, koordc.SkipFit, id)
			if err == nil && r.Reason != "" {
				if differ("skip", "skipped", r.Text, i) {
					return
				}
			}
			continue
		}
		if st.IsSuccess() {
			st = suit.pl.Filter(ctx, state, pod, info)
		}
		r, score, err := c.Judge(kp, koordc.SkipFit, id)
		if err != nil {
			differ("judge", fmt.Sprint(st), err.Error(), i)
			return
		}
		if !st.IsSuccess() {
			if n != nil {
				n.refused++
			}
			if r.Reason == "" {
				differ("filter", "refused: "+st.Message(), "passed", i)
				return
			}
			if zzParts(st.Message()) != zzParts(r.Text) {
				if differ("words", zzParts(st.Message()), zzParts(r.Text), i) {
					return
				}
			}
			un := st.Code() == fwktype.UnschedulableAndUnresolvable
			vs, err := c.Evaluate(kp, koordc.SkipFit, 1)
			if err == nil && len(vs) == 1 && vs[0].Unresolvable != un {
				if differ("resolvable", fmt.Sprint(st.Code(), " ", st.Message()), fmt.Sprint(vs[0].Unresolvable), i) {
					return
				}
			}
			continue
		}
		up, sst := suit.pl.Score(ctx, state, pod, info)
		schedulingphase.RecordPhase(state, schedulingphase.Reserve) // as the framework does
		st = suit.pl.Reserve(ctx, state, pod, name)
		if !st.IsSuccess() {
			if r.Reason == "" {
				if _, rr, err := c.Reserve(kp, koordc.SkipFit, id, 16); err == nil && rr.Reason != "" {
					continue
				}
			}
			if r.Reason == "" {
				differ("reserve", "refused: "+st.Message(), "passed", i)
				return
			}
			continue
		}
		if r.Reason != "" {
			differ("filter", "passed", "refused: "+r.Text, i)
			return
		}
		if n != nil {
			n.passed++
		}
		ps, _ := getPreFilterState(state)
		there[i] = held{pod, state}
		_, rr, err := c.Reserve(kp, koordc.SkipFit, id, 16)
		if err != nil {
			differ("reserve", "ok", err.Error(), i)
			return
		}
		if rr.Reason != "" {
			differ("reserve", "ok", "refused: "+rr.Text, i)
			return
		}
		ours, err := c.PodDevices(string(pod.UID))
		if err != nil {
			differ("devices", "ok", err.Error(), i)
			return
		}
		var copy apiext.DeviceAllocations
		b, _ := json.Marshal(ps.allocationResult)
		json.Unmarshal(b, &copy)
		for typ, l := range copy {
			for k := range l {
				for _, d := range device.Spec.Devices {
					if d.Minor != nil && *d.Minor == l[k].Minor && d.Type == typ {
						l[k].ID = d.UUID
						break
					}
				}
			}
		}
		b, _ = json.Marshal(copy)
		if string(b) != ours && !(string(b) == "null" && ours == "{}") {
			differ("allocation", string(b), ours, i)
			return
		}
		// the node's own score comes from CPUs and memory: a node of one huge size makes it a constant 0 or 99; devices' part is compared
		if sst.IsSuccess() && os.Getenv("SCORES") != "" {
			base, _ := json.Marshal(zzBare(pod))
			bp, err := koordc.NewPod(string(base))
			if err == nil {
				bc, _ := koordc.NewCluster(koordc.UpstreamProfile, "", s.Most)
				j, _ := json.Marshal(node)
				bid, _ := bc.SetNode(string(j))
				_, bs, _ := bc.Judge(bp, koordc.SkipFit, bid)
				bc.Free()
				bp.Free()
				if int64(score-bs) != up {
					if differ("score", fmt.Sprint(up), fmt.Sprint(score, " less ", bs), i) {
						return
					}
				}
			}
		}
	}
}

func zzBare(p *corev1.Pod) *corev1.Pod {
	c := p.DeepCopy()
	for i := range c.Spec.Containers {
		c.Spec.Containers[i].Resources = corev1.ResourceRequirements{Requests: corev1.ResourceList{"cpu": resource.MustParse("1")}}
	}
	return c
}

func TestZZDevice(t *testing.T) {
	seed, count, show := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000)), int(cases.Env("SHOW", 2))
	r := rand.New(rand.NewSource(seed))
	n := zzCounts{soft: map[string]int{}}
	equal, unstable := 0, 0
	kinds, shown := map[string]int{}, map[string]int{}
	for i := 0; i < count; i++ {
		s := zzMakeScene(rand.New(rand.NewSource(r.Int63())))
		d := s.run(t, &n)
		if d == nil {
			equal++
			continue
		}
		again := false
		for k := 0; k < 30 && !again; k++ {
			again = s.run(t, nil) == nil
		}
		if again {
			unstable++
			continue
		}
		key := d.Kind
		if d.Kind != "allocation" {
			key += ": " + d.Upstream + " / " + d.Ours
		}
		kinds[key]++
		if shown[key] < show {
			shown[key]++
			m, dd := zzShrink(t, s, d.Kind)
			if dd == nil {
				dd = d
			}
			fmt.Printf("DIFF %s op %d\n  upstream %s\n  ours     %s\n  %s\n", dd.Kind, dd.Op, dd.Upstream, dd.Ours, zzShow(m))
		}
	}
	for k, v := range n.soft {
		kinds["(soft) "+k] += v
	}
	n.soft = nil
	fmt.Printf("device: scenes %d equal %d unstable upstream %d; %+v\n", count, equal, unstable, n)
	var keys []string
	for k := range kinds {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Printf("different %d %s\n", kinds[k], k)
	}
}
