//go:build !kube1_36

package scheduler

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

const (
	simMachine  = "pack:2 numa:1 core:2 pu:2" // CPUs 0-3 on NUMA node 0, and 4-7 on NUMA node 1
	simCPUCount = 8
	simGPUs     = 2
	simPodNames = 12
)

// simReports returns NodeResourceTopologies: of all CPUs, and without the last core of each NUMA node.
var simReports = sync.OnceValue(func() (out [3]*apis.NodeResourceTopology) {
	machine, err := koord.TopologyFromSynthetic(nil, simMachine)
	if err != nil {
		panic(err)
	}
	defer machine.Close()
	text, err := machine.NRT("any", koord.KubeletSetup{})
	if err != nil {
		panic(err)
	}
	for i := range out {
		out[i] = &apis.NodeResourceTopology{}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), `"1Gi"`, `"32Gi"`)), out[i]); err != nil {
			panic(err)
		}
		if i > 0 {
			out[i].Annotations[simTopologyKey] = simWithoutCPUs(out[i].Annotations[simTopologyKey], [][]int{{6, 7}, {2, 3, 6, 7}}[i-1])
		}
	}
	return out
})

const simTopologyKey = "node.koordinator.sh/cpu-topology"

// simWithoutCPUs returns an annotation cpu-topology without some CPUs.
func simWithoutCPUs(text string, without []int) string {
	var report map[string][]map[string]any
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		panic(err)
	}
	report["detail"] = slices.DeleteFunc(report["detail"], func(cpu map[string]any) bool {
		id, _ := cpu["id"].(float64)
		return slices.Contains(without, int(id))
	})
	out, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	return string(out)
}

func simNode(server *simServer, name string, cpus string) *v1.Node {
	node := serverNode(name)
	node.UID = server.uid(name)
	node.Status.Allocatable["cpu"] = resource.MustParse(cpus)
	return node
}

func simTopology(name string, which int) *apis.NodeResourceTopology {
	out := simReports()[which].DeepCopy()
	out.Name = name
	return out
}

// simDevice returns a Device object. The lowest bits of state remove a GPU each, the next bits make one
// unhealthy.
func simDevice(name string, state uint32) *apis.Device {
	out := &apis.Device{ObjectMeta: metav1.ObjectMeta{Name: name}}
	for i := range int32(simGPUs) {
		if state>>i&1 == 0 {
			out.Spec.Devices = append(out.Spec.Devices, apis.DeviceInfo{Type: "gpu", Minor: &i, ID: fmt.Sprint("GPU-", i),
				Health: state>>(simGPUs+i)&1 == 0, Resources: v1.ResourceList{"koordinator.sh/gpu-core": resource.MustParse("100"),
					"koordinator.sh/gpu-memory": resource.MustParse("16Gi"), "koordinator.sh/gpu-memory-ratio": resource.MustParse("100")}})
		}
	}
	return out
}

// simShapes are the requests of pods, by weight of their number of lines.
var simShapes = []func(name string) *v1.Pod{
	func(name string) *v1.Pod { return lsr(name, "2") },
	func(name string) *v1.Pod { return lsr(name, "2") },
	func(name string) *v1.Pod { return lsr(name, "4") },
	func(name string) *v1.Pod { return spread(lsr(name, "1")) },
	func(name string) *v1.Pod { return spread(lsr(name, "3")) },
	func(name string) *v1.Pod { return withQOS(lsr(name, "2"), "LSE") },
	func(name string) *v1.Pod { return pod(name, "1") },
	func(name string) *v1.Pod { return pod(name, "2", singleNUMA) },
	func(name string) *v1.Pod { return lsr(name, "2", singleNUMA) },
	func(name string) *v1.Pod { return pod(name, "500m", ask("koordinator.sh/gpu", "50")) },
	func(name string) *v1.Pod { return pod(name, "500m", ask("koordinator.sh/gpu", "100")) },
	func(name string) *v1.Pod { return pod(name, "500m", ask("nvidia.com/gpu", "2")) },
	func(name string) *v1.Pod { return lsr(name, "2", ask("koordinator.sh/gpu", "50")) },
}

func spread(pod *v1.Pod) *v1.Pod {
	pod.Annotations[objects.AnnotationResourceSpec] = `{"preferredCPUBindPolicy":"SpreadByPCPUs"}`
	return pod
}

func withQOS(pod *v1.Pod, qos string) *v1.Pod {
	pod.Labels[objects.LabelQOSClass] = qos
	return pod
}

func singleNUMA(pod *v1.Pod) {
	pod.Annotations[objects.AnnotationNUMATopologySpec] = `{"numaTopologyPolicy":"SingleNUMANode"}`
}

// createPod creates a pod with a name that is free. A name is used again after a deletion.
func (sim *simulation) createPod(e simEvent) {
	for i := range uint32(simPodNames) {
		name := fmt.Sprint("p", (e.a+i)%simPodNames)
		if sim.server.pod("default/"+name) != nil {
			continue
		}
		shape := simShapes[int(e.b)%len(simShapes)]
		created := shape(name)
		created.UID, created.CreationTimestamp = sim.server.uid(name), metav1.Now()
		if e.c&3 == 0 {
			web(created)
		} else if sim.hasGangs && e.c>>2&3 == 0 { // gangs whose pods may use Reservations are not planned
			created.Annotations[apis.AnnotationGangName] = fmt.Sprint("g", e.c>>4&1)
			created.Annotations[apis.AnnotationGangMinAvailable] = "2"
		}
		sim.server.put(simPods, created)
		return
	}
}

// pick returns one of the objects of a kind, or nil if there is none.
func (sim *simulation) pick(kind simKind, at uint32) metav1.Object {
	keys := sim.server.keys(kind)
	if len(keys) == 0 {
		return nil
	}
	return sim.server.objects[kind][keys[int(at)%len(keys)]]
}

func (sim *simulation) deletePod(e simEvent) {
	pod, is := sim.pick(simPods, e.a).(*v1.Pod)
	switch {
	case !is:
	case pod.Spec.NodeName == "" || e.b%4 == 0:
		sim.server.remove(simPods, simKey(pod))
	case pod.DeletionTimestamp == nil:
		leaving := pod.DeepCopy()
		leaving.DeletionTimestamp = &metav1.Time{Time: time.Now()}
		sim.server.put(simPods, leaving)
	}
}

// kubelet does the next step for a bound pod.
func (sim *simulation) kubelet(e simEvent) {
	pod, is := sim.pick(simPods, e.a).(*v1.Pod)
	if !is || pod.Spec.NodeName == "" {
		return
	}
	if pod.DeletionTimestamp != nil {
		sim.server.remove(simPods, simKey(pod))
		return
	}
	now := pod.DeepCopy()
	switch {
	case pod.Status.Phase == "":
		now.Status.Phase = v1.PodRunning
	case pod.Status.Phase == v1.PodRunning && e.b%3 == 0:
		now.Status.Phase = []v1.PodPhase{v1.PodSucceeded, v1.PodFailed}[e.c%2]
	default:
		return
	}
	sim.server.put(simPods, now)
}

func (sim *simulation) touchPod(e simEvent) {
	pod, is := sim.pick(simPods, e.a).(*v1.Pod)
	if !is {
		return
	}
	now := pod.DeepCopy()
	if e.b%2 == 0 {
		now.Annotations["example.com/touched"] = fmt.Sprint(e.c)
	} else {
		now.Labels["example.com/touched"] = fmt.Sprint(e.c)
	}
	sim.server.put(simPods, now)
}

const simResizedKey = "example.com/resized"

// resize lets a bound pod with exclusive CPUs request more of them. Fewer would need the report of an agent:
// without it, a scheduler that starts refuses a claim to more CPUs than the pod requests.
func (sim *simulation) resize(e simEvent) {
	pod, is := sim.pick(simPods, e.a).(*v1.Pod)
	if !is || pod.Spec.NodeName == "" || pod.DeletionTimestamp != nil || pod.Labels[objects.LabelQOSClass] != "LSR" {
		return
	}
	now := pod.DeepCopy()
	now.Annotations[simResizedKey] = "true"
	cpus := now.Spec.Containers[0].Resources.Requests.Cpu().DeepCopy()
	cpus.Add(resource.MustParse([]string{"1", "2", "4"}[e.b%3]))
	now.Spec.Containers[0].Resources.Requests["cpu"], now.Spec.Containers[0].Resources.Limits["cpu"] = cpus, cpus
	sim.server.put(simPods, now)
}

const simForeignKey = "example.com/foreign"

// bindForeign binds a pod without an allocation, as a scheduler without the plugin does.
func (sim *simulation) bindForeign(e simEvent) {
	pod, is := sim.pick(simPods, e.a).(*v1.Pod)
	node := sim.pick(simNodes, e.b)
	if !is || node == nil || pod.Spec.NodeName != "" {
		return
	}
	_, _ = sim.server.bind(&v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		Annotations: map[string]string{simForeignKey: "true"}}, Target: v1.ObjectReference{Name: node.GetName()}})
}

// createReservation creates a Reservation for pods with label app=web.
func (sim *simulation) createReservation(e simEvent) {
	name := fmt.Sprint("r", e.a%3)
	if sim.server.reservation(name) != nil {
		return
	}
	template := []*v1.Pod{lsr("", "2"), lsr("", "4"), pod("", "1", ask("koordinator.sh/gpu", "100"))}[e.b%3]
	created := newReservation(name, template)
	created.UID, created.CreationTimestamp = sim.server.uid(name), metav1.Time{Time: sim.now().Truncate(time.Second)}
	created.Spec.TTL = &metav1.Duration{Duration: []time.Duration{0, 30 * time.Second, time.Hour}[e.c%3]}
	if e.c>>2&1 == 0 {
		repeated(created)
	}
	if e.c>>3&3 == 0 {
		restricted(created)
	}
	sim.server.put(simReservations, created)
}

func (sim *simulation) deleteReservation(e simEvent) {
	if found := sim.pick(simReservations, e.a); found != nil {
		sim.server.remove(simReservations, found.GetName())
	}
}

// changeNode deletes a node, creates it again, or changes its amounts. Its other objects may stay.
func (sim *simulation) changeNode(e simEvent) {
	name := sim.nodes[int(e.a)%len(sim.nodes)]
	node, _ := sim.server.objects[simNodes][name].(*v1.Node)
	switch {
	case node == nil:
		sim.server.put(simNodes, simNode(sim.server, name, "8"))
		if sim.server.objects[simTopologies][name] == nil {
			sim.server.put(simTopologies, simTopology(name, 0))
		}
	case e.b%3 == 0:
		sim.server.remove(simNodes, name)
		if e.c%2 == 0 {
			sim.server.remove(simTopologies, name)
		}
		if e.c%3 == 0 {
			sim.server.remove(simDeviceObjects, name)
		}
	default:
		now := node.DeepCopy()
		now.Status.Allocatable["cpu"] = resource.MustParse([]string{"8", "6", "7500m"}[e.c%3])
		sim.server.put(simNodes, now)
	}
}

func (sim *simulation) changeTopology(e simEvent) {
	name := sim.nodes[int(e.a)%len(sim.nodes)]
	if e.b%4 == 0 {
		sim.server.remove(simTopologies, name)
		return
	}
	sim.server.put(simTopologies, simTopology(name, int(e.c)%3))
}

func (sim *simulation) changeDevices(e simEvent) {
	name := sim.nodes[int(e.a)%len(sim.nodes)]
	switch {
	case !sim.hasGPUs:
	case e.b%4 == 0:
		sim.server.remove(simDeviceObjects, name)
	case e.b%4 == 1:
		sim.server.put(simDeviceObjects, simDevice(name, 0))
	default:
		sim.server.put(simDeviceObjects, simDevice(name, e.c))
	}
}

// setup creates the nodes.
func (sim *simulation) setup(e simEvent) {
	sim.hasGPUs, sim.hasGangs = e.b%3 > 0, e.c%3 == 0
	for i := range 1 + e.a%3 {
		name := fmt.Sprint("node-", i)
		sim.nodes = append(sim.nodes, name)
		sim.server.put(simNodes, simNode(sim.server, name, "8"))
		sim.server.put(simTopologies, simTopology(name, 0))
		if sim.hasGPUs {
			sim.server.put(simDeviceObjects, simDevice(name, 0))
		}
	}
}
