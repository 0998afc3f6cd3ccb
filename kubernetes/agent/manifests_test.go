package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// The configuration of the manifests is valid, and they request only the documented permissions.
func TestManifests(t *testing.T) {
	text, err := os.ReadFile("../deploy/agent/manifests/config.yaml")
	check.OK(t, err)
	config, err := config.Read(text)
	check.OK(t, err)
	config.NodeName = "node-a"
	check.OK(t, config.Complete())
	objects := readObjects(t, "../deploy/agent/manifests/*.yaml")
	daemon := readObjects(t, "../deploy/agent/manifests/daemonset/daemonset.yaml")["DaemonSet/koord-agent"]
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
			t.Error(rule) // only needed for the condition, or labels and resources
		}
		for _, verb := range rule.(map[string]any)["verbs"].([]any) {
			if verb == "*" || verb == "delete" || verb == "update" {
				t.Error(rule)
			}
		}
	}
	rules := dig(objects["ClusterRole/koord-agent-node"], "rules").([]any)
	if fmt.Sprint(rules) != "[map[apiGroups:[] resources:[nodes nodes/status] verbs:[patch]]]" {
		t.Error(rules)
	}
}

// Policies restrict an agent's writes to its own node, for everything that a manifest permits.
// tests/e2e/agent.sh tests them.
func TestRightsAreRestricted(t *testing.T) {
	objects := readObjects(t, "../deploy/agent/manifests/*.yaml")
	restricted := map[string]bool{}
	for name, object := range objects {
		name, is := strings.CutPrefix(name, "ValidatingAdmissionPolicy/")
		if !is {
			continue
		}
		bound := objects["ValidatingAdmissionPolicyBinding/"+name]
		if dig(object, "spec", "failurePolicy") != "Fail" || dig(bound, "spec", "policyName") != name ||
			fmt.Sprint(dig(bound, "spec", "validationActions")) != "[Deny]" || dig(bound, "spec", "matchResources") != nil {
			t.Errorf("%s is not enforced", name)
		}
		for _, rule := range dig(object, "spec", "matchConstraints", "resourceRules").([]any) {
			for _, resource := range dig(rule, "resources").([]any) {
				restricted[fmt.Sprint(dig(rule, "apiGroups"), resource)] = true
			}
		}
	}
	written := 0
	for name, object := range objects {
		if !strings.HasPrefix(name, "ClusterRole/") {
			continue
		}
		for _, rule := range dig(object, "rules").([]any) {
			verbs := fmt.Sprint(dig(rule, "verbs"))
			if verbs == "[list watch]" {
				continue
			}
			for _, resource := range dig(rule, "resources").([]any) {
				if written++; !restricted[fmt.Sprint(dig(rule, "apiGroups"), resource)] {
					t.Errorf("%s permits %s of %s, and no policy restricts it", name, verbs, resource)
				}
			}
		}
	}
	// A group that has rights is selected as a group: its members may have any name.
	for name, object := range objects {
		if !strings.HasPrefix(name, "ClusterRoleBinding/") {
			continue
		}
		for _, subject := range dig(object, "subjects").([]any) {
			selected := fmt.Sprintf("'%v' in request.userInfo.?groups", dig(subject, "name"))
			conditions := fmt.Sprint(dig(objects["ValidatingAdmissionPolicy/koord-agent-own-node"], "spec", "matchConditions"))
			if dig(subject, "kind") == "Group" && !strings.Contains(conditions, selected) {
				t.Errorf("%s: the policy does not select %v", name, subject)
			}
		}
	}
	// Rights that the kustomization lacks are applied together with the policy.
	for _, name := range []string{"node.yaml", "condition.yaml", "kubelet.yaml"} {
		text, err := os.ReadFile("../deploy/agent/manifests/" + name)
		check.OK(t, err)
		const folder = " -f kubernetes/deploy/agent/manifests/"
		if !strings.HasPrefix(string(text), "# kubectl apply"+folder+"own-node.yaml"+folder+name+"\n") {
			t.Errorf("%s: found another first line: %.200s", name, text)
		}
	}
	kustomization, err := os.ReadFile("../deploy/agent/manifests/kustomization.yaml")
	check.OK(t, err)
	if written == 0 || !strings.Contains(string(kustomization), "- own-node.yaml\n") {
		t.Error("the kustomization lacks own-node.yaml")
	}
}

// patched returns the DaemonSet with patches, as kustomize applies them.
func patched(t *testing.T, patches ...string) *appsv1.DaemonSet {
	t.Helper()
	var merged any
	for _, path := range append([]string{"../deploy/agent/manifests/daemonset/daemonset.yaml"}, patches...) {
		text, err := os.ReadFile(path)
		check.OK(t, err)
		var patch map[string]any
		check.OK(t, yaml.UnmarshalStrict(text, &patch))
		merged = mergedWith(merged, patch)
	}
	text, err := json.Marshal(merged)
	check.OK(t, err)
	made := &appsv1.DaemonSet{}
	check.OK(t, yaml.UnmarshalStrict(text, made))
	return made
}

// mergedWith applies a strategic merge for the patches used here: null removes a member, and list
// elements are identified by name or mountPath.
func mergedWith(base, patch any) any {
	switch patch := patch.(type) {
	case map[string]any:
		out, _ := base.(map[string]any)
		out = maps.Clone(out)
		if out == nil {
			out = map[string]any{}
		}
		for name, value := range patch {
			if value == nil {
				delete(out, name)
			} else {
				out[name] = mergedWith(out[name], value)
			}
		}
		return out
	case []any:
		out, _ := base.([]any)
		out = slices.Clone(out)
		for _, operation := range patch {
			at := slices.IndexFunc(out, func(other any) bool {
				for _, key := range []string{"mountPath", "name"} {
					if value := dig(operation, key); value != nil {
						return dig(other, key) == value
					}
				}
				return false
			})
			if at < 0 {
				out = append(out, operation)
			} else {
				out[at] = mergedWith(out[at], operation)
			}
		}
		return out
	}
	return patch
}

// Each node has one agent. Agents on nodes with GPUs can access them by NVIDIA's runtime, or by
// mounts. tests/e2e/manifests.sh renders the kustomizations and validates them with an API server.
func TestGPUVariants(t *testing.T) {
	const label = "nvidia.com/gpu.present"
	terms := patched(t, "../deploy/agent/gpu/nodes/daemonset.yaml").Spec.Template.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
	if len(terms) != 1 || fmt.Sprint(terms[0].MatchExpressions) != fmt.Sprintf("[{%s NotIn [true]}]", label) {
		t.Error(terms)
	}
	for folder, check := range map[string]func(*v1.PodSpec, *v1.Container) bool{
		"../deploy/agent/gpu/runtime-class": func(pod *v1.PodSpec, container *v1.Container) bool {
			rights := container.SecurityContext
			return pod.RuntimeClassName != nil && *pod.RuntimeClassName == "nvidia" && !*rights.Privileged && !*rights.AllowPrivilegeEscalation &&
				slices.Contains(container.Env, v1.EnvVar{Name: "NVIDIA_VISIBLE_DEVICES", Value: "all"}) &&
				mountedFrom(pod, container, "/var/run/nvidia-container-devices/all") == "/dev/null"
		},
		"../deploy/agent/gpu/host-mounts": func(pod *v1.PodSpec, container *v1.Container) bool {
			rights := container.SecurityContext
			return *rights.Privileged && *rights.ReadOnlyRootFilesystem && rights.Capabilities == nil && mountedFrom(pod, container, "/dev") == "/dev" &&
				filepath.Base(mountedFrom(pod, container, "/usr/lib/libnvidia-ml.so.1")) == "libnvidia-ml.so.1"
		},
	} {
		plain, made := patched(t), patched(t, "../deploy/agent/gpu/nodes/gpu/daemonset.yaml", folder+"/daemonset.yaml")
		pod := &made.Spec.Template.Spec
		if pod.NodeSelector[label] != "true" || len(pod.Containers) != 1 || !check(pod, &pod.Containers[0]) {
			t.Errorf("%s: %+v", folder, pod)
			continue
		}
		// All mounts of the plain agent are included.
		for _, mount := range plain.Spec.Template.Spec.Containers[0].VolumeMounts {
			if from := mountedFrom(&plain.Spec.Template.Spec, &plain.Spec.Template.Spec.Containers[0], mount.MountPath); from != mountedFrom(pod, &pod.Containers[0], mount.MountPath) {
				t.Errorf("%s: %s is not %s", folder, mount.MountPath, from)
			}
		}
	}
}

// mountedFrom returns the host's path of a mount, or an empty string if there is none.
func mountedFrom(pod *v1.PodSpec, container *v1.Container, path string) string {
	for _, mount := range container.VolumeMounts {
		for _, volume := range pod.Volumes {
			if mount.MountPath == path && volume.Name == mount.Name && volume.HostPath != nil {
				return volume.HostPath.Path
			}
		}
	}
	return ""
}
