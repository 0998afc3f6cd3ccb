package rebind

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// Objects with another action, and those whose deadline has passed, are not executed.
func TestObjectsThatAreNotExecuted(t *testing.T) {
	now := time.Now()
	r := New(nil, nil, nil, func() time.Time { return now })
	seconds := int64(60)
	for name, test := range map[string]struct {
		object apis.RebindResource
		why    string
	}{
		"executed":    {apis.RebindResource{Spec: apis.RebindResourceSpec{RebindAction: apis.RebindCPU}}, ""},
		"action":      {apis.RebindResource{Spec: apis.RebindResourceSpec{RebindAction: "RebindGPU"}}, `spec.rebindAction: found "RebindGPU"`},
		"in time":     {apis.RebindResource{Spec: apis.RebindResourceSpec{RebindAction: apis.RebindCPU, DeadlineInSeconds: &seconds}}, ""},
		"the default": {apis.RebindResource{Spec: apis.RebindResourceSpec{RebindAction: apis.RebindCPU}}, ""},
	} {
		test.object.CreationTimestamp = metav1.NewTime(now)
		if why := r.invalid(&test.object, deadlineOf(&test.object)); (why == "") != (test.why == "") || !strings.HasPrefix(why, test.why) {
			t.Errorf("%s: %q", name, why)
		}
	}
	late := apis.RebindResource{Spec: apis.RebindResourceSpec{RebindAction: apis.RebindCPU, DeadlineInSeconds: &seconds}}
	late.CreationTimestamp = metav1.NewTime(now.Add(-2 * time.Minute))
	if why := r.invalid(&late, deadlineOf(&late)); !strings.Contains(why, "deadline") {
		t.Error(why)
	}
	late.Spec.DeadlineInSeconds = nil
	if why := r.invalid(&late, deadlineOf(&late)); why != "" {
		t.Error("ten minutes are the default:", why)
	}
}
