package agent

import (
	"testing"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/reports"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The Node reports whether its pods are placed, if configured.
func TestNodeHasACondition(t *testing.T) {
	n, server := newServedNode(t, func(c *config.Config) { c.Reports.Condition = config.ReportPublish })
	n.start()
	check.Eventually(t, "a condition that says that pods are placed", func() bool {
		got := server.Condition()
		return got != nil && got.Status == v1.ConditionTrue && got.Reason == reports.ReasonPlaced
	})
}
