package gang

import (
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"

	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// gangOf returns a gang with members.
func gangOf(t *testing.T, members ...string) (g *Gangs, pods []*v1.Pod, key types.NamespacedName) {
	t.Helper()
	all := &stores.Stores{Pods: cache.NewStore(cache.MetaNamespaceKeyFunc)}
	g = New(all, nil, nil, nil)
	for _, name := range members {
		pod := memberOf("g", "1")
		pod.Name, pod.UID = name, types.UID(name)
		must(t, all.Pods.Add(pod))
		g.Sync(types.NamespacedName{Namespace: "default", Name: name}, pod)
		pods = append(pods, pod)
	}
	return g, pods, request.GangOf(pods[0])
}

func nodeWith(name string, change func(*v1.Node), pods ...string) fwk.NodeInfo {
	var on []*v1.Pod
	for _, uid := range pods {
		on = append(on, &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: uid, UID: types.UID(uid)}})
	}
	info := framework.NewNodeInfo(on...)
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{}},
		Status: v1.NodeStatus{Allocatable: v1.ResourceList{"cpu": resource.MustParse("8")}}}
	if change != nil {
		change(node)
	}
	info.SetNode(node)
	return info
}

// A refusal counts until the node or its pods change. Members of the gang that are placed on it do not count as a change.
func TestRefusalsCountWhileTheNodeIsUnchanged(t *testing.T) {
	for what, test := range map[string]struct {
		now  fwk.NodeInfo
		kept bool
	}{
		"unchanged":     {nodeWith("n", nil, "other"), true},
		"with a member": {nodeWith("n", nil, "other", "one"), true},
		"a pod left":    {nodeWith("n", nil), false},
		"a pod came":    {nodeWith("n", nil, "other", "another"), false},
		"allocatable":   {nodeWith("n", func(n *v1.Node) { n.Status.Allocatable["cpu"] = resource.MustParse("9") }, "other"), false},
		"label":         {nodeWith("n", func(n *v1.Node) { n.Labels["zone"] = "a" }, "other"), false},
		"taint":         {nodeWith("n", func(n *v1.Node) { n.Spec.Taints = []v1.Taint{{Key: "a"}} }, "other"), false},
		"cordoned":      {nodeWith("n", func(n *v1.Node) { n.Spec.Unschedulable = true }, "other"), false},
		"new node":      {nodeWith("n", func(n *v1.Node) { n.UID = "new" }, "other"), false},
		"deleted":       {nodeWith("m", nil), false},
	} {
		g, pods, key := gangOf(t, "one", "two")
		g.Refuse(key, pods[1], []Refusal{{nodeWith("n", nil, "one", "other"), names.NodeResourcesFit}})
		found := g.Refused(key, []fwk.NodeInfo{test.now})
		if kept := len(found.All["two"]) == 1; kept != test.kept || len(found.Lasting) > 0 {
			t.Error(what, found)
		}
		if kept := len(g.byName[key].refused) == 1; kept != test.kept {
			t.Error(what, g.byName[key].refused)
		}
	}
}

// A node is excluded for good, while it is unchanged, once a plugin that reads only the node has refused it twice.
func TestLastingRefusals(t *testing.T) {
	node := nodeWith("n", nil)
	for _, test := range []struct {
		plugins []string
		again   []bool // whether the gang is planned again after it
		lasting bool
	}{
		{[]string{names.NodeResourcesFit}, []bool{true}, false},
		{[]string{names.NodeResourcesFit, names.NodeResourcesFit}, []bool{true, false}, true},
		{[]string{names.NodeResourcesFit, names.NodeResourcesFit, ""}, []bool{true, false, false}, true},
		{[]string{names.NodeResourcesFit, names.NodePorts}, []bool{true, false}, false},
		{[]string{names.InterPodAffinity, names.InterPodAffinity, names.InterPodAffinity}, []bool{true, false, false}, false},
		{[]string{"", "", ""}, []bool{true, false, false}, false},
		{[]string{"", names.NodePorts, names.NodePorts}, []bool{true, false, false}, true},
		{[]string{names.NodeVolumeLimits, names.NodeVolumeLimits}, []bool{true, false}, false},
	} {
		g, pods, key := gangOf(t, "one", "two")
		for i, plugin := range test.plugins {
			g.Refuse(key, pods[0], []Refusal{{node, plugin}})
			if again := g.PlanAgain(key); again != test.again[i] || g.PlanAgain(key) {
				t.Error(test.plugins, i, again)
			}
		}
		found := g.Refused(key, []fwk.NodeInfo{node})
		expected := map[types.UID][]string{}
		if test.lasting {
			expected["one"] = []string{"n"}
		}
		if !reflect.DeepEqual(found.Lasting, expected) || len(found.All["one"]) != 1 || (found.Example != "") != test.lasting {
			t.Error(test.plugins, found)
		}
	}
}

func TestRefusalsAreBoundedAndForgotten(t *testing.T) {
	g, pods, key := gangOf(t, "one", "two")
	var refusals []Refusal
	for i := range mostRefused + 10 {
		refusals = append(refusals, Refusal{nodeWith(fmt.Sprint("n", i), nil), names.NodeResourcesFit})
	}
	g.Refuse(key, pods[0], refusals)
	g.Refuse(key, pods[1], refusals)
	if all := g.byName[key].refused; len(all["one"]) != mostRefused || len(all["two"]) != 0 {
		t.Error(len(all["one"]), len(all["two"]))
	}
	must(t, g.stores.Pods.Delete(pods[0]))
	g.Sync(types.NamespacedName{Namespace: "default", Name: "one"}, pods[0])
	if all := g.byName[key].refused; len(all) != 0 {
		t.Error("of a pod that left", len(all))
	}
	g.Refuse(key, pods[0], refusals)
	g.Refuse(key, pods[1], refusals[:1])
	if all := g.byName[key].refused; len(all) != 1 || len(all["two"]) != 1 {
		t.Error(all)
	}
	if enough, _, _, _ := g.SetPlaced(key, pods[1], true, 1); !enough || len(g.byName[key].refused) != 0 || g.PlanAgain(key) {
		t.Error("of a gang that is placed", g.byName[key].refused)
	}
}

// A member of the gang that is on the node may be the cause, as with two pods of one host port, so another plan may succeed.
func TestRefusalsBesideMembersDoNotLast(t *testing.T) {
	g, pods, key := gangOf(t, "one", "two")
	node := nodeWith("n", nil, "one", "other")
	for range 3 {
		g.Refuse(key, pods[1], []Refusal{{node, names.NodePorts}})
	}
	if found := g.Refused(key, []fwk.NodeInfo{node}); len(found.All["two"]) != 1 || len(found.Lasting) != 0 {
		t.Error(found)
	}
}

// A plugin may read more than the node and its pods, so no refusal counts for ever.
func TestRefusalsExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, pods, key := gangOf(t, "one")
		node := nodeWith("n", nil)
		for range 3 {
			g.Refuse(key, pods[0], []Refusal{{node, names.NodePorts}})
			time.Sleep(longestRefusal / 2)
		}
		if found := g.Refused(key, []fwk.NodeInfo{node}); len(found.Lasting["one"]) != 1 {
			t.Error(found)
		}
		time.Sleep(longestRefusal)
		if found := g.Refused(key, []fwk.NodeInfo{node}); len(found.All) != 0 {
			t.Error(found)
		}
	})
}
