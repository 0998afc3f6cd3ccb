package webhook

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	core "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/record"

	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// userAgent names the webhook in its requests and events.
const userAgent = "koord-webhook"

// connect returns the access to the API server: of the kubeconfig, or of the pod's service account.
func connect(settings *config.Config) (kubernetes.Interface, error) {
	access, err := clientcmd.BuildConfigFromFlags("", settings.Kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: found %q, expected a readable file, or the service account of a pod: %w", settings.Kubeconfig, err)
	}
	access.UserAgent = userAgent
	access.ContentType = runtime.ContentTypeProtobuf
	access.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	// The API server limits clients itself. A limit here would delay answers.
	access.QPS = -1
	clients, err := kubernetes.NewForConfig(access)
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: %w", err)
	}
	return clients, nil
}

// mostReads limits the reads at a time: a pod of 1.5 MiB, which is the API server's limit, can need 13 MiB
// when it is decoded. Others wait until their answers are due.
const mostReads = 8

// livePods reads pods from the API server as they are stored now.
type livePods struct {
	client core.PodsGetter
	reads  *semaphore.Weighted
}

func newLivePods(client core.PodsGetter) livePods {
	return livePods{client, semaphore.NewWeighted(mostReads)}
}

func (p livePods) Get(ctx context.Context, namespace, name string) (*v1.Pod, error) {
	if err := p.reads.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer p.reads.Release(1)
	return p.client.Pods(namespace).Get(ctx, name, metav1.GetOptions{})
}

// podEvents reports events of pods. Nothing waits for it, and client-go limits the events of each pod.
type podEvents struct{ recorder record.EventRecorder }

// newPodEvents reports events until the context ends.
func newPodEvents(ctx context.Context, clients kubernetes.Interface) podEvents {
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartRecordingToSink(&core.EventSinkImpl{Interface: clients.CoreV1().Events("")})
	return podEvents{broadcaster.NewRecorder(scheme.Scheme, v1.EventSource{Component: userAgent})}
}

func (e podEvents) Warn(pod *v1.Pod, reason, message string) {
	const most = 1000 // limit of the API server, in bytes
	e.recorder.Event(pod, v1.EventTypeWarning, reason, review.Shorten(message, most))
}
