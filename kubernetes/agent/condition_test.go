package agent

import (
	"testing"

	v1 "k8s.io/api/core/v1"
)

// The Node reports whether its pods are placed, if configured.
func TestNodeHasACondition(t *testing.T) {
	n, server := newServedNode(t, func(c *Config) { c.Reports.Condition = ReportPublish })
	n.start()
	waitFor(t, "a condition that says that pods are placed", func() bool {
		got := server.condition()
		return got != nil && got.Status == v1.ConditionTrue && got.Reason == reasonPlaced
	})
}
