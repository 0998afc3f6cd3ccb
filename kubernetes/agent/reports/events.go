package reports

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/message"
)

const (
	mostEvents = 64              // waiting to be sent; more are dropped
	eventAgain = 5 * time.Minute // an equal event is not repeated within this time
)

// Events informs users of kubectl about their pods. It is best effort: nothing waits for it.
type Events struct {
	core    rest.Interface // nil if events are not sent
	log     *slog.Logger
	node    string
	waiting chan *v1.Event
	sent    map[string]time.Time
}

// NewEvents returns events that Run sends. core is nil if they are dropped.
func NewEvents(core rest.Interface, log *slog.Logger, node string) *Events {
	return &Events{core: core, log: log, node: node, waiting: make(chan *v1.Event, mostEvents), sent: map[string]time.Time{}}
}

// Pod reports an event of a pod.
func (e *Events) Pod(namespace, name, uid, reason, text string) {
	e.enqueue(v1.ObjectReference{Kind: "Pod", APIVersion: "v1", Namespace: namespace, Name: name, UID: types.UID(uid)}, reason, text)
}

// Node reports an event of the node. Its events are in the namespace "default", like those of
// kubelet.
func (e *Events) Node(reason, text string) {
	e.enqueue(v1.ObjectReference{Kind: "Node", APIVersion: "v1", Name: e.node, UID: types.UID(e.node)}, reason, text)
}

func (e *Events) enqueue(about v1.ObjectReference, reason, text string) {
	if e.core == nil {
		return
	}
	text = message.Limit(text)
	namespace := about.Namespace
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	now := metav1.Now()
	event := &v1.Event{
		ObjectMeta:     metav1.ObjectMeta{Namespace: namespace, Name: fmt.Sprintf("%s.%x", about.Name, now.UnixNano())},
		InvolvedObject: about, Reason: reason, Message: text, Type: v1.EventTypeWarning, Count: 1,
		FirstTimestamp: now, LastTimestamp: now, Source: v1.EventSource{Component: config.UserAgent, Host: e.node},
		ReportingController: config.UserAgent, ReportingInstance: e.node,
	}
	select {
	case e.waiting <- event:
	default:
	}
}

// Run sends waiting events until the context ends.
func (e *Events) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-e.waiting:
			e.send(ctx, event)
		}
	}
}

func (e *Events) send(ctx context.Context, event *v1.Event) {
	now := time.Now()
	for key, at := range e.sent {
		if now.Sub(at) > eventAgain {
			delete(e.sent, key)
		}
	}
	key := string(event.InvolvedObject.UID) + "\x00" + event.Reason + "\x00" + event.Message
	if _, again := e.sent[key]; again {
		return
	}
	e.sent[key] = now
	sending, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := e.core.Post().Namespace(event.Namespace).Resource("events").Body(event).Do(sending).Error(); err != nil && ctx.Err() == nil {
		e.log.Debug("cannot write event", "reason", event.Reason, "error", err)
	}
}
