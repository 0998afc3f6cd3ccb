//go:build kube1_36

package scheduler

import (
	"os/exec"
	"strings"
	"testing"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
)

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return kubescheduler.NewInformerFactory(client, 0)
}

// ofVersion returns a configuration for this version of Kubernetes.
func ofVersion(t *testing.T, text string) []byte {
	t.Helper()
	command := exec.Command("../versions/config.sh")
	command.Env, command.Stdin = []string{"PATH=/usr/bin:/bin", "KUBERNETES=1.36"}, strings.NewReader(text)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
