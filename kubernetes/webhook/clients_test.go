package webhook

import (
	"context"
	"sync"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	core "k8s.io/client-go/kubernetes/typed/core/v1"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// blockedPods reads pods when answers has something.
type blockedPods struct {
	core.PodInterface
	begun, answers chan struct{}
}

func (p blockedPods) Pods(string) core.PodInterface { return p }

func (p blockedPods) Get(context.Context, string, metav1.GetOptions) (*v1.Pod, error) {
	p.begun <- struct{}{}
	<-p.answers
	return &v1.Pod{}, nil
}

// Reads beyond the limit wait, and end with their context.
func TestReadsAreLimited(t *testing.T) {
	client := blockedPods{begun: make(chan struct{}), answers: make(chan struct{})}
	pods := newLivePods(client)
	var running sync.WaitGroup
	read := func() {
		if _, err := pods.Get(t.Context(), "a", "b"); err != nil {
			t.Error(err)
		}
	}
	for range mostReads {
		running.Go(read)
		<-client.begun
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := pods.Get(ended, "a", "b"); err == nil {
		t.Errorf("expected that read %d waits", mostReads+1)
	}
	close(client.answers)
	running.Wait()
	_, err := func() (*v1.Pod, error) {
		go func() { <-client.begun }()
		return pods.Get(t.Context(), "a", "b")
	}()
	check.OK(t, err)
}
