package objects

import "path"

// FindDevicePlugin returns the first row of DevicePlugins that matches a resource, or nil if there is none.
func FindDevicePlugin(resource string) *DevicePlugin {
	for i := range DevicePlugins {
		if matches, _ := path.Match(DevicePlugins[i].Resource, resource); matches {
			return &DevicePlugins[i]
		}
	}
	return nil
}
