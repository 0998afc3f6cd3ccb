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

// DeviceSpec holds the devices of a node.
type DeviceSpec struct {
	Devices []DeviceInfo `json:"devices,omitempty"`
}

// DeviceInfo is a device.
type DeviceInfo struct {
	Type string `json:"type,omitempty"` // "gpu", "rdma", "fpga" or any other
	// the proposal's name; Type is used if both are stated
	DeviceType string `json:"deviceType,omitempty"`
	ID         string `json:"id,omitempty"` // "GPU-<uuid>", or a bus id
	// the proposal's name; ID is used if both are stated
	UUID     string `json:"uuid,omitempty"`
	Minor    *int32 `json:"minor,omitempty"` // unique within its type; nil is 0
	ModuleID *int32 `json:"moduleID,omitempty"`
	Health   bool   `json:"health"`
	// Resources holds the device's amount of each resource: "koordinator.sh/gpu-core": "100".
	Resources v1.ResourceList `json:"resources,omitempty"`
	// the proposal's name; Resources is used if both are stated
	Resource v1.ResourceList   `json:"resource,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Topology *DeviceTopology   `json:"topology,omitempty"`

	VFGroups []VirtualFunctionGroup `json:"vfGroups,omitempty"`
}

// DeviceTopology is the location of a device.
type DeviceTopology struct {
	SocketID *int32 `json:"socketID,omitempty"` // any if nil or -1
	NodeID   *int32 `json:"nodeID,omitempty"`   // NUMA node; any if nil or -1
	PCIEID   string `json:"pcieID,omitempty"`   // PCIe switch
	BusID    string `json:"busID,omitempty"`
}

// VirtualFunctionGroup is a set of virtual functions of a device that pods select by labels.
type VirtualFunctionGroup struct {
	Labels map[string]string `json:"labels,omitempty"`
	VFs    []VirtualFunction `json:"vfs,omitempty"`
}

// VirtualFunction is a virtual function of a device.
type VirtualFunction struct {
	Minor int32  `json:"minor"` // -1 if there is none
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
