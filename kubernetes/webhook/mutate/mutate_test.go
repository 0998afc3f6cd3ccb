package mutate

import (
	"fmt"
	"maps"
	"reflect"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/ask"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

const scheduler = "system:serviceaccount:kube-system:koord-scheduler"

type counts map[string]int

func (c counts) Change(change string, dryRun bool) { c[fmt.Sprint(change, " ", dryRun)]++ }

func ruleOf(t *testing.T, settings config.Rule, counted counts) *Rule {
	t.Helper()
	limits, err := scope.New(&settings, []string{"kube-system"})
	check.OK(t, err)
	return &Rule{Scope: limits, Accounts: scope.NewAccounts(&config.Accounts{Scheduler: []string{scheduler}}), Recogniser: recognise.New(nil),
		Counter: counted, SchedulerName: "koord-scheduler", Replaces: []string{"default-scheduler"}}
}

const setsScheduler = `{"op":"add","path":"/spec/schedulerName","value":"koord-scheduler"}`

func removes(name string) string {
	return `{"op":"remove","path":"/metadata/annotations/scheduling.koordinator.sh~1` + name + `"}`
}

func TestChanges(t *testing.T) {
	gpu := func() *v1.Pod { return sample.Pod("nvidia.com/gpu", "1") }
	scheduledBy := func(pod *v1.Pod, name string) *v1.Pod { pod.Spec.SchedulerName = name; return pod }
	placed := gpu()
	placed.Spec.NodeName = "node-a"
	claimed := func(pod *v1.Pod) *v1.Pod {
		return sample.With(pod, nil, map[string]string{objects.AnnotationResourceStatus: `{"cpuset":"0-3"}`, objects.AnnotationDeviceAllocated: "{}",
			apis.AnnotationReservationAllocated: "", "example.com/kept": "x"})
	}
	allClaims := removes("resource-status") + "," + removes("device-allocated") + "," + removes("reservation-allocated")
	for name, test := range map[string]struct {
		pod         *v1.Pod
		user, patch string
		counted     counts
		mode        string
	}{
		"recognised":            {gpu(), "alice", setsScheduler, counts{"scheduler_name false": 1}, ""},
		"no scheduler stated":   {scheduledBy(gpu(), ""), "alice", setsScheduler, counts{"scheduler_name false": 1}, ""},
		"another":               {sample.Pod("cpu", "4"), "alice", "", nil, ""},
		"already right":         {scheduledBy(gpu(), "koord-scheduler"), "alice", "", nil, ""},
		"names another":         {scheduledBy(gpu(), "volcano"), "alice", "", counts{"other_scheduler false": 1}, ""},
		"has a node":            {placed, "alice", "", nil, ""},
		"claims":                {claimed(sample.Pod()), "alice", allClaims, counts{"claim_removed false": 3}, ""},
		"claims and request":    {claimed(gpu()), "alice", allClaims + "," + setsScheduler, counts{"claim_removed false": 3, "scheduler_name false": 1}, ""},
		"claims of scheduler":   {claimed(sample.Pod()), scheduler, "", nil, ""},
		"claims of a lookalike": {claimed(sample.Pod()), scheduler + "x", allClaims, counts{"claim_removed false": 3}, ""},
		"dry run":               {claimed(gpu()), "alice", "", counts{"claim_removed true": 3, "scheduler_name true": 1}, config.ModeDryRun},
		"off":                   {claimed(gpu()), "alice", "", nil, config.ModeOff},
	} {
		counted := counts{}
		mode := test.mode
		if mode == "" {
			mode = config.ModeEnforce
		}
		answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: mode}, counted), sample.Create(t, test.pod, test.user))
		expected := ""
		if test.patch != "" {
			expected = "[" + test.patch + "]"
		}
		if string(answer.Patch) != expected || answer.Code != 0 {
			t.Errorf("%s: found %s, expected %s", name, answer.Patch, expected)
		}
		if !maps.Equal(counted, test.counted) {
			t.Errorf("%s: counted %v, expected %v", name, counted, test.counted)
		}
		if mode == config.ModeDryRun && answer.Result != review.DryRun {
			t.Errorf("%s: found %s", name, answer.Result)
		}
	}
}

// Other requests, namespaces and pods are left alone, even if they cannot be read.
func TestScope(t *testing.T) {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	for name, change := range map[string]func(*admissionv1.AdmissionRequest, *config.Rule){
		"update":      func(r *admissionv1.AdmissionRequest, _ *config.Rule) { r.Operation = admissionv1.Update },
		"subresource": func(r *admissionv1.AdmissionRequest, _ *config.Rule) { r.SubResource = "status" },
		"kube-system": func(r *admissionv1.AdmissionRequest, _ *config.Rule) {
			r.Namespace, r.Object.Raw = "kube-system", []byte("7")
		},
		"other namespaces": func(_ *admissionv1.AdmissionRequest, rule *config.Rule) { rule.Namespaces = []string{"x"} },
		"other labels":     func(_ *admissionv1.AdmissionRequest, rule *config.Rule) { rule.Selector = selector },
	} {
		request, settings := sample.Create(t, sample.Pod("nvidia.com/gpu", "1"), "alice"), config.Rule{Mode: config.ModeEnforce}
		change(request, &settings)
		if answer := ask.Rule(t, ruleOf(t, settings, counts{}), request); !reflect.DeepEqual(answer, review.Allow()) {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	request := sample.Create(t, sample.Pod(), "alice")
	request.Object.Raw = []byte(`{"spec":{"nodeName":1}}`)
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}, counts{}), request); answer.Code != 400 ||
		answer.Message != "request.object.spec.nodeName: found a number, expected a value of type string" {
		t.Errorf("%+v", answer)
	}
}
