package certs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	client "k8s.io/client-go/kubernetes/typed/admissionregistration/v1"
)

// Configurations are the webhook configurations in which certificate authorities are published.
type Configurations struct {
	client client.AdmissionregistrationV1Interface
	name   string
	count  func() // called for each write
	log    *slog.Logger
}

// NewConfigurations returns a publisher for the MutatingWebhookConfiguration and the
// ValidatingWebhookConfiguration of this name.
func NewConfigurations(client client.AdmissionregistrationV1Interface, name string, count func(), log *slog.Logger) *Configurations {
	return &Configurations{client: client, name: name, count: count, log: log}
}

// operation is one of a JSON patch. A patch changes nothing else, so fields of later versions of
// Kubernetes are kept.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// webhook is an entry of a configuration.
type webhook struct {
	name   string
	bundle []byte
}

// Publish writes a bundle to all webhooks that lack it, of both configurations.
func (c *Configurations) Publish(ctx context.Context, bundle []byte) error {
	mutating := func() error {
		found, err := c.client.MutatingWebhookConfigurations().Get(ctx, c.name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		patch, err := patchOf(found.Webhooks, func(w *admissionv1.MutatingWebhook) webhook { return webhook{w.Name, w.ClientConfig.CABundle} }, bundle)
		if err != nil || patch == nil {
			return err
		}
		_, err = c.client.MutatingWebhookConfigurations().Patch(ctx, c.name, types.JSONPatchType, patch, metav1.PatchOptions{})
		return c.wrote("MutatingWebhookConfiguration", err)
	}
	validating := func() error {
		found, err := c.client.ValidatingWebhookConfigurations().Get(ctx, c.name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		patch, err := patchOf(found.Webhooks, func(w *admissionv1.ValidatingWebhook) webhook { return webhook{w.Name, w.ClientConfig.CABundle} }, bundle)
		if err != nil || patch == nil {
			return err
		}
		_, err = c.client.ValidatingWebhookConfigurations().Patch(ctx, c.name, types.JSONPatchType, patch, metav1.PatchOptions{})
		return c.wrote("ValidatingWebhookConfiguration", err)
	}
	return errors.Join(mutating(), validating())
}

func (c *Configurations) wrote(kind string, err error) error {
	if err != nil {
		return fmt.Errorf("cannot write the certificate authorities to %s %s: %w", kind, c.name, err)
	}
	c.count()
	c.log.Info("certificate authorities published", "kind", kind, "name", c.name)
	return nil
}

// patchOf returns the patch that sets a bundle where it is missing, or nil if it is everywhere. A test
// of the names refuses the patch if the webhooks have changed since.
func patchOf[W any](webhooks []W, read func(*W) webhook, bundle []byte) ([]byte, error) {
	var patch []operation
	for i := range webhooks {
		entry := read(&webhooks[i])
		if contains(entry.bundle, bundle) && contains(bundle, entry.bundle) {
			continue
		}
		path := fmt.Sprintf("/webhooks/%d/", i)
		patch = append(patch, operation{"test", path + "name", entry.name}, operation{"add", path + "clientConfig/caBundle", bundle})
	}
	if patch == nil {
		return nil, nil
	}
	return json.Marshal(patch)
}
