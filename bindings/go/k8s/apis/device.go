package apis

import (
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Device lists the devices of the node of its name (scheduling.koordinator.sh).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Device struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DeviceSpec `json:"spec,omitempty"`
}

// DeviceSpec has the devices of a node.
type DeviceSpec struct {
	Devices []DeviceInfo `json:"devices,omitempty"`
}

// DeviceInfo is a device.
type DeviceInfo struct {
	Type       string `json:"type,omitempty"`       // "gpu", "rdma", "fpga" or any other
	DeviceType string `json:"deviceType,omitempty"` // its name in the proposal; Type is used where both are stated
	ID         string `json:"id,omitempty"`         // "GPU-<uuid>", or a bus id
	UUID       string `json:"uuid,omitempty"`       // its name in the proposal; ID is used where both are stated
	Minor      *int32 `json:"minor,omitempty"`      // unique within its type; nil: 0
	ModuleID   *int32 `json:"moduleID,omitempty"`
	Health     bool   `json:"health"`
	// Resources is how much it has of which resource, "koordinator.sh/gpu-core": "100".
	Resources v1.ResourceList   `json:"resources,omitempty"`
	Resource  v1.ResourceList   `json:"resource,omitempty"` // its name in the proposal; Resources is used where both are stated
	Labels    map[string]string `json:"labels,omitempty"`
	Topology  *DeviceTopology   `json:"topology,omitempty"`

	VFGroups []VirtualFunctionGroup `json:"vfGroups,omitempty"`
}

// DeviceTopology is where a device is attached.
type DeviceTopology struct {
	SocketID *int32 `json:"socketID,omitempty"` // nil or -1: any
	NodeID   *int32 `json:"nodeID,omitempty"`   // its NUMA node; nil or -1: any
	PCIEID   string `json:"pcieID,omitempty"`   // of its PCIe switch
	BusID    string `json:"busID,omitempty"`
}

// VirtualFunctionGroup is a set of virtual functions of a device that pods choose by labels.
type VirtualFunctionGroup struct {
	Labels map[string]string `json:"labels,omitempty"`
	VFs    []VirtualFunction `json:"vfs,omitempty"`
}

// VirtualFunction is a virtual function of a device.
type VirtualFunction struct {
	Minor int32  `json:"minor"` // -1: none
	BusID string `json:"busID,omitempty"`
}

// DeviceList is a list of Device.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type DeviceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Device `json:"items"`
}
