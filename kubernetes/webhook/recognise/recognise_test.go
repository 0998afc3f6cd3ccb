package recognise

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
)

func TestRequests(t *testing.T) {
	r := New([]string{"example.com/dsp", "vendor.example/*"})
	label := func(qos string) *v1.Pod {
		return sample.With(sample.Pod(), map[string]string{objects.LabelQOSClass: qos}, nil)
	}
	annotation := func(key string) *v1.Pod { return sample.With(sample.Pod(), nil, map[string]string{key: "{}"}) }
	inInit := sample.Pod()
	inInit.Spec.InitContainers = []v1.Container{{Resources: sample.Pod("koordinator.sh/rdma", "100").Spec.Containers[0].Resources}}
	second := sample.Pod("cpu", "1")
	second.Spec.Containers = append(second.Spec.Containers, sample.Pod("nvidia.com/gpu", "1").Spec.Containers[0])
	onlyRequest := sample.Pod("koordinator.sh/gpu", "50")
	onlyRequest.Spec.Containers[0].Resources.Limits = nil
	whole := sample.Pod()
	whole.Spec.Resources = &sample.Pod("koordinator.sh/fpga", "100").Spec.Containers[0].Resources
	overhead := sample.Pod()
	overhead.Spec.Overhead = v1.ResourceList{"koordinator.sh/gpu": resource.MustParse("50")}
	for name, test := range map[string]struct {
		pod      *v1.Pod
		expected string
	}{
		"nothing":              {sample.Pod(), ""},
		"cpu and memory":       {sample.Pod("cpu", "4", "memory", "8Gi", "ephemeral-storage", "1Gi", "hugepages-2Mi", "4Mi"), ""},
		"nvidia":               {sample.Pod("nvidia.com/gpu", "1"), "resource nvidia.com/gpu"},
		"none of nvidia":       {sample.Pod("nvidia.com/gpu", "0"), ""},
		"percent":              {sample.Pod("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory-ratio", "50"), "resource koordinator.sh/gpu-core"},
		"RDMA, init container": {inInit, "resource koordinator.sh/rdma"},
		"FPGA, pod level":      {whole, "resource koordinator.sh/fpga"},
		"overhead":             {overhead, "resource koordinator.sh/gpu"},
		"second container":     {second, "resource nvidia.com/gpu"},
		"only a request":       {onlyRequest, "resource koordinator.sh/gpu"},
		"huawei":               {sample.Pod("huawei.com/npu-core", "1"), "resource huawei.com/npu-core"},
		"configured":           {sample.Pod("example.com/dsp", "1"), "resource example.com/dsp"},
		"not configured":       {sample.Pod("example.com/dsp2", "1"), ""},
		"domain":               {sample.Pod("vendor.example/any", "1"), "resource vendor.example/any"},
		"another domain":       {sample.Pod("vendor.example.com/any", "1"), ""},
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

// Instances of GPUs in MIG mode belong to NVIDIA's device plugin on nodes that are not handed over, so the
// configuration decides about them.
func TestInstances(t *testing.T) {
	pod := sample.Pod(objects.ResourceMIGPrefix+"1g.5gb", "1")
	if found := New(nil).RequestOf(pod); found != "" {
		t.Errorf("found %q, expected that pods of the device plugin stay with their scheduler", found)
	}
	if found := New([]string{objects.ResourceMIGPrefix + "*"}).RequestOf(pod); found != "resource nvidia.com/mig-1g.5gb" {
		t.Errorf("found %q, expected the configured resource", found)
	}
}
