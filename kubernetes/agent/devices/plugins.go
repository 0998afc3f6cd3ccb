package devices

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
	"libkoord.invalid/koord/kubernetes/agent/kubelet"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// pluginDevices adds devices that other device plugins have registered with kubelet to the Device
// object.
type pluginDevices struct {
	config  *config.Config
	log     *slog.Logger
	facts   *facts.Store
	kubelet *kubelet.PodResources
	numbers numbers
	skipped map[string]bool // types that the library reports itself, logged once
}

// numbers are minors by resource and id. A device keeps its number while the machine runs, even if
// it fails, because allocations refer to it.
type numbers struct {
	path   string
	minors map[string]map[string]int32
}

// newPluginDevices returns nil if no plugins are configured.
func newPluginDevices(config *config.Config, log *slog.Logger, facts *facts.Store) (*pluginDevices, error) {
	if len(config.Reports.Plugins) == 0 {
		return nil, nil
	}
	kubelet, err := kubelet.OpenPodResources(config.Kubelet.PodResources)
	if err != nil {
		return nil, err
	}
	out := &pluginDevices{config: config, log: log, facts: facts, kubelet: kubelet, skipped: map[string]bool{},
		numbers: numbers{path: config.StateFile + ".devices", minors: map[string]map[string]int32{}}}
	if err := out.numbers.read(); err != nil {
		log.Warn("cannot read earlier device numbers; devices are renumbered", "error", err)
	}
	return out, nil
}

// add merges kubelet's devices into a Device object. record is kubelet's checkpoint.
func (p *pluginDevices) add(ctx context.Context, text []byte, record *kubeletRecord) ([]byte, error) {
	var object apis.Device
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	var resources []string
	for _, plugin := range p.config.Reports.Plugins {
		resources = append(resources, plugin.Resource)
	}
	healthy, err := p.kubelet.Allocatable(ctx, func(resource string) bool { return slices.Contains(resources, resource) })
	if err != nil {
		return nil, err
	}
	reported := map[string]bool{}
	for _, device := range object.Spec.Devices {
		reported[device.Type] = true
	}
	types, added := map[string]string{}, map[string]bool{}
	for _, plugin := range p.config.Reports.Plugins {
		types[plugin.Resource] = plugin.Type
		if reported[plugin.Type] {
			if !p.skipped[plugin.Resource] {
				p.log.Warn("devices of a plugin are not reported: the node has devices of this type already", "resource", plugin.Resource,
					"type", plugin.Type)
			}
			p.skipped[plugin.Resource] = true
			continue
		}
		if err := p.addPlugin(&object, &plugin, healthy[plugin.Resource]); err != nil {
			return nil, err
		}
		added[plugin.Type] = true
	}
	// A plugin may give devices under several names, for example parts of NPUs. The library leaves out
	// their entries, because it does not know the devices, or not the names that the agent's
	// configuration states.
	kind := func(resource string) string {
		found, is := types[resource]
		if !is {
			found = kindOfResource(resource)
		}
		if !is && !added[found] {
			return ""
		}
		return found
	}
	if err := p.addNames(&object, added); err != nil {
		return nil, err
	}
	assigned, err := p.kubelet.Assigned(ctx, func(resource string) bool { return kind(resource) != "" })
	if err != nil {
		return nil, err
	}
	claims := newClaims(&object, p.log)
	defer claims.Close()
	if err := replaceAssigned(&object, p.assignedEntries(assigned, record.entries, kind, claims), kind); err != nil {
		return nil, err
	}
	return json.Marshal(&object)
}

// assignedEntries returns an entry for each container and resource with devices that kubelet
// assigned. kind returns the type of a resource's devices, or "" if they are not of plugins.
// Devices of a type that the pod's annotation states are left out. The checkpoint has init
// containers, which kubelet's API does not list.
func (p *pluginDevices) assignedEntries(listed []kubelet.AssignedDevices, recorded []checkpoint, kind func(resource string) string,
	claims *claims) (out []checkpoint) {
	type key struct{ uid, container, resource string }
	has := map[key]bool{}
	known := p.facts.UIDsByName()
	for _, assigned := range listed {
		uid, is := known[assigned.Namespace+"/"+assigned.Pod]
		if is && !p.hasClaim(uid, kind(assigned.Resource), claims) {
			out = append(out, checkpoint{uid, assigned.Container, assigned.Resource, assigned.IDs})
			has[key{uid, assigned.Container, assigned.Resource}] = true
		}
	}
	pods := p.facts.ServerPods()
	for _, entry := range recorded {
		of := kind(entry.Resource)
		if of == "" || has[key{entry.PodUID, entry.Container, entry.Resource}] || p.hasClaim(entry.PodUID, of, claims) {
			continue
		}
		if pod := pods[entry.PodUID]; pod != nil && (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) {
			continue
		}
		out = append(out, entry)
	}
	return out
}

// hasClaim reports whether a pod's annotation states its devices of a type. Schedulers may know a
// pod that only the runtime has, until the API server's list is read. Its requests are not known,
// so the annotation is not judged until then, and no report is published. Schedulers do not know a
// pod that the list lacks: its devices are those of kubelet's record.
func (p *pluginDevices) hasClaim(uid, kind string, claims *claims) bool {
	if pod := p.facts.Pod(uid); pod != nil || p.facts.HasServer() {
		return claims.hasValidClaim(pod, kind)
	}
	return allocates(p.facts.Annotation(uid, objects.AnnotationDeviceAllocated), kind)
}

func (p *pluginDevices) addPlugin(object *apis.Device, plugin *config.PluginDevices, healthy []kubelet.PluginDevice) error {
	if err := p.numbers.assign(plugin.Resource, healthy); err != nil {
		return err
	}
	amounts := v1.ResourceList{}
	for name, amount := range plugin.Gives {
		// validated with the configuration
		amounts[v1.ResourceName(name)] = resource.MustParse(amount)
	}
	nodes := map[string]int32{}
	for _, device := range healthy {
		nodes[device.ID] = -1 // any
		if len(device.Nodes) == 1 {
			nodes[device.ID] = device.Nodes[0]
		}
	}
	minors := p.numbers.minors[plugin.Resource]
	for _, id := range slices.SortedFunc(maps.Keys(minors), func(a, b string) int { return cmp.Compare(minors[a], minors[b]) }) {
		minor := minors[id]
		node, isHealthy := nodes[id]
		device := apis.DeviceInfo{Type: plugin.Type, ID: id, Minor: &minor, Health: isHealthy, Resources: amounts}
		if isHealthy {
			device.Topology = &apis.DeviceTopology{NodeID: &node}
			if pciAddress.MatchString(id) {
				device.Topology.BusID = id
			}
		}
		object.Spec.Devices = append(object.Spec.Devices, device)
	}
	if plugin.Vendor != "" && plugin.Type == "gpu" && len(minors) != 0 {
		if object.Labels == nil {
			object.Labels = map[string]string{}
		}
		object.Labels[objects.LabelGPUVendor] = plugin.Vendor
	}
	return nil
}

// replaceAssigned adds devices that kubelet assigned, so that a scheduler does not allocate them
// again. They replace the library's entries of the resources for which kind returns a type.
func replaceAssigned(object *apis.Device, assigned []checkpoint, kind func(resource string) string) error {
	entries, err := entriesOf(object)
	if err != nil {
		return err
	}
	before := len(entries)
	entries = slices.DeleteFunc(entries, func(entry checkpoint) bool { return kind(entry.Resource) != "" })
	if before == len(entries) && len(assigned) == 0 {
		return nil
	}
	text, err := format(append(entries, assigned...))
	if err != nil {
		return err
	}
	setAnnotation(object, objects.AnnotationDevicesCheckpoints, text)
	return nil
}

// addNames states the types of resources that neither the devices nor the table of device plugins
// have, or that the table has with another type. Schedulers then know which devices pods with these
// resources have. added are the types whose devices are those of plugins.
func (p *pluginDevices) addNames(object *apis.Device, added map[string]bool) error {
	names := map[string]string{}
	for _, plugin := range p.config.Reports.Plugins {
		_, gives := plugin.Gives[plugin.Resource]
		if kindOfResource(plugin.Resource) != plugin.Type && !(gives && added[plugin.Type]) {
			names[plugin.Resource] = plugin.Type
		}
	}
	if len(names) == 0 {
		return nil
	}
	text, err := json.Marshal(names)
	if err != nil {
		return err
	}
	setAnnotation(object, objects.AnnotationDevicePlugins, string(text))
	return nil
}

func setAnnotation(object *apis.Device, key, text string) {
	if object.Annotations == nil {
		object.Annotations = map[string]string{}
	}
	object.Annotations[key] = text
}

var (
	pciAddress  = regexp.MustCompile(`^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$`)
	lastNumber  = regexp.MustCompile(`[-_]([0-9]{1,4})$`)
	mostDevices = 1024
)

// assign numbers devices that have no number: by the number at the end of their id, as in
// Ascend910-3, if all ids have distinct ones, otherwise by the lowest free number in the order of
// ids.
func (n *numbers) assign(resource string, devices []kubelet.PluginDevice) error {
	minors := n.minors[resource]
	if minors == nil {
		minors = map[string]int32{}
	}
	used := map[int32]bool{}
	for _, minor := range minors {
		used[minor] = true
	}
	var fresh []string
	for _, device := range devices {
		if _, has := minors[device.ID]; !has && !slices.Contains(fresh, device.ID) {
			fresh = append(fresh, device.ID)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	if len(minors)+len(fresh) > mostDevices {
		return fmt.Errorf("%s: found %d devices, expected at most %d", resource, len(minors)+len(fresh), mostDevices)
	}
	slices.Sort(fresh)
	byID := numbersWithin(fresh, used)
	next := int32(0)
	for _, id := range fresh {
		minor, stated := byID[id]
		for !stated && used[next] {
			next++
		}
		if !stated {
			minor = next
		}
		used[minor] = true
		minors[id] = minor
	}
	n.minors[resource] = minors
	return n.write()
}

// numbersWithin returns the numbers at the end of ids, or none if one lacks it or two have the
// same.
func numbersWithin(ids []string, used map[int32]bool) map[string]int32 {
	out, taken := map[string]int32{}, map[int32]bool{}
	for _, id := range ids {
		found := lastNumber.FindStringSubmatch(id)
		if found == nil {
			return nil
		}
		number, err := strconv.ParseInt(found[1], 10, 32)
		if err != nil || taken[int32(number)] || used[int32(number)] {
			return nil
		}
		taken[int32(number)] = true
		out[id] = int32(number)
	}
	return out
}

// read loads the numbers of this boot. Their folder does not survive a reboot.
func (n *numbers) read() error {
	text, err := files.Read(n.path)
	if err != nil || text == nil {
		return err
	}
	var read map[string]map[string]int32
	if err := json.Unmarshal(text, &read); err != nil {
		return fmt.Errorf("%s: %w", n.path, err)
	}
	if read != nil {
		n.minors = read
	}
	return nil
}

func (n *numbers) write() error {
	text, err := json.Marshal(n.minors)
	if err != nil {
		return err
	}
	if err := os.WriteFile(n.path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(n.path+".new", n.path)
}
