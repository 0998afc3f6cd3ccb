package agent

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

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

const (
	fieldManager = "koord-agent"
	kindTopology = "NodeResourceTopology"
	kindDevice   = "Device"
	// kindCondition is not a report, but is counted with them.
	kindCondition = "Node"
	// reportAgain is the interval after which a report is restored if others deleted or changed it.
	reportAgain  = 5 * time.Minute
	firstRetry   = time.Second
	longestRetry = time.Minute
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

// reporter sends reports to the API server. After an outage the last version is sent.
type reporter struct {
	config  *Config
	log     *slog.Logger
	metrics *metrics
	wake    chan struct{}

	mu      sync.Mutex
	owner   *metav1.OwnerReference // reference to the Node
	objects map[string]*object
}

func newReporter(config *Config, access *rest.Config, log *slog.Logger, metrics *metrics) (*reporter, error) {
	r := &reporter{config: config, log: log, metrics: metrics, wake: make(chan struct{}, 1), objects: map[string]*object{}}
	for kind, resource := range map[string]schema.GroupVersionResource{
		kindTopology: apis.NodeResourceTopologiesV1alpha1, kindDevice: apis.Devices} {
		client, err := reportClient(access, resource.GroupVersion())
		if err != nil {
			return nil, err
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

// set replaces the contents of a report.
func (r *reporter) set(kind string, text []byte) {
	r.mu.Lock()
	r.objects[kind].text = text
	r.mu.Unlock()
	wakeUp(r.wake)
}

// setOwner sets the Node that owns the reports.
func (r *reporter) setOwner(name string, uid types.UID) {
	r.mu.Lock()
	r.owner = &metav1.OwnerReference{APIVersion: "v1", Kind: "Node", Name: name, UID: uid}
	r.mu.Unlock()
	wakeUp(r.wake)
}

// run sends reports until the context ends.
func (r *reporter) run(ctx context.Context) {
	eachSecond(ctx, r.wake, func(ctx context.Context, _ time.Time) {
		for _, one := range r.objects {
			r.sendIfDue(ctx, one)
		}
	})
}

func (r *reporter) sendIfDue(ctx context.Context, one *object) {
	r.mu.Lock()
	text, owner := one.text, r.owner
	r.mu.Unlock()
	if text == nil || owner == nil { // without its Node a report would never be deleted
		return
	}
	body, err := reportOf(text, owner)
	if err != nil {
		r.failed(one, err)
		return
	}
	now := time.Now()
	if one.retries.waits(now) || bytes.Equal(body, one.sent) && now.Sub(one.sentAt) < reportAgain {
		return
	}
	sending, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	if err := apply(sending, one.client, one.resource.Resource, r.config.NodeName, "", fieldManager, body); err != nil {
		if ctx.Err() == nil {
			r.failed(one, err)
		}
		return
	}
	if !bytes.Equal(body, one.sent) {
		r.log.Info("report written", "kind", one.kind, "bytes", len(body))
	}
	r.metrics.reports.WithLabelValues(one.kind, "ok").Inc()
	one.sent, one.sentAt = body, now
	one.retries.succeeded()
}

func (r *reporter) failed(one *object, err error) {
	r.metrics.reports.WithLabelValues(one.kind, "failed").Inc()
	one.retries.failed(time.Now(), err, func(trouble string) {
		r.log.Warn("cannot write report; retrying", "kind", one.kind, "error", trouble)
	})
}

// reportOf returns the body of a server-side apply.
func reportOf(text []byte, owner *metav1.OwnerReference) ([]byte, error) {
	var made map[string]any
	if err := json.Unmarshal(text, &made); err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	metadata, ok := made["metadata"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("metadata: found %T, expected an object", made["metadata"])
	}
	metadata["ownerReferences"] = []metav1.OwnerReference{*owner}
	return json.Marshal(made)
}
