//go:build !kube1_36

package plugin

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	schedulingapi "k8s.io/api/scheduling/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	featuretesting "k8s.io/component-base/featuregate/testing"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/features"
)

// Only changes of the number that a pod's own group needs activate it, and a new status does not.
func TestPodGroupHint(t *testing.T) {
	featuretesting.SetFeatureGateDuringTest(t, utilfeature.DefaultFeatureGate, features.GenericWorkload, true)
	name := "g"
	member := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "p"},
		Spec: v1.PodSpec{SchedulingGroup: &v1.PodSchedulingGroup{PodGroupName: &name}}}
	group := func(name string, needed int32, conditions ...metav1.Condition) *schedulingapi.PodGroup {
		out := &schedulingapi.PodGroup{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
		out.Spec.SchedulingPolicy.Gang = &schedulingapi.GangSchedulingPolicy{MinCount: needed}
		out.Status.Conditions = conditions
		return out
	}
	for _, test := range []struct {
		old, now *schedulingapi.PodGroup
		want     fwk.QueueingHint
	}{
		{group("g", 3), group("g", 2), fwk.Queue},
		{group("g", 3), group("g", 3, metav1.Condition{Type: "any"}), fwk.QueueSkip},
		{group("h", 3), group("h", 2), fwk.QueueSkip},
	} {
		if got, err := (&Plugin{}).afterGroup(klog.Background(), member, test.old, test.now); got != test.want || err != nil {
			t.Error(test.old.Name, test.now.Spec.SchedulingPolicy.Gang.MinCount, got, err)
		}
	}
}
