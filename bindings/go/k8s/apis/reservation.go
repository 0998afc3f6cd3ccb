package apis

import (
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Reservation holds room of a node for pods that come later, its owners (scheduling.koordinator.sh).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Reservation struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ReservationSpec   `json:"spec,omitempty"`
	Status ReservationStatus `json:"status,omitempty"`
}

// ReservationSpec is what is reserved, and for whom.
type ReservationSpec struct {
	// Template is the pod whose requests are reserved.
	Template *v1.PodTemplateSpec `json:"template,omitempty"`
	// Owners are the pods that may use it; a pod needs to match one item.
	Owners []ReservationOwner `json:"owners,omitempty"`
	// TTL is how long it lasts from its creation, 0: for ever; nil: 24 hours.
	TTL *metav1.Duration `json:"ttl,omitempty"`
	// Expires is when it ends, where it is stated: TTL does not count then.
	Expires *metav1.Time `json:"expires,omitempty"`
	// AllocateOnce ends it with its first owner; nil: true.
	AllocateOnce *bool `json:"allocateOnce,omitempty"`
	// AllocatePolicy is what happens to owners that need more than is left: "Aligned", "Restricted", or "" (Default).
	AllocatePolicy ReservationAllocatePolicy `json:"allocatePolicy,omitempty"`
	// PreAllocation lets it take room that running pods have now.
	PreAllocation bool `json:"preAllocation,omitempty"`
	// Unschedulable keeps new owners out.
	Unschedulable bool `json:"unschedulable,omitempty"`
	// Taints keep owners out that do not tolerate them.
	Taints []v1.Taint `json:"taints,omitempty"`
}

// ReservationAllocatePolicy is what happens to owners that need more than is left.
type ReservationAllocatePolicy string

// Allocate policies.
const (
	ReservationAllocateDefault    ReservationAllocatePolicy = ""
	ReservationAllocateAligned    ReservationAllocatePolicy = "Aligned"
	ReservationAllocateRestricted ReservationAllocatePolicy = "Restricted"
)

// ReservationOwner selects pods; whatever it states must match.
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

// ReservationStatus is what became of a reservation.
type ReservationStatus struct {
	Phase         ReservationPhase       `json:"phase,omitempty"`
	Conditions    []ReservationCondition `json:"conditions,omitempty"`
	CurrentOwners []v1.ObjectReference   `json:"currentOwners,omitempty"`
	NodeName      string                 `json:"nodeName,omitempty"`
	Allocatable   v1.ResourceList        `json:"allocatable,omitempty"` // what it holds
	Allocated     v1.ResourceList        `json:"allocated,omitempty"`   // what its owners took of that
}

// ReservationPhase is how far a reservation got.
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
	// ReservationSpecValid is False while an earlier version of the spec counts, because the current one is invalid.
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
	// LabelReservationOrder of a Reservation: the lowest is used first; 0 or none: those without an order come last.
	LabelReservationOrder = "scheduling.koordinator.sh/reservation-order"
	// LabelReservationIgnored of a pod: "true" makes it no owner.
	LabelReservationIgnored = "scheduling.koordinator.sh/reservation-ignored"
	// AnnotationReservationAffinity of a pod: it takes from one of these reservations, or waits (ReservationAffinity).
	AnnotationReservationAffinity = "scheduling.koordinator.sh/reservation-affinity"
	// AnnotationReservationAllocated of a pod: what it took from (ReservationAllocated).
	AnnotationReservationAllocated = "scheduling.koordinator.sh/reservation-allocated"
)

// ReservationAllocated is the Reservation that a pod took from.
type ReservationAllocated struct {
	Name string    `json:"name,omitempty"`
	UID  types.UID `json:"uid,omitempty"`
}

// ReservationAffinity is from which reservations a pod takes.
type ReservationAffinity struct {
	// Name is that of the only one; the selectors do not count then.
	Name string `json:"name,omitempty"`
	// Required are terms about the labels of reservations, of which one must match.
	Required *ReservationAffinitySelector `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty"`
	// ReservationSelector are labels that it must have.
	ReservationSelector map[string]string `json:"reservationSelector,omitempty"`
	// Tolerations of taints of reservations.
	Tolerations []v1.Toleration `json:"tolerations,omitempty"`
}

// ReservationAffinitySelector has terms of which one must match.
type ReservationAffinitySelector struct {
	ReservationSelectorTerms []v1.NodeSelectorTerm `json:"reservationSelectorTerms,omitempty"`
}
