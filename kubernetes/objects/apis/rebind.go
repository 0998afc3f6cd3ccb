package apis

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RebindResource requests other CPUs for the pods of a node (scheduling.koordinator.sh).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RebindResource struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   RebindResourceSpec   `json:"spec"`
	Status RebindResourceStatus `json:"status,omitempty"`
}

// RebindResourceSpec holds the requested action.
type RebindResourceSpec struct {
	NodeName     string       `json:"nodeName"`
	RebindAction RebindAction `json:"rebindAction"`
	// DeadlineInSeconds limits its duration; nil is 600.
	DeadlineInSeconds *int64 `json:"deadlineInSeconds,omitempty"`
}

// RebindAction is the action that a RebindResource requests.
type RebindAction string

// RebindCPU assigns other CPUs to pods.
const RebindCPU RebindAction = "RebindCPU"

// RebindResourceStatus holds the result.
type RebindResourceStatus struct {
	UpdateTimestamp *metav1.Time `json:"updateTimestamp,omitempty"`
	Phase           RebindPhase  `json:"phase,omitempty"`
	Reason          string       `json:"reason,omitempty"`
}

// RebindPhase is the progress of a RebindResource.
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
