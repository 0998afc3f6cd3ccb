package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// process is a program that this one started.
type process struct{ command *exec.Cmd }

// kill does so without asking.
func (p *process) kill() {
	if p == nil || p.command.ProcessState != nil {
		return
	}
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

func (n *node) launch(name string, args ...string) (*process, error) {
	log, err := n.log(name + ".log")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(filepath.Join(n.bin, name), args...)
	command.Stdout, command.Stderr = log, log
	command.Env = append(os.Environ(), "PATH="+n.bin+":"+os.Getenv("PATH"))
	if name == "koord-agent" && n.hardware != nil {
		command.Env = append(command.Env, n.hardware.environment(n.host())...)
	}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &process{command}, command.Start()
}

const image = "localhost/koord/busybox:1"

func (n *node) startContainerd(ctx context.Context) error {
	config := `version = 3
root = "DIR/root"
state = "DIR/run"
[grpc]
  address = "DIR/containerd.sock"
[ttrpc]
  address = "DIR/containerd.sock.ttrpc"
[plugins."io.containerd.nri.v1.nri"]
  disable = DISABLE
  socket_path = "DIR/nri.sock"
  plugin_path = "DIR/plugins"
  plugin_config_path = "DIR/conf.d"
  plugin_registration_timeout = "60s"
  plugin_request_timeout = "REQUEST"
[plugins."io.containerd.nri.v1.nri".default_validator]
  enable = VALIDATOR
[plugins."io.containerd.cri.v1.images".pinned_images]
  sandbox = "` + image + `"
[plugins."io.containerd.cri.v1.images"]
  snapshotter = "SNAPSHOTTER"
[plugins."io.containerd.cri.v1.runtime"]
  cdi_spec_dirs = ["DIR/cdi"]
  restrict_oom_score_adj = true
  disable_apparmor = true
[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
  BinaryName = "RUNTIME"
  NoPivotRoot = EMULATED
`
	runtime := ""
	if n.tools != "" {
		runtime = filepath.Join(n.dir, "koord-runc")
		if err := n.writeRuntime(); err != nil {
			return err
		}
	}
	request, snapshotter := "10s", "overlayfs"
	switch {
	case n.validator: // the last parts do not need more, and one of them waits for it
		request = "3s"
	case n.emulated:
		request, snapshotter = "60s", "native"
	}
	config = strings.NewReplacer("SNAPSHOTTER", snapshotter, "EMULATED", fmt.Sprint(n.emulated), "REQUEST", request, "VALIDATOR", fmt.Sprint(n.validator), "DIR", n.dir, "DISABLE", fmt.Sprint(n.tools != ""), "RUNTIME", runtime).Replace(config)
	if err := writeCDI(filepath.Join(n.dir, "cdi")); err != nil {
		return err
	}
	path := filepath.Join(n.dir, "containerd.toml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		return err
	}
	var err error
	if n.containerd, err = n.launch("containerd", "--config", path); err != nil {
		return err
	}
	socket := filepath.Join(n.dir, "containerd.sock")
	if err := n.connect(ctx, socket); err != nil {
		return err
	}
	if n.hasImage {
		return nil
	}
	archive := filepath.Join(n.dir, "image.tar")
	if err := writeImage(archive, image); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(n.bin, "ctr"), "-a", socket, "-n", "k8s.io", "images", "import", "--local", "--snapshotter", snapshotter, archive).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ctr images import: %w: %s", err, out)
	}
	n.hasImage = true
	return nil
}

// connect waits until the runtime answers.
func (n *node) connect(ctx context.Context, socket string) error {
	if n.cri == nil {
		connection, err := grpc.NewClient("unix://"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			return err
		}
		n.cri = cri.NewRuntimeServiceClient(connection)
	}
	if err := settled(func() error {
		_, err := n.cri.Version(ctx, &cri.VersionRequest{})
		return err
	}); err != nil {
		return fmt.Errorf("the runtime: %w", err)
	}
	return nil
}

const address = "127.0.0.1:19472"

func (n *node) startAgent(ctx context.Context) error {
	path := filepath.Join(n.dir, "agent.yaml")
	server := "use: never"
	if n.account != "" {
		server = "use: required, kubeconfig: " + n.account
	}
	kubelet, endpoint := []string{"directory: " + n.dir + "/kubelet"}, n.listURL
	if n.hardware != nil && n.hardware.kubelet != nil {
		endpoint = n.hardware.kubelet.URL
	}
	if n.koordctl != "" {
		kubelet, endpoint = nil, kubeletURL
	}
	if endpoint != "" {
		kubelet = append(kubelet, "endpoint: {url: \""+endpoint+"\", skipVerify: true}")
	}
	config := fmt.Sprintf("nodeName: node-a\nonRefusal: %s\nstateFile: %s/state/node-state.json\nlisten: %s\nnri: {socket: %s/nri.sock}\napiServer: {%s}\n"+
		"cgroups: {driver: cgroupfs}\nkubelet: {%s}\nignoreKubelet: %t\n", n.onRefusal, n.dir, address, n.dir, server, strings.Join(kubelet, ", "), n.ignoreKubelet)
	switch {
	case n.hardware != nil:
		config += n.hardware.config(n.host())
	case n.list != nil && n.emulated:
		config += "interval: 2s\n"
	case n.list != nil:
		config += "interval: 100ms\n"
	case n.pretends:
		config += "reports: {devices: never}\n"
	case n.koordctl != "":
		config += "reports:\n  condition: publish\n  plugins: [{resource: " + dspResource + ", type: dsp, gives: {" + dspResource + ": \"100\"}}]\n"
	}
	if n.suppression != "" {
		config += "suppression: {policy: " + n.suppression + ", interval: 200ms}\n"
	}
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		return err
	}
	var err error
	if n.agent, err = n.launch("koord-agent", "-config", path); err != nil {
		return err
	}
	return n.ready(ctx)
}

// ready waits until the agent places pods.
func (n *node) ready(ctx context.Context) error {
	client := http.Client{Timeout: 5 * time.Second}
	return settled(func() error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
		if err != nil {
			return err
		}
		answer, err := client.Do(request)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("the agent is not ready: %s", answer.Status)
		}
		return nil
	})
}
