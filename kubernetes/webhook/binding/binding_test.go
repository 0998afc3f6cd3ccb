package binding

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/ask"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
)

const scheduler = "system:serviceaccount:kube-system:koord-scheduler"

// stored is the API server: the pod that it has now.
type stored struct {
	pod   *v1.Pod
	err   error
	reads int
}

func (s *stored) Get(ctx context.Context, namespace, name string) (*v1.Pod, error) {
	s.reads++
	if _, limited := ctx.Deadline(); !limited {
		return nil, errors.New("the read has no limit")
	}
	if s.err == nil && (namespace != s.pod.Namespace || name != s.pod.Name) {
		return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "pods"}, name)
	}
	return s.pod, s.err
}

type events []string

func (e *events) Warn(pod *v1.Pod, reason, message string) {
	*e = append(*e, pod.Name+" "+reason+" "+message)
}

func ruleOf(t *testing.T, settings config.Rule, pods Pods) (*Rule, *events) {
	t.Helper()
	limits, err := scope.New(&settings, []string{"kube-system"})
	check.OK(t, err)
	told := &events{}
	return &Rule{Scope: limits, Accounts: scope.NewAccounts(&config.Accounts{Scheduler: []string{scheduler}}), Recogniser: recognise.New(nil),
		Pods: pods, Events: told, Log: slog.New(slog.DiscardHandler)}, told
}

func bindingOf(pod *v1.Pod, annotations, labels map[string]string) *v1.Binding {
	return &v1.Binding{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Binding"},
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID, Annotations: annotations, Labels: labels},
		Target:     v1.ObjectReference{Kind: "Node", Name: "node-a"}}
}

func TestBindings(t *testing.T) {
	gpu, plain := sample.Pod("nvidia.com/gpu", "1"), sample.Pod("cpu", "1")
	another := bindingOf(plain, nil, nil)
	another.UID = "uid-b"
	noUID := bindingOf(gpu, nil, nil)
	noUID.UID = ""
	bypass := map[string]string{objects.AnnotationForeignBinding: "the scheduler is down"}
	enforce := config.Rule{Mode: config.ModeEnforce}
	notFound := apierrors.NewNotFound(schema.GroupResource{Resource: "pods"}, "a")
	for name, test := range map[string]struct {
		rule          config.Rule
		stored        stored
		binding       *v1.Binding
		user          string
		result, field string
		reads         int
	}{
		"scheduler":                {enforce, stored{pod: gpu}, bindingOf(gpu, nil, nil), scheduler, review.Allowed, "", 0},
		"stock scheduler":          {enforce, stored{pod: gpu}, bindingOf(gpu, nil, nil), "system:kube-scheduler", review.Refused, "target.name", 1},
		"administrator":            {enforce, stored{pod: gpu}, bindingOf(gpu, nil, nil), "kubernetes-admin", review.Refused, "target.name", 1},
		"nobody":                   {enforce, stored{pod: gpu}, bindingOf(gpu, nil, nil), "", review.Refused, "target.name", 1},
		"lookalike":                {enforce, stored{pod: gpu}, bindingOf(gpu, nil, nil), scheduler + "2", review.Refused, "target.name", 1},
		"no uid":                   {enforce, stored{pod: gpu}, noUID, "alice", review.Refused, "target.name", 1},
		"unrelated pod":            {enforce, stored{pod: plain}, bindingOf(plain, nil, nil), "system:kube-scheduler", review.Allowed, "", 1},
		"pod of this name before":  {enforce, stored{pod: plain}, another, "system:kube-scheduler", review.Refused, "metadata.uid", 1},
		"no pod":                   {enforce, stored{err: notFound}, bindingOf(gpu, nil, nil), "alice", review.Allowed, "", 1},
		"no pod, no uid":           {enforce, stored{err: notFound}, noUID, "alice", review.Refused, "metadata.name", 1},
		"no pod, no uid, dry run":  {config.Rule{Mode: config.ModeDryRun}, stored{err: notFound}, noUID, "alice", review.DryRun, "", 1},
		"API server is down":       {enforce, stored{err: errors.New("down")}, bindingOf(plain, nil, nil), "alice", review.Failed, "", 1},
		"writes a claim":           {enforce, stored{pod: plain}, bindingOf(plain, map[string]string{objects.AnnotationDeviceAllocated: "{}"}, nil), "system:kube-scheduler", review.Refused, "device-allocated", 1},
		"writes a QoS":             {enforce, stored{pod: plain}, bindingOf(plain, nil, map[string]string{objects.LabelQOSClass: "LSE"}), "system:kube-scheduler", review.Refused, "qosClass", 1},
		"bypass":                   {enforce, stored{pod: gpu}, bindingOf(gpu, bypass, nil), "alice", review.Bypassed, "", 1},
		"bypass without reason":    {enforce, stored{pod: gpu}, bindingOf(gpu, map[string]string{objects.AnnotationForeignBinding: " "}, nil), "alice", review.Refused, "target.name", 1},
		"bypass of the pod":        {enforce, stored{pod: sample.With(sample.Pod("nvidia.com/gpu", "1"), nil, bypass)}, bindingOf(gpu, nil, nil), "alice", review.Refused, "target.name", 1},
		"bypass of unrelated":      {enforce, stored{pod: plain}, bindingOf(plain, bypass, nil), "alice", review.Allowed, "", 1},
		"dry run":                  {config.Rule{Mode: config.ModeDryRun}, stored{pod: gpu}, bindingOf(gpu, nil, nil), "alice", review.DryRun, "", 1},
		"dry run, API server down": {config.Rule{Mode: config.ModeDryRun}, stored{err: errors.New("down")}, bindingOf(gpu, nil, nil), "alice", review.Failed, "", 1},
		"off":                      {config.Rule{Mode: config.ModeOff}, stored{pod: gpu}, bindingOf(gpu, nil, nil), "alice", review.Allowed, "", 0},
		"other namespaces":         {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"x"}}, stored{pod: gpu}, bindingOf(gpu, nil, nil), "alice", review.Allowed, "", 0},
		"other labels":             {config.Rule{Mode: config.ModeEnforce, Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}}, stored{pod: gpu}, bindingOf(gpu, nil, nil), "alice", review.Allowed, "", 1},
	} {
		pods := test.stored
		rule, told := ruleOf(t, test.rule, &pods)
		answer := ask.Rule(t, rule, sample.Create(t, test.binding, test.user))
		if answer.Result != test.result || !strings.Contains(answer.Field, test.field) || pods.reads != test.reads {
			t.Errorf("%s: found %+v after %d reads, expected %s of %q", name, answer, pods.reads, test.result, test.field)
		}
		refuses := test.rule.Mode == config.ModeEnforce && (test.result == review.Refused || test.result == review.Failed)
		if refused := answer.Code != 0; refused != refuses || refused && answer.Message == "" {
			t.Errorf("%s: %+v", name, answer)
		}
		if bypassed := test.result == review.Bypassed; bypassed != (len(*told) == 1) {
			t.Errorf("%s: events %v", name, *told)
		}
	}
}

// The older resource of Bindings has no subresource, and its requests may state no name.
func TestBindingsWithoutSubresource(t *testing.T) {
	gpu := sample.Pod("nvidia.com/gpu", "1")
	for _, name := range []string{gpu.Name, ""} {
		rule, _ := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{pod: gpu})
		request := sample.Create(t, bindingOf(gpu, nil, nil), "alice")
		request.SubResource, request.Name = "", name
		request.Resource = metav1.GroupVersionResource{Version: "v1", Resource: "bindings"}
		if answer := ask.Rule(t, rule, request); answer.Result != review.Refused || answer.Field != "target.name" {
			t.Errorf("name %q: %+v", name, answer)
		}
	}
}

// A pod that is created between the review and the Binding has not been judged.
func TestMissingPod(t *testing.T) {
	rule, _ := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{pod: sample.Pod()})
	binding := bindingOf(sample.Pod(), nil, nil)
	binding.Name, binding.UID = "b", ""
	request := sample.Create(t, binding, "alice")
	request.Name = "b"
	answer := ask.Rule(t, rule, request)
	if answer.Code != 404 || !strings.Contains(answer.Message, "pod team/b does not exist") {
		t.Errorf("%+v", answer)
	}
}

// A dry run of a client reports no bypass: it writes nothing.
func TestDryRunOfClient(t *testing.T) {
	gpu, dryRun := sample.Pod("nvidia.com/gpu", "1"), true
	rule, told := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{pod: gpu})
	request := sample.Create(t, bindingOf(gpu, map[string]string{objects.AnnotationForeignBinding: "outage"}, nil), "alice")
	request.DryRun = &dryRun
	if answer := ask.Rule(t, rule, request); answer.Result != review.Allowed || len(*told) != 0 {
		t.Errorf("%+v, events %v", answer, *told)
	}
	request = sample.Create(t, bindingOf(gpu, nil, nil), "alice")
	request.DryRun = &dryRun
	if answer := ask.Rule(t, rule, request); answer.Result != review.Refused {
		t.Errorf("%+v", answer)
	}
}

// The sentence names the pod, its request, and the user.
func TestSentence(t *testing.T) {
	gpu := sample.Pod("nvidia.com/gpu", "1")
	rule, told := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{pod: gpu})
	answer := ask.Rule(t, rule, sample.Create(t, bindingOf(gpu, nil, nil), "system:kube-scheduler"))
	const expected = `target.name: pod team/a asks for resource nvidia.com/gpu, and only koord-scheduler may choose its node; found user "system:kube-scheduler". `
	if !strings.HasPrefix(answer.Message, expected) {
		t.Errorf("found %s", answer.Message)
	}
	ask.Rule(t, rule, sample.Create(t, bindingOf(gpu, map[string]string{objects.AnnotationForeignBinding: "outage 7"}, nil), "admin"))
	if len(*told) != 1 || !strings.Contains((*told)[0], "a KoordBindingBypassed admin chose the node of this pod, which asks for resource nvidia.com/gpu, without koord-scheduler: outage 7") {
		t.Error(*told)
	}
}

func TestHostileBindings(t *testing.T) {
	rule, _ := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{pod: sample.Pod()})
	for text, expected := range map[string]string{
		`null`:                   "request.object: is missing",
		`{"kind":"Pod"}`:         `request.object.kind: found "Pod", expected Binding`,
		`{"target":7}`:           "request.object.target: found a number",
		`{"target":{"name":[]}}`: "request.object.target.name: found a array",
	} {
		request := sample.Create(t, bindingOf(sample.Pod(), nil, nil), "alice")
		request.Object.Raw = []byte(text)
		if answer := ask.Rule(t, rule, request); answer.Code != 400 || !strings.Contains(answer.Message, expected) {
			t.Errorf("%s: %+v", text, answer)
		}
	}
}

// A pod that is created on a node bypasses all schedulers.
func TestPlacedPods(t *testing.T) {
	placed := func(pod *v1.Pod, annotations map[string]string) *v1.Pod {
		pod.Spec.NodeName = "node-a"
		return sample.With(pod, nil, annotations)
	}
	mirror := map[string]string{v1.MirrorPodAnnotationKey: "x"}
	for name, test := range map[string]struct {
		pod    *v1.Pod
		user   string
		groups []string
		result string
	}{
		"recognised":      {placed(sample.Pod("nvidia.com/gpu", "1"), nil), "alice", nil, review.Refused},
		"unrelated":       {placed(sample.Pod("cpu", "1"), nil), "alice", nil, review.Allowed},
		"no node":         {sample.Pod("nvidia.com/gpu", "1"), "alice", nil, review.Allowed},
		"scheduler":       {placed(sample.Pod("nvidia.com/gpu", "1"), nil), scheduler, nil, review.Allowed},
		"static pod":      {placed(sample.Pod("nvidia.com/gpu", "1"), mirror), "system:node:node-a", []string{"system:nodes"}, review.Allowed},
		"pretended":       {placed(sample.Pod("nvidia.com/gpu", "1"), mirror), "alice", []string{"system:authenticated"}, review.Refused},
		"pod with bypass": {placed(sample.Pod("nvidia.com/gpu", "1"), map[string]string{objects.AnnotationForeignBinding: "x"}), "alice", nil, review.Refused},
		"node, no mirror": {placed(sample.Pod("nvidia.com/gpu", "1"), nil), "system:node:node-a", []string{"system:nodes"}, review.Refused},
	} {
		pods := &stored{}
		rule, _ := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, pods)
		request := sample.Create(t, test.pod, test.user)
		request.UserInfo.Groups = test.groups
		answer := ask.Rule(t, Placed{rule}, request)
		if answer.Result != test.result || pods.reads != 0 || (test.result == review.Refused) != (answer.Field == "spec.nodeName") {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	request := sample.Create(t, placed(sample.Pod("nvidia.com/gpu", "1"), nil), "alice")
	rule, _ := ruleOf(t, config.Rule{Mode: config.ModeDryRun}, &stored{})
	if answer := ask.Rule(t, Placed{rule}, request); answer.Result != review.DryRun || answer.Code != 0 || len(answer.Warnings) != 1 {
		t.Errorf("dry run: %+v", answer)
	}
	rule, _ = ruleOf(t, config.Rule{Mode: config.ModeEnforce}, &stored{})
	request.Operation = admissionv1.Update
	if answer := ask.Rule(t, Placed{rule}, request); answer.Result != review.Allowed {
		t.Errorf("update: %+v", answer)
	}
}

// kube-system is exempt: nothing that the cluster needs waits for the webhook.
func TestKubeSystem(t *testing.T) {
	pods := &stored{pod: sample.Pod("nvidia.com/gpu", "1")}
	rule, _ := ruleOf(t, config.Rule{Mode: config.ModeEnforce}, pods)
	pods.pod.Namespace, pods.pod.Spec.NodeName = "kube-system", "node-a"
	for rule, object := range map[review.Rule]any{rule: bindingOf(pods.pod, nil, nil), Placed{rule}: pods.pod} {
		request := sample.Create(t, object, "alice")
		request.Namespace = "kube-system"
		if answer := ask.Rule(t, rule, request); answer.Result != review.Allowed || pods.reads != 0 {
			t.Errorf("%T: %+v after %d reads", rule, answer, pods.reads)
		}
	}
}
