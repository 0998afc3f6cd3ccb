package certs

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

const name = "koord-webhook"

func bundleOf(t *testing.T) []byte {
	t.Helper()
	made, err := newPair([]string{"a"}, 1e12)
	check.OK(t, err)
	text, err := bundle(made)
	check.OK(t, err)
	return text
}

func configurations(old []byte) []runtime.Object {
	client := admissionv1.WebhookClientConfig{CABundle: old}
	return []runtime.Object{
		&admissionv1.MutatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: name},
			Webhooks: []admissionv1.MutatingWebhook{{Name: "a.example.com", ClientConfig: client}}},
		&admissionv1.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: name},
			Webhooks: []admissionv1.ValidatingWebhook{{Name: "b.example.com", ClientConfig: client}, {Name: "c.example.com"}}},
	}
}

// All webhooks of both configurations get the bundle, and only if they lack it.
func TestPublish(t *testing.T) {
	clients, written := fake.NewClientset(configurations(bundleOf(t))...), 0
	to := NewConfigurations(clients.AdmissionregistrationV1(), name, func() { written++ }, slog.New(slog.DiscardHandler))
	bundle := bundleOf(t)
	for range 2 {
		absent, err := to.Publish(context.Background(), bundle)
		check.OK(t, err)
		if absent {
			t.Error("a configuration is missing")
		}
	}
	mutating, err := clients.AdmissionregistrationV1().MutatingWebhookConfigurations().Get(context.Background(), name, metav1.GetOptions{})
	check.OK(t, err)
	validating, err := clients.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(context.Background(), name, metav1.GetOptions{})
	check.OK(t, err)
	for _, found := range [][]byte{mutating.Webhooks[0].ClientConfig.CABundle, validating.Webhooks[0].ClientConfig.CABundle,
		validating.Webhooks[1].ClientConfig.CABundle} {
		if string(found) != string(bundle) {
			t.Errorf("found %.40q", found)
		}
	}
	if written != 2 {
		t.Errorf("%d writes, expected one of each configuration", written)
	}
}

// The failure of one configuration does not keep the other from its bundle.
func TestPublishFailure(t *testing.T) {
	clients := fake.NewClientset(configurations(nil)...)
	clients.PrependReactor("patch", "mutatingwebhookconfigurations", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, errors.New("forbidden")
	})
	to := NewConfigurations(clients.AdmissionregistrationV1(), name, func() {}, slog.New(slog.DiscardHandler))
	_, err := to.Publish(context.Background(), bundleOf(t))
	check.Says(t, err, "cannot write the certificate authorities to MutatingWebhookConfiguration koord-webhook: forbidden")
	validating, err := clients.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(context.Background(), name, metav1.GetOptions{})
	check.OK(t, err)
	if len(validating.Webhooks[1].ClientConfig.CABundle) == 0 {
		t.Error("the other configuration lacks the bundle")
	}
}

// Both configurations may be deleted in an emergency. The certificate is kept meanwhile.
func TestPublishToNothing(t *testing.T) {
	to := NewConfigurations(fake.NewClientset().AdmissionregistrationV1(), name, func() { t.Error("written") }, slog.New(slog.DiscardHandler))
	absent, err := to.Publish(context.Background(), bundleOf(t))
	check.OK(t, err)
	clients := fake.NewClientset(configurations(nil)[1])
	to = NewConfigurations(clients.AdmissionregistrationV1(), name, func() {}, slog.New(slog.DiscardHandler))
	half, err := to.Publish(context.Background(), bundleOf(t))
	check.OK(t, err)
	if !absent || !half {
		t.Errorf("absent: found %v and %v, expected true", absent, half)
	}
	validating, err := clients.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(context.Background(), name, metav1.GetOptions{})
	check.OK(t, err)
	if len(validating.Webhooks[0].ClientConfig.CABundle) == 0 {
		t.Error("the configuration that exists lacks the bundle")
	}
}
