//go:build kube1_38

package dra

import (
	resourceapi "k8s.io/api/resource/v1"
	draapi "k8s.io/dynamic-resource-allocation/api"
)

func sourcesOf(slices []*resourceapi.ResourceSlice) []*ResourceSlice {
	out := make([]*ResourceSlice, len(slices))
	for i := range slices {
		out[i] = new(ResourceSlice)
		if err := draapi.Convert_v1_ResourceSlice_To_api_ResourceSlice(slices[i], out[i], nil); err != nil {
			panic(err)
		}
	}
	return out
}
