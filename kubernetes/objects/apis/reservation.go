package apis

import (
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Reservation reserves resources of a node for later pods, its owners (scheduling.koordinator.sh).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Reservation struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ReservationSpec   `json:"spec,omitempty"`
	Status ReservationStatus `json:"status,omitempty"`
}

// ReservationSpec holds the reserved resources and the owners.
type ReservationSpec struct {
	// Template is the pod whose requests are reserved.
	Template *v1.PodTemplateSpec `json:"template,omitempty"`
	// Owners selects the pods that may use the reservation. A pod needs to match one item.
	Owners []ReservationOwner `json:"owners,omitempty"`
	// TTL is the lifetime from its creation: 0 is unlimited, and nil is 24 hours.
	TTL *metav1.Duration `json:"ttl,omitempty"`
	// Expires is the end time. If it is stated, TTL is ignored.
	Expires *metav1.Time `json:"expires,omitempty"`
	// AllocateOnce ends the reservation with its first owner; nil is true.
	AllocateOnce *bool `json:"allocateOnce,omitempty"`
	// AllocatePolicy decides about owners that need more than is left: "Aligned", "Restricted", or
	// "" (Default).
	AllocatePolicy ReservationAllocatePolicy `json:"allocatePolicy,omitempty"`
	// PreAllocation allows the reservation of resources that running pods use now.
	PreAllocation bool `json:"preAllocation,omitempty"`
	// Unschedulable rejects new owners.
	Unschedulable bool `json:"unschedulable,omitempty"`
	// Taints reject owners that do not tolerate them.
	Taints []v1.Taint `json:"taints,omitempty"`
}

// ReservationAllocatePolicy decides about owners that need more than is left.
type ReservationAllocatePolicy string

// Allocate policies.
const (
	ReservationAllocateDefault    ReservationAllocatePolicy = ""
	ReservationAllocateAligned    ReservationAllocatePolicy = "Aligned"
	ReservationAllocateRestricted ReservationAllocatePolicy = "Restricted"
)

// ReservationOwner selects pods; all stated members must match.
type ReservationOwner struct {
	Object        *v1.ObjectReference             `json:"object,omitempty"`
	Controller    *ReservationControllerReference `json:"controller,omitempty"`
	LabelSelector *metav1.LabelSelector           `json:"labelSelector,omitempty"`
}

// ReservationControllerReference is a pod's controller with its namespace.
type ReservationControllerReference struct {
	metav1.OwnerReference `json:",inline"`
	Namespace             string `json:"namespace,omitempty"`
}

// ReservationStatus is the state of a reservation.
type ReservationStatus struct {
	Phase         ReservationPhase       `json:"phase,omitempty"`
	Conditions    []ReservationCondition `json:"conditions,omitempty"`
	CurrentOwners []v1.ObjectReference   `json:"currentOwners,omitempty"`
	NodeName      string                 `json:"nodeName,omitempty"`
	Allocatable   v1.ResourceList        `json:"allocatable,omitempty"` // reserved resources
	// resources used by its owners
	Allocated v1.ResourceList `json:"allocated,omitempty"`
}

// ReservationPhase is the progress of a reservation.
type ReservationPhase string

// Phases of a Reservation.
const (
	ReservationPending   ReservationPhase = "Pending"
	ReservationAvailable ReservationPhase = "Available"
	ReservationSucceeded ReservationPhase = "Succeeded"
	ReservationWaiting   ReservationPhase = "Waiting"
	ReservationFailed    ReservationPhase = "Failed"
)

// ReservationCondition is an aspect of a reservation's state.
type ReservationCondition struct {
	Type               string             `json:"type,omitempty"` // "Scheduled", "Ready", "SpecValid"
	Status             v1.ConditionStatus `json:"status,omitempty"`
	Reason             string             `json:"reason,omitempty"`
	Message            string             `json:"message,omitempty"`
	LastProbeTime      metav1.Time        `json:"lastProbeTime,omitempty"`
	LastTransitionTime metav1.Time        `json:"lastTransitionTime,omitempty"`
}

// ReservationList is a list of Reservation.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ReservationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Reservation `json:"items"`
}

// Types and reasons of conditions of a Reservation.
const (
	ReservationScheduled = "Scheduled"
	ReservationReady     = "Ready"
	// ReservationSpecValid is False while an earlier version of the spec is in effect, because the
	// current one is invalid.
	ReservationSpecValid = "SpecValid"

	ReasonReservationScheduled     = "Scheduled"
	ReasonReservationUnschedulable = "Unschedulable"
	ReasonReservationAvailable     = "Available"
	ReasonReservationSucceeded     = "Succeeded"
	ReasonReservationExpired       = "Expired"
	ReasonReservationValid         = "Valid"
	ReasonReservationInvalid       = "Invalid"
)

// Labels and annotations about reservations.
const (
	// LabelReservationOrder is a label of a Reservation: the lowest order is used first.
	// Reservations with order 0 or none come last.
	LabelReservationOrder = "scheduling.koordinator.sh/reservation-order"
	// LabelReservationIgnored is a label of a pod: "true" excludes the pod from all reservations.
	LabelReservationIgnored = "scheduling.koordinator.sh/reservation-ignored"
	// AnnotationReservationAffinity is an annotation of a pod: the pod uses one of these
	// reservations, or stays pending (ReservationAffinity).
	AnnotationReservationAffinity = "scheduling.koordinator.sh/reservation-affinity"
	// AnnotationReservationAllocated is an annotation of a pod: the reservation that it uses
	// (ReservationAllocated).
	AnnotationReservationAllocated = "scheduling.koordinator.sh/reservation-allocated"
)

// ReservationAllocated is the Reservation that a pod uses.
type ReservationAllocated struct {
	Name string    `json:"name,omitempty"`
	UID  types.UID `json:"uid,omitempty"`
}

// ReservationAffinity selects the reservations that a pod may use.
type ReservationAffinity struct {
	// Name is the name of the only one. If it is set, the selectors are ignored.
	Name string `json:"name,omitempty"`
	// Required holds terms about labels of reservations, of which one must match.
	Required *ReservationAffinitySelector `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty"`
	// ReservationSelector holds labels that the reservation must have.
	ReservationSelector map[string]string `json:"reservationSelector,omitempty"`
	// Tolerations are for taints of reservations.
	Tolerations []v1.Toleration `json:"tolerations,omitempty"`
}

// ReservationAffinitySelector holds terms of which one must match.
type ReservationAffinitySelector struct {
	ReservationSelectorTerms []v1.NodeSelectorTerm `json:"reservationSelectorTerms,omitempty"`
}
