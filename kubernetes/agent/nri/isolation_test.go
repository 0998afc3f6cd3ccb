package nri

import (
	"fmt"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/config"
)

// Granted bytes are the exact limit, however the profile rounds the percentage beside them.
func TestGrantedBytesAreTheLimit(t *testing.T) {
	const mebibyte = int64(1) << 20
	for _, size := range []int64{46068 * mebibyte, 16384 * mebibyte, 81559 * mebibyte, 24564*mebibyte + 12345} {
		devices := []byte(fmt.Sprintf(`{"spec":{"devices":[{"type":"gpu","minor":0,"resources":{"koordinator.sh/gpu-memory":"%d"}}]}}`, size))
		for granted := size/1000 + 1; granted < size; granted += size/97 + 4099 {
			down := granted * 100 / size
			// upstream truncates; spec rounds up, but not above what other pods leave of the GPU.
			for _, ratio := range []int64{down, down + 1, max(1, down-2), 1} {
				got := shareOf(fmt.Sprintf(`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-memory":"%d",
"koordinator.sh/gpu-memory-ratio":"%d"}}]}`, granted, ratio), devices)
				if got == nil || got.memory != granted {
					t.Fatalf("%d bytes of %d, %d %%: found %+v", granted, size, ratio, got)
				}
				if limit := got.variables(config.IsolationHAMi)["CUDA_DEVICE_MEMORY_LIMIT"]; limit != fmt.Sprint(granted) &&
					limit != fmt.Sprintf("%dm", granted/mebibyte) || strings.HasSuffix(limit, "m") && granted%mebibyte != 0 {
					t.Fatalf("%d bytes: found limit %s", granted, limit)
				}
			}
		}
	}
	if got := (&gpuShare{1, 40, 3<<20 + 1}).variables(config.IsolationMPS)["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"]; got != "0=3M" {
		t.Error(got)
	}
}

// If an annotation's bytes and percentage contradict each other, the percentage counts. With
// several GPUs the smallest share counts.
func TestShareOfGPUs(t *testing.T) {
	devices := []byte(`{"spec":{"devices":[{"type":"gpu","minor":0,"resources":{"koordinator.sh/gpu-memory":"16Gi"}},
{"type":"gpu","minor":1,"resources":{"koordinator.sh/gpu-memory":"8Gi"}},{"type":"rdma","minor":2}]}}`)
	for text, want := range map[string]*gpuShare{
		`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"25","koordinator.sh/gpu-memory":"64Gi","koordinator.sh/gpu-memory-ratio":"50"}}]}`: {1, 25, 8 << 30},
		`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"25","koordinator.sh/gpu-memory":"1Gi","koordinator.sh/gpu-memory-ratio":"50"}}]}`:  {1, 25, 1 << 30},
		`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory-ratio":"50"}},
		  {"minor":1,"resources":{"koordinator.sh/gpu-core":"40","koordinator.sh/gpu-memory-ratio":"50"}}]}`: {2, 40, 4 << 30},
		`{"gpu":[{"minor":3,"resources":{"koordinator.sh/gpu-memory-ratio":"50"}}]}`:                                  {1, 100, 0},
		`{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100"}}]}`: nil,
		`{"rdma":[{"minor":2,"resources":{"koordinator.sh/rdma":"50"}}]}`:                                             nil,
		`[]`: nil, ``: nil,
	} {
		got := shareOf(text, devices)
		if (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: found %+v, expected %+v", text, got, want)
		}
	}
	// The GPUs were renumbered since the allocation, and one of them was replaced.
	devices = []byte(`{"spec":{"devices":[{"type":"gpu","minor":0,"id":"GPU-b","resources":{"koordinator.sh/gpu-memory":"16Gi"}},
{"type":"gpu","minor":1,"id":"GPU-a","resources":{"koordinator.sh/gpu-memory":"8Gi"}}]}}`)
	for id, memory := range map[string]int64{"": 8 << 30, "GPU-a": 4 << 30, "GPU-b": 8 << 30, "GPU-gone": 0} {
		text := fmt.Sprintf(`{"gpu":[{"minor":0,"id":"%s","resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory-ratio":"50"}}]}`, id)
		if got := shareOf(text, devices); got == nil || got.memory != memory {
			t.Errorf("%s: found %+v, expected %d bytes", text, got, memory)
		}
	}
	if got := (&gpuShare{2, 40, 3 << 30}).variables(config.IsolationMPS)["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"]; got != "0=3072M,1=3072M" {
		t.Error(got)
	}
}
