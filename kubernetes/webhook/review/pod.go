package review

import (
	"fmt"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// mostContainers limits the containers of a pod, which are large in memory.
const mostContainers = 2048

// pod has the fields of a pod that rules read. Others are skipped: an empty container of v1.Pod, two
// bytes of JSON, has almost 1 KiB.
type pod struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name         string            `json:"name"`
		GenerateName string            `json:"generateName"`
		Namespace    string            `json:"namespace"`
		UID          types.UID         `json:"uid"`
		Labels       map[string]string `json:"labels"`
		Annotations  map[string]string `json:"annotations"`
	} `json:"metadata"`
	Spec struct {
		NodeName       string                   `json:"nodeName"`
		SchedulerName  string                   `json:"schedulerName"`
		Priority       *int32                   `json:"priority"`
		InitContainers []container              `json:"initContainers"`
		Containers     []container              `json:"containers"`
		Resources      *v1.ResourceRequirements `json:"resources"`
		Overhead       v1.ResourceList          `json:"overhead"`
	} `json:"spec"`
	Status struct {
		QOSClass v1.PodQOSClass `json:"qosClass"`
	} `json:"status"`
}

type container struct {
	Name          string                     `json:"name"`
	RestartPolicy *v1.ContainerRestartPolicy `json:"restartPolicy"`
	Resources     v1.ResourceRequirements    `json:"resources"`
	Env           []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"env"`
}

// Pod decodes those fields of a pod that rules read; field is its path in the review. The pod gets
// the request's namespace and name if it has none, as at its creation.
func Pod(request *admissionv1.AdmissionRequest, raw runtime.RawExtension, field string) (*v1.Pod, error) {
	read := &pod{}
	if err := object(raw, read, field); err != nil {
		return nil, err
	}
	if read.Kind != "" && read.Kind != "Pod" {
		return nil, fmt.Errorf("%s.kind: found %s, expected Pod", field, quoted(read.Kind))
	}
	if count := len(read.Spec.Containers) + len(read.Spec.InitContainers); count > mostContainers {
		return nil, fmt.Errorf("%s.spec.containers and initContainers: found %d, expected at most %d", field, count, mostContainers)
	}
	if read.Metadata.Namespace == "" {
		read.Metadata.Namespace = request.Namespace
	}
	if read.Metadata.Namespace != request.Namespace {
		return nil, fmt.Errorf("%s.metadata.namespace: found %s, expected that of the request", field, quoted(read.Metadata.Namespace))
	}
	if read.Metadata.Name == "" {
		read.Metadata.Name = request.Name
	}
	return read.full(), nil
}

// full returns the same pod in the type that the library's conversions take.
func (p *pod) full() *v1.Pod {
	metadata, spec := &p.Metadata, &p.Spec
	return &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: metadata.Name, GenerateName: metadata.GenerateName, Namespace: metadata.Namespace,
			UID: metadata.UID, Labels: metadata.Labels, Annotations: metadata.Annotations},
		Spec: v1.PodSpec{NodeName: spec.NodeName, SchedulerName: spec.SchedulerName, Priority: spec.Priority,
			InitContainers: containers(spec.InitContainers), Containers: containers(spec.Containers), Resources: spec.Resources,
			Overhead: spec.Overhead},
		Status: v1.PodStatus{QOSClass: p.Status.QOSClass},
	}
}

func containers(read []container) []v1.Container {
	out := make([]v1.Container, len(read))
	for i := range read {
		out[i] = v1.Container{Name: read[i].Name, RestartPolicy: read[i].RestartPolicy, Resources: read[i].Resources}
		for _, variable := range read[i].Env {
			out[i].Env = append(out[i].Env, v1.EnvVar{Name: variable.Name, Value: variable.Value})
		}
	}
	return out
}

// Binding decodes the Binding of a request. It is a subresource of its pod, or a resource of its own,
// for which the request may state no name.
func Binding(request *admissionv1.AdmissionRequest) (*v1.Binding, error) {
	binding := &v1.Binding{}
	if err := object(request.Object, binding, "request.object"); err != nil {
		return nil, err
	}
	if binding.Kind != "" && binding.Kind != "Binding" {
		return nil, fmt.Errorf("request.object.kind: found %s, expected Binding", quoted(binding.Kind))
	}
	switch {
	case binding.Name == "":
		binding.Name = request.Name
	case request.Name != "" && request.Name != binding.Name:
		return nil, fmt.Errorf("request.object.metadata.name: found %s, expected that of the request", quoted(binding.Name))
	}
	if binding.Name == "" || len(binding.Name) > mostOfName {
		return nil, fmt.Errorf("request.object.metadata.name: found %d bytes, expected 1 to %d", len(binding.Name), mostOfName)
	}
	return binding, nil
}
