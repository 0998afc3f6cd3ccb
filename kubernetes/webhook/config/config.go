// Package config is the configuration of the webhook: its fields, defaults and checks.
package config

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// Config is the configuration of the webhook. The zero value of a field selects its default;
// docs/operate/webhook.md has the table.
type Config struct {
	SchedulerName string `json:"schedulerName,omitempty"`
	// Replaces lists the values of spec.schedulerName that are replaced by SchedulerName. Pods that
	// name another scheduler are left alone.
	Replaces []string `json:"replaces,omitempty"`
	// Resources lists device resources in addition to those that the library knows: names, or
	// prefixes of names as in "example.com/*".
	Resources []string `json:"resources,omitempty"`
	// Namespace is that of the webhook's own Secret and Service. Both it and kube-system are exempt.
	Namespace        string        `json:"namespace,omitempty"`
	ExemptNamespaces []string      `json:"exemptNamespaces,omitempty"`
	Accounts         Accounts      `json:"accounts,omitempty"`
	Mutation         Rule          `json:"mutation,omitempty"`
	Requests         Rule          `json:"requests,omitempty"`
	Annotations      Rule          `json:"annotations,omitempty"`
	Bindings         Rule          `json:"bindings,omitempty"`
	SchedulerArgs    SchedulerArgs `json:"schedulerArgs,omitempty"`
	Serve            string        `json:"serve,omitempty"`  // address for the API server's requests
	Listen           string        `json:"listen,omitempty"` // address of metrics and health
	// ClientCA is a file with the certificate authorities of the API servers' client certificates. If it
	// is empty, everybody who reaches Serve may ask.
	ClientCA     string            `json:"clientCA,omitempty"`
	Kubeconfig   string            `json:"kubeconfig,omitempty"`
	Certificates CertificateConfig `json:"certificates,omitempty"`
}

// Accounts lists user names, as in system:serviceaccount:kube-system:koord-scheduler. They are
// compared as a whole.
type Accounts struct {
	Scheduler []string `json:"scheduler,omitempty"` // bind pods and write allocations
	Agent     []string `json:"agent,omitempty"`     // write annotations of pods
}

// Rule configures one of the webhook's rules.
type Rule struct {
	Mode string `json:"mode,omitempty"`
	// Namespaces limits the rule to these namespaces, if there are any.
	Namespaces         []string              `json:"namespaces,omitempty"`
	ExcludedNamespaces []string              `json:"excludedNamespaces,omitempty"`
	Selector           *metav1.LabelSelector `json:"selector,omitempty"` // of pods
}

// Values of Rule.Mode.
const (
	ModeEnforce = "enforce"
	ModeDryRun  = "dryRun" // count and log, change and refuse nothing
	ModeOff     = "off"
)

// SchedulerArgs are the arguments of plugin Koord on which the validity of a request depends. They
// must equal those of the scheduler.
type SchedulerArgs struct {
	NodeNUMAResource json.RawMessage `json:"nodeNUMAResource,omitempty"`
	DeviceShare      json.RawMessage `json:"deviceShare,omitempty"`
}

// CertificateConfig configures the certificate of the HTTPS server.
type CertificateConfig struct {
	Source string `json:"source,omitempty"`
	// Directory has tls.crt and tls.key if Source is CertificatesOfFiles.
	Directory string `json:"directory,omitempty"`
	Secret    string `json:"secret,omitempty"`
	Service   string `json:"service,omitempty"`
	// Configuration is the name of the MutatingWebhookConfiguration and of the
	// ValidatingWebhookConfiguration in which the certificate is published.
	Configuration string          `json:"configuration,omitempty"`
	Lifetime      metav1.Duration `json:"lifetime,omitempty"`
	RenewBefore   metav1.Duration `json:"renewBefore,omitempty"` // before the end of a certificate
	Settle        metav1.Duration `json:"settle,omitempty"`      // from the publication to the use of a certificate
	Interval      metav1.Duration `json:"interval,omitempty"`    // between two checks
}

// Values of CertificateConfig.Source.
const (
	CertificatesOwn     = "own"   // made, renewed and published by the webhook
	CertificatesOfFiles = "files" // by somebody else, for example cert-manager
)

// YAML returns the configuration as the text of a file.
func (c *Config) YAML() ([]byte, error) { return yaml.Marshal(c) }
