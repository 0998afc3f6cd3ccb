package agent

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// client has access to the API server.
type client struct {
	rest   *rest.Config
	core   rest.Interface
	silent atomic.Bool // the last request failed
}

// openClient returns nil if no API server is used.
func openClient(config *APIServerConfig) (*client, error) {
	access, err := config.access()
	if err != nil || access == nil {
		return nil, err
	}
	c := &client{rest: access}
	noted := rest.CopyConfig(access)
	noted.Wrap(func(next http.RoundTripper) http.RoundTripper { return &noting{next, &c.silent} })
	c.core, err = coreClient(noted)
	return c, err
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

// server reads the node's own pods and its Node from the API server. Without it the agent uses the
// runtime's information.
type server struct {
	config *Config
	log    *slog.Logger
	facts  *Facts
	client *client
	kick   func()
	saw    func(*v1.Node)
}

// newServer returns a reader that has not started. kick is called after changes, and saw with every
// version of the Node.
func newServer(config *Config, log *slog.Logger, client *client, facts *Facts, kick func(), saw func(*v1.Node)) *server {
	return &server{config: config, log: log, client: client, facts: facts, kick: kick, saw: saw}
}

// isAway reports whether the API server currently provides no pod list, also if there is none.
func (s *server) isAway() bool { return s == nil || !s.facts.hasServer() || s.client.silent.Load() }

// run keeps the facts in sync with the API server until the context ends. An outage changes
// nothing.
func (s *server) run(ctx context.Context) {
	pods := s.informer("pods", fields.OneTermEqualSelector("spec.nodeName", s.config.NodeName), &v1.Pod{}, trimPod,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { s.setPod(object) },
			UpdateFunc: func(_, object any) { s.setPod(object) },
			DeleteFunc: s.deletePod,
		})
	nodes := s.informer("nodes", fields.OneTermEqualSelector("metadata.name", s.config.NodeName), &v1.Node{}, trimNode,
		cache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { s.setNode(object) },
			UpdateFunc: func(_, object any) { s.setNode(object) },
		})
	go nodes.RunWithContext(ctx)
	go pods.RunWithContext(ctx)
	if cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, nodes.HasSynced) {
		s.log.Info("pod list synced from the API server")
		s.facts.serverSynced()
		s.kick()
	}
	<-ctx.Done()
}

func (s *server) informer(resource string, selector fields.Selector, of runtime.Object, trim cache.TransformFunc,
	handler cache.ResourceEventHandler) cache.Controller {
	_, controller := cache.NewInformerWithOptions(cache.InformerOptions{
		ListerWatcher: cache.NewListWatchFromClient(s.client.core, resource, metav1.NamespaceAll, selector),
		ObjectType:    of, Handler: handler, Transform: trim,
	})
	return controller
}

func (s *server) setPod(object any) {
	if pod, ok := object.(*v1.Pod); ok {
		s.facts.setPod(kubeletsUID(pod), pod)
		s.kick()
	}
}

func (s *server) deletePod(object any) {
	if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = last.Obj
	}
	if pod, ok := object.(*v1.Pod); ok {
		s.facts.removePod(kubeletsUID(pod))
		s.kick()
	}
}

func (s *server) setNode(object any) {
	node, ok := object.(*v1.Node)
	if !ok {
		return
	}
	text, err := json.Marshal(node)
	if err != nil {
		s.log.Error("cannot write the Node", "error", err)
		return
	}
	s.facts.setNode(text)
	s.saw(node)
	s.kick()
}
