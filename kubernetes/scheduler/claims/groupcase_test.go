package claims

import (
	"fmt"
	"math/rand/v2"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// groupCase is a drawn group, with nodes whose GPUs are allocated whole, or as halves.
type groupCase struct {
	nodes  []*v1.Node
	slices []*resourceapi.ResourceSlice
	parts  []part
	pods   []*v1.Pod
	claims map[string]*resourceapi.ResourceClaim // by name
	uses   map[string][]string                   // names of a pod's claims
}

// part is a GPU, or half of one.
type part struct {
	node  int
	name  string
	gpu   string
	units int // 2 for a GPU, and 1 for half of one
	color int64
	used  bool
}

// size is a size in selectors.
func (p *part) size() string { return []string{"", "half", "whole"}[p.units] }

// wanted is what a request, or a subrequest, asks for. color is -1 for any.
type wanted struct {
	size  string
	color int64
	count int64
	match bool // all of one color
}

func (w wanted) selectors() []resourceapi.DeviceSelector {
	text := fmt.Sprintf(`device.attributes[%q].size == %q`, driver, w.size)
	if w.color >= 0 {
		text += fmt.Sprintf(` && device.attributes[%q].color == %d`, driver, w.color)
	}
	return []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{Expression: text}}}
}

// wantedOf returns the alternatives of the only request of a claim.
func wantedOf(claim *resourceapi.ResourceClaim) (out []wanted) {
	read := func(selectors []resourceapi.DeviceSelector, count int64) {
		w := wanted{color: -1, count: count, match: len(claim.Spec.Devices.Constraints) > 0}
		for _, size := range []string{"half", "whole"} {
			for color := range int64(3) {
				at := wanted{size: size, color: color - 1}
				if selectors[0].CEL.Expression == at.selectors()[0].CEL.Expression {
					w.size, w.color = at.size, at.color
				}
			}
		}
		out = append(out, w)
	}
	r := claim.Spec.Devices.Requests[0]
	if r.Exactly != nil {
		read(r.Exactly.Selectors, r.Exactly.Count)
	}
	for _, s := range r.FirstAvailable {
		read(s.Selectors, s.Count)
	}
	return out
}

// drawClaim returns a claim for GPUs or halves of one.
func drawClaim(random *rand.Rand, name string) *resourceapi.ResourceClaim {
	draw := func() wanted {
		return wanted{size: []string{"half", "whole"}[random.IntN(2)], color: random.Int64N(3) - 1, count: 1 + random.Int64N(2)}
	}
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name)}}
	r := resourceapi.DeviceRequest{Name: "r"}
	if random.IntN(2) == 0 {
		w := draw()
		r.Exactly = &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu", Selectors: w.selectors(),
			AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: w.count}
	} else {
		for i := range 2 {
			w := draw()
			if i == 0 {
				w.size = "whole"
			}
			r.FirstAvailable = append(r.FirstAvailable, resourceapi.DeviceSubRequest{Name: fmt.Sprint("s", i), DeviceClassName: "gpu",
				Selectors: w.selectors(), AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: w.count})
		}
	}
	claim.Spec.Devices.Requests = []resourceapi.DeviceRequest{r}
	if random.IntN(3) == 0 {
		attribute := resourceapi.FullyQualifiedName(driver + "/color")
		claim.Spec.Devices.Constraints = []resourceapi.DeviceConstraint{{MatchAttribute: &attribute}}
	}
	return claim
}

// drawGroup returns a group of 2 to 5 pods and 1 to 3 nodes.
func drawGroup(random *rand.Rand) *groupCase {
	c := &groupCase{claims: map[string]*resourceapi.ResourceClaim{}, uses: map[string][]string{}}
	for i := range 1 + random.IntN(3) {
		c.addNode(random, i)
	}
	for i := range 2 + random.IntN(4) {
		name := fmt.Sprint("pod-", i)
		pod := podOf(name)
		pod.UID = types.UID(name)
		pod.Spec.Containers[0].Resources.Requests = v1.ResourceList{"cpu": quantity("1")}
		if random.IntN(4) == 0 {
			pod.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": c.nodes[random.IntN(len(c.nodes))].Name}
		}
		claim := drawClaim(random, "claim-"+name)
		c.claims[claim.Name] = claim
		c.uses[name] = []string{claim.Name}
		switch random.IntN(6) {
		case 0: // a claim of another pod, too
			if other := fmt.Sprint("claim-pod-", random.IntN(i+1)); other != claim.Name {
				c.uses[name] = append(c.uses[name], other)
			}
		case 1: // equal to the one before
			if i > 0 {
				claim.Spec = c.claims[fmt.Sprint("claim-pod-", i-1)].Spec
			}
		}
		c.pods = append(c.pods, pod)
	}
	return c
}

// addNode adds a node with up to 3 GPUs, some of which are in use.
func (c *groupCase) addNode(random *rand.Rand, number int) {
	name := string(rune('a' + number))
	room := v1.ResourceList{"cpu": quantity(fmt.Sprint(1 + random.IntN(4))), "memory": quantity("1Gi"), "pods": quantity("110")}
	c.nodes = append(c.nodes, &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"kubernetes.io/hostname": name}},
		Status: v1.NodeStatus{Allocatable: room, Capacity: room}})
	first := len(c.parts)
	var counters []resourceapi.CounterSet
	for i := range 1 + random.IntN(3) {
		gpu, color := fmt.Sprint("gpu-", i), random.Int64N(2)
		counters = append(counters, resourceapi.CounterSet{Name: gpu, Counters: map[string]resourceapi.Counter{"units": {Value: quantity("2")}}})
		c.parts = append(c.parts, part{node: number, name: gpu, gpu: gpu, units: 2, color: color})
		for _, half := range []string{"-0", "-1"} {
			c.parts = append(c.parts, part{node: number, name: gpu + half, gpu: gpu, units: 1, color: color})
		}
		if random.IntN(4) == 0 {
			c.parts[len(c.parts)-1-random.IntN(3)].used = true
		}
	}
	pool := resourceapi.ResourcePool{Name: name, Generation: 1, ResourceSliceCount: 2}
	devices := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name + "-devices"},
		Spec: resourceapi.ResourceSliceSpec{Driver: driver, Pool: pool, NodeName: &name}}
	for i := range c.parts[first:] {
		devices.Spec.Devices = append(devices.Spec.Devices, c.parts[first+i].device())
	}
	c.slices = append(c.slices, devices, &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: name + "-counters"},
		Spec: resourceapi.ResourceSliceSpec{Driver: driver, Pool: pool, NodeName: &name, SharedCounters: counters}})
}

func (p *part) device() resourceapi.Device {
	size, color := p.size(), p.color
	return resourceapi.Device{Name: p.name,
		Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"size": {StringValue: &size}, "color": {IntValue: &color}},
		ConsumesCounters: []resourceapi.DeviceCounterConsumption{{CounterSet: p.gpu,
			Counters: map[string]resourceapi.Counter{"units": {Value: quantity(fmt.Sprint(p.units))}}}}}
}

// infos returns the nodes without pods.
func (c *groupCase) infos() (out []fwk.NodeInfo) {
	for _, node := range c.nodes {
		info := framework.NewNodeInfo()
		info.SetNode(node)
		out = append(out, info)
	}
	return out
}

// fitsAnyhow reports whether some choice of nodes and devices places all pods. It tries all of them.
func (c *groupCase) fitsAnyhow() bool { return c.tryNodes(make([]int, 0, len(c.pods))) }

func (c *groupCase) tryNodes(at []int) bool {
	if len(at) == len(c.pods) {
		return c.tryDevices(at, slices.Clone(c.parts))
	}
	pod := c.pods[len(at)]
	for n, node := range c.nodes {
		if pod.Spec.NodeSelector != nil && pod.Spec.NodeSelector["kubernetes.io/hostname"] != node.Name {
			continue
		}
		count := int64(1)
		for _, other := range at {
			if other == n {
				count++
			}
		}
		if node.Status.Allocatable.Cpu().Value() >= count && c.tryNodes(append(at, n)) {
			return true
		}
	}
	return false
}

// tryDevices reports whether some choice of devices serves the claims of pods on these nodes.
func (c *groupCase) tryDevices(at []int, parts []part) bool {
	nodes := map[string]int{} // by claim
	var names []string
	for i, pod := range c.pods {
		for _, name := range c.uses[pod.Name] {
			if on, is := nodes[name]; is && on != at[i] {
				return false
			} else if !is {
				nodes[name] = at[i]
				names = append(names, name)
			}
		}
	}
	var serve func(number int) bool
	serve = func(number int) bool {
		if number == len(names) {
			return true
		}
		for _, w := range wantedOf(c.claims[names[number]]) {
			if choose(parts, nodes[names[number]], w, 0, nil, func() bool { return serve(number + 1) }) {
				return true
			}
		}
		return false
	}
	return serve(0)
}

// choose tries all choices of devices for a request, and reports whether then succeeds with one.
func choose(parts []part, node int, w wanted, from int, chosen []int, then func() bool) bool {
	if int64(len(chosen)) == w.count {
		return then()
	}
	for i := from; i < len(parts); i++ {
		p := &parts[i]
		if p.node != node || p.used || p.size() != w.size || w.color >= 0 && p.color != w.color ||
			w.match && len(chosen) > 0 && parts[chosen[0]].color != p.color || unitsUsed(parts, p)+p.units > 2 {
			continue
		}
		p.used = true
		if choose(parts, node, w, i+1, append(slices.Clip(chosen), i), then) {
			return true
		}
		p.used = false
	}
	return false
}

// unitsUsed returns how much of a part's GPU is in use.
func unitsUsed(parts []part, of *part) (out int) {
	for i := range parts {
		if p := &parts[i]; p.used && p.node == of.node && p.gpu == of.gpu {
			out += p.units
		}
	}
	return out
}

// anyClass has one class, of all devices.
type anyClass struct{}

func (anyClass) List() ([]*resourceapi.DeviceClass, error) { return nil, nil }

func (anyClass) Get(name string) (*resourceapi.DeviceClass, error) {
	if name != "gpu" {
		return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "deviceclasses"}, name)
	}
	return &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}
