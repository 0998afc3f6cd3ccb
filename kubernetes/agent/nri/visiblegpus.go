package nri

import (
	"strings"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/objects"
)

const mostOfVisible = 1 << 14 // more than 64 GPUs need

// visibleGPUs returns the value of NVIDIA_VISIBLE_DEVICES with which the runtime starts a
// container, or "" if it names no GPUs. The last of several values counts.
func visibleGPUs(container *api.Container) string {
	value := ""
	for _, entry := range container.GetEnv() {
		if text, is := strings.CutPrefix(entry, objects.EnvVisibleDevices+"="); is {
			value = text
		}
	}
	switch value {
	case "all", "none", "void": // common defaults in images
		return ""
	}
	if len(value) > mostOfVisible {
		return ""
	}
	return value
}
