//go:build !kube1_36 && !kube1_38

package scheduler

import (
	"context"
	"fmt"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
)

// hold is a plugin that is called first when the last pod of group g is allowed, while the other
// one waits for it.
type hold struct {
	handle fwk.Handle
	last   func() *fwk.Status
}

func (h *hold) Name() string { return "Hold" }

func (h *hold) Permit(_ context.Context, _ fwk.CycleState, pod *v1.Pod, _ string) (*fwk.Status, time.Duration) {
	if pod.Name != "g1" {
		return nil, 0
	}
	return h.last(), 0
}

const withHold = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    plugins:
      multiPoint: {enabled: [{name: Hold}, {name: Koord, weight: 2}]}
      permit: {enabled: [{name: Hold}, {name: GangScheduling}, {name: Koord}]}
      placementGenerate: {enabled: [{name: Koord}], disabled: [{name: TopologyPlacementGenerator}]}
      postFilter: {enabled: [{name: Koord}]}
      podGroupPostFilter: {enabled: [{name: Koord}]}
      bind: {enabled: [{name: Koord}]}
    pluginConfig:
      - name: Koord
        args: {gangTimeout: %s}
      - name: NodeResourcesFit
        args: {ignoredResourceGroups: [koordinator.sh, nvidia.com]}
`

// bindingGroup binds a group of two pods, and calls `last` in between.
func bindingGroup(t *testing.T, timeout string, last func(*world, *hold) *fwk.Status) (w *world) {
	t.Helper()
	podGroups(t, true)
	plugin := &hold{}
	asked := false
	plugin.last = func() *fwk.Status {
		if !asked && (w.get("g0").Spec.NodeName != "" || !w.state.parts.State.IsOn("g0", "a") || !w.state.parts.State.IsOn("g1", "a")) {
			t.Error("the pods do not wait for each other")
		}
		asked = true
		return last(w, plugin)
	}
	w = newWorldWith(t, frameworkruntime.Registry{"Hold": func(_ context.Context, _ runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
		plugin.handle = handle
		return plugin, nil
	}}, fmt.Sprintf(withHold, timeout))
	w.server("a")
	w.podGroup("g", 2)
	w.create(lsr("g0", "8", of("g")), lsr("g1", "8", of("g")))
	return w
}

// deletes deletes a pod, and waits until kube-scheduler no longer counts it.
func (h *hold) deletes(w *world, name string, left int) {
	w.delete(name)
	w.until("kube-scheduler knows that "+name+" is deleted", func() bool {
		members, err := h.handle.PodGroupManager().PodGroupStates().Get("default", "g")
		return err != nil || members.ScheduledPodsCount() <= left
	})
}

// released waits until the group holds nothing, and places another pod on all its resources.
func (w *world) released() {
	w.t.Helper()
	w.until("the group gave everything back", func() bool { return w.holdsNothing("g", 2, "a") })
	w.create(lsr("all", "16"))
	w.bound("all")
}

// kube-scheduler alone would let g0 wait for five minutes.
func TestPodGroupGivesUpWithOneOfItsPods(t *testing.T) {
	w := bindingGroup(t, "1m", func(w *world, h *hold) *fwk.Status {
		h.deletes(w, "g1", 1) // prevents another attempt of the group
		return fwk.NewStatus(fwk.Unschedulable, "not this one")
	})
	w.released()
	if w.get("g0").Spec.NodeName != "" {
		t.Error("half of a group is bound")
	}
}

// A pod is deleted before it waits: neither it nor the pods that wait for it get an event.
func TestPodGroupGivesUpInTime(t *testing.T) {
	created := time.Now()
	w := bindingGroup(t, "3s", func(w *world, h *hold) *fwk.Status {
		h.deletes(w, "g1", 1)
		return nil
	})
	w.until("both pods wait", func() bool {
		return !w.exists("g1") && w.state.parts.State.IsOn("g0", "a") && w.state.parts.State.IsOn("g1", "a")
	})
	w.released() // within a minute: kube-scheduler alone would let it wait for five
	if waited := time.Since(created); waited < 3*time.Second {
		t.Error(waited)
	}
	if w.get("g0").Spec.NodeName != "" {
		t.Error("half of a group is bound")
	}
}

func TestPodGroupThatIsDeletedGivesUp(t *testing.T) {
	w := bindingGroup(t, "3s", func(w *world, h *hold) *fwk.Status {
		must(w.t, w.client.SchedulingV1beta1().PodGroups("default").Delete(w.ctx, "g", metav1.DeleteOptions{}))
		h.deletes(w, "g0", 1)
		h.deletes(w, "g1", 0)
		return nil
	})
	w.until("the group is deleted", func() bool { return !w.exists("g0") && !w.exists("g1") })
	w.released()
}
