package scheduler

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
)

// Only a static pod's manifest grants permissions to the user of kube-scheduler.
func TestRightsOfTheStaticPod(t *testing.T) {
	for file, expected := range map[string]bool{"../deploy/scheduler/manifests/rbac.yaml": false, "../deploy/scheduler/replacement/rbac-static-pod.yaml": true} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := strings.Contains(string(text), "kind: User"); found != expected {
			t.Errorf("%s: %v", file, found)
		}
	}
}

func TestManifestsAreReadable(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../deploy/scheduler/manifests/*.yaml", "../deploy/scheduler/replacement/*.yaml", "../deploy/scheduler/replacement/kubeadm/*.yaml", "../deploy/scheduler/monitoring/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
		for {
			var object unstructured.Unstructured
			if err := decoder.Decode(&object.Object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if object.GetKind() == "" || object.GetAPIVersion() == "" {
				t.Errorf("%s: an object without kind", file)
			}
		}
	}
}

// Beside kube-scheduler the scheduler serves its own profile. As a replacement it serves
// kube-scheduler's profile and takes its lease, so that two schedulers never serve one profile at a
// time. Everything else is equal.
func TestConfigurationsDifferInProfileAndLease(t *testing.T) {
	read := func(file string) (string, []string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, line := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		return string(text), lines
	}
	_, beside := read("../deploy/scheduler/manifests/config.yaml")
	for file, differ := range map[string][]string{
		"../deploy/scheduler/replacement/config.yaml":          {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler"},
		"../deploy/scheduler/replacement/koord-scheduler.yaml": {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler", "  kubeconfig: /etc/kubernetes/scheduler.conf"},
	} {
		_, instead := read(file)
		var found []string
		for _, line := range instead {
			if line != "" && !slices.Contains(beside, line) {
				found = append(found, line)
			}
		}
		slices.Sort(found)
		slices.Sort(differ)
		if !slices.Equal(found, differ) {
			t.Errorf("%s differs in %q", file, found)
		}
	}
	for _, file := range []string{"../deploy/scheduler/manifests/config.yaml", "../deploy/scheduler/replacement/config.yaml", "../deploy/scheduler/replacement/koord-scheduler.yaml"} {
		text, _ := read(file)
		made := configuration(t, text)
		if err := validation.ValidateKubeSchedulerConfiguration(made); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		profile, lease := made.Profiles[0].SchedulerName, made.LeaderElection.ResourceName
		if (profile == "default-scheduler") != (lease == "kube-scheduler") || profile != "default-scheduler" && profile != "koord-scheduler" {
			t.Errorf("%s: profile %s with lease %s", file, profile, lease)
		}
	}
}
