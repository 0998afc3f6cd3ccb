package zzboth

// Set i: both plugins of Koordinator in one framework, so that its topology manager merges the hints of CPUs, memory and devices,
// beside koord_cluster_* with profile upstream.

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"testing"

	nrtfake "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/clientset/versioned/fake"
	nrtinformers "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/informers/externalversions"
	"koordc"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	kubefake "k8s.io/client-go/kubernetes/fake"
	"k8s.io/klog/v2"
	fwktype "k8s.io/kube-scheduler/framework"
	k8sschedconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultbinder"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	testframework "k8s.io/kubernetes/pkg/scheduler/testing/framework"

	"github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
	koordfake "github.com/koordinator-sh/koordinator/pkg/client/clientset/versioned/fake"
	koordinformers "github.com/koordinator-sh/koordinator/pkg/client/informers/externalversions"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	configv1 "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config/v1"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/helper"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/schedulingphase"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/topologymanager"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/plugins/deviceshare"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/plugins/nodenumaresource"
	"github.com/koordinator-sh/koordinator/pkg/util/transformer"
)

type lister struct {
	infos map[string]*framework.NodeInfo
}

func (l *lister) StorageInfos() fwktype.StorageInfoLister               { return l }
func (l *lister) IsPVCUsedByPods(string) bool                           { return false }
func (l *lister) NodeInfos() fwktype.NodeInfoLister                     { return l }
func (l *lister) List() ([]fwktype.NodeInfo, error)                     { return nil, nil }
func (l *lister) HavePodsWithAffinityList() ([]fwktype.NodeInfo, error) { return nil, nil }
func (l *lister) HavePodsWithRequiredAntiAffinityList() ([]fwktype.NodeInfo, error) {
	return nil, nil
}
func (l *lister) Get(name string) (fwktype.NodeInfo, error) { return l.infos[name], nil }

// suit is one framework with both plugins.
type suit struct {
	numa *nodenumaresource.Plugin
	dev  *deviceshare.Plugin
	list *lister
}

var suits = map[string]*suit{}
var unique int

func getSuit(t *testing.T, s *scene) *suit {
	key := fmt.Sprint(s.Score, s.Numa, s.Bind, s.Most, s.Apart)
	if x := suits[key]; x != nil {
		return x
	}
	metrics.Register()
	helper.ResetRegistrations()
	l := &lister{map[string]*framework.NodeInfo{}}
	cs := kubefake.NewSimpleClientset()
	handle, err := testframework.NewFramework(context.Background(), []testframework.RegisterPluginFunc{
		testframework.RegisterBindPlugin(defaultbinder.Name, defaultbinder.New),
		testframework.RegisterQueueSortPlugin(queuesort.Name, queuesort.New),
	}, "both", frameworkruntime.WithClientSet(cs), frameworkruntime.WithInformerFactory(informers.NewSharedInformerFactory(cs, 0)), frameworkruntime.WithSnapshotSharedLister(l))
	if err != nil {
		t.Fatal(err)
	}
	client := koordfake.NewSimpleClientset()
	extended, err := frameworkext.NewFrameworkExtenderFactory(
		frameworkext.WithKoordinatorClientSet(client),
		frameworkext.WithKoordinatorSharedInformerFactory(koordinformers.NewSharedInformerFactory(client, 0)),
		frameworkext.WithNodeResourceTopologySharedInformerFactory(nrtinformers.NewSharedInformerFactory(nrtfake.NewSimpleClientset(), 0)),
		frameworkext.WithReservationNominator(frameworkext.NewFakeReservationNominator()),
		frameworkext.WithReservationCache(frameworkext.NewFakeReservationCache()))
	if err != nil {
		t.Fatal(err)
	}
	var na configv1.NodeNUMAResourceArgs
	configv1.SetDefaults_NodeNUMAResourceArgs(&na)
	nargs := &config.NodeNUMAResourceArgs{}
	configv1.Convert_v1_NodeNUMAResourceArgs_To_config_NodeNUMAResourceArgs(&na, nargs, nil)
	res := []k8sschedconfig.ResourceSpec{{Name: "cpu", Weight: 1}, {Name: "memory", Weight: 1}}
	nargs.ScoringStrategy = &config.ScoringStrategy{Type: config.ScoringStrategyType(s.Score), Resources: res}
	nargs.NUMAScoringStrategy = &config.ScoringStrategy{Type: config.ScoringStrategyType(s.Numa), Resources: res}
	nargs.DefaultCPUBindPolicy = config.CPUBindPolicy(s.Bind)
	var da configv1.DeviceShareArgs
	configv1.SetDefaults_DeviceShareArgs(&da)
	dargs := &config.DeviceShareArgs{}
	configv1.Convert_v1_DeviceShareArgs_To_config_DeviceShareArgs(&da, dargs, nil)
	if s.Most {
		dargs.ScoringStrategy.Type = config.MostAllocated
	}
	dargs.DisableDeviceNUMATopologyAlignment = s.Apart
	n, err := frameworkext.PluginFactoryProxy(extended, nodenumaresource.New)(context.Background(), nargs, handle)
	if err != nil {
		t.Fatal(err)
	}
	d, err := frameworkext.PluginFactoryProxy(extended, deviceshare.New)(context.Background(), dargs, handle)
	if err != nil {
		t.Fatal(err)
	}
	x := &suit{n.(*nodenumaresource.Plugin), d.(*deviceshare.Plugin), l}
	x.dev.ZZOwn()
	suits[key] = x
	return x
}

// args returns the same configuration for the cluster.
func (s *scene) args() string {
	const config = "kubescheduler.config.k8s.io/v1"
	res := []map[string]any{{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}}
	numa := map[string]any{"apiVersion": config, "kind": "NodeNUMAResourceArgs", "defaultCPUBindPolicy": s.Bind,
		"scoringStrategy":     map[string]any{"type": s.Score, "resources": res},
		"numaScoringStrategy": map[string]any{"type": s.Numa, "resources": res}}
	var all any = numa
	if s.Apart {
		var list []map[string]any
		for _, name := range []string{"gpu-memory-ratio", "gpu-memory", "rdma", "fpga"} {
			list = append(list, map[string]any{"name": "koordinator.sh/" + name, "weight": 1})
		}
		dev := map[string]any{"apiVersion": config, "kind": "DeviceShareArgs", "disableDeviceNUMATopologyAlignment": true,
			"scoringStrategy": map[string]any{"type": map[bool]string{false: "LeastAllocated", true: "MostAllocated"}[s.Most], "resources": list}}
		all = map[string]any{"apiVersion": config, "kind": "KubeSchedulerConfiguration",
			"profiles": []map[string]any{{"schedulerName": "koord-scheduler",
				"pluginConfig": []map[string]any{{"name": "NodeNUMAResource", "args": numa}, {"name": "DeviceShare", "args": dev}}}}}
	}
	j, _ := json.Marshal(all)
	return string(j)
}

type diff struct {
	Kind, Upstream, Ours string
	Op                   int
}
type counts struct {
	pods, refused, late, reserved, cpus, numa, devices, both int
	soft                                                     map[string]int
}

var soft = map[string]bool{"words": true, "resolvable": true, "score": true}

// parts sorts the reasons of a refusal.
func parts(s string) string {
	l := strings.FieldsFunc(strings.ReplaceAll(s, ", ", "\n"), func(r rune) bool { return r == '\n' })
	for i := range l {
		l[i] = strings.TrimSpace(l[i])
	}
	sort.Strings(l)
	return strings.Join(l, " | ")
}

// run plays a scene on both sides. It returns the first difference of the wanted kind, or, if none is wanted, the first after which
// both sides hold different states.
func (s *scene) run(t *testing.T, fix bool, n *counts, wanted ...string) *diff {
	var found *diff
	s.play(t, fix, n, func(kind, up, ours string, op int) bool {
		d := &diff{kind, up, ours, op}
		if len(wanted) > 0 {
			if kind == wanted[0] {
				found = d
				return true
			}
			return !soft[kind]
		}
		if !soft[kind] {
			found = d
			return true
		}
		if n != nil {
			if os.Getenv("WORDS") != "" {
				kind += ": " + up + " / " + ours
			}
			n.soft[kind]++
		}
		return false
	})
	return found
}

// held is a pod that both sides have reserved.
type held struct {
	pod   *corev1.Pod
	state fwktype.CycleState
}

// stage is one scene while it is played.
type stage struct {
	*suit
	name    string
	device  *schedulingv1alpha1.Device
	info    *framework.NodeInfo
	cluster *koordc.Cluster
	node    int
	pods    map[int]held
	n       *counts
	differ  func(kind, up, ours string, op int) bool // reports whether to stop
}

func (s *scene) play(t *testing.T, fix bool, n *counts, differ func(kind, up, ours string, op int) bool) {
	nodenumaresource.ZZSet(fix)
	defer nodenumaresource.ZZSet(false)
	if n == nil {
		n = &counts{soft: map[string]int{}}
	}
	unique++
	g := &stage{suit: getSuit(t, s), name: fmt.Sprintf("node-%d", unique), pods: map[int]held{}, n: n, differ: differ}
	node := s.Node.DeepCopy()
	node.Name = g.name
	nrt := s.NRT.DeepCopy()
	nrt.Name = g.name
	g.device = s.Device.DeepCopy()
	g.device.Name = g.name
	g.info = framework.NewNodeInfo()
	seen := node.DeepCopy() // the scheduler's informer takes the reservation off before a plugin sees the node
	transformer.TransformNodeWithNodeReservation(seen)
	g.info.SetNode(seen)
	g.list.infos[g.name] = g.info
	defer delete(g.list.infos, g.name)
	tm := g.numa.GetTopologyOptionsManager()
	tm.UpdateTopologyOptions(g.name, func(o *nodenumaresource.TopologyOptions) {
		m := o.MaxRefCount
		*o = nodenumaresource.NewTopologyOptions(nrt)
		o.MaxRefCount = m
	})
	defer tm.Delete(g.name)
	defer g.numa.ZZForget(g.name)
	g.dev.ZZDevice(g.name, g.device)
	defer g.dev.ZZDevice(g.name, nil)

	c, err := koordc.NewCluster(koordc.UpstreamProfile, s.args(), s.Most)
	if err != nil {
		differ("harness", "", err.Error(), 0)
		return
	}
	defer c.Free()
	g.cluster = c
	j, _ := json.Marshal(node)
	if g.node, err = c.SetNode(string(j)); err == nil {
		j, _ = json.Marshal(nrt)
		err = c.SetTopology(string(j))
	}
	if err == nil {
		j, _ = json.Marshal(g.device)
		err = c.SetDevices(string(j))
	}
	if err != nil {
		differ("harness", "", err.Error(), 0)
		return
	}
	for i, op := range s.Ops {
		if op.Remove >= 0 && g.remove(op.Remove, i) {
			return
		}
		if op.Remove < 0 && g.schedule(op.Pod.DeepCopy(), i) {
			return
		}
	}
}

func (g *stage) remove(which, i int) bool {
	h, ok := g.pods[which]
	if !ok {
		return false
	}
	delete(g.pods, which)
	ctx := context.Background()
	g.dev.Unreserve(ctx, h.state, h.pod, g.name)
	g.numa.Unreserve(ctx, h.state, h.pod, g.name)
	g.info.RemovePod(klog.Background(), h.pod)
	if err := g.cluster.RemovePod(string(h.pod.UID)); err != nil {
		return g.differ("remove", "ok", err.Error(), i)
	}
	return false
}

// schedule has one pod scheduled by both sides. It reports whether the scene ends.
func (g *stage) schedule(pod *corev1.Pod, i int) bool {
	ctx := context.Background()
	j, _ := json.Marshal(pod)
	g.n.pods++
	kp, err := koordc.NewPod(string(j))
	if err != nil {
		return g.differ("pod", "", err.Error(), i)
	}
	defer kp.Free()
	state := framework.NewCycleState()
	topologymanager.InitStore(state)
	_, st := g.numa.PreFilter(ctx, state, pod, nil)
	nskip, dskip := st.Code() == fwktype.Skip, false
	if st.IsSuccess() || nskip {
		_, st = g.dev.PreFilter(ctx, state, pod, nil)
		dskip = st.Code() == fwktype.Skip
	}
	if dskip {
		st = nil
	}
	if st.IsSuccess() && !nskip {
		st = g.numa.Filter(ctx, state, pod, g.info)
	}
	if st.IsSuccess() && !dskip {
		st = g.dev.Filter(ctx, state, pod, g.info)
	}
	r, score, err := g.cluster.Judge(kp, koordc.SkipFit, g.node)
	if err != nil {
		return g.differ("judge", fmt.Sprint(st), err.Error(), i)
	}
	if !st.IsSuccess() {
		g.n.refused++
		if r.Reason == "" {
			return g.differ("filter", "refused: "+st.Message(), "passed", i)
		}
		if parts(st.Message()) != parts(r.Text) && g.differ("words", parts(st.Message()), parts(r.Text), i) {
			return true
		}
		un := st.Code() == fwktype.UnschedulableAndUnresolvable
		vs, err := g.cluster.Evaluate(kp, koordc.SkipFit, 1)
		if err == nil && len(vs) == 1 && vs[0].Unresolvable != un {
			return g.differ("resolvable", fmt.Sprint(un, " ", st.Message()), fmt.Sprint(vs[0].Unresolvable, " ", r.Text), i)
		}
		return false
	}
	var scores [2]int64
	if !nskip {
		scores[0], _ = g.numa.Score(ctx, state, pod, g.info)
	}
	if !dskip {
		scores[1], _ = g.dev.Score(ctx, state, pod, g.info)
	}
	schedulingphase.RecordPhase(state, schedulingphase.Reserve) // as the framework does
	st = g.numa.Reserve(ctx, state, pod, g.name)
	if st.IsSuccess() {
		if st = g.dev.Reserve(ctx, state, pod, g.name); !st.IsSuccess() {
			g.dev.Unreserve(ctx, state, pod, g.name)
		}
	}
	if !st.IsSuccess() {
		g.numa.Unreserve(ctx, state, pod, g.name)
		g.n.late++
		if r.Reason == "" {
			if _, rr, err := g.cluster.Reserve(kp, koordc.SkipFit, g.node, 16); err == nil && rr.Reason != "" {
				return false
			}
			return g.differ("reserve", "refused: "+st.Message(), "passed", i)
		}
		return false
	}
	if r.Reason != "" {
		return g.differ("filter", "passed", "refused: "+r.Text, i)
	}
	if !nskip && int64(score) != scores[0]+scores[1] && g.differ("score", fmt.Sprint(scores), fmt.Sprint(score), i) {
		return true
	}
	_, rr, err := g.cluster.Reserve(kp, koordc.SkipFit, g.node, 16)
	if err != nil {
		return g.differ("reserve", "ok", err.Error(), i)
	}
	if rr.Reason != "" {
		return g.differ("reserve", "ok", "refused: "+rr.Text, i)
	}
	g.info.AddPod(pod)
	g.pods[i] = held{pod, state}
	return g.compare(pod, kp, state, nskip, dskip, i)
}

// compare looks at the annotations that both sides write for the pod.
func (g *stage) compare(pod *corev1.Pod, kp *koordc.Pod, state fwktype.CycleState, nskip, dskip bool, i int) bool {
	bound := pod.DeepCopy()
	if !nskip {
		if st := g.numa.PreBind(context.Background(), state, bound, g.name); !st.IsSuccess() {
			return g.differ("prebind", st.Message(), "", i)
		}
	}
	if !dskip {
		// PreBind of DeviceShare looks for the ids of devices in an informer.
		var allocated extension.DeviceAllocations
		j, _ := json.Marshal(deviceshare.ZZAllocation(state))
		json.Unmarshal(j, &allocated)
		for typ, l := range allocated {
			for k := range l {
				for _, d := range g.device.Spec.Devices {
					if d.Minor != nil && *d.Minor == l[k].Minor && d.Type == typ {
						l[k].ID = d.UUID
						break
					}
				}
			}
		}
		if len(allocated) > 0 {
			extension.SetDeviceAllocations(bound, allocated)
		}
	}
	ours, err := g.cluster.PreBind(kp)
	if err != nil {
		return g.differ("prebind", "ok", err.Error(), i)
	}
	var patch struct {
		Metadata struct{ Annotations map[string]string }
	}
	json.Unmarshal([]byte(ours), &patch)
	a, b := status(bound.Annotations), status(patch.Metadata.Annotations)
	da, db := devices(bound.Annotations), devices(patch.Metadata.Annotations)
	g.n.reserved++
	onNUMA := strings.Contains(a, "node ")
	if strings.Contains(a, "cpuset=") && !strings.Contains(a, "cpuset= ") {
		g.n.cpus++
	}
	if onNUMA {
		g.n.numa++
	}
	if da != "{}" {
		g.n.devices++
	}
	if onNUMA && da != "{}" {
		g.n.both++
	}
	if a != b {
		return g.differ("cpus", a+" "+da, b+" "+db, i)
	}
	return da != db && g.differ("devices", da, db, i)
}

func TestZZBoth(t *testing.T) {
	seed, count, show := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000)), int(cases.Env("SHOW", 2))
	only := os.Getenv("ONLY")
	r := rand.New(rand.NewSource(seed))
	n := counts{soft: map[string]int{}}
	equal, documented, unstable := 0, 0, 0
	kinds, shown := map[string]int{}, map[string]int{}
	for i := 0; i < count; i++ {
		s := makeScene(rand.New(rand.NewSource(r.Int63())))
		if only != "" { // a soft kind, looked for on its own
			if s.run(t, true, nil, only) != nil && shown[only] < show {
				shown[only]++
				s.print(t, only)
			}
			continue
		}
		d := s.run(t, true, &n) // with the documented defects repaired
		if d == nil {
			if s.run(t, false, nil) == nil {
				equal++
			} else {
				documented++
			}
			continue
		}
		again := false
		for k := 0; k < 30 && !again; k++ { // upstream iterates over Go maps
			again = s.run(t, true, nil) == nil
		}
		if again {
			unstable++
			continue
		}
		key := d.Kind
		if key == "filter" || key == "reserve" {
			key += ": " + class(d.Upstream) + " / " + class(d.Ours) + s.policies(d.Op)
		}
		kinds[key]++
		if shown[key] < show {
			shown[key]++
			s.print(t, d.Kind)
		}
	}
	for k, v := range n.soft {
		kinds["(soft) "+k] += v
	}
	n.soft = nil
	fmt.Printf("both: scenes %d equal %d documented %d unstable upstream %d; %+v\n", count, equal, documented, unstable, n)
	var keys []string
	for k := range kinds {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Printf("different %d %s\n", kinds[k], k)
	}
}
