//go:build v1_37

package devicemanager

import (
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
)

func (m *ManagerImpl) generateDeviceTopologyHints(logger klog.Logger, resource string, available, reusable sets.Set[string], request int) []topologymanager.TopologyHint {
	return m.koordHints(m.deviceNUMANodes(logger, resource), resource, available, reusable, request)
}
