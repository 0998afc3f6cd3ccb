// Package reports writes to the API server: NodeResourceTopology and Device, labels, resources and
// a condition of the Node, and events.
package reports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

const (
	fieldManager = "koord-agent"
	// kindCondition is not a report, but is counted with them.
	kindCondition = "Node"
	// reportAgain is the interval after which a report is restored if others deleted or changed it.
	reportAgain  = 5 * time.Minute
	firstRetry   = time.Second
	longestRetry = time.Minute
)

// Kinds of reports.
const (
	KindTopology = "NodeResourceTopology"
	KindDevice   = "Device"
)

// object is a report: an object of the API server whose written fields this agent owns.
type object struct {
	kind     string
	resource schema.GroupVersionResource
	client   rest.Interface
	text     []byte // the library's text; nil if there is nothing to report yet
	sent     []byte
	sentAt   time.Time
	retries  retries
}

// Reporter sends reports to the API server. After an outage the last version is sent.
type Reporter struct {
	config  *config.Config
	log     *slog.Logger
	metrics *metrics.Metrics
	wake    chan struct{}

	mu      sync.Mutex
	owner   *metav1.OwnerReference // reference to the Node
	objects map[string]*object
}

// NewReporter returns a reporter without contents. Run sends what Set records.
func NewReporter(config *config.Config, access *rest.Config, log *slog.Logger, metrics *metrics.Metrics) (*Reporter, error) {
	r := &Reporter{config: config, log: log, metrics: metrics, wake: make(chan struct{}, 1), objects: map[string]*object{}}
	for kind, resource := range map[string]schema.GroupVersionResource{
		KindTopology: apis.NodeResourceTopologiesV1alpha1, KindDevice: apis.Devices} {
		client, err := reportClient(access, resource.GroupVersion())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", config.APIServer.Field(), err)
		}
		r.objects[kind] = &object{kind: kind, resource: resource, client: client}
	}
	return r, nil
}

// reportClient uses JSON, the only format of custom resources.
func reportClient(access *rest.Config, version schema.GroupVersion) (rest.Interface, error) {
	scheme := runtime.NewScheme()
	metav1.AddToGroupVersion(scheme, version)
	config := rest.CopyConfig(access)
	config.APIPath, config.GroupVersion = "/apis", &version
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	config.ContentType, config.AcceptContentTypes = runtime.ContentTypeJSON, runtime.ContentTypeJSON
	return rest.RESTClientFor(config)
}

// Set replaces the contents of a report.
func (r *Reporter) Set(kind string, text []byte) {
	r.mu.Lock()
	r.objects[kind].text = text
	r.mu.Unlock()
	wakeUp(r.wake)
}

// SetOwner sets the Node that owns the reports.
func (r *Reporter) SetOwner(name string, uid types.UID) {
	r.mu.Lock()
	r.owner = &metav1.OwnerReference{APIVersion: "v1", Kind: "Node", Name: name, UID: uid}
	r.mu.Unlock()
	wakeUp(r.wake)
}

// Run sends reports until the context ends.
func (r *Reporter) Run(ctx context.Context) {
	eachSecond(ctx, r.wake, func(ctx context.Context, _ time.Time) {
		for _, report := range r.objects {
			r.sendIfDue(ctx, report)
		}
	})
}

func (r *Reporter) sendIfDue(ctx context.Context, report *object) {
	r.mu.Lock()
	text, owner := report.text, r.owner
	r.mu.Unlock()
	if text == nil || owner == nil { // without its Node a report would never be deleted
		return
	}
	body, err := reportOf(text, owner)
	if err != nil {
		r.failed(report, err)
		return
	}
	now := time.Now()
	if report.retries.waits(now) || bytes.Equal(body, report.sent) && now.Sub(report.sentAt) < reportAgain {
		return
	}
	sending, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	if err := apply(sending, report.client, report.resource.Resource, r.config.NodeName, "", fieldManager, body); err != nil {
		if ctx.Err() == nil {
			r.failed(report, err)
		}
		return
	}
	if !bytes.Equal(body, report.sent) {
		r.log.Info("report written", "kind", report.kind, "bytes", len(body))
	}
	r.metrics.Reports.WithLabelValues(report.kind, "ok").Inc()
	report.sent, report.sentAt = body, now
	report.retries.succeeded()
}

func (r *Reporter) failed(report *object, err error) {
	r.metrics.Reports.WithLabelValues(report.kind, "failed").Inc()
	report.retries.failed(time.Now(), err, func(lastError string) {
		r.log.Warn("cannot write report; retrying", "kind", report.kind, "error", lastError)
	})
}

// reportOf returns the body of a server-side apply.
func reportOf(text []byte, owner *metav1.OwnerReference) ([]byte, error) {
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	metadata, ok := object["metadata"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("metadata: found %T, expected an object", object["metadata"])
	}
	metadata["ownerReferences"] = []metav1.OwnerReference{*owner}
	return json.Marshal(object)
}
