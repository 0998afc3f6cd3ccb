package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

const (
	anotherConfiguration = `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: KUBECONFIG
profiles:
  - schedulerName: another
    plugins:
      score:
        enabled:
          - name: Another
`
	unreachable = `apiVersion: v1
kind: Config
current-context: none
contexts: [{name: none, context: {cluster: none, user: none}}]
clusters: [{name: none, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: none, user: {}}]
`
)

// The command creates plugins that were passed to it.
func TestNewCommandWithAnotherPlugin(t *testing.T) {
	created := errors.New("the factory of Another was called")
	factory := func(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) { return nil, created }
	folder := t.TempDir()
	kubeconfig, file := filepath.Join(folder, "kubeconfig"), filepath.Join(folder, "config.yaml")
	for name, text := range map[string]string{kubeconfig: unreachable, file: strings.ReplaceAll(anotherConfiguration, "KUBECONFIG", kubeconfig)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := NewCommand(app.WithPlugin("Another", factory))
	command.SetArgs([]string{"--config", file, "--secure-port", "0", "--authentication-skip-lookup"})
	if err := command.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), created.Error()) {
		t.Errorf("found %v, expected %v", err, created)
	}
}
