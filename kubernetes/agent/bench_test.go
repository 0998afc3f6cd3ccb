package agent

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/containerd/nri/pkg/api"

	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
)

// fullNode has 256 CPUs and 250 pods with one container; every fifth has exclusive CPUs.
func fullNode(b *testing.B) (*node, []fake.Pod) {
	n := newRuntime(b, "numa:2 core:64 pu:2", nil)
	var pods []fake.Pod
	for i := range 250 {
		pod := fake.Pod{Name: fmt.Sprintf("p%03d", i), QOS: "LS", Milli: 100, Class: "burstable"}
		if i%5 == 0 {
			pod = fake.Pod{Name: pod.Name, QOS: "LSR", Milli: 2000, Claim: fmt.Sprintf("%d-%d", i/5*4, i/5*4+1)}
		}
		pods = append(pods, pod)
		sandbox := pod.Sandbox()
		id := fake.HexID(pod.Name + "/main")
		group := pod.Group() + "/" + id
		n.tree.Add(group, -1)
		n.pods[sandbox.Id], n.groups[id] = sandbox, group
		n.containers[id] = &api.Container{Id: id, PodSandboxId: sandbox.Id, Name: "main", State: api.ContainerState_CONTAINER_RUNNING}
	}
	n.start()
	n.settle()
	return n, pods
}

// BenchmarkCreateContainer has a goal of 200 us in the mean, and 1 ms at the 99th percentile.
func BenchmarkCreateContainer(b *testing.B) {
	n, pods := fullNode(b)
	requests := make([]*api.CreateContainerRequest, len(pods))
	for i, pod := range pods {
		sandbox := pod.Sandbox()
		requests[i] = &api.CreateContainerRequest{Pod: sandbox, Container: &api.Container{Id: fake.HexID(pod.Name + "/next"), PodSandboxId: sandbox.Id, Name: "main"}}
	}
	ctx := context.Background()
	for _, test := range []struct {
		name string
		call func(*api.CreateContainerRequest) error
	}{
		{"plugin", func(r *api.CreateContainerRequest) error {
			_, _, err := n.agent.link.Plugin.CreateContainer(ctx, r.Pod, r.Container)
			return err
		}},
		{"runtime", func(r *api.CreateContainerRequest) error {
			_, err := n.nri.CreateContainer(ctx, r)
			return err
		}},
	} {
		b.Run(test.name, func(b *testing.B) {
			times := make([]time.Duration, 0, 1<<16)
			for i := 0; b.Loop(); i++ {
				began := time.Now()
				if err := test.call(requests[i%len(requests)]); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(began))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
		})
	}
}
