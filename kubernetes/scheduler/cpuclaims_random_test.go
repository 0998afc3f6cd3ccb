package scheduler

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// changeCPUs creates a pod with CPUs by annotation, by claims, or by both, or ends one.
func (f *faultyWrites) changeCPUs(random *rand.Rand, name string, running *[]string) {
	amount := func() string { return fmt.Sprint(1 + random.IntN(6)) }
	policy := []string{"FullPCPUs", "SpreadByPCPUs"}[random.IntN(2)]
	var created *v1.Pod
	switch random.IntN(6) {
	case 0:
		created = lsr(name, fmt.Sprint(2+2*random.IntN(3)))
	case 1, 2:
		requests := []resourceapi.DeviceRequest{cpuRequest("r0", amount())}
		if random.IntN(2) == 0 {
			requests = append(requests, cpuRequest("r1", amount()))
		}
		created = f.cpuClaim(name, requests, func(p *v1.Pod) {
			p.Annotations[objects.AnnotationResourceSpec] = fmt.Sprintf(`{"preferredCPUBindPolicy":%q}`, policy)
		})
	case 3:
		owner := f.cpusForClaim(name, amount())
		created = lsr(name, "2")
		created.Spec.ResourceClaims = owner.Spec.ResourceClaims
	default:
		if len(*running) > 0 {
			at := random.IntN(len(*running))
			f.delete((*running)[at])
			f.release((*running)[at])
			*running = slices.Delete(*running, at, at+1)
		}
		return
	}
	f.create(created)
	*running = append(*running, name)
}

// Pods get CPUs by annotations, by claims and by both, while writes fail, answers are lost, pods end, and
// schedulers are replaced. No CPU has two holders at any time, each request gets as many as it asks for,
// and the driver accepts all claims. When all pods have ended, all CPUs are free. KOORD_CLAIM_SEEDS is the
// number of runs.
func TestEachCPUHasOneHolder(t *testing.T) {
	for seed := range claimSeeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			f := &faultyWrites{world: cpuWorld(t, "a", "b"), random: rand.New(rand.NewPCG(uint64(seed), 2))}
			f.react("update", "resourceclaims", f.write)
			f.react("patch", "resourceclaims", f.write)
			f.react("create", "pods", f.bindFaulty)
			random := rand.New(rand.NewPCG(uint64(seed), 3))
			var running []string
			for step := range steps {
				f.set(random.IntN(2) == 0)
				f.changeCPUs(random, fmt.Sprint("pod-", step), &running)
				if random.IntN(15) == 0 {
					f.start(f.profile)
				}
				time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
				f.eachCPUHasOneHolder()
				if t.Failed() {
					t.FailNow()
				}
			}
			f.set(false)
			for _, name := range running {
				f.delete(name)
			}
			f.until("all CPUs are free", func() bool {
				f.eachCPUHasOneHolder()
				list, err := f.client.ResourceV1().ResourceClaims("default").List(f.ctx, metav1.ListOptions{})
				must(t, err)
				for i := range list.Items {
					f.release(list.Items[i].Name)
				}
				return f.hasAllCPUs("a") && f.hasAllCPUs("b")
			})
		})
	}
}

// hasAllCPUs reports whether a pod gets all CPUs of a node.
func (w *world) hasAllCPUs(node string) bool {
	s := w.state.parts.State
	id, known := s.NodeID(node)
	if !known {
		return false
	}
	all, err := s.Convert(lsr("all", "16"))
	must(w.t, err)
	refusal, _, err := s.Cluster.Judge(all, nil, id)
	return err == nil && !refusal.Refused()
}
