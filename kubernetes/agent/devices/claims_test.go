package devices

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

func claimsOf(t *testing.T, device string) *claims {
	t.Helper()
	var node apis.Device
	check.OK(t, json.Unmarshal([]byte(device), &node))
	out := newClaims(&node, slog.New(slog.DiscardHandler))
	t.Cleanup(out.Close)
	return out
}

// An entry of kubelet's record is left out exactly if schedulers go by the pod's annotation. So once
// kubelet's record has all pods, schedulers allocate the node's other devices, and none of the pods'.
func TestAnnotationsThatSchedulersRefuse(t *testing.T) {
	const part = "huawei.com/npu-core koordinator.sh/gpu-memory-ratio"
	for _, test := range []struct {
		resources, annotation string
		held                  int32 // the device that the pod has; kubelet gives it device 0
	}{
		{"huawei.com/Ascend910", `{"gpu":[{"minor":1}]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[{"minor":0}]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[{"minor":0},{"minor":1}]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[{"minor":9}]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[{"minor":-1}]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[1]}`, 0},
		{"huawei.com/Ascend910", `{"gpu":[{"minor":1}],"rdma":[{"minor":1}]}`, 0},
		{"huawei.com/Ascend910", `{"rdma":[{"minor":1}]}`, 0},
		{"huawei.com/Ascend910", `{`, 0},
		{"huawei.com/Ascend910", "", 0},
		{part, `{"gpu":[{"minor":1,"resources":{"huawei.com/npu-core":"1"}}]}`, 1},
		{part, `{"gpu":[{"minor":1,"resources":{"huawei.com/npu-core":"2"}}]}`, 0},
		{part, `{"gpu":[{"minor":0},{"minor":1}]}`, 0},
	} {
		t.Run(test.resources+test.annotation, func(t *testing.T) {
			u := newUnreportedTest(t)
			k := fake.NewKubelet(t)
			u.withPlugin(k)
			u.sync()
			resource := strings.Fields(test.resources)[0]
			pod := podOf("p", test.annotation, v1.PodRunning, test.resources)
			u.store.SetPod(string(pod.UID), pod)
			k.Assigned = []*podresources.PodResources{{Name: "p", Namespace: "ml", Containers: []*podresources.ContainerResources{{Name: "main",
				Devices: []*podresources.ContainerDevices{fake.DevicesOf(resource, 0, "Ascend910-0")}}}}}
			entry := checkpoint{string(pod.UID), "main", resource, []string{"Ascend910-0"}}
			u.write(checkpointOf(t, []checkpoint{entry}, resource))
			entries := u.entries()
			if left := len(entries) == 0; left != (test.held == 1) {
				t.Errorf("found the entries %v", entries)
			}
			free, refusal := u.freeDevice(pod)
			if free != 1-test.held {
				t.Errorf("a pod gets device %d, expected %d: %v; published %s", free, 1-test.held, refusal, u.published)
			}
		})
	}
}

// freeDevice returns the first device that a scheduler allocates to a pod beside another one under the published report.
func (u *unreportedTest) freeDevice(other *v1.Pod) (minor int32, refusal koord.Refusal) {
	u.Helper()
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	check.OK(u, err)
	defer cluster.Close()
	node, err := cluster.SetNode([]byte(`{"metadata":{"name":"node-a"},"status":{"allocatable":{"cpu":"8","memory":"8Gi","pods":"110","huawei.com/Ascend910":"2",
"huawei.com/npu-core":"200","koordinator.sh/gpu-memory-ratio":"200"}}}`))
	check.OK(u, err)
	_, err = cluster.SetDevices(u.published)
	check.OK(u, err)
	builder, err := koord.NewPodBuilder()
	check.OK(u, err)
	defer builder.Close()
	build := func(pod *v1.Pod) *koord.Pod {
		check.OK(u, objects.FillPod(builder, pod))
		built, err := builder.Pod(nil)
		check.OK(u, err)
		u.Cleanup(func() { built.Close() })
		return built
	}
	bound := other.DeepCopy()
	bound.Spec.NodeName = "node-a"
	_, err = cluster.SetPod(build(bound))
	check.OK(u, err)
	pod := podOf("new", "", v1.PodPending, "huawei.com/npu-core")
	for _, name := range []v1.ResourceName{"huawei.com/npu-core", "koordinator.sh/gpu-memory-ratio"} {
		pod.Spec.Containers[0].Resources.Limits[name] = resource.MustParse("100")
	}
	_, refusal, err = cluster.Reserve(build(pod), nil, node)
	if err != nil || refusal.Reason != koord.ReasonNone {
		return -1, refusal
	}
	minors, err := cluster.PodMinors("uid-new", "gpu")
	check.OK(u, err)
	if len(minors) != 1 || slices.Contains(minors, -1) {
		u.Fatal(fmt.Sprint(minors))
	}
	return minors[0], refusal
}

// A pod that only the runtime has keeps the devices of its annotation until the API server's list is
// read. If the list lacks the pod, schedulers do not know the annotation, and kubelet's record counts.
func TestAnnotationsOfPodsThatOnlyTheRuntimeHas(t *testing.T) {
	const resource = "huawei.com/Ascend910"
	for annotation, leftOut := range map[string]bool{`{"gpu":[{"minor":1}]}`: true, `{"rdma":[{"minor":1}]}`: false, `{`: false, "": false} {
		t.Run("annotation "+annotation, func(t *testing.T) {
			u := newUnreportedTest(t)
			k := fake.NewKubelet(t)
			u.withPlugin(k)
			u.store.ResetRuntime([]*facts.Sandbox{facts.NewSandbox("box", facts.Pod{UID: "uid", Namespace: "ml", Name: "p",
				Annotations: map[string]string{objects.AnnotationDeviceAllocated: annotation}})}, nil)
			k.Assigned = []*podresources.PodResources{{Name: "p", Namespace: "ml", Containers: []*podresources.ContainerResources{{Name: "main",
				Devices: []*podresources.ContainerDevices{fake.DevicesOf(resource, 0, "Ascend910-0")}}}}}
			u.write(checkpointOf(t, []checkpoint{{"uid", "main", resource, []string{"Ascend910-0"}}, {"uid", "init", resource, []string{"Ascend910-1"}}}, resource))
			expect := func(what string, report []byte, want int) {
				t.Helper()
				var device apis.Device
				check.OK(t, json.Unmarshal(report, &device))
				if found, err := entriesOf(&device); err != nil || len(found) != want {
					t.Errorf("%s: found %v, %v, expected %d entries", what, found, err, want)
				}
			}
			u.devices.poll(t.Context())
			expect("before the list", u.shown, map[bool]int{true: 0, false: 2}[leftOut])
			if u.count != 0 {
				t.Error("published before the list is read")
			}
			u.store.ServerSynced()
			u.devices.poll(t.Context())
			expect("the list lacks the pod", u.published, 2)
		})
	}
}

// A pod that no list has claims nothing.
func TestNoPodHasNoClaim(t *testing.T) {
	if claimsOf(t, `{"metadata":{"name":"node-a"}}`).hasValidClaim(nil, "gpu") {
		t.Error("a nil pod has a valid claim")
	}
}
