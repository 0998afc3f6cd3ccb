package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"libkoord.invalid/koord/kubernetes/objects/fields"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// KubeSystem is always exempt.
const KubeSystem = "kube-system"

// Read reads a configuration in YAML or JSON. Unknown fields are errors. The error names the field.
func Read(text []byte) (*Config, error) {
	config := &Config{}
	if _, err := fields.Read(text, config); err != nil {
		return nil, err
	}
	return config, nil
}

// Complete fills in defaults and validates the configuration. The error names the field, and the
// found and expected values.
func (c *Config) Complete() error {
	for _, part := range []func() error{c.completeNames, c.completeLists, c.completeRules, c.completeAddresses, c.completeCertificates} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) completeNames() error {
	for _, field := range []struct {
		field    string
		value    *string
		fallback string
		check    func(string) []string
	}{
		{"schedulerName", &c.SchedulerName, "koord-scheduler", validation.IsDNS1123Subdomain},
		{"namespace", &c.Namespace, KubeSystem, validation.IsDNS1123Label},
		{"certificates.secret", &c.Certificates.Secret, "koord-webhook-certificates", validation.IsDNS1123Subdomain},
		{"certificates.service", &c.Certificates.Service, "koord-webhook", validation.IsDNS1035Label},
		{"certificates.configuration", &c.Certificates.Configuration, "koord-webhook", validation.IsDNS1123Subdomain},
	} {
		if *field.value == "" {
			*field.value = field.fallback
		}
		if problems := field.check(*field.value); len(problems) != 0 {
			return fmt.Errorf("%s: found %q, expected a name of Kubernetes: %s", field.field, *field.value, problems[0])
		}
	}
	return nil
}

func (c *Config) completeLists() error {
	if c.Replaces == nil {
		c.Replaces = []string{"default-scheduler"}
	}
	if c.Accounts.Scheduler == nil {
		c.Accounts.Scheduler = []string{"system:serviceaccount:kube-system:koord-scheduler"}
	}
	if c.Accounts.Agent == nil {
		c.Accounts.Agent = []string{"system:serviceaccount:kube-system:koord-agent"}
	}
	for _, own := range []string{KubeSystem, c.Namespace} {
		if !slices.Contains(c.ExemptNamespaces, own) {
			c.ExemptNamespaces = append(c.ExemptNamespaces, own)
		}
	}
	for _, list := range []struct {
		field   string
		entries []string
		example string
		valid   func(string) bool
	}{
		{"replaces", c.Replaces, "default-scheduler", isSubdomain},
		{"resources", c.Resources, "example.com/gpu, example.com/gpu-* or example.com/*", isResource},
		{"exemptNamespaces", c.ExemptNamespaces, "kube-system", isLabel},
		{"accounts.scheduler", c.Accounts.Scheduler, "system:serviceaccount:kube-system:koord-scheduler", isAccount},
		{"accounts.agent", c.Accounts.Agent, "system:serviceaccount:kube-system:koord-agent", isAccount},
	} {
		for i, entry := range list.entries {
			if !list.valid(entry) {
				return fmt.Errorf("%s[%d]: found %q, expected a name as in %s", list.field, i, entry, list.example)
			}
		}
	}
	return nil
}

func isSubdomain(name string) bool { return len(validation.IsDNS1123Subdomain(name)) == 0 }
func isLabel(name string) bool     { return len(validation.IsDNS1123Label(name)) == 0 }

func isResource(name string) bool {
	if prefix, is := strings.CutSuffix(name, "*"); is {
		name = prefix + "0" // any name of the resources with this prefix
	}
	domain, _, found := strings.Cut(name, "/")
	return found && isSubdomain(domain) && len(validation.IsQualifiedName(name)) == 0
}

// isAccount refuses patterns, because accounts are compared as a whole.
func isAccount(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && !strings.ContainsAny(name, "*?") && !strings.HasSuffix(name, ":")
}

func (c *Config) completeRules() error {
	for _, named := range []struct {
		field string
		rule  *Rule
	}{{"mutation", &c.Mutation}, {"requests", &c.Requests}, {"annotations", &c.Annotations}, {"bindings", &c.Bindings}} {
		rule := named.rule
		if rule.Mode == "" {
			rule.Mode = ModeEnforce
		}
		if modes := []string{ModeEnforce, ModeDryRun, ModeOff}; !slices.Contains(modes, rule.Mode) {
			return fmt.Errorf("%s.mode: found %q, expected one of %s", named.field, rule.Mode, strings.Join(modes, ", "))
		}
		for field, entries := range map[string][]string{"namespaces": rule.Namespaces, "excludedNamespaces": rule.ExcludedNamespaces} {
			for i, entry := range entries {
				if !isLabel(entry) {
					return fmt.Errorf("%s.%s[%d]: found %q, expected the name of a namespace", named.field, field, i, entry)
				}
			}
		}
		if _, err := metav1.LabelSelectorAsSelector(rule.Selector); err != nil {
			return fmt.Errorf("%s.selector: %w", named.field, err)
		}
	}
	return nil
}

func (c *Config) completeAddresses() error {
	if c.Serve == "" {
		c.Serve = ":9443"
	}
	program.CompleteAddress(&c.Listen, ":9444")
	if c.ClientCA != "" && !strings.HasPrefix(c.ClientCA, "/") {
		return fmt.Errorf("clientCA: found %q, expected an absolute path", c.ClientCA)
	}
	if err := program.CheckAddress("serve", c.Serve, ":9443"); err != nil || c.Listen == program.Off {
		return err
	}
	return program.CheckAddress("listen", c.Listen, ":9444, or "+program.Off)
}

const (
	day          = 24 * time.Hour
	leastSettle  = time.Second
	longestLived = 10 * 365 * day
)

func (c *Config) completeCertificates() error {
	certificates := &c.Certificates
	switch certificates.Source {
	case "":
		certificates.Source = CertificatesOwn
	case CertificatesOwn:
	case CertificatesOfFiles:
		if !strings.HasPrefix(certificates.Directory, "/") {
			return fmt.Errorf("certificates.directory: found %q, expected an absolute path, because certificates.source is %s",
				certificates.Directory, CertificatesOfFiles)
		}
	default:
		return fmt.Errorf("certificates.source: found %q, expected one of %s, %s", certificates.Source, CertificatesOwn, CertificatesOfFiles)
	}
	for _, field := range []struct {
		field                  string
		value                  *metav1.Duration
		fallback, least, limit time.Duration
	}{
		{"lifetime", &certificates.Lifetime, 90 * day, time.Minute, longestLived},
		{"renewBefore", &certificates.RenewBefore, 30 * day, time.Second, longestLived},
		{"settle", &certificates.Settle, 10 * time.Minute, leastSettle, day},
		{"interval", &certificates.Interval, time.Minute, time.Second, time.Hour},
	} {
		if field.value.Duration == 0 {
			field.value.Duration = field.fallback
		}
		if field.value.Duration < field.least || field.value.Duration > field.limit {
			return fmt.Errorf("certificates.%s: found %s, expected %s to %s", field.field, field.value.Duration, field.least, field.limit)
		}
	}
	if certificates.RenewBefore.Duration+certificates.Settle.Duration >= certificates.Lifetime.Duration {
		return fmt.Errorf("certificates.renewBefore: found %s, expected less than %s, which is certificates.lifetime less certificates.settle",
			certificates.RenewBefore.Duration, certificates.Lifetime.Duration-certificates.Settle.Duration)
	}
	return nil
}
