package anonymous

import (
	"encoding/json"
	"strings"
)

// plain are annotations without names. An annotation that is neither here nor below is removed.
var plain = isOneOf(
	"scheduling.koordinator.sh/resource-spec",
	"scheduling.koordinator.sh/resource-status",
	"scheduling.koordinator.sh/numa-topology-spec",
	"scheduling.koordinator.sh/isolated-cpus",
	"scheduling.koordinator.sh/device-joint-allocate",
	"scheduling.koordinator.sh/device-allocated",
	"scheduling.koordinator.sh/gpu-partition-spec",
	"scheduling.koordinator.sh/gpu-partitions",
	"gang.scheduling.koordinator.sh/min-available",
	"node.koordinator.sh/reservation",
	"node.koordinator.sh/system-qos-resource",
	"node.koordinator.sh/resource-amplification-ratio",
	"node.koordinator.sh/cpu-topology",
	"node.koordinator.sh/cpu-shared-pools",
	"node.koordinator.sh/be-cpu-shared-pools",
	"node.koordinator.sh/takeover-stage",
	"node.koordinator.sh/isolated-cpus",
	"node.koordinator.sh/gpu-links",
	"node.koordinator.sh/mig-instances",
	"kubelet.koordinator.sh/cpu-manager-policy",
	"kubelet.koordinator.sh/cpu-manger-policy",
	"kubelet.koordinator.sh/device-manager-state",
	"kubelet.koordinator.sh/memory-manager-policy",
	"kubelet.koordinator.sh/memory-manager-state",
	"kubelet.koordinator.sh/pod-level-resource-managers",
	"kubernetes.io/config.mirror",
)

// annotations replaces the names in annotations. JSON that cannot be read is removed, and so is an
// annotation that is not known.
func (n *Names) annotations(annotations object) {
	for name, value := range annotations {
		value, _ := value.(string)
		if plain(name) {
			continue
		}
		if replaced, ok := n.annotation(name, value); ok {
			annotations[name] = replaced
		} else {
			delete(annotations, name)
		}
	}
}

func (n *Names) annotation(name, value string) (string, bool) {
	switch name {
	case "gang.scheduling.koordinator.sh/name":
		return n.groups.replace(value), true
	case "scheduling.koordinator.sh/reservation-allocated":
		return n.json(value, func(found any) {
			item, _ := found.(object)
			replaceText(item, "name", &n.reservations)
		})
	case "scheduling.koordinator.sh/device-allocate-hint":
		return n.json(value, func(found any) {
			hints, _ := found.(object)
			for kind, value := range hints {
				hint, ok := value.(object)
				if !ok {
					delete(hints, kind)
				}
				n.deviceHint(hint)
			}
		})
	case "node.koordinator.sh/pod-cpu-allocs":
		return n.json(value, func(found any) {
			for _, pod := range list(object{"pods": found}, "pods") {
				replaceText(pod, "namespace", &n.namespaces)
				replaceText(pod, "name", &n.pods)
			}
		})
	case "node.koordinator.sh/devices-checkpoints", "node.koordinator.sh/gpu-checkpoints", "node.koordinator.sh/claimed-devices":
		return n.json(value, func(found any) {
			for _, assignment := range list(object{"all": found}, "all") {
				replaceText(assignment, "containerName", &n.containers)
				replaceText(assignment, "ContainerName", &n.containers)
			}
		})
	case "node.koordinator.sh/devices-checkpoints-error":
		return "removed", true
	}
	return "", false
}

var isHintField = isOneOf("allocateStrategy", "exclusivePolicy", "requiredTopologyScope", "selector", "vfSelector")

// deviceHint replaces the labels in the selectors of devices and removes fields that libkoord does
// not read.
func (n *Names) deviceHint(hint object) {
	for field, inner := range hint {
		if !isHintField(field) {
			delete(hint, field)
		}
		n.selectors(inner)
	}
}

// json changes the decoded value of an annotation.
func (n *Names) json(value string, change func(any)) (string, bool) {
	found, ok := decode(value)
	if !ok {
		return "", false
	}
	change(found)
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(found); err != nil {
		return "", false
	}
	return strings.TrimSuffix(out.String(), "\n"), true
}
