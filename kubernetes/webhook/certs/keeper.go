package certs

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/webhook/config"
)

// Keys of the Secret.
const (
	keyNext      = "next.key"
	certNext     = "next.crt"
	keyCurrent   = v1.TLSPrivateKeyKey
	certCurrent  = v1.TLSCertKey
	certPrevious = "previous.crt" // its authority stays published until the next renewal
	keyPrevious  = "previous.key"
)

// Limits of one check.
const (
	checkTimeout = 30 * time.Second
	mostSteps    = 10
)

// Secrets reads and writes Secrets of one namespace.
type Secrets interface {
	Get(ctx context.Context, name string, options metav1.GetOptions) (*v1.Secret, error)
	Update(ctx context.Context, secret *v1.Secret, options metav1.UpdateOptions) (*v1.Secret, error)
}

// Publisher publishes certificate authorities to the API servers.
type Publisher interface {
	// Publish writes a bundle in PEM to all places that lack it.
	Publish(ctx context.Context, bundle []byte) error
}

// Counter counts checks.
type Counter interface {
	Check(err error)
	Certificate(until time.Time)
}

// Keeper keeps the certificate in the Secret that all replicas share.
type Keeper struct {
	config  *config.CertificateConfig
	names   []string // of the Service
	secrets Secrets
	publish Publisher
	counter Counter
	log     *slog.Logger
	make    func(names []string, lifetime time.Duration) (*pair, error)

	current atomic.Pointer[tls.Certificate]
	failed  atomic.Pointer[error] // of the last check; nil if it succeeded
}

// NewKeeper returns a keeper that has no certificate before its first Check.
func NewKeeper(settings *config.Config, secrets Secrets, publish Publisher, counter Counter, log *slog.Logger) *Keeper {
	service := settings.Certificates.Service + "." + settings.Namespace + ".svc"
	return &Keeper{config: &settings.Certificates, names: []string{service, service + ".cluster.local"}, secrets: secrets, publish: publish,
		counter: counter, log: log, make: newPair}
}

// Certificate returns the certificate in use.
func (k *Keeper) Certificate() (*tls.Certificate, error) {
	if current := k.current.Load(); current != nil {
		return current, nil
	}
	return nil, errors.New("there is no certificate yet")
}

// Ready returns why the API server cannot reach this replica by HTTPS, or nil if it can.
func (k *Keeper) Ready() error {
	current, err := k.Certificate()
	switch failed := k.failed.Load(); {
	case err != nil && failed != nil:
		return *failed
	case err != nil:
		return err
	case !time.Now().Before(current.Leaf.NotAfter):
		return fmt.Errorf("the certificate has expired at %s", current.Leaf.NotAfter.Format(time.RFC3339))
	}
	return nil
}

// Run checks the certificate at intervals until the context ends.
func (k *Keeper) Run(ctx context.Context) {
	for {
		wait := k.config.Interval.Duration
		if err := k.Check(ctx); err != nil && ctx.Err() == nil {
			k.log.Error("cannot keep the certificate", "secret", k.config.Secret, "error", err)
			if _, missing := k.Certificate(); missing != nil {
				wait = min(wait, time.Second)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// Check reads the Secret, renews the certificate if it is time, publishes its authorities, and only
// then uses it.
func (k *Keeper) Check(ctx context.Context) (err error) {
	checking, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	defer func() {
		k.counter.Check(err)
		if err != nil {
			k.failed.Store(&err)
		} else {
			k.failed.Store(nil)
		}
	}()
	for range mostSteps {
		secret, err := k.secrets.Get(checking, k.config.Secret, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return fmt.Errorf("Secret %s is missing; apply the manifests again: %w", k.config.Secret, err)
		}
		if err != nil {
			return err
		}
		stored := k.read(secret)
		step, err := k.advance(stored)
		if err != nil {
			return err
		}
		if step == "" {
			return k.use(checking, stored)
		}
		if step == stepPromote { // API servers must trust it before any replica uses it
			if err := k.use(checking, stored); err != nil {
				return err
			}
			stored.promote()
		}
		stored.write(secret)
		_, err = k.secrets.Update(checking, secret, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) { // another replica was first
			continue
		}
		if err != nil {
			return err
		}
		k.log.Info("certificate changed", "secret", k.config.Secret, "step", step)
	}
	return fmt.Errorf("Secret %s changes too often, or the clock of this machine is wrong", k.config.Secret)
}

// use publishes the authorities of all stored certificates and then serves with the current one.
func (k *Keeper) use(ctx context.Context, stored *pairs) error {
	all, err := bundle(stored.next, stored.current, stored.previous)
	if err != nil {
		return err
	}
	published := k.publish.Publish(ctx, all)
	if published != nil && k.current.Load() != nil && k.stillTrusted(stored) {
		return published
	}
	k.current.Store(&stored.current.parsed)
	k.counter.Certificate(stored.current.ends())
	return published
}

// stillTrusted reports whether the certificate in use is one of those stored, so that API servers
// that have an older bundle trust it.
func (k *Keeper) stillTrusted(stored *pairs) bool {
	current := k.current.Load().Leaf
	for _, pair := range []*pair{stored.current, stored.previous} {
		if pair != nil && pair.parsed.Leaf.Equal(current) && time.Now().Before(current.NotAfter) {
			return true
		}
	}
	return false
}
