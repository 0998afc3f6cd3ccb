// Package zzkoord has workloads that need plugin Koord: exclusive CPUs, parts of GPUs, and gangs
// with GPUs.
package zzkoord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/kubernetes/pkg/scheduler"
	perf "k8s.io/kubernetes/test/integration/scheduler_perf"
	"k8s.io/kubernetes/test/utils/client-go/ktesting"
	"sigs.k8s.io/yaml"
)

func TestMain(m *testing.M) {
	if err := perf.InitTests(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n", err)
		os.Exit(1)
	}
	m.Run()
}

func TestSchedulerPerf(t *testing.T) {
	perf.RunIntegrationPerfScheduling(t, "performance-config.yaml", perf.WithPrepareFn(createDefinitions), perf.WithNodeUpdateFn(describe))
}

func BenchmarkPerfScheduling(b *testing.B) {
	perf.RunBenchmarkPerfScheduling(b, "performance-config.yaml", "koord", nil, perf.WithPrepareFn(createDefinitions),
		perf.WithNodeUpdateFn(describe))
}

// createDefinitions creates the project's custom resources. KOORD_CRDS is their folder. The plugin
// finds them at its next check, within 30 s.
func createDefinitions(tCtx ktesting.TContext) error {
	files, err := filepath.Glob(filepath.Join(os.Getenv("KOORD_CRDS"), "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("KOORD_CRDS %q: found no definitions: %w", os.Getenv("KOORD_CRDS"), err)
	}
	definitions := tCtx.Dynamic().Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		definition := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(text, &definition.Object); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if _, err := definitions.Create(tCtx, definition, metav1.CreateOptions{}); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// describe creates the NodeResourceTopology and the Device of each node.
func describe(tCtx ktesting.TContext, _ *scheduler.Scheduler, _ *perf.Workload, nodes *v1.NodeList) error {
	for resource, object := range map[schema.GroupVersionResource]func(node string) map[string]any{
		{Group: "topology.node.k8s.io", Version: "v1alpha1", Resource: "noderesourcetopologies"}: topology,
		{Group: "scheduling.koordinator.sh", Version: "v1alpha1", Resource: "devices"}:           device,
	} {
		client := tCtx.Dynamic().Resource(resource)
		if err := wait.PollUntilContextTimeout(tCtx, 100*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
			_, err := client.List(ctx, metav1.ListOptions{Limit: 1})
			return err == nil, nil // the definition is served soon after it is created
		}); err != nil {
			return fmt.Errorf("%s: not served: %w", resource, err)
		}
		errs := make([]error, len(nodes.Items))
		workqueue.ParallelizeUntil(tCtx, 16, len(nodes.Items), func(i int) {
			_, errs[i] = client.Create(tCtx, &unstructured.Unstructured{Object: object(nodes.Items[i].Name)}, metav1.CreateOptions{})
		})
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// Each node has two sockets with a NUMA node of 16 cores and 4 GPUs each; a core has two threads.
const (
	sockets    = 2
	coresOf    = 16 // of a socket
	threadsOf  = 2  // of a core
	gpusOf     = 4  // of a socket
	memoryOf   = "256Gi"
	gpuMemory  = "80Gi"
	cpusOfNode = sockets * coresOf * threadsOf
)

func topology(node string) map[string]any {
	type cpu struct {
		ID     int `json:"id"`
		Core   int `json:"core"`
		Socket int `json:"socket"`
		Node   int `json:"node"`
	}
	var cpus []cpu
	var zones []any
	for id := range cpusOfNode {
		socket := id / threadsOf / coresOf
		cpus = append(cpus, cpu{ID: id, Core: id / threadsOf, Socket: socket, Node: socket})
	}
	for socket := range sockets {
		amount := func(name, value string) any {
			return map[string]any{"name": name, "capacity": value, "allocatable": value, "available": value}
		}
		zones = append(zones, map[string]any{"name": fmt.Sprintf("node-%d", socket), "type": "Node",
			"resources": []any{amount("cpu", fmt.Sprint(coresOf*threadsOf)), amount("memory", memoryOf)}})
	}
	detail, err := json.Marshal(map[string]any{"detail": cpus})
	if err != nil {
		panic(err) // integers can be written
	}
	return map[string]any{"apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology",
		"metadata": map[string]any{"name": node, "annotations": map[string]any{
			"node.koordinator.sh/cpu-topology":          string(detail),
			"kubelet.koordinator.sh/cpu-manager-policy": `{"policy":"none"}`,
			"node.koordinator.sh/pod-cpu-allocs":        "[]",
		}},
		"topologyPolicies": []any{"None"}, "zones": zones}
}

func device(node string) map[string]any {
	var gpus []any
	for minor := range sockets * gpusOf {
		socket := int64(minor / gpusOf)
		gpus = append(gpus, map[string]any{"type": "gpu", "id": fmt.Sprintf("%s-%d", node, minor), "minor": int64(minor), "health": true,
			"topology": map[string]any{"socketID": socket, "nodeID": socket, "pcieID": fmt.Sprint(minor / 2),
				"busID": fmt.Sprintf("0000:%02x:00.0", 16+minor)},
			"resources": map[string]any{"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": gpuMemory,
				"koordinator.sh/gpu-memory-ratio": "100"}})
	}
	return map[string]any{"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
		"metadata": map[string]any{"name": node}, "spec": map[string]any{"devices": gpus}}
}
