package claims

import (
	"context"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

const (
	scheduler = "system:serviceaccount:kube-system:koord-scheduler"
	agent     = "system:serviceaccount:kube-system:koord-agent"
)

func ruleOf(t *testing.T, settings config.Rule) *Rule {
	t.Helper()
	limits, err := scope.New(&settings, []string{"kube-system"})
	check.OK(t, err)
	return &Rule{Scope: limits, Accounts: scope.NewAccounts(&config.Accounts{Scheduler: []string{scheduler}, Agent: []string{agent}})}
}

func update(t *testing.T, old, now *v1.Pod, user string) *admissionv1.AdmissionRequest {
	request := check.Create(t, now, user)
	request.Operation, request.OldObject = admissionv1.Update, check.Raw(t, old)
	return request
}

func pod(bound bool, annotations map[string]string) *v1.Pod {
	pod := check.With(check.Pod("nvidia.com/gpu", "1"), nil, annotations)
	if bound {
		pod.Spec.NodeName = "node-a"
	}
	return pod
}

func TestUpdates(t *testing.T) {
	type notes = map[string]string
	const status, spec = objects.AnnotationResourceStatus, objects.AnnotationResourceSpec
	lse := func(bound bool) *v1.Pod { return check.With(pod(bound, nil), notes{objects.LabelQOSClass: "LSE"}, nil) }
	for name, test := range map[string]struct {
		old, now    *v1.Pod
		user, field string
	}{
		"nothing":                  {pod(true, notes{status: "a"}), pod(true, notes{status: "a"}), "alice", ""},
		"other annotation":         {pod(true, nil), pod(true, notes{"example.com/a": "b"}), "alice", ""},
		"claim of a bound pod":     {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), "alice", status},
		"claim added":              {pod(true, nil), pod(true, notes{status: "b"}), "alice", status},
		"empty claim added":        {pod(true, nil), pod(true, notes{status: ""}), "alice", status},
		"claim removed":            {pod(true, notes{status: "a"}), pod(true, nil), "alice", status},
		"devices":                  {pod(true, nil), pod(true, notes{objects.AnnotationDeviceAllocated: "{}"}), "alice", objects.AnnotationDeviceAllocated},
		"reservation":              {pod(true, nil), pod(true, notes{apis.AnnotationReservationAllocated: "{}"}), "alice", apis.AnnotationReservationAllocated},
		"scheduler":                {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), scheduler, ""},
		"agent":                    {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), agent, ""},
		"lookalike":                {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), agent + "-2", status},
		"node":                     {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), "system:node:node-a", status},
		"administrator":            {pod(true, notes{status: "a"}), pod(true, notes{status: "b"}), "kubernetes-admin", status},
		"request of a bound pod":   {pod(true, notes{spec: "{}"}), pod(true, nil), "alice", spec},
		"isolated CPUs":            {pod(true, nil), pod(true, notes{objects.AnnotationIsolatedCPUs: "Required"}), "alice", objects.AnnotationIsolatedCPUs},
		"QoS of a bound pod":       {pod(true, nil), lse(true), "alice", objects.LabelQOSClass},
		"QoS of a bound pod, less": {lse(true), pod(true, nil), "alice", objects.LabelQOSClass},
		"request of a waiting pod": {pod(false, notes{spec: "{}"}), pod(false, nil), "alice", ""},
		"QoS of a waiting pod":     {pod(false, nil), lse(false), "alice", ""},
		"claim of a waiting pod":   {pod(false, nil), pod(false, notes{status: "b"}), "alice", status},
		"waiting pod drops claim":  {pod(false, notes{status: "b"}), pod(false, nil), "alice", ""},
	} {
		answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce}).Review(context.Background(), update(t, test.old, test.now, test.user))
		if refused := answer.Result == review.Refused; refused != (test.field != "") || !strings.Contains(answer.Field, test.field) ||
			refused && (!strings.Contains(answer.Message, test.user) || answer.Code != 403) {
			t.Errorf("%s: found %+v, expected %q", name, answer, test.field)
		}
	}
}

func TestScope(t *testing.T) {
	old := check.With(pod(true, nil), map[string]string{"a": "b"}, nil)
	now := pod(true, map[string]string{objects.AnnotationResourceStatus: "x"})
	selects := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce, Selector: selects}).Review(context.Background(), update(t, old, now, "alice")); answer.Result != review.Refused {
		t.Errorf("a pod leaves the rule by an update: %+v", answer)
	}
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce, Selector: selects}).Review(context.Background(), update(t, now, old, "alice")); answer.Result != review.Allowed {
		t.Errorf("another pod: %+v", answer)
	}
	if answer := ruleOf(t, config.Rule{Mode: config.ModeDryRun}).Review(context.Background(), update(t, old, now, "alice")); answer.Result != review.DryRun || len(answer.Warnings) != 1 {
		t.Errorf("dry run: %+v", answer)
	}
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce}).Review(context.Background(), check.Create(t, now, "alice")); answer.Result != review.Allowed {
		t.Errorf("creation: %+v", answer)
	}
	request := update(t, old, now, "alice")
	request.OldObject.Raw = nil
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce}).Review(context.Background(), request); answer.Code != 400 || answer.Message != "request.oldObject: is missing" {
		t.Errorf("no old object: %+v", answer)
	}
	request.Namespace, request.Object.Raw = "kube-system", []byte("7")
	if answer := ruleOf(t, config.Rule{Mode: config.ModeEnforce}).Review(context.Background(), request); answer.Result != review.Allowed {
		t.Errorf("kube-system: %+v", answer)
	}
}

func TestWritten(t *testing.T) {
	if field := Written(map[string]string{"a": "b"}, map[string]string{"topology.kubernetes.io/zone": "z"}); field != "" {
		t.Error(field)
	}
	if field := Written(map[string]string{objects.AnnotationDeviceAllocated: ""}, nil); !strings.Contains(field, "device-allocated") {
		t.Error(field)
	}
	if field := Written(nil, map[string]string{objects.LabelQOSClass: "LSE"}); !strings.Contains(field, "qosClass") {
		t.Error(field)
	}
}
