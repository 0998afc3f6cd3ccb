//go:build ignore

// Random pods and what Kubernetes computes for them, one JSON object a line. README.md says how to run it.
package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	helpers "k8s.io/component-helpers/resource"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
)

var r *rand.Rand

func quantity(name string) resource.Quantity {
	var t string
	switch name {
	case "cpu":
		t = []string{"0", "100m", "250m", "1", "1500m", "2", "4"}[r.Intn(7)]
	case "memory":
		t = []string{"0", "64Mi", "1Gi", "1G", "2Gi", "1500M"}[r.Intn(6)]
	case "hugepages-2Mi":
		t = []string{"2Mi", "4Mi", "64Mi"}[r.Intn(3)]
	default:
		t = strconv.Itoa(r.Intn(5))
	}
	return resource.MustParse(t)
}

var names = []string{"cpu", "memory", "hugepages-2Mi", "nvidia.com/gpu", "ephemeral-storage"}

func list(odds int, count int) v1.ResourceList {
	if r.Intn(6) == 0 {
		return nil
	}
	l := v1.ResourceList{}
	for _, n := range names[:count] {
		if r.Intn(10) < odds {
			l[v1.ResourceName(n)] = quantity(n)
		}
	}
	return l
}

func resources(style int) v1.ResourceRequirements {
	var out v1.ResourceRequirements
	switch style {
	case 0: // guaranteed-like
		l := v1.ResourceList{"cpu": resource.MustParse([]string{"1", "2"}[r.Intn(2)]), "memory": resource.MustParse("1Gi")}
		out.Limits = l
		if r.Intn(2) == 0 {
			out.Requests = l.DeepCopy()
		}
	case 1: // nothing
	default:
		out.Requests = list(5, 5)
		out.Limits = list(4, 5)
	}
	return out
}

func amounts(l v1.ResourceList) map[string]int64 {
	out := map[string]int64{}
	for n, q := range l {
		if n == "cpu" {
			out[string(n)] = q.MilliValue()
		} else {
			out[string(n)] = q.Value()
		}
	}
	return out
}

func main() {
	seed, err := strconv.ParseInt(os.Args[1], 10, 64)
	if err != nil {
		panic(err)
	}
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	r = rand.New(rand.NewSource(seed))
	always := v1.ContainerRestartPolicyAlways
	for i := 0; i < n; i++ {
		style := r.Intn(6)
		pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("p%d", i)}}
		for c := r.Intn(4); c > 0; c-- {
			k := v1.Container{Name: fmt.Sprintf("i%d", c), Resources: resources(style)}
			if r.Intn(2) == 0 {
				k.RestartPolicy = &always
			}
			pod.Spec.InitContainers = append(pod.Spec.InitContainers, k)
		}
		for c := 1 + r.Intn(3); c > 0; c-- {
			pod.Spec.Containers = append(pod.Spec.Containers, v1.Container{Name: fmt.Sprintf("c%d", c), Resources: resources(style)})
		}
		if r.Intn(4) == 0 {
			pod.Spec.Overhead = list(6, 3)
		}
		switch r.Intn(6) {
		case 0:
			pod.Spec.Resources = &v1.ResourceRequirements{}
		case 1:
			pod.Spec.Resources = &v1.ResourceRequirements{Requests: list(5, 5), Limits: list(4, 5)}
		case 2:
			x := resources(0)
			pod.Spec.Resources = &x
		}
		text, err := json.Marshal(map[string]any{"metadata": map[string]any{"name": pod.Name}, "spec": pod.Spec})
		if err != nil {
			panic(err)
		}
		corev1.SetDefaults_Pod(pod)
		out := map[string]any{
			"pod": json.RawMessage(text), "requests": amounts(helpers.PodRequests(pod, helpers.PodResourcesOptions{})),
			"limits": amounts(helpers.PodLimits(pod, helpers.PodResourcesOptions{})), "qos": qos.ComputePodQOS(pod),
		}
		line, err := json.Marshal(out)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}
