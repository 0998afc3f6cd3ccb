package claims

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// cycle has the extension points of a scheduling cycle that take time.
type cycle interface {
	fwk.PreFilterPlugin
	fwk.FilterPlugin
}

// BenchmarkCycle measures PreFilter and the Filter of 500 nodes for a pod with a claim, with and
// without libkoord's allocator. Each node has 10 devices, half of which are allocated.
func BenchmarkCycle(b *testing.B) {
	klog.SetLogger(klog.Background().V(0))
	for _, size := range []int64{1, 4} {
		plugin, nodes, pod := benchCluster(b, 500, size)
		for _, subject := range []struct {
			name string
			cycle
		}{{"upstream", plugin.DynamicResources}, {"koord", plugin}} {
			b.Run(fmt.Sprintf("devices=%d/%s", size, subject.name), func(b *testing.B) {
				start, fits := processorTime(), 0
				for range b.N {
					fits = benchPod(b, subject.cycle, nodes, pod)
				}
				b.ReportMetric(float64((processorTime()-start).Microseconds())/float64(b.N), "cpu-µs/op")
				b.ReportMetric(float64(fits), "nodes")
			})
		}
	}
}

// BenchmarkGroupPlan measures the plan for the devices of 64 pods, and the proof that those of 700 pods do
// not suffice, on 500 nodes with 5 free devices each. All pods of a group are alike, or every second differs.
func BenchmarkGroupPlan(b *testing.B) {
	klog.SetLogger(klog.Background().V(0))
	plugin, nodes, pod := benchCluster(b, 500, 4)
	state := framework.NewCycleState()
	if _, status := plugin.PreFilter(b.Context(), state, pod, nodes); !status.IsSuccess() {
		b.Fatal(status.AsError())
	}
	field, err := plugin.allocatorOf(state)
	if err != nil {
		b.Fatal(err)
	}
	by, err := (*field).(*allocator).newAllocator(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, count := range []int{64, 700} {
		for _, kinds := range []int{1, 2} {
			var members []*member
			for i := range count {
				name := fmt.Sprint("pod-", i)
				pod := podOf(name)
				pod.UID = types.UID(name)
				members = append(members, &member{pod: pod, claims: []*resourceapi.ResourceClaim{benchClaim(name, int64(4-i%kinds))}})
			}
			b.Run(fmt.Sprintf("pods=%d/kinds=%d", count, kinds), func(b *testing.B) {
				var planner *groupPlanner
				found := false
				for range b.N {
					planner = newGroupPlanner(b.Context(), by, nodes, members)
					planner.held = func(node string) (map[structured.DeviceID]bool, error) { return plugin.held(node, by, nil) }
					planner.fits = plugin.fits
					found = planner.plan(0)
				}
				if !planner.isExact() || found != (count == 64) {
					b.Fatal(found, planner.why())
				}
				b.ReportMetric(float64(planner.runs), "allocations")
				b.ReportMetric(float64(planner.steps), "steps")
			})
		}
	}
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func benchPod(b *testing.B, plugin cycle, nodes []fwk.NodeInfo, pod *v1.Pod) (fits int) {
	state := framework.NewCycleState()
	if _, status := plugin.PreFilter(b.Context(), state, pod, nodes); !status.IsSuccess() {
		b.Fatal(status.AsError())
	}
	for _, node := range nodes {
		if status := plugin.Filter(b.Context(), state, pod, node); status.IsSuccess() {
			fits++
		}
	}
	return fits
}

// benchCluster returns a plugin, nodes, and a pod with a claim for some devices.
func benchCluster(b *testing.B, count int, size int64) (*Plugin, []fwk.NodeInfo, *v1.Pod) {
	b.Helper()
	objects := []runtime.Object{&resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: "gpu"}, Spec: resourceapi.DeviceClassSpec{
		Selectors: []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{Expression: fmt.Sprintf("device.driver == %q", driver)}}}}}}
	var nodes []fwk.NodeInfo
	for i := range count {
		name := fmt.Sprintf("node-%d", i)
		node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: v1.NodeStatus{Allocatable: v1.ResourceList{"pods": quantity("110")}}}
		info := framework.NewNodeInfo()
		info.SetNode(node)
		nodes = append(nodes, info)
		slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: "1"}, Spec: resourceapi.ResourceSliceSpec{
			Driver: driver, NodeName: &name, Pool: resourceapi.ResourcePool{Name: name, Generation: 1, ResourceSliceCount: 1}}}
		used := benchClaim(fmt.Sprintf("used-%d", i), 5)
		used.Status.Allocation = &resourceapi.AllocationResult{}
		for d := range 10 {
			numa, model := int64(d/5), "model"
			slice.Spec.Devices = append(slice.Spec.Devices, resourceapi.Device{Name: fmt.Sprint("gpu-", d),
				Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{
					"resource.kubernetes.io/numaNode": {IntValue: &numa}, "model": {StringValue: &model}}})
			if d%2 == 0 {
				used.Status.Allocation.Devices.Results = append(used.Status.Allocation.Devices.Results,
					resourceapi.DeviceRequestAllocationResult{Request: "r", Driver: driver, Pool: name, Device: fmt.Sprint("gpu-", d)})
			}
		}
		objects = append(objects, node, slice, used)
	}
	objects = append(objects, benchClaim("claim", size))
	plugin, _ := newPlugin(b, objects...)
	return plugin, nodes, podOf("pod", "claim")
}

func benchClaim(name string, size int64) *resourceapi.ResourceClaim {
	return &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: "1"},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{requestOf("r", "gpu", size)}}}}
}
