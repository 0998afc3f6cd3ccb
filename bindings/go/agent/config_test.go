package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// An empty configuration is complete, and what is printed is read again as the same.
func TestDefaults(t *testing.T) {
	config := &Config{NodeName: "node-a"}
	ok(t, config.Complete())
	if config.OnRefusal != OnRefusalRefuse || config.StateFile != "/run/koord/node-state.json" || config.Interval.Duration != 5*time.Second ||
		config.Kubelet.CPUState != "/var/lib/kubelet/cpu_manager_state" {
		t.Errorf("%+v", config)
	}
	text, err := config.YAML()
	ok(t, err)
	again, err := ReadConfig(text)
	ok(t, err)
	ok(t, again.Complete())
	if !reflect.DeepEqual(again, config) {
		t.Errorf("%+v\n%+v", again, config)
	}
}

// YAML reads off as false.
func TestListenOff(t *testing.T) {
	for _, text := range []string{"listen: off", `listen: "off"`} {
		config, err := ReadConfig([]byte("nodeName: node-a\n" + text))
		ok(t, err)
		ok(t, config.Complete())
		if config.Listen != ListenOff {
			t.Errorf("%s: %s", text, config.Listen)
		}
	}
}

// The error names the field, what was found and what was expected.
func TestMistakes(t *testing.T) {
	for text, expected := range map[string]string{
		"nodename: x\nnodeNam: y": `unknown field "nodeNam"`,
		"onRefusal: maybe":        `onRefusal: found "maybe", expected one of refuse, shared`,
		"nodeName: A_B":           `nodeName: found "A_B", expected the name of a node`,
		"gpus: hip":               `gpus: found "hip", expected one of env, cdi, none`,
		"gpuIsolation: mig":       `gpuIsolation: found "mig", expected one of none, hami, mps`,
		"rdma: some":              `rdma: found "some", expected one of devices, none`,
		"profile: mine":           `profile: found "mine", expected one of spec, upstream`,
		"isolatedCPUs: excluded\nprofile: upstream":                 `isolatedCPUs: found "excluded", expected "shared"`,
		"isolatedCPUs: kept":                                        `isolatedCPUs: found "kept", expected one of shared, excluded`,
		"beByNUMA: true":                                            `beByNUMA: found true`,
		"interval: 1ms":                                             `interval: found 1ms, expected 100ms to 1h0m0s`,
		"interval: soon":                                            `soon`,
		"stateFile: here":                                           `stateFile: found "here", expected an absolute path`,
		"nri: {index: x}":                                           `nri.index: found "x", expected two digits`,
		"nri: {socket: nri.sock}":                                   `nri.socket: found "nri.sock", expected an absolute path`,
		"cgroups: {driver: runc}":                                   `cgroups.driver: found "runc", expected one of detect, cgroupfs, systemd`,
		"cgroups: {version: \"3\"}":                                 `cgroups.version: found "3", expected one of detect, 1, 2`,
		"apiServer: {use: often}":                                   `apiServer.use: found "often", expected one of auto, required, never`,
		"apiServer: {wait: 2h}":                                     `apiServer.wait: found 2h0m0s, expected 1ms to 1h0m0s`,
		"reports: {interval: 1m}":                                   `reports.interval: found 1m0s, expected 100ms to 10s`,
		"reports: {topology: sometimes}":                            `reports.topology: found "sometimes", expected one of publish, never`,
		"reports: {nvml: libnvidia-ml.so}":                          `reports.nvml: found "libnvidia-ml.so", expected auto, never or an absolute path`,
		"suppression: {policy: some}":                               `suppression.policy: found "some", expected one of none, cpuset, cfsQuota`,
		"suppression: {interval: 2m}":                               `suppression.interval: found 2m0s, expected 100ms to 1m0s`,
		"suppression: {growAfter: 2h}":                              `suppression.growAfter: found 2h0m0s, expected 1ms to 1h0m0s`,
		"suppression: {thresholdPercent: 101}":                      `suppression.thresholdPercent: found 101, expected at most 100`,
		"suppression: {minimumPercent: 66}":                         `suppression.minimumPercent: found 66, expected at most 65`,
		"suppression: {pressurePercent: 101}":                       `suppression.pressurePercent: found 101, expected at most 100`,
		"kubelet: {endpoint: {caFile: /ca}}":                        `kubelet.endpoint.url: found none`,
		"kubelet: {endpoint: {url: \"kubelet:10250\"}}":             `kubelet.endpoint.url: found "kubelet:10250", expected one without a path`,
		"kubelet: {endpoint: {url: \"https://k:1/pods\"}}":          `kubelet.endpoint.url: found "https://k:1/pods"`,
		"kubelet: {endpoint: {url: \"http://k:1\", tokenFile: /t}}": `kubelet.endpoint.tokenFile: found one, expected none with http`,
		"kubelet: {endpoint: {url: \"https://k:1\", tokenFile: t}}": `kubelet.endpoint.tokenFile: found "t", expected an absolute path`,
		"kubelet: {endpoint: {url: \"https://k:1\", caFile: /c, skipVerify: true}}":                    `kubelet.endpoint.skipVerify: found true`,
		"kubelet: {podResources: here}":                                                                `kubelet.podResources: found "here", expected an absolute path`,
		"reports: {plugins: [{resource: gpu}]}":                                                        `reports.plugins[0].resource: found "gpu", expected the name of a resource`,
		"reports: {plugins: [{resource: amd.com/gpu}, {resource: amd.com/gpu}]}":                       `reports.plugins[1].resource: found "amd.com/gpu" twice`,
		"reports: {plugins: [{resource: amd.com/gpu}, {resource: hygon.com/dcu}]}":                     `reports.plugins[1].type: found "gpu", which amd.com/gpu has, too`,
		"reports: {plugins: [{resource: example.com/dsp}]}":                                            `reports.plugins[0].type: found ""`,
		"reports: {plugins: [{resource: example.com/dsp, type: dsp}]}":                                 `reports.plugins[0].gives: found none`,
		"reports: {plugins: [{resource: example.com/dsp, type: dsp, gives: {example.com/dsp: many}}]}": `reports.plugins[0].gives: example.com/dsp: found "many"`,
		"kubelet: {directory: var}":                                                                    `kubelet.directory: found "var", expected an absolute path`,
		"listen: here":                                                                                 `listen: found "here", expected an address with a port`,
	} {
		config, err := ReadConfig([]byte(text))
		if err == nil {
			if config.NodeName == "" {
				config.NodeName = "node-a"
			}
			err = config.Complete()
		}
		if err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The guide has every field and every metric, and names none that there is not.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/agent.md")
	ok(t, err)
	config := &Config{NodeName: "node-a", BEByNUMA: false}
	ok(t, config.Complete())
	for _, field := range fieldsOf("", config) {
		if !strings.Contains(string(guide), "| `"+field+"` |") {
			t.Errorf("docs/agent.md does not have the field %s", field)
		}
	}
	described := map[string]bool{}
	for _, line := range strings.Split(string(guide), "\n") {
		if name, found := strings.CutPrefix(line, "| `koord_agent_"); found {
			name, _, _ = strings.Cut(name, "`")
			described["koord_agent_"+name] = true
		}
	}
	for name := range newMetrics().names() {
		if !described[name] {
			t.Errorf("docs/agent.md does not have the metric %s", name)
		}
		delete(described, name)
	}
	for name := range described {
		t.Errorf("docs/agent.md has %s, which there is not", name)
	}
}

// The configuration of the manifests is one, and they ask for no more than they say.
func TestManifests(t *testing.T) {
	text, err := os.ReadFile("manifests/config.yaml")
	ok(t, err)
	config, err := ReadConfig(text)
	ok(t, err)
	config.NodeName = "node-a"
	ok(t, config.Complete())
	objects := readObjects(t, "manifests/*.yaml")
	daemon := objects["DaemonSet/koord-agent"]
	if daemon == nil || objects["ClusterRole/koord-agent"] == nil || objects["ServiceAccount/koord-agent"] == nil {
		t.Fatal(objects)
	}
	mounted := map[string]bool{}
	pod := dig(daemon, "spec", "template", "spec").(map[string]any)
	if pod["hostNetwork"] != false || pod["hostPID"] != false {
		t.Error("the host's network or processes")
	}
	one := pod["containers"].([]any)[0].(map[string]any)
	for _, mount := range one["volumeMounts"].([]any) {
		mounted[mount.(map[string]any)["mountPath"].(string)] = true
	}
	for _, path := range []string{config.StateFile, config.NRI.Socket, config.Cgroups.Mount + "/x", config.Kubelet.Config} {
		if !mounted[filepath.Dir(path)] {
			t.Errorf("the folder of %s is not mounted: %v", path, mounted)
		}
	}
	context := one["securityContext"].(map[string]any)
	if context["privileged"] != false || len(dig(context, "capabilities", "drop").([]any)) != 1 || dig(context, "capabilities", "add") != nil {
		t.Error(context)
	}
	for _, rule := range objects["ClusterRole/koord-agent"].(map[string]any)["rules"].([]any) {
		if strings.Contains(fmt.Sprint(rule), "nodes/status") {
			t.Error(rule) // only who wants the condition, or labels and resources, gives this right
		}
		for _, verb := range rule.(map[string]any)["verbs"].([]any) {
			if verb == "*" || verb == "delete" || verb == "update" {
				t.Error(rule)
			}
		}
	}
	// The manifest that grants the right to change Nodes also restricts each agent to its own Node.
	rules := dig(objects["ClusterRole/koord-agent-node"], "rules").([]any)
	if fmt.Sprint(rules) != "[map[apiGroups:[] resources:[nodes nodes/status] verbs:[patch]]]" {
		t.Error(rules)
	}
	policy := objects["ValidatingAdmissionPolicy/koord-agent-own-node"]
	if dig(policy, "spec", "failurePolicy") != "Fail" || objects["ValidatingAdmissionPolicyBinding/koord-agent-own-node"] == nil {
		t.Error(policy)
	}
}
