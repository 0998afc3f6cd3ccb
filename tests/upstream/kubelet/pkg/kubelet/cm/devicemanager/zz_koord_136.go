//go:build v1_36

package devicemanager

import (
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
)

func (m *ManagerImpl) generateDeviceTopologyHints(resource string, available, reusable sets.Set[string], request int) []topologymanager.TopologyHint {
	return m.koordHints(m.deviceNUMANodes(resource), resource, available, reusable, request)
}
