package deviceshare

import (
	fwktype "k8s.io/kube-scheduler/framework"

	apiext "github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
)

// ZZOwn replaces the plugin's cache by one that keeps nodes which no informer knows.
func (p *Plugin) ZZOwn() { p.nodeDeviceCache = newNodeDeviceCache() }

// ZZDevice sets the devices of a node. It removes the node if they are nil.
func (p *Plugin) ZZDevice(node string, d *schedulingv1alpha1.Device) {
	if d == nil {
		p.nodeDeviceCache.removeNodeDevice(node)
		return
	}
	p.nodeDeviceCache.updateNodeDevice(node, d)
}

// ZZAllocation returns the devices that Reserve allocated.
func ZZAllocation(state fwktype.CycleState) apiext.DeviceAllocations {
	s, st := getPreFilterState(state)
	if !st.IsSuccess() {
		return nil
	}
	return s.allocationResult
}
