// Package server reads the node's pods and its Node from the API server.
package server

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
	noted := rest.CopyConfig(access)
	noted.Wrap(func(next http.RoundTripper) http.RoundTripper { return &noting{next, &c.silent} })
	if c.Core, err = config.CoreClient(noted); err != nil {
		return nil, fmt.Errorf("%s: %w", settings.Field(), err)
	}
	return c, nil
}

// noting records whether requests are answered.
type noting struct {
	next   http.RoundTripper
	silent *atomic.Bool
}

func (n *noting) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := n.next.RoundTrip(request)
	if request.Context().Err() == nil {
		n.silent.Store(err != nil || answer.StatusCode >= http.StatusInternalServerError)
	}
	return answer, err
}

// Server reads the node's own pods and its Node from the API server. Without it the agent uses the
// runtime's information.
type Server struct {
	config *config.Config
	log    *slog.Logger
	facts  *facts.Store
	client *Client
	kick   func()
	saw    func(*v1.Node)
}

// New returns a reader that has not started. kick is called after changes, and saw with every
// version of the Node.
func New(config *config.Config, log *slog.Logger, client *Client, facts *facts.Store, kick func(), saw func(*v1.Node)) *Server {
	return &Server{config: config, log: log, client: client, facts: facts, kick: kick, saw: saw}
}

// IsAway reports whether the API server currently provides no pod list, also if there is none.
func (s *Server) IsAway() bool { return s == nil || !s.facts.HasServer() || s.client.silent.Load() }

// Run keeps the facts in sync with the API server until the context ends. An outage changes
// nothing.
func (s *Server) Run(ctx context.Context) {
	pods := s.informer("pods", fields.OneTermEqualSelector("spec.nodeName", s.config.NodeName), &v1.Pod{}, facts.TrimPod,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { s.setPod(object) },
			UpdateFunc: func(_, object any) { s.setPod(object) },
			DeleteFunc: s.deletePod,
		})
	nodes := s.informer("nodes", fields.OneTermEqualSelector("metadata.name", s.config.NodeName), &v1.Node{}, facts.TrimNode,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { s.setNode(object) },
			UpdateFunc: func(_, object any) { s.setNode(object) },
		})
	go nodes.RunWithContext(ctx)
	go pods.RunWithContext(ctx)
	if cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, nodes.HasSynced) {
		s.log.Info("pod list synced from the API server")
		s.facts.ServerSynced()
		s.kick()
	}
	<-ctx.Done()
}

func (s *Server) informer(resource string, selector fields.Selector, of runtime.Object, trim cache.TransformFunc,
	handler cache.ResourceEventHandler) cache.Controller {
	_, controller := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: cache.NewListWatchFromClient(s.client.Core, resource, metav1.NamespaceAll, selector),
		ObjectType:    of, Handler: handler, Transform: trim,
	})
	return controller
}

func (s *Server) setPod(object any) {
	if pod, ok := object.(*v1.Pod); ok {
		s.facts.SetPod(facts.UID(pod), pod)
		s.kick()
	}
}

func (s *Server) deletePod(object any) {
	if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = last.Obj
	}
	if pod, ok := object.(*v1.Pod); ok {
		s.facts.RemovePod(facts.UID(pod))
		s.kick()
	}
}

func (s *Server) setNode(object any) {
	node, ok := object.(*v1.Node)
	if !ok {
		return
	}
	text, err := json.Marshal(node)
	if err != nil {
		s.log.Error("cannot write the Node", "error", err)
		return
	}
	s.facts.SetNode(text)
	s.saw(node)
	s.kick()
}
