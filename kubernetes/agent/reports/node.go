package reports

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
)

const (
	// nodeManager owns the labels and resources of the Node, and nothing else. A manager that stops
	// stating a field gives it up, so the condition needs another manager.
	nodeManager  = "koord-agent-devices"
	kindNodeInfo = "NodeDevices"
)

// nodeFields holds the labels and extended resources of a Node that follow from its devices.
type nodeFields struct {
	Labels    map[string]string            `json:"labels"`
	Resources map[string]resource.Quantity `json:"resources"`
}

// NodeReporter applies nodeFields to the Node by server-side apply. Names owned by others are left to
// them: a device plugin through kubelet, or a controller of the cluster.
type NodeReporter struct {
	core    rest.Interface
	log     *slog.Logger
	metrics *metrics.Metrics
	node    string
	plugins []string // resources that device plugins register, and kubelet reports
	wake    chan struct{}

	mu     sync.Mutex
	wanted *nodeFields // nil until the devices are known
	sent   *nodeFields // nil if the Node must be checked again

	// The following members are only used by the goroutine of Run.
	sentAt  time.Time
	retries retries
	left    map[string]bool // names left to others
}

// NewNodeReporter returns a reporter without devices. Run sends what Set records.
func NewNodeReporter(core rest.Interface, log *slog.Logger, metrics *metrics.Metrics, config *config.Config) *NodeReporter {
	r := &NodeReporter{core: core, log: log, metrics: metrics, node: config.NodeName, wake: make(chan struct{}, 1), left: map[string]bool{}}
	for _, plugin := range config.Reports.Plugins {
		r.plugins = append(r.plugins, plugin.Resource)
	}
	return r
}

// Set records the Device object of the node.
func (r *NodeReporter) Set(device []byte) {
	text, err := koord.DeviceNodeResources(nil, device, 0)
	var fields nodeFields
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		r.log.Warn("cannot compute the Node's resources; the last report stays in force", "error", message.Text(err))
		return
	}
	// A model that is not a valid label is left out; other labels are not affected.
	maps.DeleteFunc(fields.Labels, func(_, value string) bool { return len(validation.IsValidLabelValue(value)) != 0 })
	maps.DeleteFunc(fields.Resources, func(name string, _ resource.Quantity) bool { return slices.Contains(r.plugins, name) })
	r.mu.Lock()
	r.wanted, r.sent = &fields, nil
	r.mu.Unlock()
	wakeUp(r.wake)
}

// NodeChanged compares the Node with the fields that were sent last: kubelet sets extended resources to zero when
// it registers the node again.
func (r *NodeReporter) NodeChanged(node *v1.Node) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sent == nil {
		return
	}
	for name, want := range r.sent.Resources {
		if amount, has := node.Status.Allocatable[v1.ResourceName(name)]; !has || amount.Cmp(want) != 0 {
			r.sent = nil
			wakeUp(r.wake)
			return
		}
	}
	for name, want := range r.sent.Labels {
		if node.Labels[name] != want {
			r.sent = nil
			wakeUp(r.wake)
			return
		}
	}
}

// Run sends the fields on changes and every five minutes, until the context ends.
func (r *NodeReporter) Run(ctx context.Context) {
	eachSecond(ctx, r.wake, r.sendIfDue)
}

func (r *NodeReporter) sendIfDue(ctx context.Context, now time.Time) {
	r.mu.Lock()
	wanted, sent := r.wanted, r.sent
	r.mu.Unlock()
	if wanted == nil || r.retries.waits(now) || sent != nil && now.Sub(r.sentAt) < reportAgain {
		return
	}
	sending, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	fields, err := r.send(sending, wanted)
	switch {
	case ctx.Err() != nil:
	case apierrors.IsForbidden(err):
		r.retries.failed(now, err, func(lastError string) {
			r.log.Info("the Node's labels and resources are not reported: manifests/node.yaml gives the right", "error", lastError)
		})
		r.retries.at = now.Add(reportAgain)
	case err != nil:
		r.metrics.Reports.WithLabelValues(kindNodeInfo, "failed").Inc()
		r.retries.failed(now, err, func(lastError string) {
			r.log.Warn("cannot write the Node's labels and resources; retrying", "error", lastError)
		})
	default:
		r.metrics.Reports.WithLabelValues(kindNodeInfo, "ok").Inc()
		r.retries.succeeded()
		r.sentAt = now
		r.mu.Lock()
		if r.wanted == wanted {
			r.sent = fields
		}
		r.mu.Unlock()
	}
}

// send applies fields and returns those that this agent now owns.
func (r *NodeReporter) send(ctx context.Context, wanted *nodeFields) (*nodeFields, error) {
	node, err := getNode(ctx, r.core, r.node)
	if err != nil {
		return nil, err
	}
	owned := ownersOf(node)
	fields := &nodeFields{map[string]string{}, map[string]resource.Quantity{}}
	left := map[string]bool{}
	for name, value := range wanted.Labels {
		if left[name] = owned.others.labels[name] && node.Labels[name] != ""; !left[name] {
			fields.Labels[name] = value
		}
	}
	for name, amount := range wanted.Resources {
		found := node.Status.Capacity[v1.ResourceName(name)]
		if left[name] = owned.others.resources[name] && !found.IsZero(); !left[name] {
			fields.Resources[name] = amount
		}
	}
	for name, is := range left {
		if is && !r.left[name] {
			r.log.Info("name of the Node belongs to another manager and is not written", "name", name)
		}
	}
	r.left = left
	metadata := map[string]any{"name": r.node, "uid": node.UID}
	if len(fields.Resources)+len(owned.mine.resources) != 0 {
		if err := applyToNode(ctx, r.core, r.node, "status", nodeManager, map[string]any{"metadata": metadata, "status": map[string]any{
			"capacity": fields.Resources, "allocatable": fields.Resources}}); err != nil {
			return nil, err
		}
	}
	if len(fields.Labels)+len(owned.mine.labels) != 0 {
		metadata = map[string]any{"name": r.node, "uid": node.UID, "labels": fields.Labels}
		if err := applyToNode(ctx, r.core, r.node, "", nodeManager, map[string]any{"metadata": metadata}); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// names are names of labels and resources of a Node.
type names struct{ labels, resources map[string]bool }

// owners are the names stated by this agent and by others, according to the Node's managed fields.
type owners struct{ mine, others names }

func ownersOf(node *v1.Node) owners {
	out := owners{names{map[string]bool{}, map[string]bool{}}, names{map[string]bool{}, map[string]bool{}}}
	for _, entry := range node.ManagedFields {
		if entry.FieldsV1 == nil {
			continue
		}
		into := &out.others
		if entry.Manager == nodeManager && entry.Operation == metav1.ManagedFieldsOperationApply {
			into = &out.mine
		}
		var stated struct {
			Metadata struct {
				Labels map[string]any `json:"f:labels"`
			} `json:"f:metadata"`
			Status struct {
				Capacity map[string]any `json:"f:capacity"`
			} `json:"f:status"`
		}
		if json.Unmarshal(entry.FieldsV1.GetRawBytes(), &stated) != nil {
			continue
		}
		addNames(into.labels, stated.Metadata.Labels)
		addNames(into.resources, stated.Status.Capacity)
	}
	return out
}

// addNames adds the names of fields, which have the form "f:NAME".
func addNames(into map[string]bool, stated map[string]any) {
	for name := range stated {
		if len(name) > 2 {
			into[name[2:]] = true
		}
	}
}
