package main

import (
	"fmt"
	"math/rand"
	"strings"

	"libkoord.invalid/koord"
)

// Effective NUMA policies.
const (
	policyUnset = iota
	policyNone
	policyBestEffort
	policyRestricted
	policySingle
)

var policyNames = [...]string{"", "None", "BestEffort", "Restricted", "SingleNUMANode"}

func policyOf(name string) int {
	for policy, known := range policyNames {
		if name == known {
			return policy
		}
	}
	return policyUnset
}

// A request for devices of one kind: count devices with these amounts of each.
type deviceRequest struct {
	count              int
	core, ratio, bytes int64
	vf                 bool
}

// A shape is a request of pods.
type shape struct {
	index         int
	qos           koord.QOS
	milli         int64
	limit         int64 // of CPU, -1 if there is none
	memory        int64
	required      koord.BindPolicy
	preferred     koord.BindPolicy
	exclusive     koord.ExclusivePolicy
	numaPolicy    int
	numaExclusive koord.NUMAExclusive
	tolerates     bool
	resources     []resource // of devices, as the pod states them
	devices       [kinds]deviceRequest
	wrong         bool // no node accepts the request
	wrongDevices  bool // wrong is true because of the devices
	bestEffortPod bool // Kubernetes' QoS is BestEffort
}

type resource struct {
	name   string
	amount int64
}

// owns reports whether the pod gets CPUs of its own. The configurations of the histories have a
// bind policy, so that each LSE or LSR pod does.
func (s *shape) owns() bool { return s.qos == koord.QOSLSE || s.qos == koord.QOSLSR }

func (s *shape) cpus() int { return int(s.milli / 1000) }

// aligns reports whether NUMA policies apply to CPU and memory of the pod.
func (s *shape) aligns() bool {
	return s.qos != koord.QOSBE && s.qos != koord.QOSSystem && !s.bestEffortPod
}

func (s *shape) hasDevices() bool {
	for _, d := range s.devices {
		if d.count > 0 {
			return true
		}
	}
	return s.wrongDevices
}

// keepsApart reports whether the pod forbids that pods of one and of several NUMA nodes meet on one. Without a statement
// a pod with a NUMA policy does.
func (s *shape) keepsApart() bool {
	return s.numaPolicy != policyUnset && s.numaExclusive != koord.NUMAExclusivePreferred
}

func (s *shape) String() string {
	text := fmt.Sprintf("shape %d: %v cpu %dm memory %dMi", s.index, s.qos, s.milli, s.memory>>20)
	if s.limit != s.milli {
		text += fmt.Sprintf(" limit %dm", s.limit)
	}
	if s.required != 0 {
		text += fmt.Sprintf(" required %v", s.required)
	}
	if s.preferred != 0 {
		text += fmt.Sprintf(" preferred %v", s.preferred)
	}
	if s.exclusive != 0 {
		text += fmt.Sprintf(" %v", s.exclusive)
	}
	if s.numaPolicy != 0 {
		text += " " + policyNames[s.numaPolicy]
	}
	for _, r := range s.resources {
		text += fmt.Sprintf(" %s %d", r.name, r.amount)
	}
	if s.devices[rdma].vf {
		text += " with a virtual function"
	}
	return text
}

const (
	shapeCount = 360
	sizes      = 3 // of each shape, for resizes
)

// shapes has the shapes of new pods, then each of them in the other sizes.
var shapes = drawShapes()

func drawShapes() []*shape {
	random := rand.New(rand.NewSource(1))
	out := make([]*shape, sizes*shapeCount)
	for i := range out {
		if i < shapeCount {
			out[i] = drawShape(random, i)
			continue
		}
		resized := *out[i%shapeCount]
		resized.index = i
		step := int64(500)
		if resized.owns() {
			step = 1000
		}
		if random.Intn(2) == 0 && resized.milli > step {
			step = -step
		}
		resized.milli += step
		if resized.limit >= 0 {
			resized.limit += step
		}
		if i >= 2*shapeCount && !resized.bestEffortPod {
			resized.memory += gib / 2
		}
		out[i] = &resized
	}
	return out
}

func drawShape(random *rand.Rand, index int) *shape {
	s := &shape{index: index}
	s.memory = int64(random.Intn(9)) * gib / 2
	switch random.Intn(10) {
	case 0, 1, 2, 3, 4:
		s.qos = koord.QOSLSR
		if random.Intn(4) == 0 {
			s.qos = koord.QOSLSE
		}
		s.milli = int64(1000 * (1 + random.Intn(6)))
		if random.Intn(4) == 0 {
			s.milli = int64(2000 * (1 + random.Intn(4)))
		}
		s.limit = s.milli
	case 5, 6, 7:
		s.qos = []koord.QOS{koord.QOSLS, koord.QOSNone}[random.Intn(2)]
		s.milli = int64(250 * (1 + random.Intn(12)))
		s.limit = s.milli
		if random.Intn(2) == 0 {
			s.limit = -1
		}
	case 8:
		s.qos = koord.QOSBE
		s.milli, s.limit = int64(500*(1+random.Intn(3))), -1
	default:
		s.qos = koord.QOSBE
		s.memory, s.limit, s.bestEffortPod = 0, -1, true
	}
	s.drawPolicies(random)
	s.tolerates = random.Intn(16) == 0
	if random.Intn(3) == 0 {
		s.drawDevices(random)
	}
	if s.owns() && index%24 == 0 {
		s.milli += 500
		s.limit = s.milli
		s.wrong = true
	} else if s.owns() && index%24 == 12 {
		s.limit += 1000
		s.wrong = true
	}
	return s
}

// drawPolicies draws the policies of a pod that owns CPUs, or is aligned.
func (s *shape) drawPolicies(random *rand.Rand) {
	policies := []koord.BindPolicy{koord.BindPolicyFullPCPUs, koord.BindPolicySpreadByPCPUs}
	if s.owns() {
		switch random.Intn(5) {
		case 0:
			s.required = policies[random.Intn(2)]
		case 1, 2:
			s.preferred = policies[random.Intn(2)]
		}
		s.exclusive = koord.ExclusivePolicy(random.Intn(4))
		if random.Intn(2) == 0 {
			s.exclusive = 0
		}
	}
	if s.aligns() && random.Intn(4) == 0 {
		s.numaPolicy = []int{policyBestEffort, policyRestricted, policySingle}[random.Intn(3)]
		if random.Intn(4) > 0 {
			s.numaExclusive = koord.NUMAExclusivePreferred
		}
	}
}

func (s *shape) add(name string, amount int64) {
	s.resources = append(s.resources, resource{name, amount})
}

// drawDevices draws a request for devices in each form that docs/reference/devices.md lists, and some wrong ones.
func (s *shape) drawDevices(random *rand.Rand) {
	d := &s.devices[gpu]
	switch random.Intn(14) {
	case 0, 1:
		d.count = 1 + random.Intn(3)
		d.core, d.ratio = 100, 100
		s.add("nvidia.com/gpu", int64(d.count))
	case 2, 3:
		amount := []int64{10, 25, 50, 50, 100, 200, 300}[random.Intn(7)]
		s.add("koordinator.sh/gpu", amount)
		d.set(amount)
	case 4:
		d.count, d.core, d.ratio = 1, 50, 25
		s.add("koordinator.sh/gpu-core", 50)
		s.add("koordinator.sh/gpu-memory-ratio", 25)
	case 5:
		d.count, d.core, d.ratio = 2, 100, 100
		s.add("koordinator.sh/gpu-core", 200)
		s.add("koordinator.sh/gpu-memory-ratio", 200)
	case 6:
		d.count, d.core, d.bytes = 1, 50, 4*gib
		s.add("koordinator.sh/gpu-core", 50)
		s.add("koordinator.sh/gpu-memory", 4*gib)
	case 7:
		d.count, d.ratio = 1, 50
		s.add("koordinator.sh/gpu-memory-ratio", 50)
	case 8:
		amount := []int64{50, 100, 200}[random.Intn(3)]
		s.add("koordinator.sh/fpga", amount)
		s.devices[fpga].set(amount)
	case 10, 11:
		kind := smallMIG + random.Intn(2)
		s.devices[kind].count, s.devices[kind].core = 1+random.Intn(4-2*(kind-smallMIG)), 1
		s.add("nvidia.com/"+kindNames[kind], int64(s.devices[kind].count))
	case 9:
		s.add("koordinator.sh/gpu", 150)
		s.wrong, s.wrongDevices = true, true
	default:
		amount := []int64{25, 25, 50, 100, 200}[random.Intn(5)]
		s.add("koordinator.sh/rdma", amount)
		s.devices[rdma].set(amount)
		s.devices[rdma].vf = random.Intn(2) == 0
	}
	if d.ratio > 0 {
		d.bytes = gpuMemory * d.ratio / 100
	} else if d.bytes > 0 {
		d.ratio = (100*d.bytes + gpuMemory - 1) / gpuMemory
	}
	for _, kind := range []int{rdma, fpga} {
		s.devices[kind].ratio = 0
	}
}

// set sets the request for a percentage of one device, or for whole devices.
func (d *deviceRequest) set(percent int64) {
	d.count, d.core, d.ratio = 1, percent, percent
	if percent > 100 {
		d.count, d.core, d.ratio = int(percent/100), 100, 100
	}
}

// A builder makes the pods of the histories.
type builder struct {
	pods *koord.PodBuilder
	kept map[podKey]*koord.Pod
}

type podKey struct {
	shape int
	uid   string
}

func newBuilder() *builder {
	pods, err := koord.NewPodBuilder()
	must(err)
	return &builder{pods: pods, kept: map[podKey]*koord.Pod{}}
}

func (b *builder) close() {
	for _, pod := range b.kept {
		pod.Close()
	}
	b.pods.Close()
}

// pending returns the pod of a shape before it has a node. The builder keeps the pod.
func (b *builder) pending(s *shape, uid string) *koord.Pod {
	key := podKey{s.index, uid}
	pod := b.kept[key]
	if pod == nil {
		b.start(s, uid, 0, 0)
		pod = b.finish()
		b.kept[key] = pod
	}
	return pod
}

func (b *builder) start(s *shape, uid string, scheduled int64, flags koord.PodFlags) {
	if s.tolerates {
		flags |= koord.PodToleratesUnschedulable
	}
	b.pods.Reset()
	b.pods.SetName("pod-" + uid)
	b.pods.SetUID(uid)
	b.pods.SetSpec(koord.PodSpec{Flags: flags, Scheduled: scheduled, Priority: priorityOf(uid), QOS: s.qos, RequiredBind: s.required,
		PreferredBind: s.preferred, Exclusive: s.exclusive, NUMAPolicy: koord.NUMAPolicy(s.numaPolicy),
		NUMAExclusive: s.numaExclusive})
	container := b.pods.AddContainer(koord.ContainerKindApp, "c")
	if s.milli > 0 {
		b.pods.SetResource(container, "cpu", s.milli, s.limit)
	}
	if s.memory > 0 {
		b.pods.SetResource(container, "memory", s.memory, s.memory)
	}
	for _, r := range s.resources {
		b.pods.SetResource(container, r.name, r.amount, r.amount)
	}
	if s.devices[rdma].vf {
		b.pods.SetAnnotation("scheduling.koordinator.sh/device-allocate-hint",
			`{"rdma":{"vfSelector":{"matchLabels":{"type":"general"}}}}`)
	}
}

func (b *builder) finish() *koord.Pod {
	pod, err := b.pods.Pod(nil)
	must(err)
	return pod
}

// bound returns the pod as the API server has it once it is bound to a node.
func (b *builder) bound(p *pod, flags koord.PodFlags) *koord.Pod {
	b.start(p.shape, p.uid, p.scheduled, flags)
	b.pods.SetNode(p.node)
	if len(p.status) > 2 {
		b.pods.SetAnnotation("scheduling.koordinator.sh/resource-status", string(p.status))
	}
	if len(p.deviceText) > 2 {
		b.pods.SetAnnotation("scheduling.koordinator.sh/device-allocated", string(p.deviceText))
	}
	return b.finish()
}

// devicesText writes the annotation device-allocated.
func devicesText(grants []grant) string {
	var byKind [kinds][]string
	for _, g := range grants {
		resources := fmt.Sprintf(`"koordinator.sh/gpu-core":"%d","koordinator.sh/gpu-memory-ratio":"%d","koordinator.sh/gpu-memory":"%d"`,
			g.core, g.ratio, g.bytes)
		switch g.kind {
		case rdma, fpga:
			resources = fmt.Sprintf(`"koordinator.sh/%s":"%d"`, kindNames[g.kind], g.core)
		case smallMIG, largeMIG:
			resources = fmt.Sprintf(`"nvidia.com/%s":"%d"`, kindNames[g.kind], g.core)
		}
		byKind[g.kind] = append(byKind[g.kind], fmt.Sprintf(`{"minor":%d,"resources":{%s}}`, g.minor, resources))
	}
	var parts []string
	for kind, list := range byKind {
		if list != nil {
			parts = append(parts, fmt.Sprintf("%q:[%s]", kindNames[kind], strings.Join(list, ",")))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}
