package claimed

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// world is drawn objects of two nodes with GPUs.
type world struct {
	*claimsTest
	draw    *rand.Rand
	devices []*apis.Device
	rest    []any // nodes, slices, claims and pods
}

func (w *world) pick(from ...string) string { return from[w.draw.IntN(len(from))] }

// identity returns the name and value of an attribute that may identify a GPU of the nodes.
func (w *world) identity() (name, value string) {
	name = w.pick("uuid", "gpu.nvidia.com/uuid", "parentUUID", "resource.kubernetes.io/pciBusID", "pciAddr", "index")
	minor := w.draw.IntN(4)
	if strings.Contains(strings.ToLower(name), "uuid") {
		return name, fmt.Sprintf("%s%d", w.pick("GPU-", "gpu-", "MIG-"), minor)
	}
	return name, fmt.Sprintf("%s:1%d:00.%d", w.pick("0000", "0000", "00000000", "1"), minor, w.draw.IntN(3))
}

func (w *world) addDevice(node string) {
	device := &apis.Device{TypeMeta: metav1.TypeMeta{Kind: "Device"}, ObjectMeta: metav1.ObjectMeta{Name: node}}
	for minor := range int32(3) {
		info := apis.DeviceInfo{Type: "gpu", Minor: ptr(minor), Health: true, Resources: v1.ResourceList{}}
		for _, name := range []string{"gpu-core", "gpu-memory-ratio"} {
			info.Resources[v1.ResourceName(objects.ResourcePrefix+name)] = resource.MustParse("100")
		}
		info.Resources[objects.ResourcePrefix+"gpu-memory"] = resource.MustParse("80Gi")
		if w.draw.IntN(8) > 0 {
			info.ID = fmt.Sprintf("GPU-%d", minor)
		}
		if w.draw.IntN(4) > 0 {
			info.Topology = &apis.DeviceTopology{BusID: fmt.Sprintf("0000:1%d:00.0", minor)}
		}
		device.Spec.Devices = append(device.Spec.Devices, info)
	}
	w.devices = append(w.devices, device)
	w.rest = append(w.rest, &v1.Node{TypeMeta: metav1.TypeMeta{Kind: "Node"}, ObjectMeta: metav1.ObjectMeta{Name: node},
		Status: v1.NodeStatus{Allocatable: v1.ResourceList{"cpu": resource.MustParse("64"), "memory": resource.MustParse("64Gi"),
			"pods": resource.MustParse("99")}}})
}

func (w *world) addSlice(i int) {
	slice := &resourceapi.ResourceSlice{TypeMeta: metav1.TypeMeta{Kind: "ResourceSlice"}, ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("s", i)}}
	slice.Spec.Driver = w.pick("gpu.nvidia.com", "dra.net")
	// Two slices of one generation with the same device are invalid.
	slice.Spec.Pool = resourceapi.ResourcePool{Name: w.pick("p", "q"), Generation: int64(i)}
	if node := w.pick("a", "b", ""); node != "" {
		slice.Spec.NodeName = &node
	}
	for j := range 3 {
		device := resourceapi.Device{Name: fmt.Sprint("d", j), Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{}}
		for range w.draw.IntN(3) {
			name, value := w.identity()
			device.Attributes[resourceapi.QualifiedName(name)] = resourceapi.DeviceAttribute{StringValue: &value}
		}
		slice.Spec.Devices = append(slice.Spec.Devices, device)
	}
	w.SliceChanged(store(w.claimsTest, w.sources.Slices.Load(), slice))
	w.rest = append(w.rest, slice)
}

func (w *world) addClaim(i int) {
	claim := allocated(fmt.Sprint("c", i), w.pick("a", "b", ""))
	claim.Kind = "ResourceClaim"
	for j := range w.draw.IntN(3) {
		result := resourceapi.DeviceRequestAllocationResult{Request: fmt.Sprint("r", j), Driver: w.pick("gpu.nvidia.com", "dra.net"),
			Pool: w.pick("p", "q"), Device: fmt.Sprint("d", w.draw.IntN(4))}
		if w.draw.IntN(8) == 0 {
			result.AdminAccess = ptr(true)
		}
		claim.Status.Allocation.Devices.Results = append(claim.Status.Allocation.Devices.Results, result)
	}
	if w.draw.IntN(6) == 0 {
		claim.Status.Allocation = nil
	}
	for range w.draw.IntN(3) {
		name := fmt.Sprint("p", w.draw.IntN(3))
		claim.Status.ReservedFor = append(claim.Status.ReservedFor,
			resourceapi.ResourceClaimConsumerReference{Resource: w.pick("pods", "pods", "jobs"), Name: name, UID: types.UID("u" + name)})
	}
	w.claim(claim)
	w.rest = append(w.rest, claim)
}

func (w *world) addPod(i int) {
	pod := &v1.Pod{TypeMeta: metav1.TypeMeta{Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Namespace: "ml", Name: fmt.Sprint("p", i), UID: types.UID(fmt.Sprint("up", i))}}
	pod.Spec.NodeName = w.pick("a", "b")
	pod.Spec.Containers = []v1.Container{{Name: "main"}}
	if w.draw.IntN(2) == 0 {
		pod.Spec.ResourceClaims = []v1.PodResourceClaim{{Name: "c", ResourceClaimName: ptr(fmt.Sprint("c", w.draw.IntN(3)))}}
	} else {
		pod.Spec.Containers[0].Resources.Limits = v1.ResourceList{objects.ResourceNVIDIAGPU: resource.MustParse("1")}
		pod.Status.ExtendedResourceClaimStatus = &v1.PodExtendedResourceClaimStatus{ResourceClaimName: fmt.Sprint("c", w.draw.IntN(3)),
			RequestMappings: []v1.ContainerExtendedResourceRequest{{ContainerName: "main", ResourceName: objects.ResourceNVIDIAGPU, RequestName: w.pick("r0", "r1")}}}
	}
	w.PodChanged(store(w.claimsTest, w.sources.Pods, pod))
	w.rest = append(w.rest, pod)
}

// answers returns the refusals of both nodes for pods with several requests.
func (w *world) answers(list []any) (out []koord.Refusal) {
	w.Helper()
	text, err := json.Marshal(list)
	if err != nil {
		w.Fatal(err)
	}
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	if err != nil {
		w.Fatal(err)
	}
	defer cluster.Close()
	added, err := cluster.AddObjects(text)
	if err != nil {
		w.Fatal(err)
	}
	defer added.Close()
	rows, err := added.Rows()
	for _, row := range rows {
		if row.Result == koord.AddedResultRefused {
			w.Fatalf("%+v", row)
		}
	}
	for _, request := range []string{`"nvidia.com/gpu":"1"`, `"nvidia.com/gpu":"2"`, `"nvidia.com/gpu":"3"`, `"koordinator.sh/gpu":"50"`} {
		pod, failure := koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"new"},"spec":{"containers":[{"name":"c","resources":{"limits":{`+request+`}}}]}}`))
		if failure != nil {
			w.Fatal(failure)
		}
		for node := range uint32(2) {
			refusal, _, failure := cluster.Judge(pod, nil, node)
			if failure != nil {
				w.Fatal(failure)
			}
			out = append(out, refusal)
		}
		pod.Close()
	}
	return out
}

// The library derives the same devices from the objects as this package. Refusals tell them apart, by the
// numbers of devices that are left.
func TestLikeTheLibrary(t *testing.T) {
	refused := map[koord.Reason]int{}
	for seed := range uint64(400) {
		w := &world{claimsTest: newClaimsTest(t), draw: rand.New(rand.NewPCG(seed, 60))}
		w.addDevice("a")
		w.addDevice("b")
		for i := range w.draw.IntN(4) {
			w.addSlice(i)
		}
		for i := range w.draw.IntN(3) {
			w.addPod(i)
		}
		for i := range 1 + w.draw.IntN(3) {
			w.addClaim(i)
		}
		whole := append([]any{}, w.rest...)
		var annotated []any
		for _, device := range w.devices {
			whole = append(whole, device)
			marked := *device
			if text := w.Annotation(device); text != "" {
				marked.Annotations = map[string]string{objects.AnnotationClaimedDevices: text}
			}
			annotated = append(annotated, &marked)
		}
		for _, object := range w.rest {
			switch object.(type) {
			case *v1.Node, *v1.Pod:
				annotated = append(annotated, object)
			}
		}
		w.draw.Shuffle(len(whole), func(i, j int) { whole[i], whole[j] = whole[j], whole[i] })
		found, want := w.answers(whole), w.answers(annotated)
		if !reflect.DeepEqual(found, want) {
			text, _ := json.Marshal(whole)
			t.Fatalf("seed %d: found %+v, expected %+v for %s", seed, found, want, text)
		}
		for _, refusal := range found {
			refused[refusal.Reason]++
		}
	}
	for _, reason := range []koord.Reason{koord.ReasonNone, koord.ReasonNotEnoughDevices, koord.ReasonDevicesNotReported} {
		if refused[reason] == 0 {
			t.Errorf("no draw had the reason %v: %v", reason, refused)
		}
	}
}
