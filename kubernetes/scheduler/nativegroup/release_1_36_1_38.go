//go:build kube1_36 || kube1_38

package nativegroup

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// In 1.36 kube-scheduler limits how long pods of a group wait. Since 1.38 GangScheduling has no
// Permit: no pod of a group waits for others after it was placed.

// groupWaits is empty: no pod has to be released.
type groupWaits struct{}

// LimitWait does nothing: see groupWaits.
func (g *Groups) LimitWait(*v1.Pod) {}

// ReleaseGroup does nothing: see groupWaits.
func (g *Groups) ReleaseGroup(*v1.Pod) {}

// EndWait does nothing: see groupWaits.
func (g *Groups) EndWait(types.UID) {}
