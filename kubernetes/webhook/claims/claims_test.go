package claims

import (
	"strings"
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
	request := sample.Create(t, now, user)
	request.Operation, request.OldObject = admissionv1.Update, sample.Raw(t, old)
	return request
}

func pod(bound bool, annotations map[string]string) *v1.Pod {
	pod := sample.With(sample.Pod("nvidia.com/gpu", "1"), nil, annotations)
	if bound {
		pod.Spec.NodeName = "node-a"
	}
	return pod
}

func TestUpdates(t *testing.T) {
	type notes = map[string]string
	const status, spec, foreign = objects.AnnotationResourceStatus, objects.AnnotationResourceSpec, objects.AnnotationForeignBinding
	lse := func(bound bool) *v1.Pod {
		return sample.With(pod(bound, nil), notes{objects.LabelQOSClass: "LSE"}, nil)
	}
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
		"bypass is forgotten":      {pod(true, notes{foreign: "outage"}), pod(true, nil), "alice", foreign},
		"bypass is pretended":      {pod(true, nil), pod(true, notes{foreign: "outage"}), "alice", foreign},
		"waiting pod drops claim":  {pod(false, notes{status: "b"}), pod(false, nil), "alice", ""},
	} {
		answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}), update(t, test.old, test.now, test.user))
		if refused := answer.Result == review.Refused; refused != (test.field != "") || !strings.Contains(answer.Field, test.field) ||
			refused && (!strings.Contains(answer.Message, test.user) || answer.Code != 403) {
			t.Errorf("%s: found %+v, expected %q", name, answer, test.field)
		}
	}
}

// A claim that rule mutate leaves in a pod, for example in dry run, is refused at the pod's
// creation.
func TestCreations(t *testing.T) {
	claim := map[string]string{objects.AnnotationDeviceAllocated: "{}"}
	selects := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	for name, test := range map[string]struct {
		rule    config.Rule
		created *v1.Pod
		user    string
		result  string
	}{
		"claim":         {config.Rule{Mode: config.ModeEnforce}, pod(false, claim), "alice", review.Refused},
		"on a node":     {config.Rule{Mode: config.ModeEnforce}, pod(true, claim), "alice", review.Refused},
		"empty claim":   {config.Rule{Mode: config.ModeEnforce}, pod(false, map[string]string{objects.AnnotationResourceStatus: ""}), "alice", review.Refused},
		"request":       {config.Rule{Mode: config.ModeEnforce}, pod(true, map[string]string{objects.AnnotationResourceSpec: "{}"}), "alice", review.Allowed},
		"scheduler":     {config.Rule{Mode: config.ModeEnforce}, pod(false, claim), scheduler, review.Allowed},
		"agent":         {config.Rule{Mode: config.ModeEnforce}, pod(false, claim), agent, review.Allowed},
		"dry run":       {config.Rule{Mode: config.ModeDryRun}, pod(false, claim), "alice", review.DryRun},
		"off":           {config.Rule{Mode: config.ModeOff}, pod(false, claim), "alice", review.Allowed},
		"other labels":  {config.Rule{Mode: config.ModeEnforce, Selector: selects}, pod(false, claim), "alice", review.Allowed},
		"these labels":  {config.Rule{Mode: config.ModeEnforce, Selector: selects}, sample.With(pod(false, claim), map[string]string{"a": "b"}, nil), "alice", review.Refused},
		"another space": {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"x"}}, pod(false, claim), "alice", review.Allowed},
	} {
		answer := ask.Rule(t, ruleOf(t, test.rule), sample.Create(t, test.created, test.user))
		if answer.Result != test.result {
			t.Errorf("%s: found %+v, expected %s", name, answer, test.result)
		}
	}
}

// The mirror of a static pod may not have a claim either. Without one it passes.
func TestMirrors(t *testing.T) {
	const claim = objects.AnnotationDeviceAllocated
	for result, annotations := range map[string]map[string]string{
		review.Refused: {v1.MirrorPodAnnotationKey: "x", claim: "{}"},
		review.Allowed: {v1.MirrorPodAnnotationKey: "x"},
	} {
		request := sample.Create(t, pod(true, annotations), "system:node:node-a")
		request.UserInfo.Groups = []string{"system:nodes"}
		if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}), request); answer.Result != result {
			t.Errorf("%v: found %+v, expected %s", annotations, answer, result)
		}
	}
}

func TestScope(t *testing.T) {
	old := sample.With(pod(true, nil), map[string]string{"a": "b"}, nil)
	now := pod(true, map[string]string{objects.AnnotationResourceStatus: "x"})
	selects := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce, Selector: selects}), update(t, old, now, "alice")); answer.Result != review.Refused {
		t.Errorf("a pod leaves the rule by an update: %+v", answer)
	}
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce, Selector: selects}), update(t, now, old, "alice")); answer.Result != review.Allowed {
		t.Errorf("another pod: %+v", answer)
	}
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeDryRun}), update(t, old, now, "alice")); answer.Result != review.DryRun || len(answer.Warnings) != 1 {
		t.Errorf("dry run: %+v", answer)
	}
	request := sample.Create(t, now, "alice")
	request.SubResource = "eviction"
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}), request); answer.Result != review.Allowed {
		t.Errorf("creation of a subresource: %+v", answer)
	}
	request = update(t, old, now, "alice")
	request.OldObject.Raw = nil
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}), request); answer.Code != 400 || answer.Message != "request.oldObject: is missing" {
		t.Errorf("no old object: %+v", answer)
	}
	request.Namespace, request.Object.Raw = "kube-system", []byte("7")
	if answer := ask.Rule(t, ruleOf(t, config.Rule{Mode: config.ModeEnforce}), request); answer.Result != review.Allowed {
		t.Errorf("kube-system: %+v", answer)
	}
}

func TestWritten(t *testing.T) {
	if field := ProtectedKey(map[string]string{"a": "b"}, map[string]string{"topology.kubernetes.io/zone": "z"}); field != "" {
		t.Error(field)
	}
	if field := ProtectedKey(map[string]string{objects.AnnotationDeviceAllocated: ""}, nil); !strings.Contains(field, "device-allocated") {
		t.Error(field)
	}
	if field := ProtectedKey(nil, map[string]string{objects.LabelQOSClass: "LSE"}); !strings.Contains(field, "qosClass") {
		t.Error(field)
	}
}
