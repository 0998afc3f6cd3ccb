package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	registration "k8s.io/api/admissionregistration/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

const serverName = "koord-webhook.kube-system.svc"

// replica is a webhook that answers HTTPS requests, with an API server that is a fake.
type replica struct {
	t       testing.TB
	api     *fake.Clientset
	webhook *Webhook
	client  *http.Client
	stop    func() // ends the webhook, and waits
}

// manifests are the objects that the webhook needs.
func manifests() []runtime.Object {
	return []runtime.Object{
		&v1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "kube-system", Name: "koord-webhook-certificates"}},
		&registration.MutatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: "koord-webhook"},
			Webhooks: []registration.MutatingWebhook{{Name: "mutate.pods.koordinator.sh"}}},
		&registration.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: "koord-webhook"},
			Webhooks: []registration.ValidatingWebhook{{Name: "bindings.pods.koordinator.sh"}}},
	}
}

// start starts a replica with a configuration and objects of the API server, and waits until it is ready.
func start(t testing.TB, settings *config.Config, objects ...runtime.Object) *replica {
	t.Helper()
	settings.Serve, settings.Listen = "127.0.0.1:0", "127.0.0.1:0"
	check.OK(t, settings.Complete())
	r := &replica{t: t, api: fake.NewClientset(append(manifests(), objects...)...)}
	var err error
	r.webhook, err = newWith(settings, r.api, slog.New(slog.DiscardHandler))
	check.OK(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.webhook.Run(ctx) }()
	r.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ended <- nil
	}
	t.Cleanup(func() { r.stop() })
	check.Eventually(t, "the webhook is ready", func() bool { return r.webhook.certificates.Ready() == nil })
	r.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: r.authorities(), ServerName: serverName},
		ForceAttemptHTTP2: true}, Timeout: 10 * time.Second}
	t.Cleanup(r.client.CloseIdleConnections)
	return r
}

// authorities returns those that the webhook has published.
func (r *replica) authorities() *x509.CertPool {
	r.t.Helper()
	found, err := r.api.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(context.Background(), "koord-webhook", metav1.GetOptions{})
	check.OK(r.t, err)
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(found.Webhooks[0].ClientConfig.CABundle) {
		r.t.Fatal("no authority is published")
	}
	return pool
}

func body(t testing.TB, request *admissionv1.AdmissionRequest) []byte {
	t.Helper()
	text, err := json.Marshal(&admissionv1.AdmissionReview{TypeMeta: metav1.TypeMeta{Kind: "AdmissionReview", APIVersion: "admission.k8s.io/v1"},
		Request: request})
	check.OK(t, err)
	return text
}

// post sends a body to a rule and returns the answer.
func (r *replica) post(rule string, body []byte) (*admissionv1.AdmissionResponse, error) {
	response, err := r.client.Post(fmt.Sprintf("https://%s/%s", r.webhook.reviews.Addr(), rule), "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", response.Status, text)
	}
	review := &admissionv1.AdmissionReview{}
	if err := json.Unmarshal(text, review); err != nil {
		return nil, err
	}
	return review.Response, nil
}

// ask sends a request to a rule, like the API server.
func (r *replica) ask(rule string, request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
	r.t.Helper()
	response, err := r.post(rule, body(r.t, request))
	check.OK(r.t, err)
	return response
}
