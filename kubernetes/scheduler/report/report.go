// Package report writes events about objects that cannot be used or whose claims are refused.
package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// Reporter reports invalid objects. Every replica finds them, at every start. Only the leader
// writes events about them, and each event only once: its name is derived from the object and the
// text.
type Reporter struct {
	recorder events.EventRecorderLogger // for actions of the leader
	client   kubernetes.Interface       // nil disables events about findings

	mu      sync.Mutex
	waiting []*eventsv1.Event // events to write, oldest first
	more    chan struct{}
}

// mostFindings limits the waiting findings; the oldest are dropped.
const mostFindings = 4096

// New returns a reporter. Both parameters may be nil: then no events are written.
func New(recorder events.EventRecorderLogger, client kubernetes.Interface) *Reporter {
	return &Reporter{recorder: recorder, client: client, more: make(chan struct{}, 1)}
}

// Failed reports an object that could not be applied. object is nil if there is none.
func (r *Reporter) Failed(kind string, object runtime.Object, err error) {
	metrics.Refused.WithLabelValues(kind).Inc()
	klog.Background().Error(err, "Koord: object is not usable", "kind", kind, "name", nameOf(object))
	if object != nil {
		r.AddFinding(object, kind, "KoordUnusable", message.Sentence(err))
	}
}

// RecordEvent writes an event about an object. Only the leader calls it.
func (r *Reporter) RecordEvent(object runtime.Object, kind, reason, text string) {
	if r.recorder != nil {
		r.recorder.Eventf(object, nil, kind, reason, "Scheduling", "%s", message.Short(text))
	}
}

// claimant is a pod or a Reservation.
type claimant interface {
	runtime.Object
	metav1.Object
}

// Conflicts reports claims that were refused on a node; words formats a refusal.
func (r *Reporter) Conflicts(of claimant, node string, conflicts *koord.PodConflicts, words func(koord.Refusal) string) {
	for _, claim := range []struct {
		kind    string
		refusal *koord.Refusal
	}{{"cpus", &conflicts.CPUs}, {"amounts", &conflicts.Amounts}, {"devices", &conflicts.Devices}} {
		if !claim.refusal.Refused() {
			continue
		}
		metrics.Claims.WithLabelValues(claim.kind).Inc()
		text := words(*claim.refusal)
		klog.Background().V(2).Info("Koord: claim is refused", "kind", KindOf(of), "name", klog.KObj(of), "node", node,
			"claim", claim.kind, "why", text)
		r.AddFinding(of, KindOf(of), "KoordClaimRefused", text)
	}
}

// AddFinding stores an event for the leader to write.
func (r *Reporter) AddFinding(object runtime.Object, kind, reason, text string) {
	about, err := meta.Accessor(object)
	if err != nil || r.client == nil {
		return
	}
	version, _ := object.GetObjectKind().GroupVersionKind().ToAPIVersionAndKind()
	if version == "" {
		version = v1.SchemeGroupVersion.String() // typed clients leave it empty
	}
	text = message.Short(text)
	key := sha256.Sum256([]byte(kind + "\x00" + string(about.GetUID()) + "\x00" + reason + "\x00" + text))
	namespace := about.GetNamespace()
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	host, _ := os.Hostname()
	event := &eventsv1.Event{
		ObjectMeta:          metav1.ObjectMeta{Namespace: namespace, Name: eventName(about.GetName(), hex.EncodeToString(key[:8]))},
		EventTime:           metav1.NowMicro(),
		ReportingController: "koord-scheduler",
		ReportingInstance:   "koord-scheduler-" + host,
		Action:              "Reading",
		Reason:              reason,
		Type:                v1.EventTypeWarning,
		Note:                text,
		Regarding: v1.ObjectReference{APIVersion: version, Kind: kind, Namespace: about.GetNamespace(), Name: about.GetName(),
			UID: about.GetUID(), ResourceVersion: about.GetResourceVersion()},
	}
	if len(event.ReportingInstance) > 128 {
		event.ReportingInstance = event.ReportingInstance[:128]
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = latest(append(r.waiting, event))
	select {
	case r.more <- struct{}{}:
	default:
	}
}

func latest(findings []*eventsv1.Event) []*eventsv1.Event {
	return findings[max(0, len(findings)-mostFindings):]
}

// eventName returns a valid name for objects with names of any length.
func eventName(name, key string) string {
	const most = 253 - 17
	if len(name) > most {
		name = name[:most]
	}
	return name + "." + key
}

// Run writes findings until ctx ends, including those from before this process became the leader,
// because the previous leader may not write any. If an event exists already, this process or an
// earlier leader wrote it.
func (r *Reporter) Run(ctx context.Context) {
	for {
		r.mu.Lock()
		list := r.waiting
		r.waiting = nil
		r.mu.Unlock()
		var failed []*eventsv1.Event
		for _, event := range list {
			_, err := r.client.EventsV1().Events(event.Namespace).Create(ctx, event, metav1.CreateOptions{})
			if err != nil && !apierrors.IsAlreadyExists(err) {
				klog.FromContext(ctx).V(1).Info("Koord: event is not written", "regarding", event.Regarding.Name, "why", err.Error())
				if !controller.IsRejection(err) && !apierrors.IsNotFound(err) { // the namespace may be deleted
					failed = append(failed, event)
				}
			}
		}
		var retry <-chan time.Time
		if len(failed) > 0 {
			retry = time.After(controller.RetryDelay)
			r.mu.Lock()
			r.waiting = latest(append(failed, r.waiting...))
			r.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return
		case <-retry:
		case <-r.more:
		}
	}
}

func nameOf(object runtime.Object) string {
	if object == nil {
		return ""
	}
	about, err := meta.Accessor(object)
	if err != nil {
		return ""
	}
	key, _ := cache.MetaNamespaceKeyFunc(about)
	return key
}

// KindOf returns the kind of an object of the API server.
func KindOf(object any) string {
	switch object.(type) {
	case *v1.Pod:
		return "Pod"
	case *v1.Node:
		return "Node"
	case *apis.NodeResourceTopology:
		return "NodeResourceTopology"
	case *apis.Device:
		return "Device"
	case *apis.Reservation:
		return "Reservation"
	}
	if accessor, err := meta.TypeAccessor(object); err == nil && accessor.GetKind() != "" {
		return accessor.GetKind()
	}
	return fmt.Sprintf("%T", object)
}
