package config

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// An empty configuration is complete, and the printed configuration is read back unchanged.
func TestDefaults(t *testing.T) {
	config := &Config{NodeName: "node-a"}
	check.OK(t, config.Complete())
	if config.OnRefusal != OnRefusalRefuse || config.StateFile != "/run/koord/node-state.json" || config.Interval.Duration != 5*time.Second ||
		config.Kubelet.CPUState != "/var/lib/kubelet/cpu_manager_state" ||
		config.Kubelet.MemoryState != "/var/lib/kubelet/memory_manager_state" {
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

// YAML parses an unquoted off as false.
func TestListenOff(t *testing.T) {
	for _, text := range []string{"listen: off", `listen: "off"`} {
		config, err := Read([]byte("nodeName: node-a\n" + text))
		check.OK(t, err)
		check.OK(t, config.Complete())
		if config.Listen != program.Off {
			t.Errorf("%s: %s", text, config.Listen)
		}
	}
}

// The error names the field, and the found and expected values.
func TestMistakes(t *testing.T) {
	for text, expected := range map[string]string{
		"nodename: x\nnodeNam: y":                   `unknown field "nodeNam"`,
		"onRefusal: maybe":                          `onRefusal: found "maybe", expected one of refuse, shared`,
		"nodeName: A_B":                             `nodeName: found "A_B", expected the name of a node`,
		"gpus: hip":                                 `gpus: found "hip", expected one of env, cdi, none`,
		"gpuIsolation: mig":                         `gpuIsolation: found "mig", expected one of none, hami, mps`,
		"nri: {use: sometimes}":                     `nri.use: found "sometimes", expected one of required, never`,
		"apiServer: {files: [a]}":                   `apiServer.files[0]: found "a", expected an absolute path`,
		"apiServer: {files: [/a, /a]}":              `apiServer.files[1]: found "/a" twice`,
		"apiServer: {files: [/a], use: required}":   `apiServer.files: found files, expected none with apiServer.kubeconfig or apiServer.use: required`,
		"apiServer: {files: [/a], kubeconfig: /k}":  `apiServer.files: found files, expected none with apiServer.kubeconfig`,
		"reservedCPUs: all":                         `reservedCPUs: found "all", expected a list of CPUs, as in 0-1,32`,
		"rdma: some":                                `rdma: found "some", expected one of devices, none`,
		"profile: mine":                             `profile: found "mine", expected one of spec, upstream`,
		"isolatedCPUs: excluded\nprofile: upstream": `isolatedCPUs: found "excluded", expected "shared"`,
		"isolatedCPUs: kept":                        `isolatedCPUs: found "kept", expected one of shared, excluded`,
		"beByNUMA: true":                            `beByNUMA: found true`,
		"interval: 1ms":                             `interval: found 1ms, expected 100ms to 1h0m0s`,
		"interval: null":                            `interval: found null, expected a duration, as in 5s`,
		"interval: 5s\ninterval: 6s":                `line 2 is not valid YAML: key "interval" is there twice, expected once`,
		"gpus: [env":                                `line 1 is not valid YAML: did not find expected`,
		"NodeName: a":                               `unknown field "NodeName": did you mean nodeName?`,
		"gpus: env\n---\ngpus: cdi":                 `found 2 documents, separated by ---, expected one`,
		"apiVersion: v1\nkind: ConfigMap":           `found an object of Kubernetes with kind ConfigMap`,
		"apiServer: {kubeconfig: kubeconfig}":       `apiServer.kubeconfig: found "kubeconfig", expected an absolute path`,
		"kubelet: {endpoint: {url: \"https://k\"}}": `kubelet.endpoint.url: found "https://k", expected https or http with a port`,
		"reports: {plugins: [{resource: amd.com/gpu, type: gpu}]}": `reports.plugins[0]: found only one of type and gives, expected both, or none`,
		"interval: soon":                                            `interval: found "soon", expected a duration, as in 5s`,
		"interval: 5":                                               `interval: found 5, expected a duration, as in 5s`,
		"interval: 0s":                                              `interval: found 0s, expected 100ms to 1h0m0s`,
		"reports: {interval: 0s}":                                   `reports.interval: found 0s, expected 100ms to 10s`,
		"apiServer: {wait: 0ms}":                                    `apiServer.wait: found 0s, expected 1ms to 1h0m0s`,
		"suppression: {thresholdPercent: 0}":                        `suppression.thresholdPercent: found 0, expected 1 to 100`,
		"suppression: {thresholdPercent: many}":                     `suppression.thresholdPercent: found "many", expected a whole number`,
		"suppression: {minimumPercent: -1}":                         `suppression.minimumPercent: found -1, expected a whole number`,
		"suppression: {minimumPercent: 1.5}":                        `suppression.minimumPercent: found 1.5, expected a whole number`,
		"suppression: often":                                        `suppression: found "often", expected fields, as in policy: ...`,
		"ignoreKubelet: maybe":                                      `ignoreKubelet: found "maybe", expected true or false`,
		"nodeName: [a]":                                             `nodeName: found ["a"], expected a text`,
		"reports: {plugins: {resource: a/b}}":                       `reports.plugins: found {"resource":"a/b"}, expected a list`,
		"reports: {plugins: [{resource: a/b, gives: 1}]}":           `reports.plugins[0].gives: found 1, expected names with values`,
		"nri: {sockt: /a}":                                          `unknown field "nri.sockt": did you mean socket?`,
		"intervall: 5s":                                             `unknown field "intervall": did you mean interval?`,
		"- nodeName: a":                                             `found [{"nodeName":"a"}], expected fields, as in nodeName: ...`,
		"nodeName: a\n\tgpus: env":                                  `line 2: found a tab before the field, expected blanks`,
		"listen: \"127.0.0.1:99999\"":                               `listen: found port "99999", expected a number in 0..65535`,
		"listen: \"127.0.0.1:http\"":                                `listen: found port "http", expected a number`,
		"listen: \"127.0.0.300:9472\"":                              `listen: found host "127.0.0.300", expected an IP address or a name`,
		"kubelet: {endpoint: {url: \"https://k:99999\"}}":           `kubelet.endpoint.url: found port "99999", expected a number in 0..65535`,
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
		"kubelet: {endpoint: {url: \"kubelet:10250\"}}":             `kubelet.endpoint.url: found "kubelet:10250", expected https or http with a port`,
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
		config, err := Read([]byte(text))
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

// CheckStart detects errors that would prevent the start, and names the field.
func TestStartIsChecked(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		check.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	plain, empty := write("plain", "x"), write("kubeconfig", "apiVersion: v1\nkind: Config\n")
	number := 0
	kubeconfig := func(cluster, user string) func(*Config) {
		number++
		path := write(fmt.Sprint("kubeconfig", number), "{apiVersion: v1, kind: Config, current-context: x, contexts: [{name: x, context: {cluster: c, user: u}}],\n"+
			"clusters: [{name: c, cluster: "+cluster+"}], users: ["+user+"]}\n")
		return func(c *Config) { c.APIServer.Kubeconfig = path }
	}
	const server = `{server: "https://127.0.0.1:1"}`
	issuer := httptest.NewTLSServer(http.NotFoundHandler())
	defer issuer.Close()
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issuer.Certificate().Raw})
	certificate := base64.StdEncoding.EncodeToString(block)
	for name, test := range map[string]struct {
		change   func(*Config)
		expected string
	}{
		"kubeconfig":      {func(c *Config) { c.APIServer.Kubeconfig = "/nowhere" }, `apiServer.kubeconfig: found "/nowhere", expected a readable file: no such file`},
		"folder":          {func(c *Config) { c.APIServer.Kubeconfig = folder }, `expected a readable file: is a directory`},
		"no user":         {kubeconfig(server, ""), `contexts[x].user: found "u", expected one of users`},
		"no server":       {kubeconfig(`{server: "https://127.0.0.1:99999"}`, "{name: u, user: {}}"), `server: found port "99999", expected a number in 0..65535`},
		"no authority":    {kubeconfig(`{server: "https://127.0.0.1:1", certificate-authority: nowhere}`, "{name: u, user: {}}"), `clusters[c].certificate-authority: found "` + folder + `/nowhere", expected a readable file: no such file`},
		"no certificates": {kubeconfig(`{server: "https://127.0.0.1:1", certificate-authority: plain}`, "{name: u, user: {}}"), `certificate-authority: found "` + plain + `", expected certificates in PEM`},
		"no token":        {kubeconfig(server, "{name: u, user: {tokenFile: nowhere}}"), `users[u].tokenFile: found "` + folder + `/nowhere", expected a readable file: no such file`},
		"no key":          {kubeconfig(server, "{name: u, user: {client-certificate: plain, client-key: nowhere}}"), `users[u].client-key: found "` + folder + `/nowhere"`},
		"no certificate":  {kubeconfig(server, "{name: u, user: {client-certificate: plain, client-key: plain}}"), `client-certificate: found "` + plain + `", expected a certificate in PEM`},
		"no PEM": {kubeconfig(server, "{name: u, user: {client-certificate-data: eA==, client-key-data: eA==}}"),
			`client-certificate-data: expected a certificate in PEM, and its key in client-key-data: failed to find any PEM data`},
		"no PEM in a file": {kubeconfig(server, "{name: u, user: {client-certificate-data: "+certificate+", client-key: plain}}"),
			`client-certificate-data: expected a certificate in PEM, and its key in client-key: failed to find any PEM data in key input`},
		"no base64": {kubeconfig(server, "{name: u, user: {client-certificate-data: '!', client-key-data: eA==}}"),
			`users[u].client-certificate-data: found another text, expected base64`},
		"no authority data": {kubeconfig(`{server: "https://127.0.0.1:1", certificate-authority-data: eA==}`, "{name: u, user: {}}"),
			`certificate-authority-data: found another text, expected certificates in PEM`},
		"no authority base64": {kubeconfig(`{server: "https://127.0.0.1:1", certificate-authority-data: "-"}`, "{name: u, user: {}}"),
			`clusters[c].certificate-authority-data: found another text, expected base64`},
		"another object":  {func(c *Config) { c.APIServer.Kubeconfig = write("pod", "{apiVersion: v1, kind: Pod}") }, `found an object of kind "Pod", expected a kubeconfig`},
		"state folder":    {func(c *Config) { c.StateFile = folder }, `stateFile: `},
		"no pods":         {func(c *Config) { c.NRI.Use = NRINever }, `nri.use: found never, expected required, or a source of pods`},
		"no kubeconfig":   {func(c *Config) { c.APIServer.Use = APIServerRequired }, `apiServer.kubeconfig: found none, expected one with apiServer.use: required`},
		"bad kubeconfig":  {func(c *Config) { c.APIServer.Kubeconfig = plain }, "apiServer.kubeconfig: " + plain + ": "},
		"no context":      {func(c *Config) { c.APIServer.Kubeconfig = empty }, "apiServer.kubeconfig: " + empty + ": found no clusters and contexts, expected a kubeconfig"},
		"token":           {func(c *Config) { c.Kubelet.Endpoint = KubeletEndpoint{URL: "https://k:1", TokenFile: "/nowhere"} }, `kubelet.endpoint.tokenFile: found "/nowhere"`},
		"authority":       {func(c *Config) { c.Kubelet.Endpoint = KubeletEndpoint{URL: "https://k:1", CAFile: "/nowhere"} }, `kubelet.endpoint.caFile: found "/nowhere"`},
		"bad authority":   {func(c *Config) { c.Kubelet.Endpoint = KubeletEndpoint{URL: "https://k:1", CAFile: plain} }, `kubelet.endpoint.caFile: found "` + plain + `", expected certificates in PEM`},
		"foreign address": {func(c *Config) { c.Listen = "192.0.2.1:9472" }, `listen: found "192.0.2.1:9472", expected an address of this machine`},
		"state":           {func(c *Config) { c.StateFile = plain + "/state.json" }, `stateFile: found "` + plain + `/state.json", expected a file in a directory`},
		// even root may not write there
		"read-only": {func(c *Config) { c.StateFile = "/proc/sys/koord/state.json" }, `stateFile: `},
	} {
		if name == "read-only" && os.Geteuid() != 0 {
			t.Log("SKIPPED: read-only: only root is told where it cannot write")
			continue
		}
		config := &Config{NodeName: "node-a", StateFile: filepath.Join(folder, "run", "state.json"), Listen: "127.0.0.1:0"}
		test.change(config)
		check.OK(t, config.Complete())
		if err := config.CheckStart(t.Context()); err == nil || !strings.Contains(err.Error(), test.expected) {
			t.Errorf("%s: %v", name, err)
		}
	}
	config := &Config{NodeName: "node-a", StateFile: filepath.Join(folder, "run", "state.json"), Listen: "127.0.0.1:0"}
	check.OK(t, config.Complete())
	check.OK(t, config.CheckStart(t.Context()))
	if _, err := os.Stat(filepath.Join(folder, "run")); err == nil {
		t.Error("the check made a directory")
	}
	// Problems that may be resolved later are only remarked on.
	config.Cgroups.Mount, config.NRI.Socket, config.Kubelet.Directory, config.Reports.NVML = plain, plain, folder, "/nowhere.so"
	if remarks := config.Remarks(); len(remarks) != 2 || !strings.HasPrefix(remarks[0], `cgroups.mount: "`+plain+`" is no directory`) ||
		!strings.HasPrefix(remarks[1], `reports.nvml: "/nowhere.so" is not there`) {
		t.Error(remarks)
	}
}

// A user other than root cannot read kubelet's kubeconfig: -check says so, and checks the rest.
func TestChecksThatOnlyRootCanMake(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	folder := t.TempDir()
	check.OK(t, os.Chmod(folder, 0o755))
	check.OK(t, os.Chmod(filepath.Dir(folder), 0o755))
	secret := filepath.Join(folder, "kubelet.conf")
	check.OK(t, os.WriteFile(secret, []byte("x"), 0o600))
	config := &Config{NodeName: "node-a", StateFile: filepath.Join(folder, "state.json"), Listen: "127.0.0.1:0",
		APIServer: APIServerConfig{Kubeconfig: secret, Use: APIServerRequired},
		Kubelet:   KubeletConfig{Endpoint: KubeletEndpoint{URL: "https://127.0.0.1:1", TokenFile: secret}}}
	check.OK(t, config.Complete())
	if err := config.CheckStart(t.Context()); err == nil || !strings.Contains(err.Error(), "expected a kubeconfig") {
		t.Error("root:", err)
	}
	if err := syscall.Setreuid(-1, 65534); err != nil {
		t.Skip("root may not become another user here: ", err)
	}
	checked, remarks := config.CheckStart(t.Context()), strings.Join(config.Remarks(), "\n")
	config.Listen = "192.0.2.1:9472"
	other := config.CheckStart(t.Context())
	check.OK(t, syscall.Setreuid(-1, 0))
	if checked != nil || other == nil || !strings.HasPrefix(other.Error(), "listen: ") {
		t.Errorf("found %v and %v", checked, other)
	}
	for _, field := range []string{"apiServer.kubeconfig", "kubelet.endpoint.tokenFile"} {
		if expected := field + ": found " + strconv.Quote(secret) + ", expected a readable file: permission denied; only root can check this"; !strings.Contains(remarks, expected) {
			t.Errorf("found %s, expected %s", remarks, expected)
		}
	}
}
