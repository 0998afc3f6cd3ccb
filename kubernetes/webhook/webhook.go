package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/kubernetes"

	"libkoord.invalid/koord/kubernetes/objects/program"
	"libkoord.invalid/koord/kubernetes/webhook/binding"
	"libkoord.invalid/koord/kubernetes/webhook/certs"
	"libkoord.invalid/koord/kubernetes/webhook/claims"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/metrics"
	"libkoord.invalid/koord/kubernetes/webhook/mutate"
	"libkoord.invalid/koord/kubernetes/webhook/recognise"
	"libkoord.invalid/koord/kubernetes/webhook/review"
	"libkoord.invalid/koord/kubernetes/webhook/scope"
	"libkoord.invalid/koord/kubernetes/webhook/serve"
	"libkoord.invalid/koord/kubernetes/webhook/validate"
)

// certificates is the source of the HTTPS server's certificate.
type certificates interface {
	Run(ctx context.Context)
	Ready() error
	Certificate() (*tls.Certificate, error)
}

// ruleNames are the paths of the rules.
var ruleNames = []string{"mutate", "requests", "annotations", "bindings", "placed"}

// Webhook is one replica of the webhook.
type Webhook struct {
	log          *slog.Logger
	metrics      *metrics.Metrics
	library      *validate.Library
	certificates certificates
	rules        http.Handler
	clients      *x509.CertPool // authorities of the API servers; nil for any client
	reviews      net.Listener
	status       net.Listener // nil if metrics and health are off
	stopEvents   context.CancelFunc
}

// New returns a replica that listens and has not started. settings must have its defaults filled
// in; see Config.Complete.
func New(settings *config.Config, log *slog.Logger) (*Webhook, error) {
	clients, err := connect(settings)
	if err != nil {
		return nil, err
	}
	return newWith(settings, clients, log)
}

func newWith(settings *config.Config, clients kubernetes.Interface, log *slog.Logger) (_ *Webhook, err error) {
	w := &Webhook{log: log, metrics: metrics.New(ruleNames...)}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if w.library, err = validate.NewLibrary(&settings.SchedulerArgs); err != nil {
		return nil, err
	}
	events, stop := context.WithCancel(context.Background())
	w.stopEvents = stop
	rules, err := w.newRules(settings, clients, newPodEvents(events, clients))
	if err != nil {
		return nil, err
	}
	w.rules = serve.NewRules(rules, w.metrics, log)
	if w.clients, err = clientAuthorities(settings); err != nil {
		return nil, err
	}
	if settings.Certificates.Source == config.CertificatesOfFiles {
		w.certificates = certs.NewFiles(settings, w.metrics, log)
	} else {
		configurations := certs.NewConfigurations(clients.AdmissionregistrationV1(), settings.Certificates.Configuration, w.metrics.Published, log)
		w.certificates = certs.NewKeeper(settings, clients.CoreV1().Secrets(settings.Namespace), configurations, w.metrics, log)
	}
	if w.reviews, err = program.Listen("serve", settings.Serve); err != nil {
		return nil, err
	}
	w.status, err = program.Listen("listen", settings.Listen)
	return w, err
}

// newRules returns the rules by the path at which they are served.
func (w *Webhook) newRules(settings *config.Config, clients kubernetes.Interface, events binding.Events) (map[string]review.Rule, error) {
	scopes := map[string]*scope.Scope{}
	for name, rule := range map[string]*config.Rule{"mutation": &settings.Mutation, "requests": &settings.Requests,
		"annotations": &settings.Annotations, "bindings": &settings.Bindings} {
		made, err := scope.New(rule, settings.ExemptNamespaces)
		if err != nil {
			return nil, fmt.Errorf("%s.%w", name, err)
		}
		scopes[name] = made
	}
	recogniser, accounts := recognise.New(settings.Resources), scope.NewAccounts(&settings.Accounts)
	bindings := &binding.Rule{Scope: scopes["bindings"], Accounts: accounts, Recogniser: recogniser, Pods: newLivePods(clients.CoreV1()),
		Events: events, Log: w.log}
	return map[string]review.Rule{
		"mutate": &mutate.Rule{Scope: scopes["mutation"], Accounts: accounts, Recogniser: recogniser, Counter: w.metrics,
			SchedulerName: settings.SchedulerName, Replaces: settings.Replaces},
		"requests":    &validate.Rule{Scope: scopes["requests"], Recogniser: recogniser, Judge: w.library, Log: w.log},
		"annotations": &claims.Rule{Scope: scopes["annotations"], Accounts: accounts},
		"bindings":    bindings,
		"placed":      binding.Placed{Rule: bindings},
	}, nil
}

// Run answers requests until the context ends, or a server fails.
func (w *Webhook) Run(ctx context.Context) error {
	defer w.close()
	running, runs := errgroup.WithContext(ctx)
	running.Go(func() error {
		w.certificates.Run(runs)
		return nil
	})
	running.Go(func() error {
		return serve.HTTPS(runs, w.reviews, w.rules, serve.TLS(w.certificates.Certificate, w.clients), w.log)
	})
	if w.status != nil {
		running.Go(func() error {
			return serve.Status(runs, w.status, w.metrics.Registry, func() error { return nil }, w.certificates.Ready)
		})
	}
	return running.Wait()
}

func (w *Webhook) close() {
	for _, listener := range []net.Listener{w.reviews, w.status} {
		if listener != nil {
			_ = listener.Close()
		}
	}
	if w.stopEvents != nil {
		w.stopEvents()
	}
	if w.library != nil {
		_ = w.library.Close()
	}
}

// clientAuthorities reads the authorities of the API servers' client certificates. It returns nil
// if any client may ask.
func clientAuthorities(settings *config.Config) (*x509.CertPool, error) {
	if settings.ClientCA == "" {
		return nil, nil
	}
	authorities, err := certs.ClientAuthorities(settings.ClientCA)
	if err != nil {
		return nil, fmt.Errorf("clientCA: found %q, expected a readable file with certificates: %w", settings.ClientCA, err)
	}
	return authorities, nil
}

// CheckSettings detects errors that only show when a configuration is used: arguments of the
// scheduler that the library refuses, and an unreadable clientCA.
func CheckSettings(settings *config.Config) error {
	library, err := validate.NewLibrary(&settings.SchedulerArgs)
	if err != nil {
		return err
	}
	if err := library.Close(); err != nil {
		return err
	}
	_, err = clientAuthorities(settings)
	return err
}
