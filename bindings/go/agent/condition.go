package agent

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
)

// ConditionReady is the type of the Node's condition. Its status is True while pods are placed on the node.
const ConditionReady v1.NodeConditionType = "KoordAgentReady"

const (
	reasonPlaced    = "PodsPlaced"
	reasonNotPlaced = "PodsNotPlaced"
	heartbeat       = 5 * time.Minute
)

// condition keeps a condition of the Node that says what /readyz says. It is this agent's alone, by server-side apply.
type condition struct {
	core    rest.Interface
	log     *slog.Logger
	metrics *metrics
	node    string
	check   func() error

	sent    *v1.NodeCondition // nil: nothing yet
	retries retries
}

func newCondition(core rest.Interface, log *slog.Logger, metrics *metrics, node string, check func() error) *condition {
	return &condition{core: core, log: log, metrics: metrics, node: node, check: check}
}

// run sends the condition when it changes, and every five minutes, until the context ends.
func (c *condition) run(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			c.sendIfDue(ctx, time.Now())
		}
	}
}

func (c *condition) sendIfDue(ctx context.Context, now time.Time) {
	next := &v1.NodeCondition{Type: ConditionReady, Status: v1.ConditionTrue, Reason: reasonPlaced, Message: "pods get their CPUs and devices",
		LastHeartbeatTime: metav1.NewTime(now), LastTransitionTime: metav1.NewTime(now)}
	if err := c.check(); err != nil {
		next.Status, next.Reason, next.Message = v1.ConditionFalse, reasonNotPlaced, limited(err.Error())
	}
	if c.retries.waits(now) || c.sent != nil && c.sent.Status == next.Status && c.sent.Message == next.Message &&
		now.Sub(c.sent.LastHeartbeatTime.Time) < heartbeat {
		return
	}
	sending, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := c.send(sending, next); err != nil {
		if ctx.Err() == nil {
			c.failed(err, now)
		}
		return
	}
	c.metrics.reports.WithLabelValues(kindCondition, "ok").Inc()
	c.sent = next
	c.retries.succeeded()
}

func (c *condition) send(ctx context.Context, next *v1.NodeCondition) error {
	before := c.sent
	if before == nil { // an agent before this one may have left it
		var nodes v1.NodeList
		if err := c.core.Get().Resource("nodes").Param("fieldSelector", fields.OneTermEqualSelector("metadata.name", c.node).String()).
			Do(ctx).Into(&nodes); err != nil {
			return err
		}
		before = readyOf(nodes.Items)
	}
	if before != nil && before.Status == next.Status {
		next.LastTransitionTime = before.LastTransitionTime
	}
	body, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": c.node},
		"status": map[string]any{"conditions": []*v1.NodeCondition{next}}})
	if err != nil {
		return err
	}
	return c.core.Patch(types.ApplyPatchType).Resource("nodes").Name(c.node).SubResource("status").
		Param("fieldManager", fieldManager).Param("force", "true").Body(body).Do(ctx).Error()
}

func readyOf(nodes []v1.Node) *v1.NodeCondition {
	for i := range nodes {
		for j, one := range nodes[i].Status.Conditions {
			if one.Type == ConditionReady {
				return &nodes[i].Status.Conditions[j]
			}
		}
	}
	return nil
}

func (c *condition) failed(err error, now time.Time) {
	c.metrics.reports.WithLabelValues(kindCondition, "failed").Inc()
	c.retries.failed(now, err, func(trouble string) {
		c.log.Warn("the Node's condition is not taken; trying again", "error", trouble)
	})
}
