package recognise

import (
	"testing"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
)

func TestRequests(t *testing.T) {
	r := New([]string{"example.com/dsp", "vendor.example/*"})
	label := func(qos string) *v1.Pod {
		return check.With(check.Pod(), map[string]string{objects.LabelQOSClass: qos}, nil)
	}
	annotation := func(key string) *v1.Pod { return check.With(check.Pod(), nil, map[string]string{key: "{}"}) }
	inInit := check.Pod()
	inInit.Spec.InitContainers = []v1.Container{{Resources: check.Pod("koordinator.sh/rdma", "100").Spec.Containers[0].Resources}}
	second := check.Pod("cpu", "1")
	second.Spec.Containers = append(second.Spec.Containers, check.Pod("nvidia.com/gpu", "1").Spec.Containers[0])
	onlyRequest := check.Pod("koordinator.sh/gpu", "50")
	onlyRequest.Spec.Containers[0].Resources.Limits = nil
	whole := check.Pod()
	whole.Spec.Resources = &check.Pod("koordinator.sh/fpga", "100").Spec.Containers[0].Resources
	for name, test := range map[string]struct {
		pod      *v1.Pod
		expected string
	}{
		"nothing":              {check.Pod(), ""},
		"cpu and memory":       {check.Pod("cpu", "4", "memory", "8Gi", "ephemeral-storage", "1Gi", "hugepages-2Mi", "4Mi"), ""},
		"nvidia":               {check.Pod("nvidia.com/gpu", "1"), "resource nvidia.com/gpu"},
		"none of nvidia":       {check.Pod("nvidia.com/gpu", "0"), ""},
		"a slice of a GPU":     {check.Pod("nvidia.com/mig-1g.5gb", "1"), ""},
		"percent":              {check.Pod("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory-ratio", "50"), "resource koordinator.sh/gpu-core"},
		"RDMA, init container": {inInit, "resource koordinator.sh/rdma"},
		"FPGA, pod level":      {whole, "resource koordinator.sh/fpga"},
		"second container":     {second, "resource nvidia.com/gpu"},
		"only a request":       {onlyRequest, "resource koordinator.sh/gpu"},
		"huawei":               {check.Pod("huawei.com/npu-core", "1"), "resource huawei.com/npu-core"},
		"configured":           {check.Pod("example.com/dsp", "1"), "resource example.com/dsp"},
		"not configured":       {check.Pod("example.com/dsp2", "1"), ""},
		"domain":               {check.Pod("vendor.example/any", "1"), "resource vendor.example/any"},
		"another domain":       {check.Pod("vendor.example.com/any", "1"), ""},
		"LSE":                  {label("LSE"), "QoS LSE"},
		"LSR":                  {label("LSR"), "QoS LSR"},
		"LS":                   {label("LS"), ""},
		"BE":                   {label("BE"), ""},
		"SYSTEM":               {label("SYSTEM"), ""},
		"unknown QoS":          {label("ConstrainedBurst"), "QoS ConstrainedBurst"},
		"CPU policy":           {annotation(objects.AnnotationResourceSpec), "annotation " + objects.AnnotationResourceSpec},
		"NUMA policy":          {annotation(objects.AnnotationNUMATopologySpec), "annotation " + objects.AnnotationNUMATopologySpec},
		"reservation":          {annotation(apis.AnnotationReservationAffinity), "annotation " + apis.AnnotationReservationAffinity},
		"claim":                {annotation(objects.AnnotationDeviceAllocated), ""},
		"other annotation":     {annotation("example.com/a"), ""},
	} {
		if found := r.RequestOf(test.pod); found != test.expected {
			t.Errorf("%s: found %q, expected %q", name, found, test.expected)
		}
	}
}
