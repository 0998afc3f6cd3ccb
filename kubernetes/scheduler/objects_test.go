package scheduler

import (
	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
)

type podOption func(*v1.Pod)

func pod(name, cpus string, options ...podOption) *v1.Pod {
	amounts := v1.ResourceList{"cpu": resource.MustParse(cpus), "memory": resource.MustParse("1Gi")}
	out := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), Labels: map[string]string{},
			Annotations: map[string]string{}},
		Spec: v1.PodSpec{SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main",
			Resources: v1.ResourceRequirements{Requests: amounts, Limits: amounts.DeepCopy()}}}},
	}
	for _, option := range options {
		option(out)
	}
	return out
}

// lsr returns a pod with exclusive CPUs.
func lsr(name, cpus string, options ...podOption) *v1.Pod {
	return pod(name, cpus, append([]podOption{func(p *v1.Pod) {
		p.Labels[objects.LabelQOSClass] = "LSR"
		p.Annotations[objects.AnnotationResourceSpec] = `{"requiredCPUBindPolicy":"FullPCPUs"}`
	}}, options...)...)
}

func priority(value int32) podOption { return func(p *v1.Pod) { p.Spec.Priority = &value } }

func ask(name, amount string) podOption {
	return func(p *v1.Pod) {
		p.Spec.Containers[0].Resources.Limits[v1.ResourceName(name)] = resource.MustParse(amount)
		p.Spec.Containers[0].Resources.Requests[v1.ResourceName(name)] = resource.MustParse(amount)
	}
}

// precious marks a pod that a budget protects from eviction.
func precious(p *v1.Pod) { p.Labels["app"] = "kept" }

// keptByBudget returns a PodDisruptionBudget that allows no disruption of precious pods.
func keptByBudget() *policy.PodDisruptionBudget {
	return &policy.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "keep"},
		Spec:       policy.PodDisruptionBudgetSpec{Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "kept"}}},
	}
}

// tainted adds a taint that rejects pods without a toleration.
func tainted(n *v1.Node) { n.Spec.Taints = []v1.Taint{{Key: "no", Effect: v1.TaintEffectNoSchedule}} }

func toleratesAll(p *v1.Pod) { p.Spec.Tolerations = []v1.Toleration{{Operator: v1.TolerationOpExists}} }

// onto makes a pod select a node.
func onto(node string) podOption {
	return func(p *v1.Pod) { p.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": node} }
}
