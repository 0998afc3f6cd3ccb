package certs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	client "k8s.io/client-go/kubernetes/typed/admissionregistration/v1"

	"libkoord.invalid/koord/kubernetes/webhook/review"
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

// webhook is an entry of a configuration.
type webhook struct {
	name   string
	bundle []byte
}

// Publish writes a bundle to all webhooks that lack it, of both configurations. absent reports that one
// does not exist, for example in an emergency, which is no error.
func (c *Configurations) Publish(ctx context.Context, bundle []byte) (absent bool, err error) {
	withoutMutating, err := publishTo(ctx, c, "MutatingWebhookConfiguration", c.client.MutatingWebhookConfigurations(),
		func(found *admissionv1.MutatingWebhookConfiguration) (out []webhook) {
			for _, entry := range found.Webhooks {
				out = append(out, webhook{entry.Name, entry.ClientConfig.CABundle})
			}
			return out
		}, bundle)
	withoutValidating, failed := publishTo(ctx, c, "ValidatingWebhookConfiguration", c.client.ValidatingWebhookConfigurations(),
		func(found *admissionv1.ValidatingWebhookConfiguration) (out []webhook) {
			for _, entry := range found.Webhooks {
				out = append(out, webhook{entry.Name, entry.ClientConfig.CABundle})
			}
			return out
		}, bundle)
	return withoutMutating || withoutValidating, errors.Join(err, failed)
}

// objects reads and patches configurations of a type.
type objects[T any] interface {
	Get(ctx context.Context, name string, options metav1.GetOptions) (T, error)
	Patch(ctx context.Context, name string, kind types.PatchType, data []byte, options metav1.PatchOptions, subresources ...string) (T, error)
}

// publishTo writes a bundle to all webhooks of a configuration that lack it.
func publishTo[T any](ctx context.Context, c *Configurations, kind string, client objects[T], webhooks func(T) []webhook,
	bundle []byte) (absent bool, err error) {
	found, err := client.Get(ctx, c.name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	patch, err := patchOf(webhooks(found), bundle)
	if err != nil || patch == nil {
		return false, err
	}
	_, err = client.Patch(ctx, c.name, types.JSONPatchType, patch, metav1.PatchOptions{})
	return false, c.recordWrite(kind, err)
}

func (c *Configurations) recordWrite(kind string, err error) error {
	if err != nil {
		return fmt.Errorf("cannot write the certificate authorities to %s %s: %w", kind, c.name, err)
	}
	c.count()
	c.log.Info("certificate authorities published", "kind", kind, "name", c.name)
	return nil
}

// patchOf returns the patch that sets a bundle where it is missing, or nil if it is everywhere. It
// changes nothing else, so fields of later versions of Kubernetes are kept. A test of the names refuses
// the patch if the webhooks have changed since.
func patchOf(webhooks []webhook, bundle []byte) ([]byte, error) {
	var patch []review.Operation
	for i, entry := range webhooks {
		if contains(entry.bundle, bundle) && contains(bundle, entry.bundle) {
			continue
		}
		path := fmt.Sprintf("/webhooks/%d/", i)
		patch = append(patch, review.Operation{Op: "test", Path: path + "name", Value: entry.name},
			review.Operation{Op: "add", Path: path + "clientConfig/caBundle", Value: bundle})
	}
	if patch == nil {
		return nil, nil
	}
	return json.Marshal(patch)
}
