package gpupolicy

import (
	"fmt"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord/kubernetes/objects"
)

// amounts reads "cpu=4 nvidia.com/gpu=1".
func amounts(text string) v1.ResourceList {
	out := v1.ResourceList{}
	for field := range strings.FieldsSeq(text) {
		name, amount, _ := strings.Cut(field, "=")
		out[v1.ResourceName(name)] = resource.MustParse(amount)
	}
	return out
}

func podOf(requests string) *v1.Pod {
	return &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{{Resources: v1.ResourceRequirements{Requests: amounts(requests)}}}}}
}

func TestTasks(t *testing.T) {
	for requests, expected := range map[string]string{
		"":                                       "cpu 0 memory 0 gpus 0 x 0",
		"cpu=2500m memory=1Gi":                   "cpu 2500 memory 0 gpus 0 x 0", // no policy reads memory without GPUs
		"cpu=4 memory=1Gi koordinator.sh/gpu=50": "cpu 4000 memory 1073741824 gpus 1 x 500",
		"koordinator.sh/gpu=800":                 "cpu 0 memory 0 gpus 8 x 1000",
		"nvidia.com/gpu=2":                       "cpu 0 memory 0 gpus 2 x 1000",
		"amd.com/gpu=1":                          "cpu 0 memory 0 gpus 1 x 1000",
		"koordinator.sh/gpu-core=30 koordinator.sh/gpu-memory-ratio=60":                  "cpu 0 memory 0 gpus 1 x 600",
		"koordinator.sh/gpu-mem-ratio=20":                                                "cpu 0 memory 0 gpus 1 x 200",
		"koordinator.sh/gpu-core=30":                                                     "cpu 0 memory 0 gpus 1 x 300",
		"koordinator.sh/gpu-memory=4Gi":                                                  "cpu 0 memory 0 gpus 1 x 250",
		"koordinator.sh/gpu-core=200 koordinator.sh/gpu-memory=16Gi":                     "cpu 0 memory 0 gpus 2 x 500",
		"koordinator.sh/gpu-memory=1":                                                    "cpu 0 memory 0 gpus 1 x 10",
		"koordinator.sh/gpu-memory=1Ti":                                                  "cpu 0 memory 0 gpus 1 x 1000",
		"koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory-ratio=100":                "cpu 0 memory 0 gpus 2 x 500",
		"koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory=8Gi":                      "cpu 0 memory 0 gpus 2 x 250",
		"koordinator.sh/gpu=100 koordinator.sh/gpu-core=100 koordinator.sh/gpu-memory=1": "cpu 0 memory 0 gpus 1 x 1000",
		"koordinator.sh/gpu=150":                                                         "[koordinator.sh/gpu]: found 150 percent on 1 GPUs, expected up to 100, or a multiple of 100 and at most 64 GPUs",
		"nvidia.com/gpu=65":                                                              "[nvidia.com/gpu]: found 6500 percent on 65 GPUs, expected up to 100, or a multiple of 100 and at most 64 GPUs",
		"koordinator.sh/gpu.shared=3 koordinator.sh/gpu-memory-ratio=100":                "[koordinator.sh/gpu-memory-ratio]: found 100 percent on 3 GPUs, expected up to 100, or a multiple of 100 and at most 64 GPUs",
		"cpu=-1":                "[cpu]: found -1, expected 0 or more",
		"cpu=1E":                "cpu 268435456 memory 0 gpus 0 x 0",
		"koordinator.sh/rdma=1": "cpu 0 memory 0 gpus 0 x 0",
	} {
		found := ""
		if read, err := taskOf(amounts(requests), nil); err != nil {
			found = err.Error()
		} else {
			found = fmt.Sprintf("cpu %d memory %d gpus %d x %d", read.cpuMilli, read.memory, read.gpus, read.part(16<<30))
		}
		if found != expected {
			t.Errorf("%s:\nfound    %s\nexpected %s", requests, found, expected)
		}
	}
	if read, err := taskOf(amounts("koordinator.sh/gpu-memory=1"), nil); err != nil || read.part(0) != 1000 {
		t.Error("a request in bytes without a known size:", read, err)
	}
}

func TestModelsOfPods(t *testing.T) {
	in := func(key string, values ...string) v1.NodeSelectorTerm {
		return v1.NodeSelectorTerm{MatchExpressions: []v1.NodeSelectorRequirement{{Key: key, Operator: v1.NodeSelectorOpIn, Values: values}}}
	}
	both := in(objects.LabelGPUModel, "A", "B")
	both.MatchExpressions = append(both.MatchExpressions, in(objects.LabelGPUModel, "B", "C").MatchExpressions...)
	not := in(objects.LabelGPUModel, "A")
	not.MatchExpressions[0].Operator = v1.NodeSelectorOpNotIn
	many := in(objects.LabelGPUModel)
	for i := range 1000 {
		many.MatchExpressions[0].Values = append(many.MatchExpressions[0].Values, fmt.Sprint("M", i))
	}
	for _, test := range []struct {
		selector string
		terms    []v1.NodeSelectorTerm
		expected string
	}{
		{"", nil, " true"},
		{"A100", nil, "A100 true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "B", "A", "B")}, "A|B true"},
		{"A", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "B", "A")}, "A true"},
		{"C", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "B", "A")}, " false"},
		{"", []v1.NodeSelectorTerm{both}, "B true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "A"), in(objects.LabelGPUModel, "B")}, "A|B true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "A"), in("zone", "z")}, " true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "A"), {}}, "A true"},
		{"", []v1.NodeSelectorTerm{{}}, " false"},
		{"", []v1.NodeSelectorTerm{not}, " true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "A|B", "", "C")}, "C true"},
		{"", []v1.NodeSelectorTerm{in(objects.LabelGPUModel, "A|B")}, " false"},
		{"", []v1.NodeSelectorTerm{many}, " true"},
	} {
		pod := podOf("nvidia.com/gpu=1")
		if test.selector != "" {
			pod.Spec.NodeSelector = map[string]string{objects.LabelGPUModel: test.selector}
		}
		if test.terms != nil {
			pod.Spec.Affinity = &v1.Affinity{NodeAffinity: &v1.NodeAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution: &v1.NodeSelector{NodeSelectorTerms: test.terms}}}
		}
		read, err := podTask(pod)
		if found := fmt.Sprint(read.models, " ", err == nil); found != test.expected {
			t.Errorf("%q %v: found %s, expected %s", test.selector, test.terms, found, test.expected)
		}
	}
}
