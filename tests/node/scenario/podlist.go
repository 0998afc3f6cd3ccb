package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
)

// podList is the part of kubelet's API that the agent asks for pods when there is no API server.
type podList struct {
	mu    sync.Mutex
	pods  []*pod
	asked chan struct{} // closed when kubelet's pods were asked for
}

// change changes the pods, or what they request and are given.
func (l *podList) change(how func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	how()
}

// tell makes these the pods of kubelet, and waits until the agent has used the answer: then it asks again.
func (l *podList) tell(ctx context.Context, pods ...*pod) error {
	l.change(func() { l.pods = pods })
	return l.used(ctx)
}

// used waits until the agent has used the present answer.
func (l *podList) used(ctx context.Context) error {
	for range 2 { // it has the answer, and has used it
		l.mu.Lock()
		asked := make(chan struct{})
		l.asked = asked
		l.mu.Unlock()
		select {
		case <-asked:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (l *podList) ServeHTTP(out http.ResponseWriter, request *http.Request) {
	switch request.URL.Path {
	case "/configz":
		fmt.Fprint(out, `{"kubeletconfig": {}}`)
	case "/pods":
		l.mu.Lock()
		defer l.mu.Unlock()
		items := []any{}
		for _, one := range l.pods {
			items = append(items, one.manifest())
		}
		if l.asked != nil {
			close(l.asked)
			l.asked = nil
		}
		_, _ = out.Write(encode(map[string]any{"apiVersion": "v1", "kind": "PodList", "items": items}))
	default:
		http.NotFound(out, request)
	}
}
