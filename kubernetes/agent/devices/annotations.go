package devices

import (
	"encoding/json"
	"fmt"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// checkpoint is an entry of the annotation about devices that kubelet assigned.
type checkpoint struct {
	PodUID    string   `json:"podUID"`
	Container string   `json:"containerName"`
	Resource  string   `json:"resourceName"`
	IDs       []string `json:"deviceIDs"`
}

// annotate sets an annotation of an object. Fields that this package does not know are kept.
func annotate(text []byte, key, value string) ([]byte, error) {
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	metadata, _ := object["metadata"].(map[string]any)
	if metadata == nil {
		return nil, fmt.Errorf("metadata: found %T, expected an object", object["metadata"])
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
		metadata["annotations"] = annotations
	}
	annotations[key] = value
	return json.Marshal(object)
}

// allocates reports whether a pod's annotation device-allocated names devices of a type. Kubelet's
// record has the pod's devices of other types.
func allocates(annotation, kind string) bool {
	var byType map[string][]json.RawMessage
	return json.Unmarshal([]byte(annotation), &byType) == nil && len(byType[kind]) != 0
}

// complete adds the annotation about devices that kubelet assigned if there are none, and gives
// entries of static pods the uids of their mirror pods, by which schedulers know them. pods are the
// API server's, by kubelet's uid.
func complete(text []byte, pods map[string]*v1.Pod) ([]byte, error) {
	var device apis.Device
	if err := json.Unmarshal(text, &device); err != nil {
		return nil, err
	}
	before := device.Annotations[objects.AnnotationDevicesCheckpoints]
	if before == "" { // schedulers distinguish an empty list from none
		return annotate(text, objects.AnnotationDevicesCheckpoints, "[]")
	}
	var entries []checkpoint
	if err := json.Unmarshal([]byte(before), &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", objects.AnnotationDevicesCheckpoints, err)
	}
	renamed := false
	for i := range entries {
		if pod := pods[entries[i].PodUID]; pod != nil && pod.UID != "" && string(pod.UID) != entries[i].PodUID {
			entries[i].PodUID, renamed = string(pod.UID), true
		}
	}
	if !renamed {
		return text, nil
	}
	made, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	return annotate(text, objects.AnnotationDevicesCheckpoints, string(made))
}
