package fake

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/api"
)

// FullNode returns the pods of a node with 256 CPUs. Every fifth pod has exclusive CPUs.
func FullNode() (pods []Pod) {
	for i := range 250 {
		pod := Pod{Name: fmt.Sprintf("p%03d", i), QOS: "LS", Milli: 100, Class: "burstable"}
		if i%5 == 0 {
			pod = Pod{Name: pod.Name, QOS: "LSR", Milli: 2000, Claim: fmt.Sprintf("%d-%d", i/5*4, i/5*4+1)}
		}
		pods = append(pods, pod)
	}
	return pods
}

// Container returns a container of the pod, as the runtime creates it.
func (p Pod) Container(name string) *api.Container {
	return &api.Container{Id: HexID(p.Name + "/" + name), PodSandboxId: p.Sandbox().Id, Name: name}
}

// MeasureCalls measures the time of a call in the mean and at the 99th percentile.
func MeasureCalls(b *testing.B, call func(i int) error) {
	times := make([]time.Duration, 0, 1<<16)
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		if err := call(i); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
}
