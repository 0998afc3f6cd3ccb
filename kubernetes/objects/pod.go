package objects

import (
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
)

// FillPod resets a builder and fills it with a pod. Errors: koord.ErrInvalid (names pod and field:
// a negative amount, an unknown QoS class in the status). Amounts above 2^63-1 count as 2^63-1.
func FillPod(b *koord.PodBuilder, pod *v1.Pod) error {
	const op = "objects.FillPod"
	b.Reset()
	if pod == nil {
		return invalid(op, "pod: is nil")
	}
	spec := koord.PodSpec{}
	if err := fillStatus(op, &spec, pod); err != nil {
		return err
	}
	if pod.Spec.Priority != nil {
		spec.Priority = *pod.Spec.Priority
	}
	if pod.Spec.Resources != nil {
		spec.Flags |= koord.PodHasPodLevel
	}
	if slices.ContainsFunc(pod.Spec.Tolerations, toleratesUnschedulable) {
		spec.Flags |= koord.PodToleratesUnschedulable
	}
	b.SetName(pod.Name)
	b.SetNamespace(pod.Namespace)
	b.SetUID(string(pod.UID))
	if pod.Spec.NodeName != "" {
		b.SetNode(pod.Spec.NodeName)
	}
	b.SetSpec(spec)
	eachText(pod.Labels, podLabels, b.SetLabel)
	eachText(pod.Annotations, podAnnotations, b.SetAnnotation)
	if !fillContainers(b, pod) {
		b.Reset()
		return badPodAmount(op, pod)
	}
	return nil
}

// toleratesUnschedulable reports whether a toleration tolerates the taint
// node.kubernetes.io/unschedulable:NoSchedule.
func toleratesUnschedulable(toleration v1.Toleration) bool {
	taint := v1.Taint{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule}
	return toleration.ToleratesTaint(klog.Background(), &taint, false)
}

func fillStatus(op string, spec *koord.PodSpec, pod *v1.Pod) error {
	if pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed {
		spec.Flags |= koord.PodTerminated
	}
	switch pod.Status.QOSClass {
	case "":
	case v1.PodQOSGuaranteed:
		spec.Flags, spec.KubeQOS = spec.Flags|koord.PodHasKubeQOS, koord.KubeQOSGuaranteed
	case v1.PodQOSBurstable:
		spec.Flags, spec.KubeQOS = spec.Flags|koord.PodHasKubeQOS, koord.KubeQOSBurstable
	case v1.PodQOSBestEffort:
		spec.Flags, spec.KubeQOS = spec.Flags|koord.PodHasKubeQOS, koord.KubeQOSBestEffort
	default:
		return invalid(op, fmt.Sprintf("%s: status.qosClass: found %q, expected one of BestEffort, Burstable, Guaranteed",
			podName(pod), pod.Status.QOSClass))
	}
	if pod.Spec.NodeName == "" {
		return nil
	}
	if slices.ContainsFunc(pod.Status.Conditions, func(condition v1.PodCondition) bool {
		return condition.Type == v1.PodInitialized && condition.Status == v1.ConditionTrue
	}) {
		spec.Flags |= koord.PodInitialized
	}
	for i := range pod.Status.Conditions {
		condition := &pod.Status.Conditions[i]
		if condition.Type != v1.PodScheduled || condition.Status != v1.ConditionTrue {
			continue
		}
		if !condition.LastTransitionTime.IsZero() {
			spec.Scheduled = condition.LastTransitionTime.Unix()
		}
		break
	}
	return nil
}

// fillContainers reports whether a builder can hold all amounts.
func fillContainers(b *koord.PodBuilder, pod *v1.Pod) (ok bool) {
	ok = true
	for i := range pod.Spec.InitContainers {
		container := &pod.Spec.InitContainers[i]
		kind := koord.ContainerKindInit
		if container.RestartPolicy != nil && *container.RestartPolicy == v1.ContainerRestartPolicyAlways {
			kind = koord.ContainerKindSidecar
		}
		ok = fillContainer(b, kind, container) && ok
	}
	for i := range pod.Spec.Containers {
		ok = fillContainer(b, koord.ContainerKindApp, &pod.Spec.Containers[i]) && ok
	}
	for name, quantity := range pod.Spec.Overhead {
		amount := cappedAmount(string(name), &quantity)
		if amount < 0 {
			ok = false
			continue
		}
		b.SetResource(int32(koord.ResourceScopeOverhead), string(name), amount, none)
		setQuantity(b, int32(koord.ResourceScopeOverhead), koord.ResourceBoundRequest, string(name), &quantity)
	}
	if whole := pod.Spec.Resources; whole != nil {
		ok = fillAmounts(b, int32(koord.ResourceScopePod), whole.Requests, whole.Limits) && ok
	}
	return ok
}

func fillContainer(b *koord.PodBuilder, kind koord.ContainerKind, container *v1.Container) bool {
	at := b.AddContainer(kind, container.Name)
	// Init containers have ended when the pod runs, so their variables do not count. If a name is
	// repeated, the last entry counts.
	if kind != koord.ContainerKindInit {
		for i := len(container.Env) - 1; i >= 0; i-- {
			if container.Env[i].Name != EnvVisibleDevices {
				continue
			}
			if value := container.Env[i].Value; value != "" {
				b.SetEnv(at, EnvVisibleDevices, text(value))
			}
			break
		}
	}
	return fillAmounts(b, at, container.Resources.Requests, container.Resources.Limits)
}

func fillAmounts(b *koord.PodBuilder, at int32, requests, limits v1.ResourceList) bool {
	ok := eachAmount(requests, limits, func(name string, request, limit int64) { b.SetResource(at, name, request, limit) })
	if !ok {
		return false
	}
	for name, quantity := range requests {
		setQuantity(b, at, koord.ResourceBoundRequest, string(name), &quantity)
	}
	for name, quantity := range limits {
		setQuantity(b, at, koord.ResourceBoundLimit, string(name), &quantity)
	}
	return true
}

// setQuantity sets an amount as text if SetResource would round it.
func setQuantity(b *koord.PodBuilder, at int32, bound koord.ResourceBound, name string, quantity *resource.Quantity) {
	if isWhole(name, quantity) {
		return
	}
	text := quantity.String()
	if amountOf(name, quantity) < 0 {
		text = "10E" // any amount above the largest; String of "1000E" is "1"
	}
	b.SetQuantity(at, bound, name, text)
}

// badPodAmount checks amounts in the order in which libkoord reads a pod.
func badPodAmount(op string, pod *v1.Pod) error {
	object := podName(pod)
	check := func(path string, resources *v1.ResourceRequirements) error {
		if resources == nil {
			return nil
		}
		if err := badAmount(op, object, path+".resources.requests", resources.Requests, cappedAmount); err != nil {
			return err
		}
		return badAmount(op, object, path+".resources.limits", resources.Limits, cappedAmount)
	}
	for i := range pod.Spec.InitContainers {
		if err := check(element("spec.initContainers", i), &pod.Spec.InitContainers[i].Resources); err != nil {
			return err
		}
	}
	for i := range pod.Spec.Containers {
		if err := check(element("spec.containers", i), &pod.Spec.Containers[i].Resources); err != nil {
			return err
		}
	}
	if err := badAmount(op, object, "spec.overhead", pod.Spec.Overhead, cappedAmount); err != nil {
		return err
	}
	return check("spec", pod.Spec.Resources)
}

func podName(pod *v1.Pod) string {
	namespace := pod.Namespace
	if namespace == "" {
		namespace = v1.NamespaceDefault
	}
	return objectName("Pod", namespace, pod.Name)
}
