package webhook

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
)

func bindingOf(pod *v1.Pod, annotations map[string]string) *v1.Binding {
	return &v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID, Annotations: annotations},
		Target: v1.ObjectReference{Kind: "Node", Name: "node-a"}}
}

// Each rule is served at its path, by HTTPS with the published authority.
func TestRules(t *testing.T) {
	gpu := sample.Pod("nvidia.com/gpu", "1")
	r := start(t, &config.Config{}, gpu)
	if answer := r.ask("mutate", sample.Create(t, gpu, "alice")); !answer.Allowed || !strings.Contains(string(answer.Patch), "koord-scheduler") {
		t.Errorf("mutate: %+v", answer)
	}
	if answer := r.ask("requests", sample.Create(t, sample.Pod("koordinator.sh/gpu", "150"), "alice")); answer.Allowed ||
		!strings.HasPrefix(answer.Result.Message, `spec.containers[0].resources.requests["koordinator.sh/gpu"]: requests 150`) {
		t.Errorf("requests: %+v", answer)
	}
	claimed := sample.With(gpu.DeepCopy(), nil, map[string]string{objects.AnnotationDeviceAllocated: "{}"})
	update := sample.Create(t, claimed, "alice")
	update.Operation, update.OldObject = admissionv1.Update, sample.Raw(t, gpu)
	if answer := r.ask("annotations", update); answer.Allowed || !strings.Contains(answer.Result.Message, "device-allocated") {
		t.Errorf("annotations: %+v", answer)
	}
	if answer := r.ask("bindings", sample.Create(t, bindingOf(gpu, nil), "system:kube-scheduler")); answer.Allowed ||
		answer.Result.Details.Causes[0].Field != "target.name" {
		t.Errorf("bindings: %+v", answer)
	}
	if len(ruleNames) != 5 {
		t.Errorf("found rules %v, expected the five of this test", ruleNames)
	}
	placed := gpu.DeepCopy()
	placed.Spec.NodeName = "node-a"
	if answer := r.ask("placed", sample.Create(t, placed, "alice")); answer.Allowed || !strings.Contains(answer.Result.Message, "spec.nodeName") {
		t.Errorf("placed: %+v", answer)
	}
}

// A bypassed guard is counted, and the pod gets an event.
func TestBypass(t *testing.T) {
	gpu := sample.Pod("nvidia.com/gpu", "1")
	r := start(t, &config.Config{}, gpu)
	// An alert on the increase of the first bypass needs the series before.
	if text := r.status("metrics"); !strings.Contains(text, `koord_webhook_requests_total{result="bypassed",rule="bindings"} 0`) {
		t.Error(text)
	}
	if answer := r.ask("bindings", sample.Create(t, bindingOf(gpu, map[string]string{objects.AnnotationForeignBinding: "outage"}), "admin")); !answer.Allowed {
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

// clientAuthority makes an authority, which is its own client certificate.
func clientAuthority(t *testing.T) (file string, client tls.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check.OK(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	text, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	check.OK(t, err)
	file = filepath.Join(t.TempDir(), "ca.crt")
	check.OK(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: text}), 0o600))
	return file, tls.Certificate{Certificate: [][]byte{text}, PrivateKey: key}
}

// With clientCA only clients with a certificate of this authority get answers.
func TestClientCertificates(t *testing.T) {
	file, certificate := clientAuthority(t)
	_, other := clientAuthority(t)
	r := start(t, &config.Config{ClientCA: file})
	request := body(t, sample.Create(t, sample.Pod(), "alice"))
	for name, test := range map[string]struct {
		certificates []tls.Certificate
		answered     bool
	}{"none": {nil, false}, "of another authority": {[]tls.Certificate{other}, false}, "right": {[]tls.Certificate{certificate}, true}} {
		transport := r.client.Transport.(*http.Transport).Clone()
		transport.TLSClientConfig.Certificates = test.certificates
		asking := *r
		asking.client = &http.Client{Transport: transport}
		if _, err := asking.post("mutate", request); (err == nil) != test.answered {
			t.Errorf("%s: %v", name, err)
		}
		transport.CloseIdleConnections()
	}
	settings := &config.Config{ClientCA: filepath.Join(t.TempDir(), "none"), Serve: "127.0.0.1:0", Listen: "off"}
	check.OK(t, settings.Complete())
	_, err := newWith(settings, r.api, slog.New(slog.DiscardHandler))
	check.Says(t, err, "clientCA: found")
}

// The guard judges the pod as it is stored now, not as it was at an earlier Binding.
func TestBindingSeesTheStoredPod(t *testing.T) {
	pod := sample.Pod("cpu", "1")
	r := start(t, &config.Config{}, pod)
	binding := sample.Create(t, bindingOf(pod, nil), "system:kube-scheduler")
	if answer := r.ask("bindings", binding); !answer.Allowed {
		t.Fatalf("%+v", answer)
	}
	now := sample.With(pod.DeepCopy(), map[string]string{objects.LabelQOSClass: "LSE"}, nil)
	_, err := r.api.CoreV1().Pods("team").Update(context.Background(), now, metav1.UpdateOptions{})
	check.OK(t, err)
	if answer := r.ask("bindings", binding); answer.Allowed {
		t.Fatal("the Binding is judged by an older pod")
	}
}

// Requests that have begun are answered when the webhook stops.
func TestStop(t *testing.T) {
	gpu := sample.Pod("nvidia.com/gpu", "1")
	r := start(t, &config.Config{}, gpu)
	reading, readOn := make(chan struct{}), make(chan struct{})
	r.api.PrependReactor("get", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		close(reading)
		<-readOn
		return false, nil, nil
	})
	answers := make(chan error, 1)
	go func() {
		answer, err := r.post("bindings", body(t, sample.Create(t, bindingOf(gpu, nil), "alice")))
		if err == nil && answer.Allowed {
			err = errors.New("the Binding is allowed")
		}
		answers <- err
	}()
	<-reading
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		r.stop()
	}()
	check.Eventually(t, "no connection is accepted", func() bool {
		connection, err := net.Dial("tcp", r.webhook.reviews.Addr().String())
		if err == nil {
			connection.Close()
		}
		return err != nil
	})
	close(readOn)
	check.OK(t, <-answers)
	<-stopped
	if _, err := r.post("mutate", body(t, sample.Create(t, sample.Pod(), "alice"))); err == nil {
		t.Error("the webhook answers after its end")
	}
}
