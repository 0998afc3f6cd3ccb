package collect

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	discoveryfake "k8s.io/client-go/discovery/fake"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	clienttesting "k8s.io/client-go/testing"
)

func cluster(t *testing.T, pods int, served ...string) (*Cluster, *dynamicfake.FakeDynamicClient) {
	t.Helper()
	var objects []runtime.Object
	for i := range pods {
		object := Object{"apiVersion": "v1", "kind": "Pod", "metadata": Object{"name": fmt.Sprintf("pod-%d", i), "namespace": "default"},
			"spec": Object{"serviceAccountName": "secret"}}
		if i%2 == 0 {
			object["spec"].(Object)["nodeName"] = "node-a"
		}
		objects = append(objects, &unstructured.Unstructured{Object: object})
	}
	kinds := map[schema.GroupVersionResource]string{
		{Version: "v1", Resource: "pods"}: "PodList", {Version: "v1", Resource: "nodes"}: "NodeList",
		{Group: "scheduling.k8s.io", Version: "v1alpha3", Resource: "podgroups"}:                 "PodGroupList",
		{Group: "topology.node.k8s.io", Version: "v1alpha2", Resource: "noderesourcetopologies"}: "NodeResourceTopologyList",
		{Group: "topology.node.k8s.io", Version: "v1alpha1", Resource: "noderesourcetopologies"}: "NodeResourceTopologyList",
		{Group: "scheduling.koordinator.sh", Version: "v1alpha1", Resource: "devices"}:           "DeviceList",
	}
	client := dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), kinds, objects...)
	resources := map[string][]string{}
	for _, name := range served {
		resource, _ := schema.ParseResourceArg(name)
		if resource == nil {
			t.Fatal(name)
		}
		version := resource.GroupVersion().String()
		resources[version] = append(resources[version], resource.Resource)
	}
	var lists []*metav1.APIResourceList
	for version, names := range resources {
		list := &metav1.APIResourceList{GroupVersion: version}
		for _, name := range names {
			list.APIResources = append(list.APIResources, metav1.APIResource{Name: name})
		}
		lists = append(lists, list)
	}
	lists = append(lists, &metav1.APIResourceList{GroupVersion: "v1", APIResources: []metav1.APIResource{{Name: "pods"}, {Name: "nodes"}}})
	return &Cluster{Client: client, Discovery: &discoveryfake.FakeDiscovery{Fake: &clienttesting.Fake{Resources: lists}}}, client
}

func TestAnErrorIsNotAnEmptyList(t *testing.T) {
	c, client := cluster(t, 1)
	client.PrependReactor("list", "pods", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewInternalError(fmt.Errorf("no storage"))
	})
	if objects, err := c.Objects(context.Background(), Scope{}); err == nil || objects != nil {
		t.Errorf("found %v, %v", objects, err)
	}
}

func TestOnlyBoundPods(t *testing.T) {
	c, _ := cluster(t, 5)
	if objects, err := c.Objects(context.Background(), Scope{Bound: true}); err != nil || len(objects) != 3 {
		t.Errorf("found %d objects, %v", len(objects), err)
	}
}

func TestVersions(t *testing.T) {
	for _, test := range []struct {
		served []string
		wanted string
	}{
		{[]string{"podgroups.v1alpha3.scheduling.k8s.io", "priorityclasses.v1.scheduling.k8s.io"}, "scheduling.k8s.io/v1alpha3"},
		{[]string{"noderesourcetopologies.v1alpha2.topology.node.k8s.io"}, "topology.node.k8s.io/v1alpha2"},
		{[]string{"noderesourcetopologies.v1alpha2.topology.node.k8s.io", "noderesourcetopologies.v1alpha1.topology.node.k8s.io"},
			"topology.node.k8s.io/v1alpha1"},
		{[]string{"devices.v9.scheduling.koordinator.sh"}, "scheduling.koordinator.sh/v9"},
	} {
		c, _ := cluster(t, 0, test.served...)
		resources, err := served(context.Background(), c.Discovery)
		found := map[string]bool{}
		for _, resource := range resources {
			found[resource.GroupVersion().String()] = true
		}
		if err != nil || len(resources) != 3 || !found[test.wanted] {
			t.Errorf("%v: found %v, %v, expected %s", test.served, found, err, test.wanted)
		}
	}
}

func TestJSONIsAList(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, []Object{{"kind": "Pod"}, {"kind": "Node"}}); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Kind  string
		Items []Object
	}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil || list.Kind != "List" || len(list.Items) != 2 {
		t.Errorf("found %s, %v", out.String(), err)
	}
	out.Reset()
	if err := WriteYAML(&out, []Object{{"kind": "Pod"}}); err != nil || out.String() != "---\nkind: Pod\n" {
		t.Errorf("found %q, %v", out.String(), err)
	}
}

func TestObjectsOfOtherNodesAreLeftOut(t *testing.T) {
	scope := Scope{Node: "node-a"}
	reservation := func(node string) Object { return Object{"status": Object{"nodeName": node}} }
	rebind := func(node string) Object { return Object{"spec": Object{"nodeName": node}} }
	for _, test := range []struct {
		resource string
		object   Object
		wanted   bool
	}{
		{"reservations", reservation("node-a"), true}, {"reservations", reservation("node-b"), false}, {"reservations", Object{}, true},
		{"rebindresources", rebind("node-a"), true}, {"rebindresources", rebind("node-b"), false},
	} {
		if found := scope.keeps(kind{resource: test.resource}, test.object); found != test.wanted {
			t.Errorf("%s %v: found %v", test.resource, test.object, found)
		}
		if !(Scope{}).keeps(kind{resource: test.resource}, test.object) {
			t.Errorf("%s %v is left out of a cluster", test.resource, test.object)
		}
	}
}
