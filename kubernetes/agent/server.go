package agent

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord/kubernetes/objects"
)

const userAgent = "koord-agent"

// server reads the node's own pods and its Node from the API server. Without it the agent uses the
// runtime's information.
type server struct {
	config *Config
	log    *slog.Logger
	facts  *Facts
	kick   func()
	core   rest.Interface
	rest   *rest.Config
	owner  func(name string, uid types.UID) // called with the owner of the node's reports
	saw    func(*v1.Node)                   // nil if the Node is not compared with the last offer
	silent atomic.Bool                      // the last request failed
}

// isAway reports whether the API server currently provides no pod list, also if there is none.
func (s *server) isAway() bool { return s == nil || !s.facts.hasServer() || s.silent.Load() }

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

// newServer returns nil if no API server is used.
func newServer(config *Config, log *slog.Logger, facts *Facts, kick func()) (*server, error) {
	if config.APIServer.Use == APIServerNever {
		return nil, nil
	}
	access, err := accessTo(&config.APIServer)
	if errors.Is(err, rest.ErrNotInCluster) && config.APIServer.Use == APIServerAuto {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	access.UserAgent = userAgent
	s := &server{config: config, log: log, facts: facts, kick: kick, rest: access}
	noted := rest.CopyConfig(access)
	noted.Wrap(func(next http.RoundTripper) http.RoundTripper { return &noting{next, &s.silent} })
	s.core, err = coreClient(noted)
	return s, err
}

// coreClient supports only the needed types of v1, because a complete client set would register
// every type.
func coreClient(access *rest.Config) (rest.Interface, error) {
	scheme := runtime.NewScheme()
	if err := v1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	metav1.AddToGroupVersion(scheme, v1.SchemeGroupVersion)
	core := rest.CopyConfig(access)
	core.APIPath = "/api"
	core.GroupVersion = &v1.SchemeGroupVersion
	core.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	core.ContentType = runtime.ContentTypeProtobuf
	core.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	return rest.RESTClientFor(core)
}

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
		ListerWatcher: cache.NewListWatchFromClient(s.core, resource, metav1.NamespaceAll, selector),
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
	s.owner(node.Name, node.UID)
	if s.saw != nil {
		s.saw(node)
	}
	s.kick()
}

const annotationMirror = "kubernetes.io/config.mirror"

var hash = regexp.MustCompile(`^[0-9a-f]{32}$`)

// kubeletsUID returns the uid that kubelet and the runtime use. The API server's copy of a static
// pod has a uid of its own, but the original's is a hash. Uids of other pods contain dashes, so the
// two cannot be confused.
func kubeletsUID(pod *v1.Pod) string {
	if isCopy(pod) {
		return pod.Annotations[annotationMirror]
	}
	return string(pod.UID)
}

func isCopy(pod *v1.Pod) bool { return hash.MatchString(pod.Annotations[annotationMirror]) }

// trimPod drops the fields of a pod that are not read, to save memory.
func trimPod(object any) (any, error) {
	pod, ok := object.(*v1.Pod)
	if !ok {
		return object, nil
	}
	out := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		ResourceVersion: pod.ResourceVersion, CreationTimestamp: pod.CreationTimestamp,
		Labels:      pick(pod.Labels, objects.LabelQOSClass, objects.LabelPriorityClass),
		Annotations: pick(pod.Annotations, append([]string{annotationMirror}, podAnnotations...)...)}}
	out.Spec = v1.PodSpec{NodeName: pod.Spec.NodeName, Priority: pod.Spec.Priority, Overhead: pod.Spec.Overhead, Resources: pod.Spec.Resources,
		Containers: trimContainers(pod.Spec.Containers), InitContainers: trimContainers(pod.Spec.InitContainers)}
	out.Status = v1.PodStatus{Phase: pod.Status.Phase, QOSClass: pod.Status.QOSClass}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodScheduled {
			out.Status.Conditions = []v1.PodCondition{condition}
		}
	}
	return out, nil
}

func trimContainers(all []v1.Container) []v1.Container {
	out := make([]v1.Container, len(all))
	for i, one := range all {
		out[i] = v1.Container{Name: one.Name, Resources: one.Resources, RestartPolicy: one.RestartPolicy}
		for _, env := range one.Env {
			if env.Name == objects.EnvVisibleDevices {
				out[i].Env = append(out[i].Env, env)
			}
		}
	}
	return out
}

// trimNode drops the fields of a Node that are not read, so that heartbeats are not changes.
func trimNode(object any) (any, error) {
	node, ok := object.(*v1.Node)
	if !ok {
		return object, nil
	}
	out := &v1.Node{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Node"}}
	out.Name, out.UID = node.Name, node.UID
	out.Labels, out.Annotations = maps.Clone(node.Labels), maps.Clone(node.Annotations)
	out.Spec.Unschedulable = node.Spec.Unschedulable
	out.Status.Allocatable = node.Status.Allocatable
	out.Status.NodeInfo.Architecture = node.Status.NodeInfo.Architecture
	return out, nil
}

// patient reports whether the pod list may still be awaited from the API server.
func (s *server) patient(since time.Time) bool {
	return s != nil && time.Since(since) < s.config.APIServer.Wait.Duration
}
