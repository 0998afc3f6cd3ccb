package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// drawer draws pods.
type drawer struct {
	*rand.Rand
	prefix, scheduler string
	shapes            []shape
}

func (d *drawer) one(of ...string) string { return of[d.IntN(len(of))] }

// shape is a kind of pod and how often it is drawn; 0 is drawn by name only.
type shape struct {
	name   string
	weight int
	draw   func(d *drawer, pod *v1.Pod)
}

var shapes = []shape{
	{"ls", 25, func(d *drawer, pod *v1.Pod) {
		label(pod, "LS")
		ask(pod, "cpu", d.one("250m", "500m", "1", "2"), "memory", d.one("256Mi", "1Gi"))
	}},
	{"plain", 4, func(d *drawer, pod *v1.Pod) { ask(pod, "cpu", "1", "memory", "1Gi") }},
	{"be", 8, func(d *drawer, pod *v1.Pod) { label(pod, "BE") }},
	{"burst", 3, func(d *drawer, pod *v1.Pod) {
		label(pod, "LS")
		annotate(pod, "resource-spec", map[string]any{"requiredCPUBindPolicy": "ConstrainedBurst"})
		ask(pod, "cpu", "1", "memory", "512Mi")
	}},
	{"lsr", 24, func(d *drawer, pod *v1.Pod) {
		label(pod, "LSR")
		d.policies(pod)
		ask(pod, "cpu", d.one("2", "4", "4", "8"), "memory", d.one("1Gi", "2Gi", "4Gi"))
	}},
	{"whole", 0, func(d *drawer, pod *v1.Pod) {
		label(pod, "LSR")
		ask(pod, "cpu", "4", "memory", "4Gi")
	}},
	{"lse", 8, func(d *drawer, pod *v1.Pod) {
		label(pod, "LSE")
		d.policies(pod)
		ask(pod, "cpu", d.one("2", "4"), "memory", "1Gi")
	}},
	{"gpu-share", 12, func(d *drawer, pod *v1.Pod) {
		label(pod, "LS")
		share := d.one("25", "50", "30")
		if d.IntN(2) == 0 {
			ask(pod, "cpu", "1", "memory", "2Gi", "koordinator.sh/gpu", share)
		} else {
			ask(pod, "cpu", "1", "memory", "2Gi", "koordinator.sh/gpu-core", share, "koordinator.sh/gpu-memory-ratio", share)
		}
	}},
	{"gpu", 9, func(d *drawer, pod *v1.Pod) {
		label(pod, d.one("LS", "LSR"))
		ask(pod, "cpu", "4", "memory", "8Gi", "nvidia.com/gpu", d.one("1", "1", "2", "4"))
	}},
	{"plugin-gpu", 0, func(d *drawer, pod *v1.Pod) {
		ask(pod, "cpu", "100m", "memory", "64Mi", wholeGPU, d.one("1", "1", "1", "2")) // GPUs are the limit on every machine
	}},
	{"rdma", 5, func(d *drawer, pod *v1.Pod) {
		label(pod, "LSR")
		annotate(pod, "device-joint-allocate", map[string]any{"deviceTypes": []string{"gpu", "rdma"}, "requiredScope": "SamePCIe"})
		ask(pod, "cpu", "2", "memory", "4Gi", "nvidia.com/gpu", "1", "koordinator.sh/rdma", "50")
	}},
	{"gang", 6, func(d *drawer, pod *v1.Pod) {
		label(pod, "LSR")
		ask(pod, "cpu", d.one("2", "4"), "memory", "2Gi", "nvidia.com/gpu", "1")
	}},
}

func label(pod *v1.Pod, qos string) {
	pod.Labels["koordinator.sh/qosClass"] = qos
}

func annotate(pod *v1.Pod, name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // values of this file
	}
	pod.Annotations[koordinator+"/"+name] = string(text)
}

func ask(pod *v1.Pod, amounts ...string) {
	list := v1.ResourceList{}
	for i := 0; i < len(amounts); i += 2 {
		list[v1.ResourceName(amounts[i])] = resource.MustParse(amounts[i+1])
	}
	pod.Spec.Containers[0].Resources = v1.ResourceRequirements{Requests: list, Limits: list}
}

// policies states some, or none, of what a pod may wish for its CPUs.
func (d *drawer) policies(pod *v1.Pod) {
	spec := map[string]any{}
	switch d.IntN(6) {
	case 0:
		spec["preferredCPUBindPolicy"] = "FullPCPUs"
	case 1:
		spec["requiredCPUBindPolicy"] = "FullPCPUs"
	case 2:
		spec["preferredCPUBindPolicy"] = "SpreadByPCPUs"
	case 3:
		spec["preferredCPUBindPolicy"] = "SpreadByPCPUs"
		spec["preferredCPUExclusivePolicy"] = d.one("PCPULevel", "NUMANodeLevel")
	}
	if len(spec) > 0 {
		annotate(pod, "resource-spec", spec)
	}
	if d.IntN(3) == 0 {
		annotate(pod, "numa-topology-spec", map[string]any{"numaTopologyPolicy": d.one("SingleNUMANode", "Restricted", "BestEffort")})
	}
}

func (d *drawer) shape() shape {
	total := 0
	for _, s := range d.shapes {
		total += s.weight
	}
	at := d.IntN(total)
	for _, s := range d.shapes {
		if at -= s.weight; at < 0 {
			return s
		}
	}
	panic("unreachable")
}

// shapesOf gives all shapes, or the one that is named, which is drawn every time.
func shapesOf(name string) ([]shape, error) {
	if name == "" {
		return shapes, nil
	}
	var names []string
	for _, s := range shapes {
		if s.name == name {
			return []shape{{s.name, 1, s.draw}}, nil
		}
		names = append(names, s.name)
	}
	return nil, fmt.Errorf("-shape: expected one of %s, found %q", strings.Join(names, ", "), name)
}

// draw gives pods, and the PodGroups of those that are gangs.
func (d *drawer) draw(count int) (pods []*v1.Pod, gangs []*unstructured.Unstructured) {
	for len(pods) < count {
		s := d.shape()
		size, group := 1, ""
		if s.name == "gang" {
			size = min(2+d.IntN(3), count-len(pods))
			group = fmt.Sprintf("%s-%d", d.prefix, len(pods))
			gangs = append(gangs, &unstructured.Unstructured{Object: map[string]any{
				"apiVersion": groups.GroupVersion().String(), "kind": "PodGroup",
				"metadata": map[string]any{"name": group, "namespace": namespace},
				"spec":     map[string]any{"minMember": int64(size), "scheduleTimeoutSeconds": int64(30)}}})
		}
		for range size {
			pod := &v1.Pod{
				ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fmt.Sprintf("%s-%05d-%s", d.prefix, len(pods), s.name),
					Labels: map[string]string{"app": "load", "shape": s.name}, Annotations: map[string]string{}},
				Spec: v1.PodSpec{SchedulerName: d.scheduler, Containers: []v1.Container{{Name: "main", Image: "none"}}},
			}
			s.draw(d, pod)
			if group != "" {
				pod.Labels["pod-group.scheduling.sigs.k8s.io"] = group
			}
			pods = append(pods, pod)
		}
	}
	return pods, gangs
}

func podsCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("pods", flag.ExitOnError)
	count := flags.Int("count", 500, "pods")
	seed := flags.Uint64("seed", 1, "of the draw")
	prefix := flags.String("prefix", "p", "of names")
	scheduler := flags.String("scheduler", shippedProfile, "schedulerName of the pods")
	only := flags.String("shape", "", "of all pods, instead of mixed ones")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	drawn, err := shapesOf(*only)
	if err != nil {
		return err
	}
	d := &drawer{rand.New(rand.NewPCG(*seed, 0)), *prefix, *scheduler, drawn}
	pods, gangs := d.draw(*count)
	since := time.Now()
	err = c.each(len(gangs), func(i int) error {
		_, err := c.objects.Resource(groups).Namespace(namespace).Create(ctx, gangs[i], metav1.CreateOptions{})
		return err
	})
	if err != nil {
		return err
	}
	err = c.each(len(pods), func(i int) error {
		_, err := c.kube.CoreV1().Pods(namespace).Create(ctx, pods[i], metav1.CreateOptions{})
		return err
	})
	if err == nil {
		say("pods", len(pods), since)
	}
	return err
}
