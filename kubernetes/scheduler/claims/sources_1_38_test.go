//go:build kube1_38

package claims

import (
	resourceapi "k8s.io/api/resource/v1"
	draapi "k8s.io/dynamic-resource-allocation/api"

	"libkoord.invalid/koord/kubernetes/dra"
)

func sourcesOf(slices []*resourceapi.ResourceSlice) []*dra.ResourceSlice {
	out := make([]*dra.ResourceSlice, len(slices))
	for i := range slices {
		out[i] = new(dra.ResourceSlice)
		if err := draapi.Convert_v1_ResourceSlice_To_api_ResourceSlice(slices[i], out[i], nil); err != nil {
			panic(err)
		}
	}
	return out
}
