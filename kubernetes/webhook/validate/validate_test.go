package validate

import (
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/ask"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

func library(t testing.TB, args config.SchedulerArgs) *Library {
	t.Helper()
	made, err := NewLibrary(&args)
	check.OK(t, err)
	t.Cleanup(func() { check.OK(t, made.Close()) })
	return made
}

func ofQOS(qos string, pod *v1.Pod) *v1.Pod {
	return sample.With(pod, map[string]string{objects.LabelQOSClass: qos}, nil)
}

func specifies(key, value string, pod *v1.Pod) *v1.Pod {
	return sample.With(pod, nil, map[string]string{key: value})
}

func unequal(name v1.ResourceName, request string, pod *v1.Pod) *v1.Pod {
	pod.Spec.Containers[0].Resources.Requests[name] = resource.MustParse(request)
	return pod
}

// beside adds a container in front of that of a pod.
func beside(first, pod *v1.Pod) *v1.Pod {
	pod.Spec.Containers = append(first.Spec.Containers, pod.Spec.Containers...)
	return pod
}

// The library's sentence follows the path of the field that breaks the rule.
func TestWrongRequests(t *testing.T) {
	const spec = `metadata.annotations["scheduling.koordinator.sh/resource-spec"].`
	noLimit := ofQOS("LSR", sample.Pod("cpu", "4", "memory", "1Gi"))
	delete(noLimit.Spec.Containers[0].Resources.Limits, "cpu")
	whole := ofQOS("LSE", sample.Pod())
	whole.Spec.Resources = &sample.Pod("cpu", "1500m", "memory", "1Gi").Spec.Containers[0].Resources
	overhead := sample.Pod("cpu", "1")
	overhead.Spec.Overhead = v1.ResourceList{"koordinator.sh/gpu": resource.MustParse("150")}
	judge := library(t, config.SchedulerArgs{})
	for name, test := range map[string]struct {
		pod             *v1.Pod
		field, sentence string
	}{
		"LSE, part of a CPU": {ofQOS("LSE", sample.Pod("cpu", "1500m", "memory", "1Gi")), "spec.containers[0].resources.requests.cpu", "whole"},
		"LSR, part of a CPU in the second container": {ofQOS("LSR", beside(sample.Pod("cpu", "2", "memory", "1Gi"), sample.Pod("cpu", "500m", "memory", "1Gi"))),
			"spec.containers[1].resources.requests.cpu", "whole"},
		"LSE, pod level":          {whole, "spec.resources.requests.cpu", "whole"},
		"LSR, limit above":        {unequal("cpu", "2", ofQOS("LSR", sample.Pod("cpu", "4", "memory", "1Gi"))), "spec.containers[0].resources.requests.cpu", "limit"},
		"LSR, memory limit above": {unequal("memory", "1Gi", ofQOS("LSR", sample.Pod("cpu", "4", "memory", "2Gi"))), "spec.containers[0].resources.requests.memory", "limit"},
		"LSR, no limit":           {noLimit, "spec.containers[0].resources.requests.cpu", "limit"},
		"150 percent of a GPU": {sample.Pod("koordinator.sh/gpu", "150"), `spec.containers[0].resources.requests["koordinator.sh/gpu"]`,
			"requests 150 of koordinator.sh/gpu; expected at most 100 (part of one device) or a multiple of 100 (whole devices)"},
		"150 percent of its core": {sample.Pod("koordinator.sh/gpu-core", "150", "koordinator.sh/gpu-memory-ratio", "100"),
			`spec.containers[0].resources.requests["koordinator.sh/gpu-core"]`, "150 of koordinator.sh/gpu-core"},
		"150 percent of RDMA":         {beside(sample.Pod("cpu", "1"), sample.Pod("koordinator.sh/rdma", "150")), `spec.containers[1].resources.requests["koordinator.sh/rdma"]`, "150"},
		"150 percent in the overhead": {overhead, `spec.overhead["koordinator.sh/gpu"]`, "150"},
		"two names of a GPU":          {sample.Pod("koordinator.sh/gpu", "100", "koordinator.sh/gpu-core", "50"), `spec.containers[0].resources.requests["koordinator.sh/gpu"]`, "koordinator.sh/gpu"},
		"unknown policy": {specifies(objects.AnnotationResourceSpec, `{"preferredCPUBindPolicy":"FullPCPU"}`, sample.Pod("cpu", "2")),
			spec + "preferredCPUBindPolicy", `found "FullPCPU", expected one of Default, FullPCPUs, SpreadByPCPUs, ConstrainedBurst: did you mean FullPCPUs?`},
		"unknown policy, unlike any": {specifies(objects.AnnotationResourceSpec, `{"preferredCPUBindPolicy":"banana"}`, sample.Pod("cpu", "2")),
			spec + "preferredCPUBindPolicy", `found "banana", expected one of Default, FullPCPUs, SpreadByPCPUs, ConstrainedBurst`},
		"unknown NUMA policy": {specifies(objects.AnnotationNUMATopologySpec, `{"numaTopologyPolicy":"singleNUMANode"}`, sample.Pod("cpu", "2")),
			`metadata.annotations["scheduling.koordinator.sh/numa-topology-spec"].numaTopologyPolicy`, "did you mean SingleNUMANode?"},
		"unknown QoS":               {ofQOS("LSRR", sample.Pod("cpu", "2")), `metadata.labels["koordinator.sh/qosClass"]`, "did you mean LSR?"},
		"unknown priority":          {sample.With(sample.Pod("cpu", "2"), map[string]string{objects.LabelPriorityClass: "koord-prd"}, nil), `metadata.labels["koordinator.sh/priority-class"]`, "did you mean koord-prod?"},
		"isolated CPUs":             {specifies(objects.AnnotationIsolatedCPUs, "Requird", sample.Pod("cpu", "2")), `metadata.annotations["scheduling.koordinator.sh/isolated-cpus"]`, `expected "Required": did you mean Required?`},
		"isolated CPUs, unlike any": {specifies(objects.AnnotationIsolatedCPUs, "banana", sample.Pod("cpu", "2")), `metadata.annotations["scheduling.koordinator.sh/isolated-cpus"]`, `found "banana", expected "Required"`},
		"scope of devices": {specifies(objects.AnnotationDeviceJointAllocate, `{"deviceTypes":["gpu"],"requiredScope":"SamePCI"}`, sample.Pod("koordinator.sh/gpu", "100")),
			`metadata.annotations["scheduling.koordinator.sh/device-joint-allocate"].requiredScope`, "expected SamePCIe: did you mean SamePCIe?"},
		"no JSON":          {specifies(objects.AnnotationDeviceAllocateHint, `{`, sample.Pod("nvidia.com/gpu", "1")), `metadata.annotations["scheduling.koordinator.sh/device-allocate-hint"]`, ""},
		"partition policy": {specifies(objects.AnnotationGPUPartitionSpec, `{"allocatePolicy":"Restrict"}`, sample.Pod("nvidia.com/gpu", "1")), `metadata.annotations["scheduling.koordinator.sh/gpu-partition-spec"].allocatePolicy`, "did you mean Restricted?"},
	} {
		fault, err := judge.Judge(test.pod)
		check.OK(t, err)
		if fault == nil {
			t.Errorf("%s: is accepted", name)
			continue
		}
		if fault.Field != test.field || !strings.Contains(fault.Sentence, test.sentence) || strings.Contains(fault.Sentence, "Pod ") {
			t.Errorf("%s: found %+v, expected %s: %s", name, fault, test.field, test.sentence)
		}
	}
}

func TestRightRequests(t *testing.T) {
	unnamed := sample.Pod("nvidia.com/gpu", "1")
	unnamed.Name, unnamed.GenerateName = "", "a-"
	nothing := sample.Pod("nvidia.com/gpu", "1")
	nothing.Name = ""
	judge := library(t, config.SchedulerArgs{})
	for name, pod := range map[string]*v1.Pod{
		"LSE":                 ofQOS("LSE", sample.Pod("cpu", "4", "memory", "1Gi")),
		"LSR, two containers": ofQOS("LSR", beside(sample.Pod("cpu", "2", "memory", "1Gi"), sample.Pod("cpu", "1", "memory", "1Gi"))),
		"whole GPUs":          sample.Pod("koordinator.sh/gpu", "200"),
		"half a GPU":          sample.Pod("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory-ratio", "50"),
		"nvidia":              sample.Pod("nvidia.com/gpu", "8"),
		"more than any node":  sample.Pod("nvidia.com/gpu", "100000"),
		"other devices":       sample.Pod("example.com/dsp", "3"),
		"policy":              specifies(objects.AnnotationResourceSpec, `{"preferredCPUBindPolicy":"ConstrainedBurst"}`, sample.Pod("cpu", "2")),
		"name is generated":   unnamed,
		"no name":             nothing,
	} {
		if fault, err := judge.Judge(pod); err != nil || fault != nil {
			t.Errorf("%s: %+v %v", name, fault, err)
		}
	}
}

// Requests that depend on the scheduler's arguments are judged by them, and bad arguments are refused.
func TestArguments(t *testing.T) {
	half := sample.Pod("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory-ratio", "50")
	if fault, err := library(t, config.SchedulerArgs{}).Judge(half); err != nil || fault != nil {
		t.Error(fault, err)
	}
	fixedSizes := config.SchedulerArgs{DeviceShare: []byte(`{"gpuSharedResourceTemplatesConfig":{"matchedResources":["koordinator.sh/gpu-core"]}}`)}
	if fault, err := library(t, fixedSizes).Judge(half); err != nil || fault == nil || !strings.Contains(fault.Sentence, "a size that its model does not offer") {
		t.Error(fault, err)
	}
	for field, args := range map[string]config.SchedulerArgs{
		"scoringStrategy.type":        {DeviceShare: []byte(`{"scoringStrategy":{"type":"Best"}}`)},
		"numaTopologyAlignmentPolicy": {NodeNUMAResource: []byte(`{"numaTopologyAlignmentPolicy":"x"}`)},
		"nodeNUMAResource":            {NodeNUMAResource: []byte(`{`)},
	} {
		_, err := NewLibrary(&args)
		check.Says(t, err, field)
		check.Says(t, err, "schedulerArgs")
	}
}

// Reviews may be answered at the same time.
func TestConcurrentJudgements(t *testing.T) {
	judge := library(t, config.SchedulerArgs{})
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 200 {
				fault, err := judge.Judge(sample.Pod("koordinator.sh/gpu", "150"))
				if err != nil || fault == nil || !strings.Contains(fault.Sentence, "150") {
					t.Error(fault, err)
				}
				if fault, err := judge.Judge(sample.Pod("koordinator.sh/gpu", "100")); err != nil || fault != nil {
					t.Error(fault, err)
				}
			}
		})
	}
	running.Wait()
}

type brokenJudge struct{}

func (brokenJudge) Judge(*v1.Pod) (*Fault, error) { return nil, errors.New("no memory") }

func ruleOf(t *testing.T, settings config.Rule, judge Judge) *Rule {
	t.Helper()
	limits, err := scope.New(&settings, []string{"kube-system"})
	check.OK(t, err)
	return &Rule{Scope: limits, Recogniser: recognise.New(nil), Judge: judge, Log: slog.New(slog.DiscardHandler)}
}

func TestReviews(t *testing.T) {
	judge := library(t, config.SchedulerArgs{})
	wrong := sample.Pod("koordinator.sh/gpu", "150")
	mirror := sample.With(sample.Pod("koordinator.sh/gpu", "150"), nil, map[string]string{v1.MirrorPodAnnotationKey: "x"})
	system := sample.Pod("koordinator.sh/gpu", "150")
	system.Namespace = "kube-system"
	for name, test := range map[string]struct {
		rule             config.Rule
		judge            Judge
		pod              *v1.Pod
		result, contains string
	}{
		"refused": {config.Rule{Mode: config.ModeEnforce}, judge, wrong, review.Refused,
			`spec.containers[0].resources.requests["koordinator.sh/gpu"]: requests 150 of koordinator.sh/gpu; expected at most 100`},
		"dry run":     {config.Rule{Mode: config.ModeDryRun}, judge, wrong, review.DryRun, "requests 150 of koordinator.sh/gpu"},
		"off":         {config.Rule{Mode: config.ModeOff}, judge, wrong, review.Allowed, ""},
		"right":       {config.Rule{Mode: config.ModeEnforce}, judge, sample.Pod("koordinator.sh/gpu", "100"), review.Allowed, ""},
		"no request":  {config.Rule{Mode: config.ModeEnforce}, brokenJudge{}, sample.Pod("cpu", "1"), review.Allowed, ""},
		"static pod":  {config.Rule{Mode: config.ModeEnforce}, judge, mirror, review.Allowed, ""},
		"not judged":  {config.Rule{Mode: config.ModeEnforce}, brokenJudge{}, wrong, review.Allowed, ""},
		"kube-system": {config.Rule{Mode: config.ModeEnforce}, judge, system, review.Allowed, ""},
		"other labels": {config.Rule{Mode: config.ModeEnforce, Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}}, judge,
			wrong, review.Allowed, ""},
	} {
		request := sample.Create(t, test.pod, "alice")
		request.Namespace, request.UserInfo.Groups = test.pod.Namespace, []string{"system:nodes"}
		answer := ask.Rule(t, ruleOf(t, test.rule, test.judge), request)
		if answer.Result != test.result || !strings.Contains(answer.Message, test.contains) || (answer.Code == 403) != (test.result == review.Refused) {
			t.Errorf("%s: %+v", name, answer)
		}
	}
}
