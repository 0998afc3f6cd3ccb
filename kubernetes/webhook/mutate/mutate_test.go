package mutate

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
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
	gpu := func() *v1.Pod { return check.Pod("nvidia.com/gpu", "1") }
	scheduledBy := func(pod *v1.Pod, name string) *v1.Pod { pod.Spec.SchedulerName = name; return pod }
	placed := gpu()
	placed.Spec.NodeName = "node-a"
	claimed := func(pod *v1.Pod) *v1.Pod {
		return check.With(pod, nil, map[string]string{objects.AnnotationResourceStatus: `{"cpuset":"0-3"}`, objects.AnnotationDeviceAllocated: "{}",
			apis.AnnotationReservationAllocated: "", "example.com/kept": "x"})
	}
	allClaims := removes("resource-status") + "," + removes("device-allocated") + "," + removes("reservation-allocated")
	for name, test := range map[string]struct {
		pod           *v1.Pod
		user, patch   string
		counted, mode string
	}{
		"recognised":            {gpu(), "alice", setsScheduler, "scheduler_name false", ""},
		"no scheduler stated":   {scheduledBy(gpu(), ""), "alice", setsScheduler, "scheduler_name false", ""},
		"another":               {check.Pod("cpu", "4"), "alice", "", "", ""},
		"already right":         {scheduledBy(gpu(), "koord-scheduler"), "alice", "", "", ""},
		"names another":         {scheduledBy(gpu(), "volcano"), "alice", "", "other_scheduler false", ""},
		"has a node":            {placed, "alice", "", "", ""},
		"claims":                {claimed(check.Pod()), "alice", allClaims, "claim_removed false", ""},
		"claims and request":    {claimed(gpu()), "alice", allClaims + "," + setsScheduler, "claim_removed false", ""},
		"claims of scheduler":   {claimed(check.Pod()), scheduler, "", "", ""},
		"claims of a lookalike": {claimed(check.Pod()), scheduler + "x", allClaims, "claim_removed false", ""},
		"dry run":               {claimed(gpu()), "alice", "", "scheduler_name true", config.ModeDryRun},
		"off":                   {claimed(gpu()), "alice", "", "", config.ModeOff},
	} {
		counted := counts{}
		mode := test.mode
		if mode == "" {
			mode = config.ModeEnforce
		}
		answer := ruleOf(t, config.Rule{Mode: mode}, counted).Review(context.Background(), check.Create(t, test.pod, test.user))
		expected := ""
		if test.patch != "" {
			expected = "[" + test.patch + "]"
		}
		if string(answer.Patch) != expected || answer.Code != 0 {
			t.Errorf("%s: found %s, expected %s", name, answer.Patch, expected)
		}
		if test.counted != "" && counted[test.counted] == 0 || test.counted == "" && len(counted) != 0 {
			t.Errorf("%s: counted %v, expected %s", name, counted, test.counted)
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
		request, settings := check.Create(t, check.Pod("nvidia.com/gpu", "1"), "alice"), config.Rule{Mode: config.ModeEnforce}
		change(request, &settings)
		if answer := ruleOf(t, settings, counts{}).Review(context.Background(), request); !reflect.DeepEqual(answer, review.Allow()) {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	request := check.Create(t, check.Pod(), "alice")
	request.Object.Raw = []byte(`{"spec":{"nodeName":1}}`)
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, counts{}).Review(context.Background(), request); answer.Code != 400 ||
		answer.Message != "request.object.spec.nodeName: found a number, expected a value of type string" {
		t.Errorf("%+v", answer)
	}
}
