package scheduler

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
	"k8s.io/kubernetes/pkg/scheduler/profile"
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

// read returns the resources that were listed or watched, as GROUP/RESOURCE.
func read(actions []clienttesting.Action) sets.Set[string] {
	resources := sets.New[string]()
	for _, action := range actions {
		if verb := action.GetVerb(); verb == "list" || verb == "watch" {
			resources.Insert(action.GetResource().Group + "/" + action.GetResource().Resource)
		}
	}
	return resources
}

// kube-scheduler waits for the informers of all plugins before it tries to lead. An informer without rights, or for an API that
// is not served, waits forever. Kubernetes grants a scheduler what kube-scheduler reads, and rbac.yaml the rest.
func TestInformersHaveRights(t *testing.T) {
	client := fake.NewClientset()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory := newInformers(client)
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	defer broadcaster.Shutdown()
	if _, err := kubescheduler.New(ctx, client, factory, nil, profile.NewRecorderFactory(broadcaster)); err != nil {
		t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	granted := read(client.Actions())
	if !granted.Has("/pods") {
		t.Fatal("kube-scheduler reads no pods")
	}

	text, err := os.ReadFile("../deploy/scheduler/manifests/rbac.yaml")
	must(t, err)
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
	for {
		var role rbacv1.ClusterRole
		if err := decoder.Decode(&role); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, rule := range role.Rules {
			for _, group := range rule.APIGroups {
				for _, resource := range rule.Resources {
					if role.Kind == "ClusterRole" && slices.Contains(rule.Verbs, "list") && slices.Contains(rule.Verbs, "watch") {
						granted.Insert(group + "/" + resource)
					}
				}
			}
		}
	}
	w := newWorld(t, "")
	if wanted := read(append(w.client.Actions(), w.dynamic.Actions()...)).Difference(granted); len(wanted) > 0 {
		t.Errorf("read without rights: %v", sets.List(wanted))
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
	fileOf := func(file string) (string, []string) {
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
	_, beside := fileOf("../deploy/scheduler/manifests/config.yaml")
	for file, differ := range map[string][]string{
		"../deploy/scheduler/replacement/config.yaml":          {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler"},
		"../deploy/scheduler/replacement/koord-scheduler.yaml": {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler", "  kubeconfig: /etc/kubernetes/scheduler.conf"},
	} {
		_, instead := fileOf(file)
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
		text, _ := fileOf(file)
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
