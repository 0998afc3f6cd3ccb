// Package nativegroup handles the pod groups of scheduling.k8s.io: it plans their nodes, generates
// and scores placements, and evicts pods for them.
package nativegroup

import (
	"context"

	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/gang"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/preempt"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
)

// Parts are the parts of a scheduler that its pod groups use.
type Parts struct {
	State     *state.State
	Waiting   *pending.Pods
	Evaluator *evaluate.Evaluator
	Gangs     *gang.Gangs
	Ready     Readiness
	Evictions *preempt.Preemptor
}

// Readiness waits until the state has all objects of the first lists.
type Readiness interface {
	WaitReady(ctx context.Context) error
}

// Plan is the library's plan for the pods of a group. Without nodes and refusal the library
// has no opinion.
type Plan struct {
	Nodes    map[types.UID]string
	all      bool   // all pods are planned
	Required bool   // the pods may only be placed as planned
	Refusal  string // reason if there is no plan
}
