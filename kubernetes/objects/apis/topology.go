package apis

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// NodeResourceTopology describes the NUMA nodes of the node of its name (topology.node.k8s.io).
// v1alpha1 and v1alpha2 have the same fields here.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type NodeResourceTopology struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// TopologyPolicies states the policy of kubelet's topology manager in its first item:
	// "SingleNUMANodePodLevel". It is required in v1alpha1.
	TopologyPolicies []string `json:"topologyPolicies"`
	// Attributes topologyManagerPolicy and topologyManagerScope override TopologyPolicies.
	Attributes []Attribute `json:"attributes,omitempty"`
	Zones      []Zone      `json:"zones"`
}

// ZoneTypeNode is the type of zones that are NUMA nodes.
const ZoneTypeNode = "Node"

// Zone is a part of a node. NUMA nodes have the type "Node" and are named "node-0", "node-1".
type Zone struct {
	Name       string         `json:"name"`
	Type       string         `json:"type,omitempty"`
	Parent     string         `json:"parent,omitempty"`
	Costs      []Cost         `json:"costs,omitempty"` // distances to other zones
	Attributes []Attribute    `json:"attributes,omitempty"`
	Resources  []ZoneResource `json:"resources,omitempty"`
}

// ZoneResource holds the amounts of a resource in a zone.
type ZoneResource struct {
	Name        string            `json:"name"`
	Capacity    resource.Quantity `json:"capacity"`
	Allocatable resource.Quantity `json:"allocatable"`
	Available   resource.Quantity `json:"available"`
}

// Cost is the distance to a zone.
type Cost struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Attribute is a name with a value.
type Attribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// NodeResourceTopologyList is a list of NodeResourceTopology.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type NodeResourceTopologyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []NodeResourceTopology `json:"items"`
}
