package reports

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

func nodeWith(conditions ...v1.NodeCondition) *v1.Node {
	return &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-a", UID: "node-uid"}, Status: v1.NodeStatus{Conditions: conditions}}
}

// The condition is sent on changes and as a heartbeat. A rejected request is retried with growing
// pauses. The transition time survives restarts of the agent.
func TestConditionIsSentWhenDue(t *testing.T) {
	server := fake.NewAPIServer(t)
	access, err := (&config.APIServerConfig{Kubeconfig: server.Kubeconfig()}).Access()
	check.OK(t, err)
	core, err := config.CoreClient(access)
	check.OK(t, err)
	now := time.Now().Truncate(time.Second)
	before := now.Add(-time.Hour)
	server.Set("nodes", nodeWith(v1.NodeCondition{Type: v1.NodeReady, Status: v1.ConditionFalse},
		v1.NodeCondition{Type: ConditionReady, Status: v1.ConditionTrue, LastTransitionTime: metav1.NewTime(before)}))
	check := error(nil)
	c := NewCondition(core, slog.New(slog.DiscardHandler), metrics.New(), "node-a", func() error { return check })
	sends := func(what string, at time.Time, want v1.ConditionStatus, since time.Time) {
		t.Helper()
		server.Mu.Lock()
		delete(server.Patches, "/")
		server.Mu.Unlock()
		c.sendIfDue(t.Context(), at)
		got := server.Condition()
		switch {
		case want == "" && got != nil, want != "" && got == nil:
			t.Errorf("%s: sent %v", what, got)
		case got != nil && (got.Status != want || !got.LastTransitionTime.Time.Equal(since) || !got.LastHeartbeatTime.Time.Equal(at)):
			t.Errorf("%s: sent %v, expected %s since %s", what, got, want, since)
		}
	}
	sends("the first", now, v1.ConditionTrue, before)
	sends("the same", now.Add(time.Second), "", now)
	later := now.Add(heartbeat)
	sends("a sign of life", later, v1.ConditionTrue, before)
	check = errors.New("no runtime")
	server.Mu.Lock()
	server.Refuse = 2
	server.Mu.Unlock()
	sends("refused", later.Add(time.Second), "", now)
	sends("too early", later.Add(time.Second+firstRetry/2), "", now)
	sends("refused again", later.Add(time.Second+firstRetry), "", now)
	sends("it waits twice as long", later.Add(time.Second+2*firstRetry), "", now)
	taken := later.Add(time.Second + 3*firstRetry)
	sends("taken", taken, v1.ConditionFalse, taken)
	if got := server.Condition(); got.Reason != reasonNotPlaced || got.Message != "no runtime" {
		t.Errorf("%v", got)
	}
	check = errors.New("another reason")
	sends("another reason", taken.Add(time.Second), v1.ConditionFalse, taken)
}
