package webhook

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
)

// loadReview is a review of BenchmarkLoad.
type loadReview struct {
	rule string
	body []byte
}

// loadReviews returns one review for each kind of work: a change, a right and a wrong request of pods
// of 8 KiB, and a Binding whose pod is read.
func loadReviews(t testing.TB, stored *v1.Pod) []loadReview {
	gpu := stored.DeepCopy()
	for i := range 40 {
		gpu.Spec.Containers[0].Env = append(gpu.Spec.Containers[0].Env,
			v1.EnvVar{Name: fmt.Sprint("VARIABLE_OF_A_POD_", i), Value: "a value as long as those of variables that pods have, in one container of this pod"})
	}
	wrong := gpu.DeepCopy()
	wrong.Spec.Containers[0].Resources = sample.Pod("koordinator.sh/gpu", "150").Spec.Containers[0].Resources
	return []loadReview{
		{"mutate", body(t, sample.Create(t, gpu, "alice"))},
		{"requests", body(t, sample.Create(t, gpu, "alice"))},
		{"requests", body(t, sample.Create(t, wrong, "alice"))},
		{"bindings", body(t, sample.Create(t, bindingOf(stored, nil), "system:kube-scheduler"))},
	}
}

// BenchmarkLoad sends 500 requests a second over HTTPS, each when it is due, whether or not earlier ones
// have been answered. It reports percentiles of the time from then to the answer. Allocations include
// the client and the fake API server. They do not depend on the number of pods in the cluster, which is
// part of the benchmark's name.
//
//	go test -run '^$' -bench Load -benchtime 10000x -benchmem -cpu 2 .
func BenchmarkLoad(b *testing.B) {
	for _, others := range []int{0, 5000} {
		b.Run(fmt.Sprint("pods=", others), func(b *testing.B) { load(b, others) })
	}
}

func load(b *testing.B, others int) {
	const rate = 500
	gpu := sample.Pod("nvidia.com/gpu", "1", "cpu", "4", "memory", "8Gi")
	cluster := []runtime.Object{gpu}
	for i := range others {
		pod := sample.Pod("cpu", "1")
		pod.Name = fmt.Sprint("other-", i)
		cluster = append(cluster, pod)
	}
	r := start(b, &config.Config{}, cluster...)
	reviews := loadReviews(b, gpu)
	for i := range 50 * len(reviews) { // connections, caches
		review := &reviews[i%len(reviews)]
		_, err := r.post(review.rule, review.body)
		check.OK(b, err)
	}
	took := make([]time.Duration, b.N)
	var running sync.WaitGroup
	b.ResetTimer()
	began := time.Now()
	for i := range took {
		due := began.Add(time.Duration(i) * time.Second / rate)
		time.Sleep(time.Until(due))
		running.Go(func() {
			review := &reviews[i%len(reviews)]
			if _, err := r.post(review.rule, review.body); err != nil {
				b.Error(err)
			}
			took[i] = time.Since(due)
		})
	}
	running.Wait()
	b.StopTimer()
	slices.Sort(took)
	for name, share := range map[string]float64{"p50-ms": 0.5, "p99-ms": 0.99, "max-ms": 1} {
		b.ReportMetric(took[int(share*float64(b.N-1))].Seconds()*1e3, name)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}
