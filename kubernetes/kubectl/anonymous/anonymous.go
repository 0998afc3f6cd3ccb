// Package anonymous replaces the names in objects that package trim has left: the same name by the same replacement everywhere, so that
// koordctl gives the same answers with other names.
package anonymous

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type object = map[string]any

// names replaces the names of one kind by a prefix and a number.
type names struct {
	prefix       string
	replacements map[string]string
	keep         func(string) bool
}

func (n *names) replace(name string) string {
	if name == "" || n.keep != nil && n.keep(name) {
		return name
	}
	if _, ok := n.replacements[name]; !ok {
		n.replacements[name] = fmt.Sprintf("%s-%d", n.prefix, len(n.replacements)+1)
	}
	return n.replacements[name]
}

// Names holds the replacements.
type Names struct {
	namespaces, nodes, pods, groups, reservations, rebinds, owners, images, containers, classes, schedulers, others names
	claims, resourceSlices, pools, devices, drivers                                                                 names
	keys, values                                                                                                    names
}

func isOneOf(words ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(words, name) }
}

// New returns replacements for no name yet.
func New() *Names {
	n := &Names{}
	for _, kind := range []struct {
		names  *names
		prefix string
		keep   func(string) bool
	}{
		{&n.namespaces, "namespace", isOneOf("default", "kube-system")},
		{&n.nodes, "node", nil},
		{&n.pods, "pod", nil},
		{&n.groups, "group", nil},
		{&n.reservations, "reservation", nil},
		{&n.rebinds, "rebind", nil},
		{&n.owners, "owner", nil},
		{&n.images, "image", nil},
		{&n.containers, "container", nil},
		// Classes of Kubernetes and Koordinator.
		{&n.classes, "class", isOneOf("system-cluster-critical", "system-node-critical", "koord-prod", "koord-mid", "koord-batch",
			"koord-free")},
		{&n.schedulers, "scheduler", isOneOf("default-scheduler", "koord-scheduler")},
		{&n.claims, "claim", nil},
		{&n.resourceSlices, "slice", nil},
		{&n.pools, "pool", nil},
		{&n.devices, "device", nil},
		// Drivers for which libkoord has rules, and widespread ones.
		{&n.drivers, "driver", isOneOf("gpu.nvidia.com", "compute-domain.nvidia.com", "gpu.amd.com", "gpu.intel.com", "dra.net", "dra.cpu",
			"dra.memory", "resource.kubernetes.io")},
		{&n.others, "name", nil},
		{&n.keys, "example.com/key", isPublicKey},
		// Numbers are compared by node affinity (Gt, Lt).
		{&n.values, "value", isPublicValue},
	} {
		*kind.names = names{prefix: kind.prefix, replacements: map[string]string{}, keep: kind.keep}
	}
	return n
}

// Replace replaces the names of all objects.
func (n *Names) Replace(objects []object) {
	for _, o := range objects {
		if o["kind"] == "Node" {
			// Labels with a node's name, such as the hostname, keep it.
			name, _ := child(o, "metadata")["name"].(string)
			n.values.replacements[name] = n.nodes.replace(name)
			n.pools.replacements[name] = n.nodes.replace(name) // drivers name the pool of a node's devices like the node
		}
	}
	for _, o := range objects {
		kind, _ := o["kind"].(string)
		n.metadata(child(o, "metadata"), n.named(kind))
		spec, status := child(o, "spec"), child(o, "status")
		switch kind {
		case "Pod":
			n.podSpec(spec)
			n.containerNames(status, "containerStatuses")
			n.containerNames(status, "initContainerStatuses")
			replaceText(status, "nominatedNodeName", &n.nodes)
			n.claimStatuses(status)
		case "Node":
			n.taints(spec, "taints")
		case "Reservation":
			n.reservation(spec, status)
		case "RebindResource":
			replaceText(spec, "nodeName", &n.nodes)
			delete(status, "reason")
		case "Device":
			n.deviceList(spec)
		case "ResourceSlice":
			n.slice(spec)
		case "ResourceClaim":
			n.claim(status)
		case "PodGroup":
			replaceText(spec, "priorityClassName", &n.classes)
			delete(spec, "schedulingConstraints")
		}
		// Messages name anything, and so do reasons of other schedulers.
		for _, condition := range list(status, "conditions") {
			delete(condition, "message")
			if reason, _ := condition["reason"].(string); !isReason(reason) {
				delete(condition, "reason")
			}
		}
	}
}

var isReason = isOneOf("Scheduled", "Unschedulable", "SchedulerError", "SchedulingGated")

func (n *Names) claimStatuses(status object) {
	for _, claim := range list(status, "resourceClaimStatuses") {
		replaceText(claim, "name", &n.others)
		replaceText(claim, "resourceClaimName", &n.claims)
	}
	extended := child(status, "extendedResourceClaimStatus")
	replaceText(extended, "resourceClaimName", &n.claims)
	for _, mapping := range list(extended, "requestMappings") {
		replaceText(mapping, "containerName", &n.containers)
		n.request(mapping, "requestName")
	}
}

// request replaces the name of a request of a claim, or those of a request and its subrequest.
func (n *Names) request(in object, field string) {
	name, ok := in[field].(string)
	if !ok {
		return
	}
	parts := strings.Split(name, "/")
	for i := range parts {
		parts[i] = n.others.replace(parts[i])
	}
	in[field] = strings.Join(parts, "/")
}

func (n *Names) slice(spec object) {
	replaceText(spec, "driver", &n.drivers)
	replaceText(spec, "nodeName", &n.nodes)
	replaceText(child(spec, "pool"), "name", &n.pools)
	for _, device := range list(spec, "devices") {
		replaceText(device, "name", &n.devices)
		attributes := child(device, "attributes")
		replaced := object{}
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			value := attributes[name]
			if domain, attribute, ok := strings.Cut(name, "/"); ok {
				name = n.drivers.replace(domain) + "/" + attribute
			}
			replaced[name] = value
		}
		if attributes != nil {
			device["attributes"] = replaced
		}
	}
}

func (n *Names) claim(status object) {
	allocation := child(status, "allocation")
	n.selectors(allocation["nodeSelector"])
	for _, result := range list(child(allocation, "devices"), "results") {
		n.request(result, "request")
		replaceText(result, "driver", &n.drivers)
		replaceText(result, "pool", &n.pools)
		replaceText(result, "device", &n.devices)
	}
	for _, consumer := range list(status, "reservedFor") {
		named := &n.owners
		if consumer["resource"] == "pods" {
			named = &n.pods
		}
		replaceText(consumer, "name", named)
	}
}

func (n *Names) deviceList(spec object) {
	for _, device := range list(spec, "devices") {
		n.labels(device, "labels")
		for _, group := range list(device, "vfGroups") {
			n.labels(group, "labels")
		}
	}
}

func (n *Names) named(kind string) *names {
	switch kind {
	case "Pod":
		return &n.pods
	case "Node", "NodeResourceTopology", "Device":
		return &n.nodes
	case "Reservation":
		return &n.reservations
	case "PodGroup":
		return &n.groups
	case "RebindResource":
		return &n.rebinds
	case "ResourceSlice":
		return &n.resourceSlices
	case "ResourceClaim":
		return &n.claims
	}
	return &n.others
}

func (n *Names) metadata(metadata object, named *names) {
	replaceText(metadata, "name", named)
	replaceText(metadata, "namespace", &n.namespaces)
	n.labels(metadata, "labels")
	n.annotations(child(metadata, "annotations"))
	for _, owner := range list(metadata, "ownerReferences") {
		n.reference(owner)
	}
}

// reference replaces the names in a reference to an object of any kind.
func (n *Names) reference(reference object) {
	kind, _ := reference["kind"].(string)
	named := n.named(kind)
	if named == &n.others {
		named = &n.owners
	}
	replaceText(reference, "name", named)
	replaceText(reference, "namespace", &n.namespaces)
}

// podReference replaces the names in a reference that names a pod unless it has another kind.
func (n *Names) podReference(reference object) {
	if kind, _ := reference["kind"].(string); kind != "" {
		n.reference(reference)
		return
	}
	replaceText(reference, "name", &n.pods)
	replaceText(reference, "namespace", &n.namespaces)
}

func (n *Names) podSpec(spec object) {
	replaceText(spec, "nodeName", &n.nodes)
	replaceText(spec, "schedulerName", &n.schedulers)
	replaceText(spec, "priorityClassName", &n.classes)
	replaceText(spec, "runtimeClassName", &n.others)
	replaceText(child(spec, "schedulingGroup"), "podGroupName", &n.groups)
	delete(spec, "workloadRef")
	for _, kind := range []string{"containers", "initContainers", "ephemeralContainers"} {
		n.containerNames(spec, kind)
	}
	for _, kind := range []string{"volumes", "schedulingGates", "resourceClaims"} {
		for _, item := range list(spec, kind) {
			replaceText(item, "name", &n.others)
			replaceText(item, "resourceClaimName", &n.claims)
			replaceText(item, "resourceClaimTemplateName", &n.others)
		}
	}
	n.labels(spec, "nodeSelector")
	n.taints(spec, "tolerations")
	n.selectors(spec["affinity"])
	n.selectors(spec["topologySpreadConstraints"])
}

func (n *Names) containerNames(in object, kind string) {
	for _, container := range list(in, kind) {
		replaceText(container, "name", &n.containers)
		replaceText(container, "image", &n.images)
		for _, claim := range list(child(container, "resources"), "claims") {
			replaceText(claim, "name", &n.others)
			n.request(claim, "request")
		}
	}
}

func (n *Names) reservation(spec, status object) {
	template := child(spec, "template")
	n.metadata(child(template, "metadata"), &n.pods)
	n.podSpec(child(template, "spec"))
	n.taints(spec, "taints")
	for _, owner := range list(spec, "owners") {
		n.podReference(child(owner, "object"))
		n.reference(child(owner, "controller"))
		n.selectors(owner["labelSelector"])
	}
	for _, owner := range list(status, "currentOwners") {
		n.podReference(owner)
	}
	replaceText(status, "nodeName", &n.nodes)
}

// selectors replaces keys and values of labels anywhere in affinity or in spread constraints.
func (n *Names) selectors(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			n.selectors(item)
		}
	case object:
		n.labels(value, "matchLabels")
		replaceText(value, "topologyKey", &n.keys)
		for _, kind := range []string{"matchLabelKeys", "mismatchLabelKeys"} {
			replaceTexts(value, kind, &n.keys)
		}
		replaceTexts(value, "namespaces", &n.namespaces)
		for _, requirement := range list(value, "matchExpressions") {
			n.requirement(requirement)
		}
		for _, requirement := range list(value, "matchFields") {
			replaceTexts(requirement, "values", &n.nodes)
		}
		for name, inner := range value {
			if name != "matchLabels" && name != "matchExpressions" && name != "matchFields" {
				n.selectors(inner)
			}
		}
	}
}

func (n *Names) requirement(requirement object) {
	key, _ := requirement["key"].(string)
	replaceTexts(requirement, "values", n.valuesOf(key))
	replaceText(requirement, "key", &n.keys)
}

func (n *Names) labels(in object, field string) {
	labels := child(in, field)
	if labels == nil {
		delete(in, field)
		return
	}
	replaced := object{}
	for key, value := range labels {
		value, _ := value.(string)
		replaced[n.keys.replace(key)] = n.valuesOf(key).replace(value)
	}
	in[field] = replaced
}

// taints replaces keys and values of taints and tolerations.
func (n *Names) taints(in object, field string) {
	for _, taint := range list(in, field) {
		key, _ := taint["key"].(string)
		replaceText(taint, "value", n.valuesOf(key))
		replaceText(taint, "key", &n.keys)
	}
}

func isPublicValue(value string) bool {
	_, err := strconv.ParseInt(value, 10, 64)
	return err == nil || value == "true" || value == "false"
}

func child(o object, path ...string) object {
	for _, name := range path {
		o, _ = o[name].(object)
	}
	return o
}

// list returns the objects of a list.
func list(o object, field string) (found []object) {
	items, _ := o[field].([]any)
	for _, item := range items {
		if item, ok := item.(object); ok {
			found = append(found, item)
		}
	}
	return found
}

func replaceText(o object, field string, with *names) {
	if value, ok := o[field].(string); ok {
		o[field] = with.replace(value)
	}
}

func replaceTexts(o object, field string, with *names) {
	values, _ := o[field].([]any)
	for i, value := range values {
		if value, ok := value.(string); ok {
			values[i] = with.replace(value)
		}
	}
}

func decode(text string) (value any, ok bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	return value, decoder.Decode(&value) == nil
}
