package charts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// common are changes of the values that all charts have, and a part of the objects that shows each.
var common = map[string]string{
	"image.registry=registry.example:5000/k8s": "image: registry.example:5000/k8s/koord-",
	"image.repository=team/own":                "image: localhost/team/own:0.1.0",
	"image.tag=v2":                             ":v2\n",
	"image.digest=sha256:" + digest:            "@sha256:" + digest + "\n",
	"image.pullPolicy=Always":                  "imagePullPolicy: Always",
	"imagePullSecrets[0].name=regcred":         "imagePullSecrets:\n      - name: regcred\n",
	"resources.limits.cpu=2":                   "limits:\n            cpu: 2\n",
	"nodeSelector.pool=system":                 "nodeSelector:\n        pool: system\n",
	"tolerations[0].key=only":                  "key: only",
	"affinity.podAffinity.a=b":                 "podAffinity:\n          a: b\n",
	"priorityClassName=high":                   "priorityClassName: high\n",
	"securityContext.runAsGroup=7":             "runAsGroup: 7\n",
	"podAnnotations.a=b":                       "annotations:\n        a: b\n",
	"extraArgs={--more,-most}":                 "- --more\n        - -most\n",
	"extraEnv[0].name=A,extraEnv[0].value=b":   "- name: A\n          value: b\n",
}

const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// deployments are those of the charts with replicas.
var deployments = map[string]string{
	"replicas=5": "replicas: 5\n",
	"podDisruptionBudget.enabled=true,podDisruptionBudget.minAvailable=50%":    "spec:\n  minAvailable: 50%\n",
	"podDisruptionBudget.enabled=true,podDisruptionBudget.maxUnavailable=0":    "spec:\n  maxUnavailable: 0\n",
	"podDisruptionBudget.enabled=true,podDisruptionBudget.minAvailable=3":      "spec:\n  minAvailable: 3\n",
	"podDisruptionBudget.enabled=false,extraEnv[0].name=B,extraEnv[0].value=c": "- name: B\n",
}

// own are those of one chart.
var own = map[string]map[string]string{
	"koord-scheduler": {
		"logLevel=4":                                  "- --v=4\n",
		"koordArgs.gpuPolicy=FGD":                     "- args:\n          gangTimeout: 1m\n          gpuPolicy: FGD\n        name: Koord\n",
		"koordArgs.preemptionBudget=100000000":        "preemptionBudget: 100000000\n",
		"config.parallelism=8":                        "    parallelism: 8\n",
		"config.leaderElection.resourceName=other":    "- other\n",
		"config.leaderElection.resourceNamespace=far": "resourceNamespace: far\n",
		"replaceKubeScheduler=true":                   "resourceName: kube-scheduler\n",
		"config.profiles[0].schedulerName=a,config.profiles[0].pluginConfig[0].name=Koord,config.profiles[0].pluginConfig[0].args.namedNodes=9": "- args:\n          gangTimeout: 1m\n          namedNodes: 9\n        name: Koord\n",
	},
	"koord-agent": {
		"logLevel=debug":                                  "- -log-level=debug\n",
		"logFormat=text":                                  "- -log-format=text\n",
		"config.gpus=cdi":                                 "    gpus: cdi\n",
		"config.listen=0.0.0.0:80":                        "containerPort: 80\n",
		"gpu.access=runtimeClass":                         "runtimeClassName: nvidia\n",
		"gpu.access=runtimeClass,gpu.runtimeClassName=r":  "runtimeClassName: r\n",
		"gpu.access=hostMounts,gpu.library=/lib/a.so":     "path: /lib/a.so\n",
		"rights.node=true":                                "name: koord-agent-node\n",
		"rights.condition=true":                           "name: koord-agent-condition\n",
		"hostPaths.state=/a":                              "path: /a\n",
		"hostPaths.nri=/b":                                "path: /b\n",
		"hostPaths.cgroup=/c":                             "path: /c\n",
		"hostPaths.kubelet=/var/lib/rancher/kubelet":      "path: /var/lib/rancher/kubelet\n",
		"updateStrategy.rollingUpdate.maxUnavailable=10%": "maxUnavailable: 10%\n",
	},
	"koord-webhook": {
		"logLevel=warn":                          "- -log-level=warn\n",
		"logFormat=json":                         "- -log-format=json\n",
		"config.mutation.mode=dryRun":            "mutation:\n      mode: dryRun\n",
		"config.serve=:1443":                     "containerPort: 1443\n",
		"config.listen=:1444":                    "containerPort: 1444\n",
		"config.exemptNamespaces={cilium}":       "values:\n      - cilium\n      - kube-system\n",
		"webhooks.timeoutSeconds=3":              "timeoutSeconds: 3\n",
		"webhooks.failurePolicy.bindings=Ignore": "failurePolicy: Ignore\n  matchConditions:\n  - expression: '!(request",
		"certManager.enabled=true":               "kind: Certificate\n",
		"goMemoryLimit=1GiB":                     "value: 1GiB\n",
	},
}

// manifest returns all objects of a chart as text.
func manifest(t *testing.T, name string, sets ...string) string {
	t.Helper()
	objects := render(t, name, "kube-system", sets...)
	var parts []string
	for _, found := range slices.Sorted(maps.Keys(objects)) {
		parts = append(parts, text(t, objects[found]))
	}
	return strings.Join(parts, "---\n")
}

func TestValues(t *testing.T) {
	for _, name := range names {
		before := manifest(t, name)
		tables := []map[string]string{common, own[name]}
		if name != "koord-agent" {
			tables = append(tables, deployments)
		}
		for _, table := range tables {
			for set, expected := range table {
				after := manifest(t, name, set)
				if strings.Count(after, expected) <= strings.Count(before, expected) {
					t.Errorf("%s: %s: expected another %q; helm template %s --set prints what was rendered", name, set, expected, name)
				}
			}
		}
	}
}

// Each value of values.yaml is changed by TestValues, is a part of a value that is passed on as a whole, or is listed here.
func TestEveryValueIsTested(t *testing.T) {
	whole := []string{"config", "koordArgs", "resources", "tolerations", "affinity", "securityContext"}
	elsewhere := []string{"rights.ownNode", "webhooks.failurePolicy.annotations", "webhooks.failurePolicy.mutate",
		"webhooks.failurePolicy.placed", "webhooks.failurePolicy.requests"}
	for _, name := range names {
		tested := map[string]bool{}
		for _, table := range []map[string]string{common, deployments, own[name]} {
			for set := range table {
				for _, part := range strings.Split(set, ",") {
					path, _, _ := strings.Cut(part, "=")
					tested[strings.Split(path, "[")[0]] = true
				}
			}
		}
		for path := range tested {
			tested[strings.Split(path, ".")[0]] = true
		}
		for _, path := range leaves("", load(t, name).Values) {
			first := strings.Split(path, ".")[0]
			if !tested[path] && !(slices.Contains(whole, first) && tested[first]) && !slices.Contains(elsewhere, path) {
				t.Errorf("%s: no test changes %s", name, path)
			}
		}
	}
}

func leaves(prefix string, values map[string]any) []string {
	var found []string
	for name, value := range values {
		if nested, is := value.(map[string]any); is && len(nested) > 0 {
			found = append(found, leaves(prefix+name+".", nested)...)
		} else {
			found = append(found, prefix+name)
		}
	}
	return found
}

// All webhooks and both conditions about accounts follow the configuration.
func TestWebhookConditions(t *testing.T) {
	objects := render(t, "koord-webhook", "kube-system", "config.accounts.scheduler={a,system:kube-scheduler}", "config.accounts.agent={b}",
		"config.resources={nvidia.com/mig-*,example.com/dsp}")
	rendered := strings.ReplaceAll(strings.Join(strings.Fields(text(t, objects)), " "), "''", "'")
	for part, expected := range map[string]int{
		"in ['a', 'system:kube-scheduler'])":                          2,
		"['a', 'system:kube-scheduler', 'b'])":                        1,
		"'kubernetes.io/fpga', 'nvidia.com/mig-', 'example.com/dsp']": 6,
		"koord-scheduler": 1, // schedulerName
	} {
		if count := strings.Count(rendered, part); count != expected {
			t.Errorf("found %q %d times, expected %d, in %s", part, count, expected, rendered)
		}
	}
	for _, hook := range []string{"mutate", "requests", "placed", "annotations", "bindings"} {
		policy := map[bool]string{true: "Fail", false: "Ignore"}[hook == "requests"]
		objects := render(t, "koord-webhook", "kube-system", "webhooks.failurePolicy."+hook+"="+policy)
		for _, kind := range []string{"Mutating", "Validating"} {
			for _, other := range objects[kind+"WebhookConfiguration//koord-webhook"]["webhooks"].([]any) {
				if other := other.(object); other["name"] == hook+".pods.koordinator.sh" && other["failurePolicy"] != policy {
					t.Errorf("%s: found %v, expected %s", hook, other["failurePolicy"], policy)
				}
			}
		}
	}
}

// Without NRI the folder of its socket, which such nodes lack, is not mounted.
func TestWithoutNRI(t *testing.T) {
	with, without := manifest(t, "koord-agent"), manifest(t, "koord-agent", "config.nri.use=never")
	if strings.Count(with, "name: nri\n") != 2 || strings.Contains(without, "name: nri\n") {
		t.Error(without)
	}
}

// Wrong values are refused, and the message names the field.
func TestRefused(t *testing.T) {
	for _, name := range names {
		for set, expected := range map[string]string{
			"bogus=1":                     "'bogus' not allowed",
			"image.tagg=a":                "'/image': additional properties 'tagg' not allowed",
			"image.digest=sha256:1":       "'/image/digest'",
			"image=a":                     "'/image': got string, want object",
			"tolerations[0].keys=a":       "'/tolerations/0': additional properties 'keys' not allowed",
			"resources.limit.cpu=1":       "'/resources': additional properties 'limit' not allowed",
			"affinity.nodAffinity.a=b":    "'/affinity': additional properties 'nodAffinity' not allowed",
			"securityContext.runAsRoot=1": "'/securityContext': additional properties 'runAsRoot' not allowed",
			"imagePullSecrets={a}":        "'/imagePullSecrets/0': got string, want object",
			"podAnnotations.a=1":          "'/podAnnotations/a': got number, want string",
			"config.bogus=1":              "'/config': additional properties 'bogus' not allowed",
			"priorityClassName=1":         "'/priorityClassName': got number, want string",
			"nodeSelector.gpu=true":       "'/nodeSelector/gpu': got boolean, want string",
			"extraArgs={more}":            "'/extraArgs/0'",
			"extraEnv[0].value=a":         "'/extraEnv/0': missing property 'name'",
			"logLevel=loud":               "'/logLevel'",
		} {
			refused(t, name, set, expected)
		}
	}
	for _, row := range [][3]string{
		{"koord-scheduler", "replicas=two", "'/replicas': got string, want integer"},
		{"koord-scheduler", "koordArgs.namedNode=5", "'/koordArgs': additional properties 'namedNode' not allowed"},
		{"koord-scheduler", "koordArgs.gangTimeout=soon", "'/koordArgs/gangTimeout'"},
		{"koord-scheduler", "config.profiles[0].plugins.a=b", "'/config/profiles/0': missing property 'schedulerName'"},
		{"koord-scheduler", "podDisruptionBudget.minAvailable=half", "'/podDisruptionBudget/minAvailable'"},
		{"koord-agent", "replicas=2", "'replicas' not allowed"},
		{"koord-agent", "config.onRefusal=maybe", "'/config/onRefusal'"},
		{"koord-agent", "config.kubelet.endpoint.uri=a", "'/config/kubelet/endpoint': additional properties 'uri' not allowed"},
		{"koord-agent", "config.listen=127.0.0.1:9472", `config.listen: found "127.0.0.1:9472", expected an address`},
		{"koord-agent", "config.listen=off", `config.listen: found "off", expected an address`},
		{"koord-agent", "gpu.access=all", "'/gpu/access'"},
		{"koord-agent", "rights.ownNode=false,rights.node=true", "rights.node: permits changes of all Nodes; expected rights.ownNode: true"},
		{"koord-agent", "gpu.access=hostMounts,affinity.nodeAffinity.a=b", "affinity.nodeAffinity: found beside gpu.access"},
		{"koord-webhook", "webhooks.failurePolicy.bind=Fail", "'/webhooks/failurePolicy': additional properties 'bind' not allowed"},
		{"koord-webhook", "webhooks.timeoutSeconds=31", "'/webhooks/timeoutSeconds'"},
		{"koord-webhook", "config.accounts.agent={it's}", "'/config/accounts/agent/0'"},
		{"koord-webhook", "config.resources={it's}", "'/config/resources/0'"},
		{"koord-webhook", "config.certificates.secret=a", "'/config/certificates': additional properties 'secret' not allowed"},
		{"koord-webhook", "config.serve=localhost:9443", `config.serve: found "localhost:9443", expected an address`},
	} {
		refused(t, row[0], row[1], row[2])
	}
}

func refused(t *testing.T, name, set, expected string) {
	t.Helper()
	if _, err := files(load(t, name), "kube-system", set); err == nil || !strings.Contains(err.Error(), expected) {
		t.Errorf("%s: %s: found %v, expected %q", name, set, fmt.Sprint(err), expected)
	}
}
