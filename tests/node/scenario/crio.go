package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// startCRIO starts CRI-O in containerd's place, with a storage of its own. Debian has conmon and skopeo, which brings the image.
func (n *node) startCRIO(ctx context.Context) error {
	storage := strings.ReplaceAll("vfs@DIR/storage+DIR/runroot", "DIR", n.dir)
	files := map[string]string{
		"policy.json":     `{"default": [{"type": "insecureAcceptAnything"}]}`,
		"registries.conf": "unqualified-search-registries = []\n",
		"crio.conf": strings.ReplaceAll(`[crio]
root = "DIR/storage"
runroot = "DIR/runroot"
storage_driver = "vfs"
log_dir = "DIR"
version_file = "DIR/version"
version_file_persist = "DIR/version-persist"
clean_shutdown_file = "DIR/clean.shutdown"
[crio.api]
listen = "DIR/crio.sock"
stream_port = "0"
[crio.runtime]
default_runtime = "koord"
cgroup_manager = "cgroupfs"
conmon_cgroup = "pod"
pinns_path = "BIN/pinns"
namespaces_dir = "DIR/ns"
container_exits_dir = "DIR/exits"
container_attach_socket_dir = "DIR/attach"
hooks_dir = []
apparmor_profile = "unconfined"
seccomp_profile = "unconfined"
[crio.runtime.runtimes.koord]
runtime_path = "DIR/koord-runc"
runtime_type = "oci"
runtime_root = "DIR/runc"
monitor_path = "/usr/bin/conmon"
monitor_cgroup = "pod"
[crio.image]
pause_image = "IMAGE"
pause_command = ""
signature_policy = "DIR/policy.json"
[crio.network]
network_dir = "DIR/cni"
plugin_dirs = ["DIR/cni-bin"]
[crio.nri]
enable_nri = false
`, "DIR", n.dir),
	}
	for name, text := range files {
		text = strings.NewReplacer("BIN", n.bin, "IMAGE", image).Replace(text)
		if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	if err := n.writeRuntime(); err != nil {
		return err
	}
	archive := filepath.Join(n.dir, "image.tar")
	if err := writeImage(archive, image); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "skopeo", "--policy", filepath.Join(n.dir, "policy.json"), "copy", "oci-archive:"+archive,
		"containers-storage:["+storage+"]"+image).CombinedOutput()
	if err != nil {
		return fmt.Errorf("skopeo: %w: %s", err, out)
	}
	if n.containerd, err = n.launch("crio", "--config", filepath.Join(n.dir, "crio.conf"), "--config-dir", ""); err != nil {
		return err
	}
	return n.connect(ctx, filepath.Join(n.dir, "crio.sock"))
}
