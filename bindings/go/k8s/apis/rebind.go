package apis

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RebindResource asks for other CPUs for the pods of a node (scheduling.koordinator.sh).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RebindResource struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   RebindResourceSpec   `json:"spec"`
	Status RebindResourceStatus `json:"status,omitempty"`
}

// RebindResourceSpec is what is to be done.
type RebindResourceSpec struct {
	NodeName     string       `json:"nodeName"`
	RebindAction RebindAction `json:"rebindAction"`
	// DeadlineInSeconds is how long it may take; nil: 600.
	DeadlineInSeconds *int64 `json:"deadlineInSeconds,omitempty"`
}

// RebindAction is what a RebindResource asks for.
type RebindAction string

// RebindCPU gives pods other CPUs.
const RebindCPU RebindAction = "RebindCPU"

// RebindResourceStatus is what became of it.
type RebindResourceStatus struct {
	UpdateTimestamp *metav1.Time `json:"updateTimestamp,omitempty"`
	Phase           RebindPhase  `json:"phase,omitempty"`
	Reason          string       `json:"reason,omitempty"`
}

// RebindPhase is how far a RebindResource got.
type RebindPhase string

// Phases of a RebindResource.
const (
	RebindPending RebindPhase = "Pending"
	RebindSucceed RebindPhase = "Succeed"
	RebindFailed  RebindPhase = "Failed"
	RebindUnknown RebindPhase = "Unknown"
)

// RebindResourceList is a list of RebindResource.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RebindResourceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []RebindResource `json:"items"`
}
