package zzcycle

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	fakediscovery "k8s.io/client-go/discovery/fake"
	dynamicfake "k8s.io/client-go/dynamic/fake"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	koord "libkoord.invalid/koord/kubernetes/scheduler"
)

func TestCycle(t *testing.T) {
	w := readWorld(t)
	ctx := t.Context()
	handle, client := w.framework(ctx, t)
	client.Discovery().(*fakediscovery.FakeDiscovery).Resources = []*metav1.APIResourceList{
		{GroupVersion: apis.TopologyV1alpha1.String(), APIResources: []metav1.APIResource{{Name: "noderesourcetopologies"}}},
		{GroupVersion: apis.SchedulingV1alpha1.String(), APIResources: []metav1.APIResource{{Name: "devices"}}},
	}
	var objects []runtime.Object
	for _, kind := range []string{"NodeResourceTopology", "Device"} {
		for _, text := range w.others[kind] {
			objects = append(objects, &unstructured.Unstructured{Object: *read[map[string]any](t, text)})
		}
	}
	dynamic := dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), map[schema.GroupVersionResource]string{
		apis.NodeResourceTopologiesV1alpha1: "NodeResourceTopologyList",
		apis.Devices:                        "DeviceList",
	}, objects...)
	plugin, err := koord.New(koord.Options{Dynamic: dynamic})(ctx, nil, handle)
	if err != nil {
		t.Fatal(err)
	}
	factory := handle.SharedInformerFactory()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	serve(t, w, handle, nil, plugin)
}
