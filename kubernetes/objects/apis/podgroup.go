package apis

import (
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Labels and annotations that name a pod's gang, for API servers without groups of their own.
const (
	// LabelPodGroup names the PodGroup in the pod's namespace.
	LabelPodGroup = "pod-group.scheduling.sigs.k8s.io"
	// AnnotationGangName and AnnotationGangMinAvailable are Koordinator's, and need no PodGroup.
	AnnotationGangName         = "gang.scheduling.koordinator.sh/name"
	AnnotationGangMinAvailable = "gang.scheduling.koordinator.sh/min-available"
)

// Phases of a PodGroup.
const (
	// PodGroupPending: too few pods exist, or no room was found for them.
	PodGroupPending = "Pending"
	// PodGroupScheduling: minMember pods are bound, and fewer run.
	PodGroupScheduling = "Scheduling"
	// PodGroupRunning: minMember pods run or have succeeded.
	PodGroupRunning = "Running"
	// PodGroupUnknown: some pods are bound, and fewer than minMember.
	PodGroupUnknown = "Unknown"
	// PodGroupFinished: minMember pods have succeeded. It is final.
	PodGroupFinished = "Finished"
	// PodGroupFailed: one of minMember pods has failed. It is final.
	PodGroupFailed = "Failed"
)

// PodGroup states how many pods of a gang must be placed at once (scheduling.sigs.k8s.io).
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type PodGroup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PodGroupSpec   `json:"spec,omitempty"`
	Status PodGroupStatus `json:"status,omitempty"`
}

// PodGroupSpec holds the requirements of a gang.
type PodGroupSpec struct {
	MinMember int32 `json:"minMember,omitempty"`
	// ScheduleTimeoutSeconds limits how long placed pods wait for the others.
	ScheduleTimeoutSeconds *int32 `json:"scheduleTimeoutSeconds,omitempty"`
}

// PodGroupStatus is the state of a gang.
type PodGroupStatus struct {
	Phase             string       `json:"phase,omitempty"`
	OccupiedBy        string       `json:"occupiedBy,omitempty"`
	Scheduled         int32        `json:"scheduled,omitempty"`
	Running           int32        `json:"running,omitempty"`
	Succeeded         int32        `json:"succeeded,omitempty"`
	Failed            int32        `json:"failed,omitempty"`
	ScheduleStartTime *metav1.Time `json:"scheduleStartTime,omitempty"`
}

// PodGroupList is a list of PodGroup.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type PodGroupList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []PodGroup `json:"items"`
}

// GangOf returns the gang that a pod belongs to in its namespace: by LabelPodGroup, otherwise by
// Koordinator's annotations with their number of pods. minAvailable is 0 if the PodGroup states the
// number. name is "" if the pod belongs to no gang.
func GangOf(pod metav1.Object) (name string, minAvailable int) {
	if name = pod.GetLabels()[LabelPodGroup]; name != "" {
		return name, 0
	}
	annotations := pod.GetAnnotations()
	if name = annotations[AnnotationGangName]; name == "" {
		return "", 0
	}
	count, err := strconv.ParseInt(annotations[AnnotationGangMinAvailable], 10, 32)
	if err != nil || count < 0 {
		return name, 0
	}
	return name, int(count)
}
