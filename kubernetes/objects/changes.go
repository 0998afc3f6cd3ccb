package objects

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Changes holds the changes to a pod's annotations that koord.Cluster.Prebind returns as a patch.
// The zero value changes nothing.
type Changes struct {
	Set    map[string]string // nil if there is nothing to set
	Remove []string          // ascending
}

// ChangesOf reads the patch that koord.Cluster.Prebind returns. A patch of anything but annotations
// is an error.
func ChangesOf(patch []byte) (Changes, error) {
	var read map[string]map[string]map[string]*string
	if err := json.Unmarshal(patch, &read); err != nil {
		return Changes{}, fmt.Errorf("objects: patch of annotations: %w", err)
	}
	var out Changes
	for object, members := range read {
		for field, annotations := range members {
			if object != "metadata" || field != "annotations" {
				return Changes{}, fmt.Errorf("objects: patch of annotations: found %s.%s, expected metadata.annotations", object, field)
			}
			for key, value := range annotations {
				if value == nil {
					out.Remove = append(out.Remove, key)
					continue
				}
				if out.Set == nil {
					out.Set = make(map[string]string, len(annotations))
				}
				out.Set[key] = *value
			}
		}
	}
	slices.Sort(out.Remove)
	return out, nil
}

// IsZero reports whether nothing changes.
func (c Changes) IsZero() bool { return len(c.Set) == 0 && len(c.Remove) == 0 }

// Annotations returns a pod's annotations with the changes applied. The pod's map is not modified,
// and is returned if nothing changes.
func (c Changes) Annotations(annotations map[string]string) map[string]string {
	if c.IsZero() {
		return annotations
	}
	out := make(map[string]string, len(annotations)+len(c.Set))
	maps.Copy(out, annotations)
	maps.Copy(out, c.Set)
	for _, key := range c.Remove {
		delete(out, key)
	}
	return out
}

// Removes reports whether the pod has an annotation to remove. A Binding cannot remove annotations,
// so patch the pod first.
func (c Changes) Removes(pod *v1.Pod) bool {
	return slices.ContainsFunc(c.Remove, func(key string) bool {
		_, stated := pod.Annotations[key]
		return stated
	})
}

// Binding returns a Binding of a pod to a node. The API server adds the Binding's annotations to
// the pod's in the same write.
func (c Changes) Binding(pod *v1.Pod, node string) *v1.Binding {
	return &v1.Binding{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID, Annotations: c.Set},
		Target:     v1.ObjectReference{Kind: "Node", Name: node},
	}
}

// MergePatch returns a JSON merge patch (types.MergePatchType) of a pod. It states the uid, so that
// it fails for another pod of the same name. It is "{}" if nothing changes.
func (c Changes) MergePatch(pod *v1.Pod) []byte {
	return c.merge(pod, c.Set, c.Remove)
}

// RemovePatch returns the part of MergePatch that a Binding cannot do.
func (c Changes) RemovePatch(pod *v1.Pod) []byte {
	return c.merge(pod, nil, c.Remove)
}

func (c Changes) merge(pod *v1.Pod, set map[string]string, remove []string) []byte {
	if len(set) == 0 && len(remove) == 0 {
		return []byte("{}")
	}
	annotations := make(map[string]*string, len(set)+len(remove))
	for key, value := range set {
		annotations[key] = &value
	}
	for _, key := range remove {
		annotations[key] = nil
	}
	metadata := map[string]any{"annotations": annotations}
	if pod.UID != "" {
		metadata["uid"] = pod.UID
	}
	out, err := json.Marshal(map[string]any{"metadata": metadata})
	if err != nil {
		panic(err) // only texts and null
	}
	return out
}
