// Package trim removes everything from API objects that koordctl does not read: environment variables, commands, volumes' sources,
// annotations of others. What is not listed here is removed, so that new fields of Kubernetes cannot reveal anything.
package trim

import (
	"slices"
	"strings"
)

// fields lists the kept fields of an object; nil keeps the whole value. Lists are trimmed item by item.
type fields map[string]fields

func set(names string, more fields) fields {
	for _, name := range strings.Fields(names) {
		if _, ok := more[name]; !ok {
			if more == nil {
				more = fields{}
			}
			more[name] = nil
		}
	}
	return more
}

var (
	metadata = set("name namespace uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds "+
		"labels annotations", fields{"ownerReferences": set("apiVersion kind name uid controller", nil)})
	// Types and reasons of other conditions are free text; see conditions.
	condition     = set("type status reason message lastTransitionTime observedGeneration", nil)
	nodeCondition = set("type status lastTransitionTime", nil)
	// NVIDIA_VISIBLE_DEVICES is the only variable that is read; see containers.
	container = set("name image resources resizePolicy restartPolicy env", fields{"ports": set("containerPort hostPort protocol", nil)})
	podSpec   = set("nodeName nodeSelector affinity tolerations topologySpreadConstraints schedulerName priority priorityClassName "+
		"preemptionPolicy resources overhead hostNetwork restartPolicy runtimeClassName schedulingGates schedulingGroup workloadRef "+
		"terminationGracePeriodSeconds os",
		fields{"containers": container, "initContainers": container, "ephemeralContainers": container, "volumes": nil,
			"resourceClaims": set("name resourceClaimName resourceClaimTemplateName", nil)})
	containerStatus = set("name allocatedResources resources started", nil)
	pod             = fields{"metadata": metadata, "spec": podSpec, "status": set("phase nominatedNodeName qosClass resize startTime "+
		"allocatedResources resources", fields{"conditions": condition, "containerStatuses": containerStatus,
		"initContainerStatuses": containerStatus, "resourceClaimStatuses": set("name resourceClaimName", nil),
		"extendedResourceClaimStatus": set("resourceClaimName", fields{"requestMappings": set("containerName resourceName requestName",
			nil)})})}
	podTemplate = fields{"metadata": metadata, "spec": podSpec}
	reference   = set("kind name namespace uid apiVersion controller", nil)
	node        = fields{"metadata": metadata, "spec": set("unschedulable", fields{"taints": set("key value effect", nil)}),
		"status": set("allocatable capacity", fields{"conditions": nodeCondition, "nodeInfo": set("kubeletVersion architecture "+
			"operatingSystem osImage kernelVersion containerRuntimeVersion", nil)})}
	topology = set("topologyPolicies attributes zones", fields{"metadata": metadata})
	// The status of a Device has names of pods.
	device = fields{"metadata": metadata, "spec": {"devices": set("type deviceType id uuid minor moduleID health resources resource "+
		"resouurces labels", fields{"topology": set("socketID nodeID pcieID busID", nil),
		"vfGroups": set("labels", fields{"vfs": set("minor busID", nil)})})}}
	reservation = fields{"metadata": metadata,
		"spec": set("ttl expires allocateOnce allocatePolicy preAllocation unschedulable taints",
			fields{"template": podTemplate, "owners": {"object": reference, "controller": reference, "labelSelector": nil}}),
		"status": set("phase nodeName allocatable allocated", fields{"conditions": condition, "currentOwners": reference})}
	podGroup = fields{"metadata": metadata, "spec": set("minMember scheduleTimeoutSeconds schedulingPolicy schedulingConstraints "+
		"disruptionMode priority priorityClassName", nil),
		"status": set("phase scheduled running succeeded failed scheduleStartTime", nil)}
	rebind = fields{"metadata": metadata, "spec": set("nodeName rebindAction deadlineInSeconds", nil),
		"status": set("phase reason updateTimestamp", nil)}
	// Other attributes of devices are free text; see identities.
	slice = fields{"metadata": metadata, "spec": set("driver nodeName", fields{"pool": set("name generation resourceSliceCount", nil),
		"devices": set("name attributes", nil)})}
	// Requests and configurations of claims are not read, and may have secrets of drivers.
	claim = fields{"metadata": metadata, "status": {"reservedFor": set("apiGroup resource name uid", nil),
		"allocation": {"devices": {"results": set("request driver pool device adminAccess", nil)}, "nodeSelector": nil}}}
)

var kinds = map[string]fields{"Pod": pod, "Node": node, "NodeResourceTopology": topology, "Device": device, "Reservation": reservation,
	"PodGroup": podGroup, "RebindResource": rebind,
	"ResourceSlice": slice, "ResourceClaim": claim}

// conditions are the types of conditions that are read. Those of nodes count as taints.
var conditions = map[string]string{"Pod": "PodScheduled", "Reservation": "Scheduled",
	"Node": "Ready MemoryPressure DiskPressure PIDPressure NetworkUnavailable"}

// Object removes fields from an object of a List. Nothing is left of an object of another kind but its name.
func Object(object map[string]any) {
	kind, _ := object["kind"].(string)
	wanted, ok := kinds[kind]
	if !ok {
		wanted = fields{"metadata": set("name namespace", nil)}
	}
	keepFields(object, set("apiVersion kind", merged(wanted)))
	keepConditions(child(object, "status"), strings.Fields(conditions[kind]))
	annotations(object)
	if kind == "ResourceSlice" {
		identities(child(object, "spec"))
	}
	for _, path := range [][]string{{"spec"}, {"spec", "template", "spec"}} {
		if spec := child(object, path...); spec != nil {
			containers(spec)
			volumes(spec)
		}
	}
	annotations(child(object, "spec", "template"))
}

func merged(wanted fields) fields {
	out := fields{}
	for name, inner := range wanted {
		out[name] = inner
	}
	return out
}

// keepFields returns the value with the wanted fields only. Where an object is expected, another value is nil.
func keepFields(value any, wanted fields) any {
	if wanted == nil {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			if more, ok := wanted[name]; ok {
				value[name] = keepFields(inner, more)
			} else {
				delete(value, name)
			}
		}
		return value
	case []any:
		for i, item := range value {
			value[i] = keepFields(item, wanted)
		}
		return value
	}
	return nil
}

// keepConditions removes conditions of other types from a status.
func keepConditions(status map[string]any, types []string) {
	list, _ := status["conditions"].([]any)
	var kept []any
	for _, item := range list {
		condition, _ := item.(map[string]any)
		if name, _ := condition["type"].(string); slices.Contains(types, name) {
			kept = append(kept, item)
		}
	}
	if kept == nil {
		delete(status, "conditions")
	} else {
		status["conditions"] = kept
	}
}

// isIdentity reports whether libkoord reads the attribute of a device, as src/wire/device/resource_objects.cc does.
func isIdentity(attribute string) bool {
	name := strings.ToLower(attribute[strings.LastIndex(attribute, "/")+1:])
	return slices.Contains(Identities, name)
}

// Identities are the attributes of devices that are read, without domains and in lower case.
var Identities = strings.Fields("uuid parentuuid pcibusid pciebusid pciaddr pciaddress parentpcibusid parentpciaddr")

// identities removes other attributes from the devices of a ResourceSlice, and values that are no text.
func identities(spec map[string]any) {
	list, _ := spec["devices"].([]any)
	for _, item := range list {
		device, _ := item.(map[string]any)
		attributes, _ := device["attributes"].(map[string]any)
		delete(device, "attributes")
		kept := map[string]any{}
		for name, value := range attributes {
			value, _ := value.(map[string]any)
			if text, ok := value["string"].(string); ok && isIdentity(name) {
				kept[name] = map[string]any{"string": text}
			}
		}
		if len(kept) > 0 {
			device["attributes"] = kept
		}
	}
}

// child returns the object at a path, or nil.
func child(object map[string]any, path ...string) map[string]any {
	for _, name := range path {
		object, _ = object[name].(map[string]any)
	}
	return object
}

// IsOurs reports whether libkoord, Koordinator or koordctl read the annotation.
func IsOurs(annotation string) bool {
	domain, _, _ := strings.Cut(annotation, "/")
	for _, ours := range []string{"koordinator.sh", "koord.sh"} {
		if domain == ours || strings.HasSuffix(domain, "."+ours) {
			return true
		}
	}
	return annotation == "kubernetes.io/config.mirror"
}

// annotations removes those of others: they contain anything, such as the whole object (last-applied-configuration).
func annotations(object map[string]any) {
	found := child(object, "metadata", "annotations")
	for name := range found {
		if !IsOurs(name) {
			delete(found, name)
		}
	}
	if found != nil && len(found) == 0 {
		delete(child(object, "metadata"), "annotations")
	}
}

// containers removes environment variables. libkoord reads which GPUs a container may see from one of them.
func containers(spec map[string]any) {
	for _, kind := range []string{"containers", "initContainers", "ephemeralContainers"} {
		list, _ := spec[kind].([]any)
		for _, item := range list {
			container, _ := item.(map[string]any)
			variables, _ := container["env"].([]any)
			delete(container, "env")
			for _, variable := range variables {
				variable, _ := variable.(map[string]any)
				if value, ok := variable["value"].(string); ok && variable["name"] == "NVIDIA_VISIBLE_DEVICES" {
					container["env"] = []any{map[string]any{"name": "NVIDIA_VISIBLE_DEVICES", "value": value}}
				}
			}
		}
	}
}

// volumes leaves the types that koordctl reports as not checked, without their contents.
func volumes(spec map[string]any) {
	list, _ := spec["volumes"].([]any)
	var left []any
	for _, item := range list {
		volume, _ := item.(map[string]any)
		for _, kind := range []string{"persistentVolumeClaim", "ephemeral"} {
			if volume[kind] != nil {
				left = append(left, map[string]any{"name": volume["name"], kind: map[string]any{}})
			}
		}
	}
	if left == nil {
		delete(spec, "volumes")
	} else {
		spec["volumes"] = left
	}
}
