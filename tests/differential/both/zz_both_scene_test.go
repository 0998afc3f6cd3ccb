package zzboth

// Scenes of set i: a node with CPUs, NUMA nodes and devices, and pods that come and go.

import (
	"fmt"
	"math/rand"
	"os"
	"strings"

	nrtv1alpha1 "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha1"
	"koordc/cases"

	corev1 "k8s.io/api/core/v1"

	"github.com/koordinator-sh/koordinator/apis/extension"
	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
)

// The scenes of sets e and f, whose files prepare.sh copies under these names.
type numaOp struct {
	Pod    *corev1.Pod
	Remove int
}
type numaScene struct {
	Score, Numa, Bind string
	Node              *corev1.Node
	NRT               *nrtv1alpha1.NodeResourceTopology
	Ops               []numaOp
	Note              string
}
type deviceOp struct {
	Pod    *corev1.Pod
	Remove int
}
type deviceScene struct {
	Most   bool
	Labels map[string]string
	Device *schedulingv1alpha1.Device
	Ops    []deviceOp
}

type scene struct {
	numaScene
	Most   bool
	Device *schedulingv1alpha1.Device
	Apart  bool // disableDeviceNUMATopologyAlignment
}

// avoided reports whether AVOID names a kind of scene.
func avoided(kind string) bool {
	for _, name := range strings.Split(os.Getenv("AVOID"), ",") {
		if name == kind {
			return true
		}
	}
	return false
}

func makeScene(r *rand.Rand) *scene {
	s := &scene{numaScene: *numaMakeScene(r)}
	d := deviceMakeScene(r)
	s.Most, s.Device = d.Most, d.Device
	s.Apart = r.Intn(16) == 0
	for k, v := range d.Labels {
		s.Node.Labels[k] = v
	}
	if r.Intn(2) == 0 { // policies that align, more often
		s.Node.Labels[extension.LabelNUMATopologyPolicy] = cases.Pick(r, "BestEffort", "Restricted", "SingleNUMANode")
	}
	s.placeDevices(r)
	for i := range s.Ops {
		p := s.Ops[i].Pod
		if p == nil || r.Intn(3) == 0 {
			continue
		}
		q := deviceMakePod(r, i)
		requests := p.Spec.Containers[0].Resources.Requests
		for k, v := range q.Spec.Containers[0].Resources.Requests {
			if k != "cpu" {
				requests[k] = v
			}
		}
		for k, v := range q.Annotations {
			p.Annotations[k] = v
		}
	}
	return s
}

// placeDevices moves devices onto the machine's NUMA nodes in most scenes. In the others some state nodes that it does not have.
func (s *scene) placeDevices(r *rand.Rand) {
	nodes := map[int]bool{}
	for _, z := range s.NRT.Zones {
		var n int
		fmt.Sscanf(z.Name, "node-%d", &n)
		nodes[n] = true
	}
	fold := len(nodes) > 0 && r.Intn(8) != 0
	spread := len(nodes) > 0 && r.Intn(3) == 0
	unplaced := !avoided("unplaced") && r.Intn(6) == 0
	for i := range s.Device.Spec.Devices {
		t := s.Device.Spec.Devices[i].Topology
		if t == nil {
			continue
		}
		place := *t
		if fold {
			place.NodeID %= int32(len(nodes))
		}
		if spread {
			place.NodeID = int32(r.Intn(len(nodes)))
		}
		if unplaced && r.Intn(4) == 0 {
			place.NodeID, place.SocketID = -1, -1
		}
		s.Device.Spec.Devices[i].Topology = &place
	}
}
