package serve

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The client that API servers have for webhooks tries again after a rejection for lack of memory.
func TestClientsTryAgain(t *testing.T) {
	release := make(chan struct{})
	open := sync.OnceFunc(func() { close(release) })
	s := limitedServer(t, true, blocking(release))
	defer open()
	_, finish := s.fill(t, connectionMemory)
	client, err := rest.UnversionedRESTClientForConfigAndClient(&rest.Config{Host: s.URL, ContentConfig: rest.ContentConfig{
		GroupVersion: &schema.GroupVersion{}, NegotiatedSerializer: serializer.NewCodecFactory(runtime.NewScheme())}}, s.Client())
	check.OK(t, err)
	status := 0
	answered := make(chan error)
	go func() {
		answered <- client.Post().AbsPath("/rule").Body([]byte(padded("yes"))).Timeout(30 * time.Second).Do(t.Context()).StatusCode(&status).Error()
	}()
	check.Eventually(t, "the request is rejected", func() bool { return s.counted.of(CauseLoad) != 0 })
	open()
	finish()
	if err := <-answered; status != http.StatusOK {
		t.Errorf("found %d, %v", status, err)
	}
}
