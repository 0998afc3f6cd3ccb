package agent

// Resources of a GPU.
const (
	gpuCore        = "koordinator.sh/gpu-core"
	gpuMemory      = "koordinator.sh/gpu-memory"
	gpuMemoryRatio = "koordinator.sh/gpu-memory-ratio"
	wholeGPU       = 100 // percent of its time, or of its memory
)
