// Package recognise decides which pods need libkoord.
package recognise

import (
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// Recogniser recognises pods with requests that the library handles. It is immutable.
type Recogniser struct {
	names   []string
	domains []string // with the slash
}

// New returns a recogniser. resources are device resources in addition to those that the library
// knows: names, or "example.com/*".
func New(resources []string) *Recogniser {
	r := &Recogniser{}
	for _, name := range resources {
		if domain, all := strings.CutSuffix(name, "*"); all {
			r.domains = append(r.domains, domain)
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
	found := ""
	objects.AnyContainer(pod, func(container *v1.Container) bool {
		if found = r.resourceIn(container.Resources.Limits); found == "" {
			found = r.resourceIn(container.Resources.Requests)
		}
		return found != ""
	})
	if whole := pod.Spec.Resources; found == "" && whole != nil {
		if found = r.resourceIn(whole.Limits); found == "" {
			found = r.resourceIn(whole.Requests)
		}
	}
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

// resourceIn returns the first device resource of a list, by name. An amount of 0 requests nothing.
func (r *Recogniser) resourceIn(list v1.ResourceList) string {
	if len(list) == 0 {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if amount := list[name]; r.isDevice(string(name)) && !amount.IsZero() {
			return string(name)
		}
	}
	return ""
}

func (r *Recogniser) isDevice(name string) bool {
	return objects.IsKnownDeviceResource(name) || slices.Contains(r.names, name) ||
		slices.ContainsFunc(r.domains, func(domain string) bool { return strings.HasPrefix(name, domain) })
}
