package request

import (
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/objects"
)

// podWith returns a pod that requests an amount of a resource.
func podWith(name v1.ResourceName, amount string) *v1.Pod {
	list := v1.ResourceList{name: resource.MustParse(amount)}
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "pod", UID: "pod", Labels: map[string]string{},
		Annotations: map[string]string{}}, Spec: v1.PodSpec{Containers: []v1.Container{{Name: "main",
		Resources: v1.ResourceRequirements{Requests: list, Limits: list.DeepCopy()}}}}}
}

// placesOf lists the places of a pod's resources besides its containers.
var placesOf = map[string]func(pod *v1.Pod) (requests, limits *v1.ResourceList){
	"init container": func(pod *v1.Pod) (requests, limits *v1.ResourceList) {
		pod.Spec.InitContainers = []v1.Container{{Name: "first"}}
		return &pod.Spec.InitContainers[0].Resources.Requests, &pod.Spec.InitContainers[0].Resources.Limits
	},
	"pod level": func(pod *v1.Pod) (requests, limits *v1.ResourceList) {
		pod.Spec.Resources = &v1.ResourceRequirements{}
		return &pod.Spec.Resources.Requests, &pod.Spec.Resources.Limits
	},
	"overhead": func(pod *v1.Pod) (requests, limits *v1.ResourceList) { return &pod.Spec.Overhead, &v1.ResourceList{} },
}

// eachPlace runs a test with pods that request an amount of a resource in one of these places alone.
func eachPlace(t *testing.T, name v1.ResourceName, amount string, test func(t *testing.T, pod *v1.Pod)) {
	for place, lists := range placesOf {
		t.Run(place, func(t *testing.T) {
			pod := podWith("cpu", "2")
			requests, limits := lists(pod)
			list := v1.ResourceList{name: resource.MustParse(amount)}
			*requests, *limits = list, list.DeepCopy()
			test(t, pod)
		})
	}
}

// The webhook sends pods to this scheduler for resources in any of these places.
func TestRequestsOutsideOfContainersCount(t *testing.T) {
	eachPlace(t, "koordinator.sh/gpu", "100", func(t *testing.T, pod *v1.Pod) {
		if stated := StatedRequest(pod); !StatesRequest(pod, IsDeviceResource) || stated != "resource koordinator.sh/gpu" {
			t.Errorf("needs the plugin: not known, or the request found is %q", stated)
		}
		if OnlyListed(pod, IsDeviceResource) != pod {
			t.Error("a known resource is left out")
		}
	})
	eachPlace(t, "koordinator.sh/gpu", "0", func(t *testing.T, pod *v1.Pod) {
		if stated := StatedRequest(pod); stated != "" {
			t.Errorf("an amount of 0 states %q", stated)
		}
	})
	eachPlace(t, "example.com/nic", "1", func(t *testing.T, pod *v1.Pod) {
		if WantsDevices(pod, IsDeviceResource) {
			t.Error("an unlisted resource is a device's")
		}
		left := OnlyListed(pod, IsDeviceResource)
		every := func(string) bool { return true }
		if WantsDevices(left, every) || !WantsDevices(pod, every) || AmountsOf(left).CPU != 2000 {
			t.Errorf("left %v, or the pod itself was changed: %v", left.Spec, pod.Spec)
		}
	})
}

// A pod needs the plugin if its QoS, an annotation or an extended resource states it.
func TestPodsThatStateARequest(t *testing.T) {
	for name, test := range map[string]struct {
		pod    func() *v1.Pod
		states bool
		stated string
	}{
		"plain":  {func() *v1.Pod { return podWith("cpu", "2") }, false, ""},
		"device": {func() *v1.Pod { return podWith("koordinator.sh/gpu", "100") }, true, "resource koordinator.sh/gpu"},
		"QoS": {func() *v1.Pod {
			out := podWith("cpu", "2")
			out.Labels[objects.LabelQOSClass] = "LSR"
			return out
		}, true, "QoS LSR"},
		"claim": {func() *v1.Pod {
			out := podWith("cpu", "2")
			out.Annotations[objects.AnnotationResourceStatus] = "{}"
			return out
		}, true, "annotation " + objects.AnnotationResourceStatus},
		"isolated CPUs": {func() *v1.Pod {
			out := podWith("cpu", "2")
			out.Annotations[objects.AnnotationIsolatedCPUs] = "Required"
			return out
		}, true, "annotation " + objects.AnnotationIsolatedCPUs},
		"several resources": {func() *v1.Pod {
			out := podWith("koordinator.sh/gpu-core", "50")
			limits := out.Spec.Containers[0].Resources.Limits
			limits["koordinator.sh/gpu-memory-ratio"], limits["koordinator.sh/rdma"] = resource.MustParse("50"), resource.MustParse("1")
			return out
		}, true, "resource koordinator.sh/gpu-core"},
	} {
		pod := test.pod()
		if states, stated := StatesRequest(pod, IsDeviceResource), StatedRequest(pod); states != test.states || stated != test.stated {
			t.Errorf("%s: %t, %q", name, states, stated)
		}
	}
}

// kube-scheduler alone handles an extended resource that no node and no device lists.
func TestUnlistedResourcesAreLeftOut(t *testing.T) {
	pod, listed := podWith("example.com/nic", "1"), map[string]bool{}
	pod.Spec.Containers[0].Resources.Requests["cpu"] = resource.MustParse("2")
	knows := func(name string) bool { return listed[name] || IsDeviceResource(name) }
	left := OnlyListed(pod, knows).Spec.Containers[0].Resources
	if WantsDevices(pod, knows) || len(left.Limits) != 0 || len(left.Requests) != 1 || !left.Requests.Cpu().Equal(resource.MustParse("2")) {
		t.Errorf("found %v, expected CPUs alone", left)
	}
	if len(pod.Spec.Containers[0].Resources.Limits) != 1 {
		t.Error("the pod itself was changed")
	}
	listed["example.com/nic"] = true
	if !WantsDevices(pod, knows) || OnlyListed(pod, knows) != pod {
		t.Error("a listed resource is left out")
	}
	if device := podWith("nvidia.com/mig-1g.5gb", "1"); !WantsDevices(device, knows) || OnlyListed(device, knows) != device {
		t.Error("a resource of a device group is left out")
	}
}

// While a pod is resized, it uses the larger amounts, and its limits follow its requests.
func TestResizedPodUsesTheLargerAmount(t *testing.T) {
	pod := podWith("cpu", "2")
	pod.Status.ContainerStatuses = []v1.ContainerStatus{{Name: "main", AllocatedResources: v1.ResourceList{"cpu": resource.MustParse("6")}}}
	used := InUse(pod)
	if got := AmountsOf(used).CPU; got != 6000 || !used.Spec.Containers[0].Resources.Limits.Cpu().Equal(resource.MustParse("6")) {
		t.Error(got, used.Spec.Containers[0].Resources)
	}
	if got := AmountsOf(Desired(pod)).CPU; got != 2000 || AmountsOf(pod).CPU != 2000 {
		t.Error(got)
	}
	pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodResizePending, Status: v1.ConditionTrue, Reason: v1.PodReasonInfeasible}}
	if got := AmountsOf(Desired(pod)).CPU; got != 6000 {
		t.Error("infeasible:", got)
	}
}

// Nodes that all pods may use come first, then those that some may use.
func TestReachOfPods(t *testing.T) {
	var infos []fwk.NodeInfo
	for _, name := range []string{"open", "tainted"} {
		node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if name == "tainted" {
			node.Spec.Taints = []v1.Taint{{Key: "no", Effect: v1.TaintEffectNoSchedule}}
		}
		info := framework.NewNodeInfo()
		info.SetNode(node)
		infos = append(infos, info)
	}
	plain, tolerant := podWith("cpu", "1"), podWith("cpu", "1")
	tolerant.UID, tolerant.Spec.Tolerations = "tolerant", []v1.Toleration{{Operator: v1.TolerationOpExists}}
	eligible := NewEligibleNodes([]*v1.Pod{plain, tolerant}, infos)
	if eligible.Allows(plain, "tainted") || !eligible.Allows(tolerant, "tainted") || eligible.Allows(plain, "unknown") {
		t.Error("allowed nodes")
	}
	if eligible.SameKind(plain, tolerant) || !eligible.SameKind(plain, plain) {
		t.Error("kinds of pods")
	}
	if unknown := (*EligibleNodes)(nil); !unknown.Allows(plain, "tainted") || !unknown.SameKind(plain, tolerant) {
		t.Error("without a EligibleNodes, nodes are refused")
	}
	other := tolerant.DeepCopy()
	other.UID = "other"
	for what, all := range map[string]*EligibleNodes{"known": NewEligibleNodes([]*v1.Pod{plain, tolerant, other}, infos), "all": nil} {
		without := all.Without(map[types.UID][]string{"tolerant": {"open"}})
		if !slices.Equal(without.RefusedTo(tolerant), []string{"open"}) || len(without.RefusedTo(other)) > 0 || len(all.RefusedTo(tolerant)) > 0 {
			t.Error(what, without.refused)
		}
		if without.SameKind(tolerant, other) || !all.SameKind(tolerant, other) || !without.Allows(tolerant, "tainted") {
			t.Error(what, "kinds without a refused node")
		}
		if same := all.Without(nil); same != all || len(without.ByKind([]*v1.Pod{tolerant, other})) != 1 {
			t.Error(what, same)
		}
	}
}

// Pods with other requests or annotations that decide their placement have other signatures.
func TestSignatures(t *testing.T) {
	plain := SignatureOf(podWith("cpu", "1"))
	for _, key := range objects.PodAnnotations() {
		pod := podWith("cpu", "1")
		pod.Annotations = map[string]string{key: "value"}
		if sign := SignatureOf(pod); sign.Annotations == plain.Annotations && !sign.Claims {
			t.Error(key, "is not part of the signature")
		}
	}
	one, other := SignatureOf(podWith("cpu", "1")), SignatureOf(podWith("cpu", "2"))
	if one.Containers[0].Resources.Requests.Cpu().Equal(*other.Containers[0].Resources.Requests.Cpu()) || one.Claims {
		t.Error(one, other)
	}
}
