package devices

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// kubeletRecord is kubelet's checkpoint about devices. The library has validated the file.
type kubeletRecord struct {
	entries    []checkpoint
	registered map[string][]string // ids by the resources that device plugins have registered
}

// readRecord reads a checkpoint that the library has accepted. No text is an empty record.
func readRecord(text []byte) (kubeletRecord, error) {
	if len(text) == 0 {
		return kubeletRecord{}, nil
	}
	var file struct {
		Data struct {
			PodDeviceEntries []struct {
				PodUID, ContainerName, ResourceName string
				DeviceIDs                           map[int64][]string // by NUMA node
			}
			RegisteredDevices map[string][]string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return kubeletRecord{}, fmt.Errorf("kubelet's device checkpoint: %w", err)
	}
	out := kubeletRecord{registered: file.Data.RegisteredDevices}
	for _, entry := range file.Data.PodDeviceEntries {
		made := checkpoint{entry.PodUID, entry.ContainerName, entry.ResourceName, nil}
		for _, ids := range entry.DeviceIDs {
			made.IDs = append(made.IDs, ids...)
		}
		slices.Sort(made.IDs)
		made.IDs = slices.Compact(made.IDs)
		if len(made.IDs) != 0 {
			out.entries = append(out.entries, made)
		}
	}
	return out, nil
}

// entriesOf returns the entries of a Device object's annotation.
func entriesOf(device *apis.Device) (entries []checkpoint, err error) {
	if before := device.Annotations[objects.AnnotationDevicesCheckpoints]; before != "" {
		if err := json.Unmarshal([]byte(before), &entries); err != nil {
			return nil, fmt.Errorf("%s: %w", objects.AnnotationDevicesCheckpoints, err)
		}
	}
	return entries, nil
}

// format sorts entries and returns the text of the annotation.
func format(entries []checkpoint) (string, error) {
	slices.SortStableFunc(entries, func(a, b checkpoint) int {
		return cmp.Or(cmp.Compare(a.PodUID, b.PodUID), cmp.Compare(a.Container, b.Container), cmp.Compare(a.Resource, b.Resource))
	})
	text, err := json.Marshal(entries)
	return string(text), err
}

// kindOfResource returns the type of the devices of a resource that the library knows or that the
// table of device plugins has, or "" if neither does.
func kindOfResource(resource string) string {
	if plugin := objects.FindDevicePlugin(resource); plugin != nil {
		return plugin.Type
	}
	if objects.IsKnownDeviceResource(resource) {
		return kindOf(resource)
	}
	return ""
}
