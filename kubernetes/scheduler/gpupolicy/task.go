package gpupolicy

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	resourcehelper "k8s.io/component-helpers/resource"

	"libkoord.invalid/koord/kubernetes/objects"
)

// task is the request of a pod.
type task struct {
	cpuMilli int64
	memory   int64 // bytes; 0 for tasks without GPUs, whose memory no policy reads
	gpus     int32
	gpuMilli int32  // thousandths of each GPU; 0 if the request states bytes
	gpuBytes int64  // memory of each GPU; 0 if the request states a part of it
	models   string // acceptable models in ascending order, as in "A100|H100"; "" for all
}

// Limits of the library.
const (
	maxCPUMilli = 1 << 28
	maxMemory   = 1 << 60
	maxGPUs     = 64
	maxModels   = 63
	maxClasses  = 4096
)

const modelSeparator = "|"

// Names of GPU resources, with the older names that the library reads too.
var (
	gpuNames    = []v1.ResourceName{objects.ResourceGPU}
	wholeNames  = []v1.ResourceName{objects.ResourceNVIDIAGPU, objects.ResourceAMDGPU, objects.ResourceDCU}
	sharedNames = []v1.ResourceName{objects.ResourceGPUShared}
	coreNames   = []v1.ResourceName{objects.ResourceGPUCore, objects.ResourceKubernetesGPUCore}
	ratioNames  = []v1.ResourceName{objects.ResourceGPUMemoryRatio, objects.ResourcePrefix + "gpu-mem-ratio", objects.ResourceKubernetesGPUMemoryRatio}
	byteNames   = []v1.ResourceName{objects.ResourceGPUMemory, objects.ResourcePrefix + "gpu-mem", objects.ResourceKubernetesGPUMemory}
)

func (t task) compare(other task) int {
	return cmp.Or(cmp.Compare(t.cpuMilli, other.cpuMilli), cmp.Compare(t.memory, other.memory), cmp.Compare(t.gpus, other.gpus),
		cmp.Compare(t.gpuMilli, other.gpuMilli), cmp.Compare(t.gpuBytes, other.gpuBytes), cmp.Compare(t.models, other.models))
}

// podTask returns the request of a pod. The error is the reason for which no node can host the pod.
func podTask(pod *v1.Pod) (task, error) {
	models, possible := podModels(pod)
	if !possible {
		return task{}, fmt.Errorf("node selector and affinity: found no value of label %s that they accept", objects.LabelGPUModel)
	}
	out, err := taskOf(resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}), models)
	if err != nil {
		return task{}, fmt.Errorf("requests%w", err)
	}
	return out, nil
}

// taskOf returns a request. The error names the resource.
func taskOf(requests v1.ResourceList, models []string) (task, error) {
	for name, amount := range requests {
		if amount.Sign() < 0 {
			return task{}, fmt.Errorf("[%s]: found %s, expected 0 or more", name, amount.String())
		}
	}
	out := task{cpuMilli: maxCPUMilli}
	if requests.Cpu().Value() < maxCPUMilli/1000 { // MilliValue would overflow above
		out.cpuMilli = requests.Cpu().MilliValue()
	}
	if err := out.readGPUs(requests); err != nil {
		return task{}, err
	}
	if out.gpus > 0 {
		out.memory = min(requests.Memory().Value(), maxMemory)
		sorted := slices.Clone(models)
		slices.Sort(sorted)
		out.models = strings.Join(slices.Compact(sorted), modelSeparator)
	}
	return out, nil
}

// readGPUs reads the amounts as the library does (docs/reference/devices.md).
func (t *task) readGPUs(requests v1.ResourceList) error {
	core, _ := amountOf(requests, coreNames)
	bytes, _ := amountOf(requests, byteNames)
	shared, _ := amountOf(requests, sharedNames)
	percent, name := amountOf(requests, ratioNames)
	if gpu, known := amountOf(requests, gpuNames); gpu > percent {
		percent, name = gpu, known
	}
	if whole, known := amountOf(requests, wholeNames); whole > percent/100 {
		percent, name = 100*min(whole, maxMemory/100), known
	}
	stated := percent
	if percent == 0 && core > 0 {
		percent, name = core, coreNames[0]
	}
	if percent == 0 && bytes == 0 {
		return nil
	}
	count := max(shared, percent/100, 1)
	if shared > 0 {
		count = shared
	}
	if count > maxGPUs || percent%count != 0 || percent/count > 100 {
		return fmt.Errorf("[%s]: found %d percent on %d GPUs, expected up to 100, or a multiple of 100 and at most %d GPUs", name, percent,
			count, maxGPUs)
	}
	t.gpus = int32(count)
	if stated == 0 && bytes > 0 {
		t.gpuBytes = (bytes-1)/count + 1
		return nil
	}
	t.gpuMilli = int32(10 * percent / count)
	return nil
}

// amountOf returns the amount of the first stated name that is not zero.
func amountOf(requests v1.ResourceList, names []v1.ResourceName) (int64, v1.ResourceName) {
	for _, name := range names {
		if amount, stated := requests[name]; stated && amount.Sign() != 0 {
			return clamp(amount), name
		}
	}
	return 0, names[0]
}

func clamp(amount resource.Quantity) int64 { return min(amount.Value(), maxMemory) }

// part returns the thousandths of each GPU, for GPUs with some memory. A request in bytes is
// rounded up to percent, and is a whole GPU if the memory is unknown.
func (t task) part(memory int64) int32 {
	switch {
	case t.gpuBytes == 0:
		return t.gpuMilli
	case memory == 0 || t.gpuBytes >= memory:
		return 1000
	}
	high, low := bits.Mul64(uint64(t.gpuBytes), 100)
	percent, rest := bits.Div64(high, low, uint64(memory))
	if rest > 0 {
		percent++
	}
	return 10 * int32(percent)
}
