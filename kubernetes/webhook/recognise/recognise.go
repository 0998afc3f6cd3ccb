// Package recognise decides which pods need libkoord.
package recognise

import (
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// Recogniser recognises pods with requests that the library handles. It is immutable.
type Recogniser struct {
	names    []string
	prefixes []string
}

// New returns a recogniser. resources are device resources in addition to those that the library
// knows: names, or prefixes of names as in "example.com/*".
func New(resources []string) *Recogniser {
	r := &Recogniser{}
	for _, name := range resources {
		if prefix, is := strings.CutSuffix(name, "*"); is {
			r.prefixes = append(r.prefixes, prefix)
		} else {
			r.names = append(r.names, name)
		}
	}
	return r
}

// RequestOf returns the first request of a pod that the library handles, as in "resource
// nvidia.com/gpu", or "" if there is none. Claims are not requests.
func (r *Recogniser) RequestOf(pod *v1.Pod) string {
	if qos := pod.Labels[objects.LabelQOSClass]; handlesQOS(qos) {
		return "QoS " + qos
	}
	for _, key := range objects.RequestAnnotations {
		if pod.Annotations[key] != "" {
			return "annotation " + key
		}
	}
	found := objects.RequestedResource(pod, r.isDevice)
	if found == "" {
		return ""
	}
	return "resource " + found
}

// handlesQOS reports whether a pod with this QoS gets CPUs of its own. Unknown values count: the
// scheduler does not place a pod that it cannot read.
func handlesQOS(qos string) bool {
	switch qos {
	case "", "LS", "BE", "SYSTEM":
		return false
	}
	return true
}

func (r *Recogniser) isDevice(name string) bool {
	return objects.IsKnownDeviceResource(name) || slices.Contains(r.names, name) ||
		slices.ContainsFunc(r.prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
