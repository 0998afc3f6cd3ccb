package args

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord/kubernetes/objects/fields"
)

// Fields of the arguments of Koordinator's plugins, with those that only Koordinator reads.
var (
	numaFields = []string{"apiVersion", "defaultCPUBindPolicy", "kind", "numaScoringStrategy", "numaTopologyAlignmentPolicy",
		"scoringStrategy"}
	deviceFields = []string{"allocator", "apiVersion", "disableDeviceNUMATopologyAlignment", "gpuShareUnsupportedModels",
		"gpuSharedResourceTemplates", "gpuSharedResourceTemplatesConfig", "kind", "requireDeviceObject", "scoringStrategy",
		"withholdUnreportedDevices"}
	scoringFields  = []string{"requestedToCapacityRatio", "resources", "type"}
	resourceFields = []string{"name", "weight"}
)

// CheckFields refuses unknown fields of a plugin's arguments, as kube-scheduler does for its plugins,
// and values of other types than those of kind.
func CheckFields(raw runtime.Object, kind reflect.Type) error {
	var arguments any
	if err := frameworkruntime.DecodeInto(raw, &arguments); err != nil {
		return err
	}
	if members, is := arguments.(map[string]any); is {
		delete(members, "apiVersion")
		delete(members, "kind")
	}
	return fields.Check(kind, arguments, "")
}

// UnknownArguments lists the fields of nodeNUMAResource and deviceShare that neither the library
// nor Koordinator reads. They are only warned of: a later Koordinator may have more. A gpuWorkload
// that the policy does not read is warned of, too.
func (a *Args) UnknownArguments() (unknown []string) {
	for _, plugin := range []struct {
		path  string
		text  json.RawMessage
		known []string
	}{{"nodeNUMAResource.", a.NodeNUMAResource, numaFields}, {"deviceShare.", a.DeviceShare, deviceFields}} {
		members := membersOf(plugin.text)
		unknown = append(unknown, unknownFields(plugin.path, members, plugin.known)...)
		strategy := membersOf(members["scoringStrategy"])
		unknown = append(unknown, unknownFields(plugin.path+"scoringStrategy.", strategy, scoringFields)...)
		var resources []map[string]json.RawMessage
		if json.Unmarshal(strategy["resources"], &resources) != nil {
			continue
		}
		for i, resource := range resources {
			unknown = append(unknown, unknownFields(fmt.Sprintf("%sscoringStrategy.resources[%d].", plugin.path, i), resource, resourceFields)...)
		}
	}
	if config, err := a.GPUs(); err == nil {
		if text := config.Unused(a.GPUWorkload); text != "" {
			unknown = append(unknown, text)
		}
	}
	return unknown
}

// membersOf returns the members of an object, and none for all other values: the library refuses
// what it cannot read.
func membersOf(text json.RawMessage) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(text, &members)
	return members
}

func unknownFields(path string, members map[string]json.RawMessage, known []string) (unknown []string) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains(known, name) {
			continue
		}
		unknown = append(unknown, fields.Unknown(path, name, known))
	}
	return unknown
}
