//go:build !kube1_38

package dra

import resourceapi "k8s.io/api/resource/v1"

func sourcesOf(slices []*resourceapi.ResourceSlice) []*ResourceSlice { return slices }
