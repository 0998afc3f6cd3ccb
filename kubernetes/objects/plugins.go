package objects

import "strings"

// FindDevicePlugin returns the row of a resource in DevicePlugins, or nil if there is none.
func FindDevicePlugin(resource string) *DevicePlugin {
	for i := range DevicePlugins {
		prefix, isPattern := strings.CutSuffix(DevicePlugins[i].Resource, "*")
		if resource == prefix || isPattern && strings.HasPrefix(resource, prefix) {
			return &DevicePlugins[i]
		}
	}
	return nil
}
