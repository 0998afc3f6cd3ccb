//go:build kube1_36

package podgroup

import (
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/topologyaware"

	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Groups plans no pod groups: those of Kubernetes 1.36 (scheduling.k8s.io/v1alpha2, off by default) have another form, and
// plugins cannot evict pods for them. kube-scheduler places their pods one by one, like all pods.
type Groups struct {
	Parts
	trial *state.WhatIf // always nil
}

// New returns the groups of a profile.
func New(_ fwk.Handle, parts Parts, _ *topologyaware.TopologyPlacement, _ time.Duration) *Groups {
	return &Groups{Parts: parts}
}

// PlanFor returns nil: there are no plans.
func (g *Groups) PlanFor(fwk.CycleState, *v1.Pod) (*groupPlan, error) { return nil, nil }

// Record does nothing: placements are not scored.
func (g *Groups) Record(fwk.CycleState, string, int64, bool) {}

// LimitWait does nothing: kube-scheduler limits how long pods of a group wait.
func (g *Groups) LimitWait(*v1.Pod) {}

// ReleaseGroup does nothing, like LimitWait.
func (g *Groups) ReleaseGroup(*v1.Pod) {}

// EndWait does nothing, like LimitWait.
func (g *Groups) EndWait(types.UID) {}
