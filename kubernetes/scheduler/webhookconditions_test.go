package scheduler

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	registration "k8s.io/api/admissionregistration/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	webhooks "k8s.io/apiserver/pkg/admission/plugin/webhook"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/cel/environment"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// These tests evaluate the conditions of the webhook's manifests as an API server does. They are here
// because this module has its code; the webhook's module compares the names in the manifests only.

// webhookRequest is a request of a client to an API server with the webhook's configurations.
type webhookRequest struct {
	operation   admission.Operation
	resource    string // as in "pods" or "pods/binding"
	object, old runtime.Object
	user        string
	namespace   string
}

// webhookEntries returns the entries of both configurations, as an API server compiles them.
func webhookEntries(t *testing.T) (out []webhooks.WebhookAccessor) {
	t.Helper()
	text, err := os.ReadFile("../deploy/webhook/manifests/webhooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	first, second, _ := strings.Cut(string(text), "\n---\n")
	var mutating registration.MutatingWebhookConfiguration
	var validating registration.ValidatingWebhookConfiguration
	if err := yaml.UnmarshalStrict([]byte(first), &mutating); err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict([]byte(second), &validating); err != nil {
		t.Fatal(err)
	}
	for i := range mutating.Webhooks {
		out = append(out, webhooks.NewMutatingWebhookAccessor(mutating.Webhooks[i].Name, mutating.Name, &mutating.Webhooks[i]))
	}
	for i := range validating.Webhooks {
		out = append(out, webhooks.NewValidatingWebhookAccessor(validating.Webhooks[i].Name, validating.Name, &validating.Webhooks[i]))
	}
	return out
}

// reached returns the rules that a request reaches, in the order of the manifest. An error is one of
// the evaluation, with which failurePolicy decides.
func (r *webhookRequest) reached(t *testing.T, entries []webhooks.WebhookAccessor) (out []string, failed error) {
	t.Helper()
	kind := v1.SchemeGroupVersion.WithKind("Pod")
	if _, is := r.object.(*v1.Binding); is {
		kind.Kind = "Binding"
	}
	name, subresource, _ := strings.Cut(r.resource, "/")
	attributes := admission.NewAttributesRecord(r.object, r.old, kind, r.namespace, "a", v1.SchemeGroupVersion.WithResource(name), subresource,
		r.operation, nil, false, &user.DefaultInfo{Name: r.user})
	for _, object := range []runtime.Object{r.object, r.old} {
		if object != nil { // API servers convert to the version of the webhook's rule, which is that of the object here
			object.GetObjectKind().SetGroupVersionKind(kind)
		}
	}
	versioned, err := admission.NewVersionedAttributes(attributes, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	compiler := cel.NewConditionCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	for _, entry := range entries {
		selector, err := entry.GetParsedNamespaceSelector()
		if err != nil {
			t.Fatal(err)
		}
		selected := selector.Matches(labels.Set{v1.LabelMetadataName: r.namespace}) &&
			slices.ContainsFunc(entry.GetRules(), func(rule registration.RuleWithOperations) bool {
				matcher := rules.Matcher{Rule: rule, Attr: attributes}
				return matcher.Matches()
			})
		if !selected {
			continue
		}
		result := entry.GetCompiledMatcher(compiler).Match(context.Background(), versioned, nil, nil)
		if result.Error != nil {
			failed = result.Error
		} else if result.Matches {
			out = append(out, strings.TrimSuffix(entry.GetName(), ".pods.koordinator.sh"))
		}
	}
	return out, failed
}

func webhookPod(resources ...string) *v1.Pod {
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "team", Name: "a"}, Spec: v1.PodSpec{Containers: []v1.Container{{Name: "main"}}}}
	pod.Spec.Containers[0].Resources.Limits = v1.ResourceList{}
	for _, name := range resources {
		pod.Spec.Containers[0].Resources.Limits[v1.ResourceName(name)] = resource.MustParse("1")
	}
	return pod
}

func webhookPodWith(change func(*v1.Pod)) *v1.Pod {
	pod := webhookPod("cpu")
	pod.Labels, pod.Annotations = map[string]string{"app": "a"}, map[string]string{"example.com/a": "b"}
	change(pod)
	return pod
}

const (
	schedulerUser = "system:serviceaccount:kube-system:koord-scheduler"
	agentUser     = "system:serviceaccount:kube-system:koord-agent"
)

// API servers send the webhook the creations that concern libkoord, and no others.
func TestWebhookConditionsOfCreations(t *testing.T) {
	entries := webhookEntries(t)
	annotated := func(key string) *v1.Pod { return webhookPodWith(func(pod *v1.Pod) { pod.Annotations[key] = "" }) }
	on := func(pod *v1.Pod) *v1.Pod { pod.Spec.NodeName = "node-a"; return pod }
	recognised, claimed := []string{"mutate", "requests"}, []string{"mutate", "annotations"}
	type creation struct {
		pod      *v1.Pod
		user     string
		expected []string
	}
	tests := map[string]creation{
		"nothing":         {webhookPod("cpu", "memory", "example.com/dsp", "nvidia.com/mig-1g.5gb"), "alice", nil},
		"empty":           {&v1.Pod{}, "alice", nil},
		"null containers": {webhookPodWith(func(pod *v1.Pod) { pod.Spec.Containers = nil }), "alice", nil},
		"QoS":             {webhookPodWith(func(pod *v1.Pod) { pod.Labels[objects.LabelQOSClass] = "LSE" }), "alice", recognised},
		"init container":  {webhookPodWith(func(pod *v1.Pod) { pod.Spec.InitContainers = webhookPod("nvidia.com/gpu").Spec.Containers }), "alice", recognised},
		"only a request":  {webhookPodWith(func(pod *v1.Pod) { pod.Spec.Containers[0].Resources.Requests = v1.ResourceList{"nvidia.com/gpu": {}} }), "alice", recognised},
		"pod level":       {webhookPodWith(func(pod *v1.Pod) { pod.Spec.Resources = &webhookPod("koordinator.sh/gpu").Spec.Containers[0].Resources }), "alice", recognised},
		"overhead":        {webhookPodWith(func(pod *v1.Pod) { pod.Spec.Overhead = v1.ResourceList{"koordinator.sh/gpu": {}} }), "alice", recognised},
		"second container": {webhookPodWith(func(pod *v1.Pod) {
			pod.Spec.Containers = append(pod.Spec.Containers, webhookPod("nvidia.com/gpu").Spec.Containers...)
		}), "alice", recognised},
		"placed":                  {on(webhookPod("nvidia.com/gpu")), "alice", []string{"mutate", "requests", "placed"}},
		"placed by the scheduler": {on(webhookPod("nvidia.com/gpu")), schedulerUser, recognised},
		"placed, unrelated":       {on(webhookPod("cpu")), "alice", nil},
		"nobody":                  {webhookPod("nvidia.com/gpu"), "", recognised},
		"claim of the agent":      {annotated(objects.AnnotationResourceStatus), agentUser, []string{"mutate"}},
		"bypass":                  {annotated(objects.AnnotationForeignBinding), "alice", nil},
	}
	for _, name := range append([]string{objects.ResourcePrefix + "gpu", objects.ResourcePrefix + "rdma"}, objects.DeviceResources...) {
		tests[name] = creation{webhookPod("cpu", name), "alice", recognised}
	}
	for _, key := range objects.RequestAnnotations {
		tests[key] = creation{annotated(key), "alice", recognised}
	}
	for _, key := range objects.ClaimAnnotations {
		tests[key] = creation{annotated(key), "alice", claimed}
	}
	for name, test := range tests {
		request := webhookRequest{admission.Create, "pods", test.pod, nil, test.user, "team"}
		if found, err := request.reached(t, entries); err != nil || !slices.Equal(found, test.expected) {
			t.Errorf("%s: found %v %v, expected %v", name, found, err, test.expected)
		}
		request.namespace = metav1.NamespaceSystem
		if found, err := request.reached(t, entries); err != nil || len(found) != 0 {
			t.Errorf("%s in kube-system: found %v %v", name, found, err)
		}
	}
}

// Updates reach the webhook if they change a protected key, in any subresource that can.
func TestWebhookConditionsOfUpdates(t *testing.T) {
	entries := webhookEntries(t)
	protected := slices.Concat(objects.RequestAnnotations, objects.ClaimAnnotations, []string{objects.AnnotationForeignBinding})
	none := webhookPodWith(func(*v1.Pod) {})
	expect := func(name, resource string, old, now *v1.Pod, user string, reaches bool) {
		t.Helper()
		request := webhookRequest{admission.Update, resource, now, old, user, "team"}
		if found, err := request.reached(t, entries); err != nil || reaches != slices.Equal(found, []string{"annotations"}) || !reaches && len(found) != 0 {
			t.Errorf("%s: found %v %v", name, found, err)
		}
	}
	for _, key := range protected {
		one := webhookPodWith(func(pod *v1.Pod) { pod.Annotations[key] = "1" })
		two := webhookPodWith(func(pod *v1.Pod) { pod.Annotations[key] = "2" })
		for _, resource := range []string{"pods", "pods/status", "pods/resize", "pods/ephemeralcontainers"} {
			expect(key+" changed", resource, one, two, "alice", true)
		}
		expect(key+" added", "pods", none, one, "alice", true)
		expect(key+" removed", "pods", one, none, "alice", true)
		expect(key+" added to nothing", "pods", webhookPod(), one, "alice", true)
		expect(key+" kept", "pods", one, one, "alice", false)
		expect(key+" by the scheduler", "pods", one, two, schedulerUser, false)
		expect(key+" by the agent", "pods", one, two, agentUser, false)
	}
	for _, key := range []string{objects.LabelQOSClass, objects.LabelPriorityClass} {
		expect(key, "pods", none, webhookPodWith(func(pod *v1.Pod) { pod.Labels[key] = "1" }), "alice", true)
	}
	expect("other annotation", "pods", none, webhookPodWith(func(pod *v1.Pod) { pod.Annotations["example.com/a"] = "c" }), "alice", false)
	expect("status", "pods/status", none, webhookPodWith(func(pod *v1.Pod) { pod.Status.Phase = v1.PodRunning }), "system:node:node-a", false)
	expect("reservation", "pods", none, webhookPodWith(func(pod *v1.Pod) { pod.Annotations[apis.AnnotationReservationAllocated] = "{}" }), "", true)
}

// Bindings of others than the scheduler reach the webhook by both resources.
func TestWebhookConditionsOfBindings(t *testing.T) {
	entries := webhookEntries(t)
	for _, resource := range []string{"pods/binding", "bindings"} {
		for user, expected := range map[string][]string{"system:kube-scheduler": {"bindings"}, "": {"bindings"}, schedulerUser: nil, agentUser: {"bindings"}} {
			request := webhookRequest{admission.Create, resource, &v1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "a"}}, nil, user, "team"}
			if found, err := request.reached(t, entries); err != nil || !slices.Equal(found, expected) {
				t.Errorf("%s by %q: found %v %v, expected %v", resource, user, found, err, expected)
			}
		}
	}
}

// A large pod is within the cost limit of API servers. One far beyond any real pod is not, and is
// refused, as docs/operate/webhook.md says.
func TestWebhookConditionsOfLargePods(t *testing.T) {
	entries := webhookEntries(t)
	of := func(containers, resources int) *v1.Pod {
		pod := webhookPod()
		for i := range resources {
			pod.Spec.Containers[0].Resources.Limits[v1.ResourceName(fmt.Sprint("vendor.example/resource-", i))] = resource.MustParse("1")
		}
		pod.Spec.Containers[0].Resources.Requests = pod.Spec.Containers[0].Resources.Limits
		pod.Spec.Containers = slices.Repeat(pod.Spec.Containers, containers)
		return pod
	}
	for name, test := range map[string]struct {
		pod    *v1.Pod
		within bool
	}{"100 containers": {of(100, 10), true}, "1000 containers": {of(1000, 10), false}} {
		request := webhookRequest{admission.Create, "pods", test.pod, nil, "alice", "team"}
		found, err := request.reached(t, entries)
		if (err == nil) != test.within || len(found) != 0 {
			t.Errorf("%s: found %v %v", name, found, err)
		}
	}
}
