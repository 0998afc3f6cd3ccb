//go:build kube1_36

package nativegroup

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Groups plans no pod groups: those of Kubernetes 1.36 (scheduling.k8s.io/v1alpha2, off by default)
// have another form, and plugins cannot evict pods for them. kube-scheduler places their pods one
// by one, like all pods.
type Groups struct {
	parts Parts
	trial *state.WhatIf // always nil
}

// New returns the groups of a profile. It does not make kube-scheduler's generator of placements, which in 1.36 waits for an
// informer of pod groups, whose API is not served by default.
func New(_ context.Context, _ fwk.Handle, parts Parts, _ time.Duration) (*Groups, error) {
	return &Groups{parts: parts}, nil
}

// PlanFor returns nil: there are no plans.
func (g *Groups) PlanFor(fwk.CycleState, *v1.Pod) (*Plan, error) { return nil, nil }

// Record does nothing: placements are not scored.
func (g *Groups) Record(fwk.CycleState, string, int64, bool) {}
