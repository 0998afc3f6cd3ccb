package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// An empty configuration is complete, and the printed configuration is read back unchanged.
func TestDefaults(t *testing.T) {
	config := &Config{}
	check.OK(t, config.Complete())
	if config.SchedulerName != "koord-scheduler" || config.Bindings.Mode != ModeEnforce || config.Certificates.Lifetime.Duration != 90*24*time.Hour ||
		!reflect.DeepEqual(config.ExemptNamespaces, []string{"kube-system"}) {
		t.Errorf("%+v", config)
	}
	text, err := config.YAML()
	check.OK(t, err)
	again, err := Read(text)
	check.OK(t, err)
	check.OK(t, again.Complete())
	if !reflect.DeepEqual(again, config) {
		t.Errorf("%+v\n%+v", again, config)
	}
}

// kube-system and the webhook's own namespace are exempt, whatever is configured.
func TestExemptNamespaces(t *testing.T) {
	config, err := Read([]byte("{namespace: own, exemptNamespaces: [a]}"))
	check.OK(t, err)
	check.OK(t, config.Complete())
	if !reflect.DeepEqual(config.ExemptNamespaces, []string{"a", "kube-system", "own"}) {
		t.Error(config.ExemptNamespaces)
	}
}

// An empty list differs from an absent one.
func TestEmptyLists(t *testing.T) {
	config, err := Read([]byte("{replaces: [], accounts: {agent: []}, listen: off}"))
	check.OK(t, err)
	check.OK(t, config.Complete())
	if len(config.Replaces) != 0 || len(config.Accounts.Agent) != 0 || len(config.Accounts.Scheduler) != 1 || config.Listen != program.Off {
		t.Errorf("%+v", config)
	}
}

// The error names the field, and the found and expected values.
func TestMistakes(t *testing.T) {
	for text, expected := range map[string]string{
		"shedulerName: a":                               `unknown field "shedulerName": did you mean schedulerName?`,
		"schedulerName: A":                              `schedulerName: found "A", expected a name of Kubernetes`,
		"replaces: [a, B]":                              `replaces[1]: found "B", expected a name as in default-scheduler`,
		"resources: [gpu]":                              `resources[0]: found "gpu", expected a name as in example.com/gpu, example.com/gpu-* or example.com/*`,
		"resources: ['*/gpu']":                          `resources[0]: found "*/gpu"`,
		"resources: ['example.com/*g']":                 `resources[0]: found "example.com/*g"`,
		"exemptNamespaces: [A]":                         `exemptNamespaces[0]: found "A"`,
		"accounts: {scheduler: ['system:*']}":           `accounts.scheduler[0]: found "system:*", expected a name as in system:serviceaccount:`,
		"accounts: {agent: ['']}":                       `accounts.agent[0]: found ""`,
		"accounts: {agent: ['a ']}":                     `accounts.agent[0]: found "a "`,
		"bindings: {mode: enfroce}":                     `bindings.mode: found "enfroce", expected one of enforce, dryRun, off`,
		"mutation: {namespaces: [A]}":                   `mutation.namespaces[0]: found "A", expected the name of a namespace`,
		"requests: {selector: {matchLabels: {a: '!'}}}": "requests.selector: ",
		"requests: {selector: {matchlabels: {}}}":       `unknown field "requests.selector.matchlabels": did you mean matchLabels?`,
		"serve: 9443":                                   `serve: found "9443", expected an address with a port, as in :9443`,
		"serve: off":                                    `serve: found "false"`,
		"listen: '127.0.0.300:80'":                      `listen: found host "127.0.0.300", expected an IP address or a name`,
		"clientCA: ca.crt":                              `clientCA: found "ca.crt", expected an absolute path`,
		"listen: ':70000'":                              `listen: found port "70000"`,
		"certificates: {source: vault}":                 `certificates.source: found "vault", expected one of own, files`,
		"certificates: {source: files}":                 `certificates.directory: found "", expected an absolute path`,
		"certificates: {lifetime: 1s}":                  "certificates.lifetime: found 1s, expected 1m0s to",
		"certificates: {lifetime: 720h}":                "certificates.renewBefore: found 720h0m0s, expected less than 719h50m0s, which is certificates.lifetime less certificates.settle",
		"schedulerArgs: {deviceShare: 4}":               "schedulerArgs.deviceShare: found 4, expected fields",
		"{apiVersion: v1, kind: ConfigMap}":             "found an object of Kubernetes with kind ConfigMap, expected fields, as in schedulerName: ...",
		"namespace: a\n---\nnamespace: b":               "found 2 documents",
	} {
		config, err := Read([]byte(text))
		if err == nil {
			err = config.Complete()
		}
		if err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: found %v, expected %s", text, err, expected)
		}
	}
}
