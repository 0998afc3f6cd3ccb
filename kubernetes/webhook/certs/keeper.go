package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"

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

// Limits of checks.
const (
	checkTimeout = 30 * time.Second
	mostSteps    = 10          // of one check
	soon         = time.Second // to the next check if a configuration is missing, and to the first retry
	logAgain     = time.Minute // until the same error is logged again
)

// Secrets reads and writes Secrets of one namespace.
type Secrets interface {
	Get(ctx context.Context, name string, options metav1.GetOptions) (*v1.Secret, error)
	Update(ctx context.Context, secret *v1.Secret, options metav1.UpdateOptions) (*v1.Secret, error)
}

// Publisher publishes certificate authorities to the API servers.
type Publisher interface {
	// Publish writes a bundle in PEM to all places that lack it. absent reports that a place does
	// not exist now.
	Publish(ctx context.Context, bundle []byte) (absent bool, err error)
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

	current   atomic.Pointer[pair]
	published atomic.Bool           // since this replica started
	failed    atomic.Pointer[error] // of the last check; nil if it succeeded

	// Checks follow one another, so these need no lock.
	announced   []byte    // the next certificate that this replica has published
	announcedAt time.Time // its first publication
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
		return &current.parsed, nil
	}
	return nil, errors.New("there is no certificate yet")
}

// Ready returns why the API server cannot reach this replica by HTTPS, or nil if it can: the
// replica has a valid certificate, and has published its authorities once. A later failure to
// publish leaves it ready, because API servers still trust the certificate in use.
func (k *Keeper) Ready() error {
	current, err := k.Certificate()
	usable := err == nil && k.published.Load()
	switch failed := k.failed.Load(); {
	case !usable && failed != nil:
		return *failed
	case err != nil:
		return err
	case !usable:
		return errors.New("the certificate is not published yet")
	case !time.Now().Before(current.Leaf.NotAfter):
		return fmt.Errorf("the certificate has expired at %s", current.Leaf.NotAfter.Format(time.RFC3339))
	}
	return nil
}

// Run checks the certificate at intervals until the context ends. A failed check is retried after a
// second, and after twice the time for each further failure. While a configuration is missing,
// checks follow every second: API servers would not trust this replica when it is created.
func (k *Keeper) Run(ctx context.Context) {
	interval := k.config.Interval.Duration
	delays := wait.Backoff{Duration: min(soon, interval), Factor: 2, Steps: math.MaxInt, Cap: interval}
	retry, reported := delays, report{}
	for {
		next := interval
		switch absent, err := k.Check(ctx); {
		case err != nil && ctx.Err() == nil:
			next = retry.Step()
			if reported.due(err) {
				k.log.Error("cannot keep the certificate", "secret", k.config.Secret, "retryAfter", next, "error", err)
			}
		case absent:
			next, retry = min(soon, interval), delays
		default:
			retry = delays
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
	}
}

// report is the last failure in the log.
type report struct {
	text string
	at   time.Time
}

// due reports whether an error differs from the last one in the log, or is to be logged again.
func (r *report) due(err error) bool {
	if r.text == err.Error() && time.Since(r.at) < logAgain {
		return false
	}
	*r = report{text: err.Error(), at: time.Now()}
	return true
}

// Check reads the Secret, renews the certificate if it is time, publishes its authorities, and only
// then uses it. absent is the result of Publish, and false if the check fails before it.
func (k *Keeper) Check(ctx context.Context) (absent bool, err error) {
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
			return absent, fmt.Errorf("Secret %s is missing; apply the manifests again: %w", k.config.Secret, err)
		}
		if err != nil {
			return absent, err
		}
		stored := k.read(secret)
		step, err := k.advance(stored)
		if err != nil {
			return absent, err
		}
		if step == "" {
			return k.use(checking, stored)
		}
		if step == stepPromote { // API servers must trust it before any replica uses it
			if absent, err = k.use(checking, stored); err != nil {
				return absent, err
			}
			stored.promote()
		}
		stored.write(secret)
		_, err = k.secrets.Update(checking, secret, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) { // another replica was first
			continue
		}
		if err != nil {
			return absent, err
		}
		k.log.Info("certificate changed", "secret", k.config.Secret, "step", step)
	}
	return absent, fmt.Errorf("Secret %s changes too often, or the clock of this machine is wrong", k.config.Secret)
}

// use publishes the authorities of all stored certificates and then serves with the current one.
// absent is the result of Publish.
func (k *Keeper) use(ctx context.Context, stored *pairs) (absent bool, err error) {
	all, err := bundle(stored.next, stored.current, stored.previous)
	if err != nil {
		return false, err
	}
	absent, published := k.publish.Publish(ctx, all)
	if published == nil {
		k.published.Store(true)
		k.announce(stored.next)
	}
	if published != nil && k.current.Load() != nil && k.stillTrusted(stored) {
		return absent, published
	}
	k.current.Store(stored.current)
	k.counter.Certificate(stored.current.ends())
	return absent, published
}

// announce records when the next certificate was published first.
func (k *Keeper) announce(next *pair) {
	if next != nil && !bytes.Equal(k.announced, next.chain) {
		k.announced, k.announcedAt = next.chain, time.Now()
	}
}

// stillTrusted reports whether the certificate in use is one of those stored, so that API servers
// that have an older bundle trust it.
func (k *Keeper) stillTrusted(stored *pairs) bool {
	current := k.current.Load()
	for _, pair := range []*pair{stored.current, stored.previous} {
		if pair != nil && pair.parsed.Leaf.Equal(current.parsed.Leaf) && time.Now().Before(current.ends()) {
			return true
		}
	}
	return false
}
