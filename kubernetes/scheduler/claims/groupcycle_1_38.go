//go:build kube1_38

package claims

import fwk "k8s.io/kube-scheduler/framework"

// GetPodGroupCycleState returns the state of the gang.
func (c *gangCycle) GetPodGroupCycleState() fwk.PodGroupCycleState { return c.gang }

// groupStateOf returns the state of the pod group of a cycle.
func groupStateOf(cycle fwk.CycleState) fwk.PodGroupCycleState { return cycle.GetPodGroupCycleState() }
