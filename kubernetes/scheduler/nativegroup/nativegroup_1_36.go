//go:build kube1_36

package nativegroup

import (
	"time"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/topologyaware"

	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Groups plans no pod groups: those of Kubernetes 1.36 (scheduling.k8s.io/v1alpha2, off by default)
// have another form, and plugins cannot evict pods for them. kube-scheduler places their pods one
// by one, like all pods.
type Groups struct {
	parts Parts
	trial *state.WhatIf // always nil
}

// New returns the groups of a profile.
func New(_ fwk.Handle, parts Parts, _ *topologyaware.TopologyPlacement, _ time.Duration) *Groups {
	return &Groups{parts: parts}
}

// PlanFor returns nil: there are no plans.
func (g *Groups) PlanFor(fwk.CycleState, *v1.Pod) (*Plan, error) { return nil, nil }

// Record does nothing: placements are not scored.
func (g *Groups) Record(fwk.CycleState, string, int64, bool) {}
