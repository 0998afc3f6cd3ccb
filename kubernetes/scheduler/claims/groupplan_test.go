package claims

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"

	"libkoord.invalid/koord/kubernetes/dra"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// groupRun schedules the pods of a drawn group one after another.
type groupRun struct {
	*groupCase
	t     *testing.T
	cache *dra.Cache
	given []*dra.ResourceSlice
	infos []fwk.NodeInfo
	used  sets.Set[structured.DeviceID]
	has   map[string]*resourceapi.AllocationResult // by claim
}

func newGroupRun(t *testing.T, c *groupCase) *groupRun {
	r := &groupRun{groupCase: c, t: t, cache: dra.NewCache(cel.NewCache(100, cel.Features{})), given: sourcesOf(c.slices), infos: c.infos(),
		used: sets.New[structured.DeviceID](), has: map[string]*resourceapi.AllocationResult{}}
	for i := range c.parts {
		if p := &c.parts[i]; p.used {
			r.used.Insert(structured.MakeDeviceID(driver, c.nodes[p.node].Name, p.name))
		}
	}
	return r
}

func (r *groupRun) allocator() *dra.Allocator {
	by, err := r.cache.NewAllocator(r.t.Context(), structured.Features{PrioritizedList: true, PartitionableDevices: true},
		structured.AllocatedState{AllocatedDevices: r.used.Clone(), AggregatedCapacity: structured.NewConsumedCapacityCollection()}, anyClass{}, r.given)
	must(r.t, err)
	return by
}

func fitsAlone(pod *v1.Pod, info fwk.NodeInfo) bool {
	return len(noderesources.Fits(pod, info, nil, noderesources.ResourceRequestsOptions{})) == 0
}

// memberOf returns a pod with its claims.
func (r *groupRun) memberOf(pod *v1.Pod) *member {
	m := &member{pod: pod}
	for _, name := range r.uses[pod.Name] {
		if allocation := r.has[name]; allocation != nil {
			m.fixed = append(m.fixed, allocation)
		} else {
			m.claims = append(m.claims, r.claims[name])
		}
	}
	return m
}

// members returns all pods with their claims.
func (r *groupRun) members() (out []*member) {
	for _, pod := range r.pods {
		out = append(out, r.memberOf(pod))
	}
	return out
}

// planFor plans pods. It reports whether there is a plan.
func (r *groupRun) planFor(pods []*v1.Pod) (*groupPlanner, bool) {
	var members []*member
	for _, pod := range pods {
		members = append(members, r.memberOf(pod))
	}
	planner := r.plannerOf(members)
	return planner, planner.plan(0)
}

// plannerOf returns a planner for pods.
func (r *groupRun) plannerOf(members []*member) *groupPlanner {
	planner := newGroupPlanner(r.t.Context(), r.allocator(), r.infos, members)
	planner.held = func(string) (map[structured.DeviceID]bool, error) { return nil, nil }
	planner.fits = fitsAlone
	return planner
}

// schedule places a pod on a random node that suits it, with a plan for others or without one. It reports
// whether there was such a node.
func (r *groupRun) schedule(random *rand.Rand, pod *v1.Pod, plan *groupPlan) bool {
	m := r.memberOf(pod)
	by := r.allocator()
	if plan != nil {
		by = by.WithAllocated(plan.results)
	}
	for _, at := range random.Perm(len(r.infos)) {
		info := r.infos[at]
		node := info.Node()
		if !request.MayUse(pod, node) || !fitsAlone(pod, info) || plan.refuses(pod, node.Name) != "" || slices.ContainsFunc(r.uses[pod.Name],
			func(name string) bool {
				return r.has[name] != nil && !(&unit{members: []*member{{pod: pod, fixed: []*resourceapi.AllocationResult{r.has[name]}}}}).filter()(node)
			}) {
			continue
		}
		var results []resourceapi.AllocationResult
		if len(m.claims) > 0 {
			var err error
			if results, err = by.Allocate(r.t.Context(), node, m.claims); err != nil || results == nil {
				continue
			}
			for i, claim := range m.claims {
				r.has[claim.Name] = &results[i]
			}
		}
		r.take(at, pod, results)
		return true
	}
	return false
}

// take counts a pod and its devices, and checks that these are not in use.
func (r *groupRun) take(at int, pod *v1.Pod, results []resourceapi.AllocationResult) {
	info, err := framework.NewPodInfo(pod)
	must(r.t, err)
	r.infos[at].AddPodInfo(info)
	for i := range results {
		for _, d := range results[i].Devices.Results {
			id := structured.MakeDeviceID(d.Driver, d.Pool, d.Device)
			if d.Pool != r.nodes[at].Name {
				r.t.Errorf("pod %s on node %s got device %s", pod.Name, r.nodes[at].Name, id)
			}
			if r.used.Has(id) {
				r.t.Errorf("device %s was allocated twice", id)
			}
			r.used.Insert(id)
			for j := range r.parts {
				if p := &r.parts[j]; r.nodes[p.node].Name == d.Pool && p.name == d.Device {
					p.used = true
					if used := unitsUsed(r.parts, p); used > 2 {
						r.t.Errorf("%d halves of %s of node %s are in use", used, p.gpu, d.Pool)
					}
				}
			}
		}
	}
}

// A drawn group has a plan if and only if some choice of nodes and devices places it. Its pods are placed one
// after another, in any order and on any node that the plan for the others leaves, and each later plan exists.
func TestDrawnGroups(t *testing.T) {
	cases := 300
	if text := os.Getenv("KOORD_GROUP_CASES"); text != "" {
		var err error
		cases, err = strconv.Atoi(text)
		must(t, err)
	}
	fit, stuck := 0, 0 // groups that fit, and those that do not without plans
	for seed := range uint64(cases) {
		draw := func() *groupCase { return drawGroup(rand.New(rand.NewPCG(seed, 1))) }
		random := rand.New(rand.NewPCG(seed, 2))
		fits := draw().fitsAnyhow()
		run := newGroupRun(t, draw())
		planner, found := run.planFor(run.pods)
		if !planner.isExact() || found != fits {
			t.Fatalf("seed %d: found a plan: %v (gave up: %q), expected %v", seed, found, planner.why(), fits)
		}
		if !fits {
			continue
		}
		fit++
		random.Shuffle(len(run.pods), func(i, j int) { run.pods[i], run.pods[j] = run.pods[j], run.pods[i] })
		for i, pod := range run.pods {
			planner, found := run.planFor(run.pods[i:])
			if !found || !run.schedule(random, pod, planner.planWithout(pod)) {
				t.Fatalf("seed %d: pod %d, %s, has no place; found a plan: %v", seed, i, pod.Name, found)
			}
		}
		alone := newGroupRun(t, draw())
		if slices.ContainsFunc(alone.pods, func(pod *v1.Pod) bool { return !alone.schedule(random, pod, nil) }) {
			stuck++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(fmt.Sprint(fit, " of ", cases, " groups fit; without plans, ", stuck, " of them are not placed"))
	if fit < cases/10 || stuck < cases/100 {
		t.Errorf("%d groups fit, and %d of them only with plans: the test is too easy", fit, stuck)
	}
}

// A search that reaches a limit says so, and finds no plan.
func TestPlanIsLimited(t *testing.T) {
	run := newGroupRun(t, drawGroup(rand.New(rand.NewPCG(1, 1))))
	members := []*member{run.memberOf(run.pods[0]), run.memberOf(run.pods[1])}
	planner := newGroupPlanner(t.Context(), run.allocator(), run.infos, members)
	planner.fits = func(*v1.Pod, fwk.NodeInfo) bool { planner.trials = mostTrials; return false }
	if planner.plan(0) || planner.why() != "the search ended at its limit of 50000 pairs of a pod and a node" {
		t.Errorf("found %q, expected the limit of pairs", planner.why())
	}
}

// A plan that leaves out pods has the pod that is tried, because other plugins may refuse the rest.
func TestPlanHasTriedPod(t *testing.T) {
	run := newGroupRun(t, drawGroup(rand.New(rand.NewPCG(1, 1))))
	for asked := range 3 {
		for other := range 4 { // a pod of another kind, or none
			var members []*member
			for i := range 3 {
				pod := podOf(fmt.Sprint("pod-", i))
				pod.UID = types.UID(pod.Name)
				if i == other {
					pod.Spec.Tolerations = []v1.Toleration{{Key: "key"}}
				}
				members = append(members, &member{pod: pod, fixed: []*resourceapi.AllocationResult{{}}})
			}
			planner := newGroupPlanner(t.Context(), run.allocator(), run.infos[:1], members)
			planner.asked = members[asked].pod.UID
			planner.fits = func(_ *v1.Pod, info fwk.NodeInfo) bool { return len(info.GetPods()) < 2 }
			if !planner.plan(1) {
				t.Fatalf("found no plan for pod %d", asked)
			}
			if units := planner.spots[0].units; len(units) != 2 || !slices.ContainsFunc(units, func(u *unit) bool { return u.members[0] == members[asked] }) {
				t.Errorf("the plan for pod %d, if pod %d is of another kind, has %d pods without it, expected 2 with it", asked, other, len(units))
			}
		}
	}
}

// The work of a plan is limited if pods may use different nodes: comparing labels and considering nodes counts.
func TestPlanOfManyKindsIsLimited(t *testing.T) {
	run := newGroupRun(t, drawGroup(rand.New(rand.NewPCG(1, 1))))
	var infos []fwk.NodeInfo
	for i := range 3000 {
		node := run.infos[0].Node().DeepCopy()
		node.Labels = map[string]string{"number": strconv.Itoa(i)}
		info := framework.NewNodeInfo()
		info.SetNode(node)
		infos = append(infos, info)
	}
	onNodes := func(name string, from, count int) *member {
		pod := podOf(name)
		pod.UID = types.UID(name)
		r := v1.NodeSelectorRequirement{Key: "number", Operator: v1.NodeSelectorOpIn}
		for i := range count {
			r.Values = append(r.Values, strconv.Itoa(from+i))
		}
		pod.Spec.Affinity = &v1.Affinity{NodeAffinity: &v1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &v1.NodeSelector{
			NodeSelectorTerms: []v1.NodeSelectorTerm{{MatchExpressions: []v1.NodeSelectorRequirement{r}}}}}}
		return &member{pod: pod, fixed: []*resourceapi.AllocationResult{{}}}
	}
	plan := func(members ...*member) *groupPlanner {
		planner := newGroupPlanner(t.Context(), run.allocator(), infos, members)
		planner.fits = func(pod *v1.Pod, _ fwk.NodeInfo) bool { return pod.Name != "never" }
		if planner.plan(0) || planner.isExact() {
			t.Error("expected that the search gives up")
		}
		return planner
	}
	if p := plan(onNodes("never", 0, 2000), onNodes("many", 1, 2000)); p.matches < mostMatches || p.matches > mostMatches+2002 {
		t.Errorf("%d comparisons, expected %d", p.matches, mostMatches)
	}
	members := []*member{onNodes("never", 100, 3)}
	for i := range 20 {
		members = append(members, onNodes(fmt.Sprint("pod-", i), i, 2))
	}
	if p := plan(members...); p.visits != mostVisits {
		t.Errorf("%d nodes were considered, expected %d", p.visits, int(mostVisits))
	}
}

// The reason of a refusal states why the devices of the group were not planned, and that planned ones count.
func TestPlanIsMentioned(t *testing.T) {
	node := drawGroup(rand.New(rand.NewPCG(1, 1))).infos()[0]
	name, pod := node.Node().Name, podOf("pod")
	full := &groupPlan{node: "other", others: map[string]planned{name: {node, 2}}, fits: func(*v1.Pod, fwk.NodeInfo) bool { return false }}
	alone := &groupPlan{others: full.others, fits: full.fits}
	for _, test := range []struct{ found, expected string }{
		{(*groupPlan)(nil).note(name) + (*groupPlan)(nil).refuses(pod, name), ""},
		{(&groupPlan{gaveUp: "why"}).note(name), "; the devices of its group were not planned: why"},
		{(&groupPlan{shortage: "no room"}).note(name), "; no room"},
		{(&groupPlan{leftOut: "who"}).note(name), "; the plan for its group leaves out who"},
		{alone.note(name), "; those planned for other pods of its group count as in use"},
		{alone.note("other") + alone.refuses(pod, "other"), ""},
		{alone.refuses(pod, name), "2 places are planned here for pods of the group, and the rest is too small"},
		{full.refuses(pod, name), "the pod shares claims with pods of its group that are planned on node other"},
	} {
		if test.found != test.expected {
			t.Errorf("found %q, expected %q", test.found, test.expected)
		}
	}
}
