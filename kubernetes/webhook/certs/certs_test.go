package certs

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

// secrets is the API server: one Secret, with its checks of versions.
type secrets struct {
	mu      sync.Mutex
	stored  *v1.Secret
	version int
	writes  int
	before  func() // called before a write, without the lock
}

func (s *secrets) Get(context.Context, string, metav1.GetOptions) (*v1.Secret, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stored == nil {
		return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "certs")
	}
	return s.stored.DeepCopy(), nil
}

func (s *secrets) Update(_ context.Context, secret *v1.Secret, _ metav1.UpdateOptions) (*v1.Secret, error) {
	if s.before != nil {
		s.before()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if secret.ResourceVersion != s.stored.ResourceVersion {
		return nil, apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, "certs", errors.New("changed"))
	}
	s.version++
	s.writes++
	s.stored = secret.DeepCopy()
	s.stored.ResourceVersion = string(rune('a' + s.version))
	return s.stored, nil
}

// checked makes one check and returns its error.
func checked(r *Keeper) error {
	_, err := r.Check(context.Background())
	return err
}

// published is the bundle that API servers have.
type published struct {
	mu     sync.Mutex
	tries  int
	logged int // errors of the replica, if it logs to this
	bundle []byte
	absent bool
	err    error
}

// works makes all configurations exist and accept bundles from now on.
func (p *published) works() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.absent, p.err = false, nil
}

// fails makes later publications fail.
func (p *published) fails(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

func (p *published) Publish(_ context.Context, bundle []byte) (absent bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries++
	if p.err == nil && !p.absent {
		p.bundle = bundle
	}
	return p.absent, p.err
}

// Write counts errors in a log.
func (p *published) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.logged += bytes.Count(text, []byte("cannot keep the certificate"))
	return len(text), nil
}

func (p *published) counts() (tries, logged int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tries, p.logged
}

type ignored struct{}

func (ignored) Check(error)           {}
func (ignored) Certificate(time.Time) {}

func replicaOf(t *testing.T, on Secrets, to Publisher) *Keeper {
	t.Helper()
	settings := &config.Config{}
	check.OK(t, settings.Complete())
	return NewKeeper(settings, on, to, ignored{}, slog.New(slog.DiscardHandler))
}

// trusts reports an error of the test unless API servers with this bundle trust the replica's
// certificate.
func trusts(t *testing.T, when string, bundle []byte, r *Keeper) {
	t.Helper()
	current, err := r.Certificate()
	check.OK(t, err)
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(bundle) {
		t.Fatalf("%s: the bundle is empty", when)
	}
	chain := x509.NewCertPool()
	for _, text := range current.Certificate[1:] {
		authority, err := x509.ParseCertificate(text)
		check.OK(t, err)
		chain.AddCert(authority)
	}
	if _, err := current.Leaf.Verify(x509.VerifyOptions{DNSName: "koord-webhook.kube-system.svc", Roots: roots}); err != nil {
		t.Errorf("%s: %v", when, err)
	}
}

func empty() *secrets {
	return &secrets{stored: &v1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "koord-webhook-certificates", ResourceVersion: "a"}}}
}

func serial(t *testing.T, r *Keeper) string {
	t.Helper()
	current, err := r.Certificate()
	check.OK(t, err)
	return string(current.Leaf.Raw)
}

func TestFirstCertificate(t *testing.T) {
	store, to := empty(), &published{}
	first, second := replicaOf(t, store, to), replicaOf(t, store, to)
	if first.Ready() == nil {
		t.Error("ready without a certificate")
	}
	check.OK(t, checked(first))
	check.OK(t, checked(second))
	trusts(t, "first", to.bundle, first)
	if serial(t, first) != serial(t, second) || store.writes != 1 {
		t.Errorf("replicas have different certificates after %d writes", store.writes)
	}
	check.OK(t, first.Ready())
	check.OK(t, checked(first))
	if store.writes != 1 {
		t.Error("the Secret is written without reason")
	}
}

// Two replicas start at the same time: the first write wins.
func TestFirstCertificateOfTwo(t *testing.T) {
	store, to := empty(), &published{}
	first, second := replicaOf(t, store, to), replicaOf(t, store, to)
	store.before = func() {
		store.before = nil
		check.OK(t, checked(second))
	}
	check.OK(t, checked(first))
	if store.writes != 1 || serial(t, first) != serial(t, second) {
		t.Errorf("%d writes", store.writes)
	}
}

const day = 24 * time.Hour

// API servers trust both replicas at every step of a renewal, and the new certificate is not used
// before its authority has been published for a while. Time is that of the test.
func TestRenewal(t *testing.T) { synctest.Test(t, renewal) }

func renewal(t *testing.T) {
	store, to := empty(), &published{}
	first, second := replicaOf(t, store, to), replicaOf(t, store, to)
	pass := func(when string, later time.Duration) {
		t.Helper()
		time.Sleep(later)
		for _, r := range []*Keeper{first, second} {
			before := to.bundle
			check.OK(t, checked(r))
			check.OK(t, r.Ready())
			for _, r := range []*Keeper{first, second} {
				if r.Ready() != nil {
					continue // has not started
				}
				trusts(t, when, to.bundle, r)
				if before != nil {
					trusts(t, when+", API server has the older bundle", before, r)
				}
			}
		}
	}
	pass("start", 0)
	for round := range 3 {
		old, writes := serial(t, first), store.writes
		pass("before the renewal", 59*day)
		if store.writes != writes {
			t.Fatalf("round %d: renewed too early", round)
		}
		pass("next one prepared", 36*time.Hour)
		if store.writes != writes+1 || serial(t, first) != old {
			t.Fatalf("round %d: not prepared, or used at once", round)
		}
		pass("next one settles", 9*time.Minute)
		if store.writes != writes+1 || serial(t, first) != old {
			t.Fatalf("round %d: used too early", round)
		}
		pass("promoted", 2*time.Minute)
		if store.writes != writes+2 || serial(t, first) == old || serial(t, first) != serial(t, second) {
			t.Fatalf("round %d: not promoted after %d writes", round, store.writes-writes)
		}
	}
}

// A certificate that expired while nothing ran, or is of another Service, is replaced at once; an
// unreadable one, too.
func TestUnusableCertificates(t *testing.T) {
	for name, spoil := range map[string]func(*secrets, *Keeper){
		"expired":    func(*secrets, *Keeper) { time.Sleep(400 * day) },
		"unreadable": func(s *secrets, _ *Keeper) { s.stored.Data[certCurrent] = []byte("x") },
		"no key":     func(s *secrets, _ *Keeper) { delete(s.stored.Data, keyCurrent) },
		"other name": func(_ *secrets, r *Keeper) { r.names = []string{"koord-webhook.kube-system.svc", "other.svc"} },
	} {
		synctest.Test(t, func(t *testing.T) {
			store, to := empty(), &published{}
			r := replicaOf(t, store, to)
			check.OK(t, checked(r))
			old := serial(t, r)
			spoil(store, r)
			check.OK(t, checked(r))
			check.OK(t, r.Ready())
			if store.writes != 2 || serial(t, r) == old {
				t.Errorf("%s: the certificate is kept, after %d writes", name, store.writes)
			}
			trusts(t, name, to.bundle, r)
		})
	}
}

// An expired certificate is not ready.
func TestExpired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := replicaOf(t, empty(), &published{})
		check.OK(t, checked(r))
		time.Sleep(91 * day)
		check.Says(t, r.Ready(), "the certificate has expired at")
	})
}

// If the next certificate is valid and the current one is not, the next one takes its place.
func TestNextReplacesUnusable(t *testing.T) {
	store, to := empty(), &published{}
	r := replicaOf(t, store, to)
	next, err := newPair(r.names, 90*day)
	check.OK(t, err)
	store.stored.Data = map[string][]byte{certNext: next.chain, keyNext: next.key}
	check.OK(t, checked(r))
	if serial(t, r) != string(next.parsed.Leaf.Raw) {
		t.Error("another certificate is used")
	}
	trusts(t, "replaced", to.bundle, r)
}

// While the API server refuses to publish, the trusted certificate stays in use.
func TestUnpublished(t *testing.T) { synctest.Test(t, unpublished) }

func unpublished(t *testing.T) {
	store, to := empty(), &published{}
	r := replicaOf(t, store, to)
	check.OK(t, checked(r))
	old := serial(t, r)
	to.err = errors.New("forbidden")
	time.Sleep(61 * day)
	for range 3 {
		check.Says(t, checked(r), "forbidden")
		time.Sleep(time.Hour)
	}
	if serial(t, r) != old {
		t.Error("a certificate is used that no API server trusts")
	}
	check.OK(t, r.Ready())
	to.err = nil
	check.OK(t, checked(r))
	trusts(t, "published again", to.bundle, r)
	if serial(t, r) != old {
		t.Error("the certificate is used before API servers have read the configurations")
	}
	time.Sleep(10 * time.Minute)
	check.OK(t, checked(r))
	trusts(t, "promoted", to.bundle, r)
	if serial(t, r) == old {
		t.Error("the renewal does not go on")
	}
}

// A replica that has published nothing is not ready: API servers do not trust it. It tries again
// soon.
func TestNotReadyBeforePublication(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, to := empty(), &published{err: errors.New("forbidden")}
		r := replicaOf(t, store, to)
		check.Says(t, checked(r), "forbidden")
		check.Says(t, r.Ready(), "forbidden")
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go r.Run(ctx)
		synctest.Wait()
		to.works()
		time.Sleep(time.Second + time.Millisecond)
		synctest.Wait()
		check.OK(t, r.Ready())
		trusts(t, "published", to.bundle, r)
	})
}

// A replica that cannot publish tries at growing distances, and logs the error when it changes and
// once a minute.
func TestRetries(t *testing.T) { synctest.Test(t, retries) }

func retries(t *testing.T) {
	to := &published{err: errors.New("forbidden")}
	r := replicaOf(t, empty(), to)
	r.log = slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError}))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go r.Run(ctx)
	pass := func(later time.Duration, tries, logged int) {
		t.Helper()
		time.Sleep(later)
		synctest.Wait()
		if tried, lines := to.counts(); tried != tries || lines != logged {
			t.Errorf("found %d tries and %d lines of the log, expected %d and %d", tried, lines, tries, logged)
		}
	}
	pass(500*time.Millisecond, 1, 1) // then after 1, 3, 7, 15, 31, 63 and 123 seconds
	pass(time.Minute-time.Second, 6, 1)
	pass(5*time.Second, 7, 2)
	pass(time.Minute, 8, 3)
	to.fails(errors.New("no connection")) // after 183 seconds
	pass(time.Minute, 9, 4)
	to.works() // after 243 seconds
	pass(time.Minute, 10, 4)
	check.OK(t, r.Ready())
	to.fails(errors.New("no connection")) // after 303 seconds, then after a second again
	pass(59*time.Second, 11, 5)
	pass(time.Second, 12, 5)
}

// A configuration that is created again, after an emergency, gets the bundle at once.
func TestAbsentConfiguration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &published{absent: true}
		r := replicaOf(t, empty(), to)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go r.Run(ctx)
		synctest.Wait()
		check.OK(t, r.Ready())
		to.works()
		time.Sleep(time.Second + time.Millisecond)
		synctest.Wait()
		trusts(t, "created again", to.bundle, r)
	})
}

// API servers trust a replica that still serves a certificate which another one replaces at once.
func TestReplacedCertificate(t *testing.T) {
	for name, spoil := range map[string]func(*secrets, *Keeper){
		"other name": func(_ *secrets, r *Keeper) { r.names = []string{"koord-webhook.kube-system.svc", "other.svc"} },
		"emptied":    func(s *secrets, _ *Keeper) { s.stored.Data = nil },
	} {
		store, to := empty(), &published{}
		first, second := replicaOf(t, store, to), replicaOf(t, store, to)
		check.OK(t, checked(first))
		check.OK(t, checked(second))
		spoil(store, first)
		for range 2 {
			check.OK(t, checked(first))
			if serial(t, first) == serial(t, second) {
				t.Errorf("%s: the certificate is kept", name)
			}
			trusts(t, name, to.bundle, first)
			trusts(t, name+", other replica", to.bundle, second)
		}
	}
}

// A Secret that others keep changing ends the check.
func TestEndlessConflicts(t *testing.T) {
	store := empty()
	r := replicaOf(t, store, &published{})
	store.stored.Data = map[string][]byte{certCurrent: []byte("x")}
	store.before = func() { store.stored.ResourceVersion += "x" }
	shared, err := newPair(r.names, 90*day)
	check.OK(t, err)
	r.make = func([]string, time.Duration) (*pair, error) { return shared, nil }
	check.Says(t, checked(r), "changes too often")
}

func TestMissingSecret(t *testing.T) {
	r := replicaOf(t, &secrets{}, &published{})
	check.Says(t, checked(r), "Secret koord-webhook-certificates is missing; apply the manifests again")
	check.Says(t, r.Ready(), "is missing")
}

func TestFiles(t *testing.T) {
	settings := &config.Config{Certificates: config.CertificateConfig{Source: config.CertificatesOfFiles, Directory: t.TempDir()}}
	check.OK(t, settings.Complete())
	files := NewFiles(settings, ignored{}, slog.New(slog.DiscardHandler))
	check.Says(t, files.Check(), "certificates.directory: ")
	check.Says(t, files.Ready(), "there is no certificate yet")
	write := func(made *pair) {
		check.OK(t, os.WriteFile(filepath.Join(settings.Certificates.Directory, certCurrent), made.chain, 0o600))
		check.OK(t, os.WriteFile(filepath.Join(settings.Certificates.Directory, keyCurrent), made.key, 0o600))
	}
	first, err := newPair([]string{"a"}, time.Hour)
	check.OK(t, err)
	second, err := newPair([]string{"a"}, time.Hour)
	check.OK(t, err)
	write(first)
	check.OK(t, files.Check())
	check.OK(t, files.Ready())
	write(&pair{chain: second.chain, key: first.key}) // half renewed
	check.Says(t, files.Check(), "certificates.directory: ")
	if current, err := files.Certificate(); err != nil || !bytes.Equal(current.Leaf.Raw, first.parsed.Leaf.Raw) {
		t.Error("an unreadable certificate replaced the last one", err)
	}
	write(second)
	check.OK(t, files.Check())
	if current, err := files.Certificate(); err != nil || !bytes.Equal(current.Leaf.Raw, second.parsed.Leaf.Raw) {
		t.Error("the renewed certificate is not used", err)
	}
}
