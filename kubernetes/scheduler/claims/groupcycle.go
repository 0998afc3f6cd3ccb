//go:build !kube1_38

package claims

import fwk "k8s.io/kube-scheduler/framework"

// GetPodGroupSchedulingCycle returns the state of the gang.
func (c *gangCycle) GetPodGroupSchedulingCycle() fwk.PodGroupCycleState { return c.gang }
