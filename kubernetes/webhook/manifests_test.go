package webhook

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	registration "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	rbac "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/claims"
	"libkoord.invalid/koord/kubernetes/webhook/config"
	"libkoord.invalid/koord/kubernetes/webhook/internal/sample"
)

const deployed = "../deploy/webhook/manifests/"

// read decodes the object of a kind in a manifest, without unknown fields.
func read[T any](t *testing.T, file, kind string) *T {
	t.Helper()
	text, err := os.ReadFile(file)
	check.OK(t, err)
	for _, document := range strings.Split(string(text), "\n---\n") {
		if !regexp.MustCompile(`(?m)^kind: ` + kind + `$`).MatchString(document) {
			continue
		}
		object := new(T)
		if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
			t.Fatalf("%s: %s: %v", file, kind, err)
		}
		return object
	}
	t.Fatalf("%s has no %s", file, kind)
	return nil
}

func configuration(t *testing.T, file string) *config.Config {
	t.Helper()
	text, err := os.ReadFile(file)
	check.OK(t, err)
	settings, err := config.Read(text)
	check.OK(t, err)
	check.OK(t, settings.Complete())
	return settings
}

// entry is a webhook of either configuration.
type entry struct {
	Name           string
	ClientConfig   registration.WebhookClientConfig
	Rules          []registration.RuleWithOperations
	FailurePolicy  *registration.FailurePolicyType
	SideEffects    *registration.SideEffectClass
	TimeoutSeconds *int32
	Conditions     string // expressions, without line breaks
	Exempt         []string
}

func entries(t *testing.T) (out []entry) {
	t.Helper()
	mutating := read[registration.MutatingWebhookConfiguration](t, deployed+"webhooks.yaml", "MutatingWebhookConfiguration")
	validating := read[registration.ValidatingWebhookConfiguration](t, deployed+"webhooks.yaml", "ValidatingWebhookConfiguration")
	add := func(name string, client registration.WebhookClientConfig, w *registration.ValidatingWebhook) {
		made := entry{Name: name, ClientConfig: client, Rules: w.Rules, FailurePolicy: w.FailurePolicy, SideEffects: w.SideEffects,
			TimeoutSeconds: w.TimeoutSeconds}
		for _, condition := range w.MatchConditions {
			made.Conditions += condition.Name + ": " + condition.Expression + "\n"
		}
		if s := w.NamespaceSelector; s != nil && len(s.MatchExpressions) == 1 && s.MatchExpressions[0].Operator == "NotIn" &&
			s.MatchExpressions[0].Key == v1.LabelMetadataName {
			made.Exempt = s.MatchExpressions[0].Values
		}
		out = append(out, made)
	}
	for _, w := range mutating.Webhooks {
		add(w.Name, w.ClientConfig, &registration.ValidatingWebhook{Rules: w.Rules, FailurePolicy: w.FailurePolicy, SideEffects: w.SideEffects,
			TimeoutSeconds: w.TimeoutSeconds, MatchConditions: w.MatchConditions, NamespaceSelector: w.NamespaceSelector})
	}
	for i := range validating.Webhooks {
		add(validating.Webhooks[i].Name, validating.Webhooks[i].ClientConfig, &validating.Webhooks[i])
	}
	return out
}

// expectedRequests are the requests that each rule answers. "bindings" is an older resource for the
// same Bindings, and matchPolicy does not include it.
var expectedRequests = map[string][]string{
	"mutate":      {"CREATE pods"},
	"requests":    {"CREATE pods"},
	"placed":      {"CREATE pods"},
	"annotations": {"CREATE pods", "UPDATE pods", "UPDATE pods/status", "UPDATE pods/resize", "UPDATE pods/ephemeralcontainers"},
	"bindings":    {"CREATE pods/binding", "CREATE bindings"},
}

// requestsOf returns the requests of v1 that rules select, as in "CREATE pods".
func requestsOf(rules []registration.RuleWithOperations) (out []string) {
	for _, rule := range rules {
		if !slices.Equal(rule.APIVersions, []string{"v1"}) || !slices.Equal(rule.APIGroups, []string{""}) {
			continue
		}
		for _, operation := range rule.Operations {
			for _, resource := range rule.Resources {
				out = append(out, fmt.Sprint(operation, " ", resource))
			}
		}
	}
	return out
}

// Each entry leads to a rule that the webhook serves, over its Service, and exempts the namespaces that
// the webhook exempts.
func TestEntriesLeadToRules(t *testing.T) {
	settings := configuration(t, deployed+"config.yaml")
	replica := start(t, &config.Config{})
	service := read[v1.Service](t, deployed+"deployment.yaml", "Service")
	served := map[string]bool{}
	for _, w := range entries(t) {
		to := w.ClientConfig.Service
		name := strings.TrimSuffix(w.Name, ".pods.koordinator.sh")
		if *to.Path != "/"+name || to.Name != service.Name || to.Namespace != service.Namespace || *to.Port != service.Spec.Ports[0].Port {
			t.Errorf("%s leads to %+v", w.Name, to)
		}
		if w.ClientConfig.CABundle != nil {
			t.Errorf("%s states a caBundle, which would replace that of the webhook", w.Name)
		}
		request := sample.Create(t, sample.Pod(), "alice")
		if _, err := replica.post(name, body(t, request)); err != nil {
			t.Errorf("%s: %v", w.Name, err)
		}
		served[name] = true
		if !reflect.DeepEqual(w.Exempt, settings.ExemptNamespaces) || settings.Namespace != service.Namespace {
			t.Errorf("%s exempts %v, the webhook %v", w.Name, w.Exempt, settings.ExemptNamespaces)
		}
		if *w.TimeoutSeconds > 5 || !reflect.DeepEqual(requestsOf(w.Rules), expectedRequests[name]) {
			t.Errorf("%s: found %v within %d s, expected %v", w.Name, requestsOf(w.Rules), *w.TimeoutSeconds, expectedRequests[name])
		}
		if sideEffects := *w.SideEffects; sideEffects == registration.SideEffectClassNone == (name == "bindings") {
			t.Errorf("%s: %s", name, sideEffects)
		}
	}
	if len(served) != 5 {
		t.Errorf("found %v, expected five rules", served)
	}
}

// The API server selects what the webhook recognises: the same keys, resources and accounts. The tests of
// kubernetes/scheduler evaluate the conditions, because that module has the API server's code.
func TestMatchConditions(t *testing.T) {
	settings := configuration(t, deployed+"config.yaml")
	accounts := regexp.MustCompile(`'(system:[^']*)'`)
	prefixes := regexp.MustCompile(`\[('koordinator\.sh/'[^\]]*)\]`)
	quoted := regexp.MustCompile(`'([^']*)'`)
	both := slices.Concat(settings.Accounts.Scheduler, settings.Accounts.Agent)
	for _, w := range entries(t) {
		name, _, _ := strings.Cut(w.Name, ".")
		var keys []string
		users := []string{}
		switch name {
		case "mutate":
			keys = slices.Concat(objects.RequestAnnotations, objects.ClaimAnnotations, []string{objects.LabelQOSClass})
		case "requests", "placed":
			keys = append(slices.Clone(objects.RequestAnnotations), objects.LabelQOSClass)
		case "annotations":
			keys = slices.Concat(claims.BoundAnnotations, claims.BoundLabels, []string{objects.AnnotationForeignBinding})
			users = both
		}
		if name == "placed" || name == "bindings" {
			users = settings.Accounts.Scheduler
		}
		for _, key := range keys {
			if !strings.Contains(w.Conditions, "'"+key+"'") {
				t.Errorf("%s: no condition selects %s", w.Name, key)
			}
		}
		found := []string{}
		for _, match := range accounts.FindAllStringSubmatch(w.Conditions, -1) {
			found = append(found, match[1])
		}
		if !slices.Equal(found, users) {
			t.Errorf("%s: found accounts %v, expected %v", w.Name, found, users)
		}
		if slices.Contains(keys, objects.AnnotationResourceSpec) && name != "annotations" {
			list := prefixes.FindStringSubmatch(w.Conditions)
			if list == nil {
				t.Fatalf("%s: no condition selects resources", w.Name)
			}
			for _, resource := range append([]string{objects.ResourcePrefix + "gpu"}, objects.DeviceResources...) {
				if !slices.ContainsFunc(quoted.FindAllStringSubmatch(list[1], -1), func(known []string) bool { return strings.HasPrefix(resource, known[1]) }) {
					t.Errorf("%s: no condition selects %s", w.Name, resource)
				}
			}
		}
	}
}

// The page states the failure policy of each rule.
func TestFailurePolicies(t *testing.T) {
	page, err := os.ReadFile("../../docs/operate/webhook.md")
	check.OK(t, err)
	for _, w := range entries(t) {
		name, _, _ := strings.Cut(w.Name, ".")
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\|.*\\| `(\\w+)` \\|$").FindSubmatch(page)
		if row == nil || string(row[1]) != string(*w.FailurePolicy) {
			t.Errorf("%s: the manifest says %s, docs/operate/webhook.md %q", name, *w.FailurePolicy, row)
		}
	}
}

// The webhook has no other rights than those that the page lists.
func TestRights(t *testing.T) {
	role := read[rbac.Role](t, deployed+"rbac.yaml", "Role")
	cluster := read[rbac.ClusterRole](t, deployed+"rbac.yaml", "ClusterRole")
	secret := read[v1.Secret](t, deployed+"rbac.yaml", "Secret")
	settings := configuration(t, deployed+"config.yaml")
	if secret.Name != settings.Certificates.Secret || secret.Namespace != settings.Namespace || secret.Data != nil || secret.StringData != nil {
		t.Errorf("%+v", secret)
	}
	page, err := os.ReadFile("../../docs/operate/webhook.md")
	check.OK(t, err)
	_, page, _ = bytes.Cut(page, []byte("\n## Rights\n"))
	page, _, _ = bytes.Cut(page, []byte("\n## "))
	listed := regexp.MustCompile("(?m)^\\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\| [^|]* \\|$").FindAllSubmatch(page, -1)
	var found, expected []string
	for _, rule := range append(cluster.Rules, role.Rules...) {
		found = append(found, fmt.Sprint(rule.Verbs, rule.Resources, rule.ResourceNames))
	}
	code := regexp.MustCompile("`([^`]*)`")
	names := func(cell []byte) (out []string) {
		for _, match := range code.FindAllSubmatch(cell, -1) {
			out = append(out, string(match[1]))
		}
		return out
	}
	for _, row := range listed {
		if verbs := names(row[1]); verbs != nil {
			expected = append(expected, fmt.Sprint(verbs, names(row[2]), names(row[3])))
		}
	}
	if !slices.Equal(found, expected) {
		t.Errorf("found\n%s\nexpected those of docs/operate/webhook.md\n%s", strings.Join(found, "\n"), strings.Join(expected, "\n"))
	}
}

// The Deployment starts what the configuration describes, without rights on the node.
func TestDeployment(t *testing.T) {
	deployment := read[appsv1.Deployment](t, deployed+"deployment.yaml", "Deployment")
	settings := configuration(t, deployed+"config.yaml")
	container := deployment.Spec.Template.Spec.Containers[0]
	for i, address := range []string{settings.Serve, settings.Listen} {
		if fmt.Sprintf(":%d", container.Ports[i].ContainerPort) != address {
			t.Errorf("port %d is not %s", container.Ports[i].ContainerPort, address)
		}
	}
	if *deployment.Spec.Replicas != 2 || !slices.Equal(container.Command, []string{"koord-webhook", "-config=/etc/koord-webhook/config.yaml"}) ||
		container.VolumeMounts[0].MountPath != "/etc/koord-webhook" || container.LivenessProbe.HTTPGet.Path != "/healthz" ||
		container.ReadinessProbe.HTTPGet.Path != "/readyz" {
		t.Errorf("%+v", container)
	}
	if rights := container.SecurityContext; !*rights.RunAsNonRoot || !*rights.ReadOnlyRootFilesystem || *rights.AllowPrivilegeEscalation ||
		len(rights.Capabilities.Add) != 0 {
		t.Errorf("%+v", rights)
	}
}

// With cert-manager only the certificate differs, and the rights to keep and publish it are missing.
func TestCertManager(t *testing.T) {
	own, other := configuration(t, deployed+"config.yaml"), configuration(t, "../deploy/webhook/cert-manager/config.yaml")
	patch := read[appsv1.Deployment](t, "../deploy/webhook/cert-manager/deployment.yaml", "Deployment").Spec.Template.Spec
	if other.Certificates.Source != config.CertificatesOfFiles || patch.Containers[0].VolumeMounts[0].MountPath != other.Certificates.Directory {
		t.Errorf("%+v", other.Certificates)
	}
	own.Certificates, other.Certificates = config.CertificateConfig{}, config.CertificateConfig{}
	if !reflect.DeepEqual(own, other) {
		t.Errorf("%+v\n%+v", own, other)
	}
	without := read[rbac.ClusterRole](t, "../deploy/webhook/cert-manager/rights.yaml", "ClusterRole")
	all := read[rbac.ClusterRole](t, deployed+"rbac.yaml", "ClusterRole")
	if expected := slices.DeleteFunc(all.Rules, func(rule rbac.PolicyRule) bool { return rule.APIGroups[0] == registration.GroupName }); !reflect.DeepEqual(without.Rules, expected) {
		t.Errorf("found %+v, expected %+v", without.Rules, expected)
	}
	text, err := os.ReadFile("../deploy/webhook/cert-manager/certificate.yaml")
	check.OK(t, err)
	for _, expected := range []string{"- " + serverName + "\n", "secretName: " + patch.Volumes[0].Secret.SecretName + "\n"} {
		if !strings.Contains(string(text), expected) {
			t.Errorf("certificate.yaml lacks %q", expected)
		}
	}
}
