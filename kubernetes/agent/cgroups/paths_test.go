package cgroups

import (
	"errors"
	"testing"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A pod is lost if none of kubelet's classes has its group. Without the classes nothing is proved.
func TestLostPods(t *testing.T) {
	tree := fake.NewCgroups(t, "0-3", "0")
	g := New(config.CgroupConfig{Mount: tree.Root, Driver: "detect", Version: "1"})
	if g.LostPod("u") {
		t.Error("before the groups are open")
	}
	_, err := g.Open(t.Context())
	check.OK(t, err)
	defer g.Close()
	for _, class := range []string{"kubepods", "kubepods/burstable", "kubepods/besteffort"} {
		tree.Add(class+"/podu", -1)
		if g.LostPod("u") || !g.LostPod("other") {
			t.Error(class)
		}
		tree.Remove(class + "/podu")
	}
	tree.Remove("kubepods/besteffort")
	if g.LostPod("u") {
		t.Error("without a class")
	}
}

// The group of a sandbox is found by the id; an id in another form has none.
func TestGroupsOfSandboxes(t *testing.T) {
	tree := fake.NewCgroups(t, "0-3", "0")
	g := New(config.CgroupConfig{Mount: tree.Root, Driver: "detect", Version: "1"})
	_, err := g.Open(t.Context())
	check.OK(t, err)
	defer g.Close()
	tree.Add("kubepods/burstable/podu/abc", -1)
	for id, want := range map[string]bool{"abc": true, "abd": false} {
		if has, err := g.HasSandbox(facts.RunningSandbox{ID: id, UID: "u", KubeQOS: koord.KubeQOSBurstable}); err != nil || has != want {
			t.Errorf("%s: %v, %v", id, has, err)
		}
	}
	if _, err := g.HasSandbox(facts.RunningSandbox{ID: "../x", UID: "u"}); !errors.Is(err, koord.ErrNotFound) {
		t.Error(err)
	}
}
