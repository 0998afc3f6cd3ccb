package webhook

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
)

func bindingOf(pod *v1.Pod, annotations map[string]string) *v1.Binding {
	return &v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID, Annotations: annotations},
		Target: v1.ObjectReference{Kind: "Node", Name: "node-a"}}
}

// Each rule is served at its path, by HTTPS with the published authority.
func TestRules(t *testing.T) {
	gpu := check.Pod("nvidia.com/gpu", "1")
	r := start(t, &config.Config{}, gpu)
	if answer := r.ask("mutate", check.Create(t, gpu, "alice")); !answer.Allowed || !strings.Contains(string(answer.Patch), "koord-scheduler") {
		t.Errorf("mutate: %+v", answer)
	}
	if answer := r.ask("requests", check.Create(t, check.Pod("koordinator.sh/gpu", "150"), "alice")); answer.Allowed ||
		!strings.HasPrefix(answer.Result.Message, `spec.containers[0].resources.requests["koordinator.sh/gpu"]: requests 150`) {
		t.Errorf("requests: %+v", answer)
	}
	claimed := check.With(gpu.DeepCopy(), nil, map[string]string{objects.AnnotationDeviceAllocated: "{}"})
	update := check.Create(t, claimed, "alice")
	update.Operation, update.OldObject = admissionv1.Update, check.Raw(t, gpu)
	if answer := r.ask("annotations", update); answer.Allowed || !strings.Contains(answer.Result.Message, "device-allocated") {
		t.Errorf("annotations: %+v", answer)
	}
	if answer := r.ask("bindings", check.Create(t, bindingOf(gpu, nil), "system:kube-scheduler")); answer.Allowed ||
		answer.Result.Details.Causes[0].Field != "target.name" {
		t.Errorf("bindings: %+v", answer)
	}
	placed := gpu.DeepCopy()
	placed.Spec.NodeName = "node-a"
	if answer := r.ask("placed", check.Create(t, placed, "alice")); answer.Allowed || !strings.Contains(answer.Result.Message, "spec.nodeName") {
		t.Errorf("placed: %+v", answer)
	}
}

// A bypassed guard is counted, and the pod gets an event.
func TestBypass(t *testing.T) {
	gpu := check.Pod("nvidia.com/gpu", "1")
	r := start(t, &config.Config{}, gpu)
	if answer := r.ask("bindings", check.Create(t, bindingOf(gpu, map[string]string{objects.AnnotationForeignBinding: "outage"}), "admin")); !answer.Allowed {
		t.Fatalf("%+v", answer)
	}
	check.Eventually(t, "the pod has an event", func() bool {
		events, err := r.api.CoreV1().Events("team").List(context.Background(), metav1.ListOptions{})
		check.OK(t, err)
		return len(events.Items) == 1 && events.Items[0].Reason == "KoordBindingBypassed" && strings.Contains(events.Items[0].Message, "outage")
	})
	if text := r.status("metrics"); !strings.Contains(text, `koord_webhook_requests_total{result="bypassed",rule="bindings"} 1`) {
		t.Error(text)
	}
}

// status returns a page of the server of metrics and health.
func (r *replica) status(path string) string {
	r.t.Helper()
	response, err := http.Get("http://" + r.webhook.status.Addr().String() + "/" + path)
	check.OK(r.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check.OK(r.t, err)
	return string(text)
}

func TestHealth(t *testing.T) {
	r := start(t, &config.Config{})
	for _, path := range []string{"healthz", "readyz"} {
		if text := r.status(path); text != "ok\n" {
			t.Errorf("%s: %s", path, text)
		}
	}
}

// The guard judges the pod as it is stored now, not as it was at an earlier Binding.
func TestBindingSeesTheStoredPod(t *testing.T) {
	pod := check.Pod("cpu", "1")
	r := start(t, &config.Config{}, pod)
	binding := check.Create(t, bindingOf(pod, nil), "system:kube-scheduler")
	if answer := r.ask("bindings", binding); !answer.Allowed {
		t.Fatalf("%+v", answer)
	}
	now := check.With(pod.DeepCopy(), map[string]string{objects.LabelQOSClass: "LSE"}, nil)
	_, err := r.api.CoreV1().Pods("team").Update(context.Background(), now, metav1.UpdateOptions{})
	check.OK(t, err)
	if answer := r.ask("bindings", binding); answer.Allowed {
		t.Fatal("the Binding is judged by an older pod")
	}
}

// Requests that have begun are answered when the webhook stops.
func TestStop(t *testing.T) {
	r := start(t, &config.Config{})
	r.ask("mutate", check.Create(t, check.Pod(), "alice"))
	r.stop()
	if _, err := r.post("mutate", body(t, check.Create(t, check.Pod(), "alice"))); err == nil {
		t.Error("the webhook answers after its end")
	}
}
