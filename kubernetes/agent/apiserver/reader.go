// Package apiserver reads the node's pods and its Node from the API server.
package apiserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
)

// Client has access to the API server.
type Client struct {
	Rest   *rest.Config
	Core   rest.Interface
	silent atomic.Bool // the last request failed
}

// Open returns nil if no API server is used.
func Open(settings *config.APIServerConfig) (*Client, error) {
	access, err := settings.Access()
	if err != nil || access == nil {
		return nil, err
	}
	c := &Client{Rest: access}
	observed := rest.CopyConfig(access)
	observed.Wrap(func(next http.RoundTripper) http.RoundTripper { return &availability{next, &c.silent} })
	if c.Core, err = config.CoreClient(observed); err != nil {
		return nil, fmt.Errorf("%s: %w", settings.Field(), err)
	}
	return c, nil
}

// availability is a RoundTripper that records whether the API server answers requests.
type availability struct {
	next   http.RoundTripper
	silent *atomic.Bool
}

func (n *availability) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := n.next.RoundTrip(request)
	if request.Context().Err() == nil {
		n.silent.Store(err != nil || answer.StatusCode >= http.StatusInternalServerError)
	}
	return answer, err
}

// Reader reads the node's own pods and its Node from the API server. Without it the agent uses the
// runtime's information.
type Reader struct {
	config      *config.Config
	log         *slog.Logger
	facts       *facts.Store
	client      *Client
	kick        func()
	nodeChanged func(*v1.Node)
}

// New returns a reader that has not started. kick is called after changes, and nodeChanged with
// every version of the Node.
func New(config *config.Config, log *slog.Logger, client *Client, facts *facts.Store, kick func(), nodeChanged func(*v1.Node)) *Reader {
	return &Reader{config: config, log: log, client: client, facts: facts, kick: kick, nodeChanged: nodeChanged}
}

// IsUnavailable reports whether the API server currently provides no pod list, also if there is no
// API server.
func (r *Reader) IsUnavailable() bool {
	return r == nil || !r.facts.HasServer() || r.client.silent.Load()
}

// Run keeps the facts in sync with the API server until the context ends. An outage changes
// nothing.
func (r *Reader) Run(ctx context.Context) {
	pods := r.informer("pods", fields.OneTermEqualSelector("spec.nodeName", r.config.NodeName), &v1.Pod{}, facts.TrimPod,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { r.setPod(object) },
			UpdateFunc: func(_, object any) { r.setPod(object) },
			DeleteFunc: r.deletePod,
		})
	nodes := r.informer("nodes", fields.OneTermEqualSelector("metadata.name", r.config.NodeName), &v1.Node{}, facts.TrimNode,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { r.setNode(object) },
			UpdateFunc: func(_, object any) { r.setNode(object) },
		})
	go nodes.RunWithContext(ctx)
	go pods.RunWithContext(ctx)
	if cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, nodes.HasSynced) {
		r.log.Info("pod list synced from the API server")
		r.facts.ServerSynced()
		r.kick()
	}
	<-ctx.Done()
}

func (r *Reader) informer(resource string, selector fields.Selector, object runtime.Object, trim cache.TransformFunc,
	handler cache.ResourceEventHandler) cache.Controller {
	_, controller := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: cache.NewListWatchFromClient(r.client.Core, resource, metav1.NamespaceAll, selector),
		ObjectType:    object, Handler: handler, Transform: trim,
	})
	return controller
}

func (r *Reader) setPod(object any) {
	if pod, ok := object.(*v1.Pod); ok {
		r.facts.SetPod(facts.UID(pod), pod)
		r.kick()
	}
}

func (r *Reader) deletePod(object any) {
	if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = last.Obj
	}
	if pod, ok := object.(*v1.Pod); ok {
		r.facts.RemovePod(facts.UID(pod))
		r.kick()
	}
}

func (r *Reader) setNode(object any) {
	node, ok := object.(*v1.Node)
	if !ok {
		return
	}
	text, err := json.Marshal(node)
	if err != nil {
		r.log.Error("cannot write the Node", "error", err)
		return
	}
	r.facts.SetNode(text)
	r.nodeChanged(node)
	r.kick()
}
