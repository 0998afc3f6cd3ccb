//go:build !kube1_38

package claims

import (
	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/dra"
)

func sourcesOf(slices []*resourceapi.ResourceSlice) []*dra.ResourceSlice { return slices }
