package facts

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// A quota is only restored if it is known to have been set.
func TestQuotaThatIsOwed(t *testing.T) {
	f := New(true)
	limited := v1.ResourceRequirements{Limits: v1.ResourceList{v1.ResourceCPU: resource.MustParse("1500m")}}
	tiny := v1.ResourceRequirements{Limits: v1.ResourceList{v1.ResourceCPU: resource.MustParse("1m")}}
	f.SetPod("u", &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{{Name: "limited", Resources: limited}, {Name: "free"}},
		InitContainers: []v1.Container{{Name: "tiny", Resources: tiny}}}})
	expect := func(name string, want int64) {
		t.Helper()
		if got := f.QuotaToRestore("u", "id", name); got != want {
			t.Errorf("%s: found %d, expected %d", name, got, want)
		}
	}
	expect("limited", 0) // its quota was never removed
	f.RecordRemovedQuota("id", 0, false)
	expect("limited", 150000)
	expect("tiny", 1000)
	expect("free", 0)
	expect("unknown", 0)
	for config, want := range map[string]int64{`{"cpuCFSQuotaPeriod":"20ms"}`: 30000, `{"cpuCFSQuota":false}`: 0,
		`{"kubeletconfig":{"cpuCFSQuota":false}}`: 0, `{"kubeletconfig":{"cpuCFSQuota":true,"cpuCFSQuotaPeriod":"50ms"}}`: 75000} {
		f.SetKubeletFiles([]byte(config), nil, nil, nil)
		expect("limited", want)
	}
	f.RecordRemovedQuota("id", 70000, true)
	expect("limited", 70000)
	f.RecordRemovedQuota("id", 0, false) // an update without a quota
	expect("limited", 70000)
	f.RecordRemovedQuota("id", -1, true) // kubelet wants none
	expect("limited", 0)
	f.ForgetRemovedQuota("id")
	expect("limited", 0)
}
