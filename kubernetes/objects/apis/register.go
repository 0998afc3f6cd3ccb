package apis

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Groups and versions. A cluster serves TopologyV1alpha1, TopologyV1alpha2 or both, depending on
// the installed definition: use discovery.
var (
	TopologyV1alpha1   = schema.GroupVersion{Group: "topology.node.k8s.io", Version: "v1alpha1"}
	TopologyV1alpha2   = schema.GroupVersion{Group: "topology.node.k8s.io", Version: "v1alpha2"}
	SchedulingV1alpha1 = schema.GroupVersion{Group: "scheduling.koordinator.sh", Version: "v1alpha1"}
	PodGroupsV1alpha1  = schema.GroupVersion{Group: "scheduling.sigs.k8s.io", Version: "v1alpha1"}
)

// Resources, for dynamic clients and informers.
var (
	NodeResourceTopologiesV1alpha1 = TopologyV1alpha1.WithResource("noderesourcetopologies")
	NodeResourceTopologiesV1alpha2 = TopologyV1alpha2.WithResource("noderesourcetopologies")
	Devices                        = SchedulingV1alpha1.WithResource("devices")
	Reservations                   = SchedulingV1alpha1.WithResource("reservations")
	RebindResources                = SchedulingV1alpha1.WithResource("rebindresources")
	PodGroups                      = PodGroupsV1alpha1.WithResource("podgroups")
)

// AddToScheme registers all types of this package.
func AddToScheme(scheme *runtime.Scheme) error {
	for _, version := range []schema.GroupVersion{TopologyV1alpha1, TopologyV1alpha2} {
		scheme.AddKnownTypes(version, &NodeResourceTopology{}, &NodeResourceTopologyList{})
		metav1.AddToGroupVersion(scheme, version)
	}
	scheme.AddKnownTypes(SchedulingV1alpha1, &Device{}, &DeviceList{}, &Reservation{}, &ReservationList{}, &RebindResource{},
		&RebindResourceList{})
	metav1.AddToGroupVersion(scheme, SchedulingV1alpha1)
	scheme.AddKnownTypes(PodGroupsV1alpha1, &PodGroup{}, &PodGroupList{})
	metav1.AddToGroupVersion(scheme, PodGroupsV1alpha1)
	return nil
}
