package nri

import (
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// gpuShare is the part of each of its GPUs that a container may use. If the parts differ it is the
// smallest, because programs number GPUs in any order.
type gpuShare struct {
	gpus    int
	percent int64 // percentage of a GPU's time
	memory  int64 // bytes; 0 if not known
}

// shareOf returns the share in an allocation that the library has granted. Granted bytes are the
// limit: the percentage beside them is rounded, and that of the last pod on a GPU is limited to the
// rest. The percentage decides if there are no bytes, or more than the GPU has, because the
// scheduler writes no such allocation. It returns nil for whole GPUs and for none.
func shareOf(allocated string, devices []byte) *gpuShare {
	var types struct {
		GPU []struct {
			Minor     int32                        `json:"minor"`
			ID        string                       `json:"id"`
			Resources map[string]resource.Quantity `json:"resources"`
		} `json:"gpu"`
	}
	if json.Unmarshal([]byte(allocated), &types) != nil || len(types.GPU) == 0 {
		return nil
	}
	sizes := gpuSizes(devices)
	out := &gpuShare{gpus: len(types.GPU), percent: config.WholeGPU}
	whole := true
	for _, field := range types.GPU {
		core, ratio, bytes := field.Resources[objects.ResourceGPUCore], field.Resources[objects.ResourceGPUMemoryRatio], field.Resources[objects.ResourceGPUMemory]
		if percent := core.Value(); percent > 0 {
			out.percent = min(out.percent, percent)
		}
		memory := bytes.Value()
		if size := sizes.of(field.Minor, field.ID); size > 0 && ratio.Value() > 0 {
			percent := min(ratio.Value(), config.WholeGPU)
			if memory <= 0 || memory > size {
				memory = partOf(size, percent)
			}
		}
		if memory > 0 && (out.memory == 0 || memory < out.memory) {
			out.memory = memory
		}
		whole = whole && core.Value() >= config.WholeGPU && ratio.Value() >= config.WholeGPU
	}
	if whole {
		return nil
	}
	return out
}

// partOf returns a percentage of a size, rounded down. Hostile sizes do not overflow.
func partOf(size, percent int64) int64 {
	return size/config.WholeGPU*percent + size%config.WholeGPU*percent/config.WholeGPU
}

// sizes are the memory of GPUs in bytes.
type sizes struct {
	byID    map[string]int64
	byMinor map[int32]int64
}

// of returns the size of an allocated GPU, or 0 if it is not known. The id decides, because minors
// may have changed since the allocation.
func (s sizes) of(minor int32, id string) int64 {
	if size, has := s.byID[id]; has {
		return size
	}
	if id != "" && len(s.byID) != 0 {
		return 0
	}
	return s.byMinor[minor]
}

func gpuSizes(devices []byte) sizes {
	var object apis.Device
	out := sizes{map[string]int64{}, map[int32]int64{}}
	if json.Unmarshal(devices, &object) != nil {
		return out
	}
	for _, device := range object.Spec.Devices {
		if amount, has := device.Resources[objects.ResourceGPUMemory]; has && device.Type == "gpu" && device.Minor != nil {
			out.byMinor[*device.Minor] = amount.Value()
			if device.ID != "" {
				out.byID[device.ID] = amount.Value()
			}
		}
	}
	return out
}

// variables returns the environment variables by which a library, or NVIDIA's server, limits a
// container to its share. HAMi's library takes bytes. NVIDIA's server takes whole mebibytes, so the
// size is rounded down.
func (s *gpuShare) variables(mechanism string) map[string]string {
	out := map[string]string{}
	mebibytes := s.memory >> 20
	switch mechanism {
	case config.IsolationHAMi:
		if mebibytes<<20 == s.memory && mebibytes > 0 {
			out["CUDA_DEVICE_MEMORY_LIMIT"] = fmt.Sprintf("%dm", mebibytes)
		} else if s.memory > 0 {
			out["CUDA_DEVICE_MEMORY_LIMIT"] = fmt.Sprint(s.memory)
		}
		out["CUDA_DEVICE_SM_LIMIT"] = fmt.Sprint(s.percent)
	case config.IsolationMPS:
		if mebibytes > 0 {
			var each []string
			for i := range s.gpus {
				each = append(each, fmt.Sprintf("%d=%dM", i, mebibytes))
			}
			out["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"] = strings.Join(each, ",")
		}
		out["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] = fmt.Sprint(s.percent)
	}
	return out
}
