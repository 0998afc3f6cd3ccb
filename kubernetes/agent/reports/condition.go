package reports

import (
	"context"
	"log/slog"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
)

// ConditionReady is the type of the Node's condition. Its status is True while pods are placed on
// the node.
const ConditionReady v1.NodeConditionType = "KoordAgentReady"

// Reasons of the condition.
const (
	ReasonPlaced    = "PodsPlaced"
	reasonNotPlaced = "PodsNotPlaced"
	heartbeat       = 5 * time.Minute
)

// Condition maintains a condition of the Node that reports the status of /readyz. This agent owns
// it by server-side apply.
type Condition struct {
	core    rest.Interface
	log     *slog.Logger
	metrics *metrics.Metrics
	node    string
	check   func() error

	sent    *v1.NodeCondition // nil if nothing has been sent
	retries retries
}

// NewCondition returns a condition that has not been sent. check returns the reason for which pods
// are not placed, or nil.
func NewCondition(core rest.Interface, log *slog.Logger, metrics *metrics.Metrics, node string, check func() error) *Condition {
	return &Condition{core: core, log: log, metrics: metrics, node: node, check: check}
}

// Run sends the condition on changes and every five minutes, until the context ends.
func (c *Condition) Run(ctx context.Context) {
	eachSecond(ctx, nil, c.sendIfDue)
}

func (c *Condition) sendIfDue(ctx context.Context, now time.Time) {
	next := &v1.NodeCondition{Type: ConditionReady, Status: v1.ConditionTrue, Reason: ReasonPlaced, Message: "pods get their CPUs and devices",
		LastHeartbeatTime: metav1.NewTime(now), LastTransitionTime: metav1.NewTime(now)}
	if err := c.check(); err != nil {
		next.Status, next.Reason, next.Message = v1.ConditionFalse, reasonNotPlaced, message.Limit(err.Error())
	}
	if c.retries.waits(now) || c.sent != nil && c.sent.Status == next.Status && c.sent.Message == next.Message &&
		now.Sub(c.sent.LastHeartbeatTime.Time) < heartbeat {
		return
	}
	sending, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	if err := c.send(sending, next); err != nil {
		if ctx.Err() == nil {
			c.failed(err, now)
		}
		return
	}
	c.metrics.Reports.WithLabelValues(kindCondition, "ok").Inc()
	c.sent = next
	c.retries.succeeded()
}

func (c *Condition) send(ctx context.Context, next *v1.NodeCondition) error {
	before := c.sent
	if before == nil { // an earlier agent may have set it
		node, err := getNode(ctx, c.core, c.node)
		if err != nil {
			return err
		}
		before = readyOf(node)
	}
	if before != nil && before.Status == next.Status {
		next.LastTransitionTime = before.LastTransitionTime
	}
	return applyToNode(ctx, c.core, c.node, "status", fieldManager, map[string]any{"metadata": map[string]any{"name": c.node},
		"status": map[string]any{"conditions": []*v1.NodeCondition{next}}})
}

func readyOf(node *v1.Node) *v1.NodeCondition {
	for i, condition := range node.Status.Conditions {
		if condition.Type == ConditionReady {
			return &node.Status.Conditions[i]
		}
	}
	return nil
}

func (c *Condition) failed(err error, now time.Time) {
	c.metrics.Reports.WithLabelValues(kindCondition, "failed").Inc()
	c.retries.failed(now, err, func(lastError string) {
		c.log.Warn("cannot write the Node's condition; retrying", "error", lastError)
	})
}
