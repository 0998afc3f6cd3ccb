package report

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
)

// Findings from before this process became the leader are written, and an event that the API server
// rejected is retried.
func TestFindingsAreWritten(t *testing.T) {
	client := fake.NewClientset()
	var asked atomic.Int32
	client.PrependReactor("create", "events", func(clienttesting.Action) (bool, runtime.Object, error) {
		if asked.Add(1) <= 2 {
			return true, nil, errors.New("connection refused")
		}
		return false, nil, nil
	})
	r := New(nil, client)
	r.AddFinding(&v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "old"}}, "Pod", "KoordClaimRefused", "found at the start")
	r.waiting[0].EventTime = metav1.NewMicroTime(time.Now().Add(-time.Hour))
	go r.Run(t.Context())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		list, err := client.EventsV1().Events("default").List(t.Context(), metav1.ListOptions{})
		if err != nil || time.Now().After(deadline) {
			t.Fatal("no event", err)
		}
		if len(list.Items) == 1 && list.Items[0].Regarding.Name == "old" && list.Items[0].Reason == "KoordClaimRefused" {
			break
		}
	}
	if count := asked.Load(); count != 3 {
		t.Errorf("%d requests", count)
	}
}
