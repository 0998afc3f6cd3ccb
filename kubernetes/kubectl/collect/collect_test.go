package collect

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
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
		{Group: "resource.k8s.io", Version: "v1", Resource: "resourceclaims"}:                    "ResourceClaimList",
		{Group: "resource.k8s.io", Version: "v1", Resource: "resourceslices"}:                    "ResourceSliceList",
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
		kinds, err := served(context.Background(), c.Discovery)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, resource := range kinds.resources {
			found[resource.GroupVersion().String()] = true
		}
		if len(kinds.resources) != 3 || !found[test.wanted] || kinds.notes != nil {
			t.Errorf("%v: found %v, %v, expected %s", test.served, found, kinds.notes, test.wanted)
		}
	}
}

// Claims are read if the cluster has them in the version that is read, and the user the right. Otherwise a note says so once.
func TestClaimsAreOptional(t *testing.T) {
	const both = "resourceclaims.v1.resource.k8s.io resourceslices.v1.resource.k8s.io"
	for _, test := range []struct{ name, served, forbidden, note string }{
		{"read", both, "", ""},
		{"no group", "", "", ""},
		{"another version", "resourceclaims.v1beta1.resource.k8s.io", "", "the API server does not serve resource.k8s.io/v1, which has the " +
			"ResourceClaims that are read; devices that ResourceClaims hold count as free"},
		{"no right", both, "resourceclaims resourceslices", "cannot list resourceslices.resource.k8s.io, resourceclaims.resource.k8s.io: " +
			`resourceslices.resource.k8s.io is forbidden: not yours; devices that ResourceClaims hold count as free`},
		{"no right to slices", both, "resourceslices", "cannot list resourceslices.resource.k8s.io: " +
			`resourceslices.resource.k8s.io is forbidden: not yours; GPUs of nodes with ResourceClaims count as held`},
	} {
		c, client := cluster(t, 1, strings.Fields(test.served)...)
		for _, resource := range strings.Fields(test.forbidden) {
			client.PrependReactor("list", resource, func(clienttesting.Action) (bool, runtime.Object, error) {
				return true, nil, apierrors.NewForbidden(schema.GroupResource{Group: "resource.k8s.io", Resource: resource}, "",
					fmt.Errorf("not yours"))
			})
		}
		var notes []string
		c.Note = func(text string) { notes = append(notes, text) }
		objects, err := c.Objects(context.Background(), Scope{})
		if err != nil || len(objects) != 1 {
			t.Errorf("%s: found %v, %v, expected the pod", test.name, objects, err)
		}
		if found := strings.Join(notes, "\n"); found != test.note {
			t.Errorf("%s: found note\n%s\nexpected\n%s", test.name, found, test.note)
		}
		notes = nil
		if _, err := c.Objects(context.Background(), Scope{Resources: []string{"pods"}}); err != nil || notes != nil {
			t.Errorf("%s: found %v, %v, expected no note about kinds that are not read", test.name, notes, err)
		}
	}
	c, client := cluster(t, 1, strings.Fields(both)...)
	client.PrependReactor("list", "resourceclaims", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewInternalError(fmt.Errorf("no storage"))
	})
	if objects, err := c.Objects(context.Background(), Scope{}); err == nil || objects != nil {
		t.Errorf("found %v, %v, expected that an error is not an empty list", objects, err)
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
	claim := func(node string) Object {
		return Object{"status": Object{"allocation": Object{"nodeSelector": Object{"nodeSelectorTerms": []any{Object{"matchFields": []any{
			Object{"key": "metadata.name", "operator": "In", "values": []any{node}}}}}}}}}
	}
	for _, test := range []struct {
		resource string
		object   Object
		wanted   bool
	}{
		{"reservations", reservation("node-a"), true}, {"reservations", reservation("node-b"), false}, {"reservations", Object{}, true},
		{"rebindresources", rebind("node-a"), true}, {"rebindresources", rebind("node-b"), false},
		{"resourceslices", rebind("node-a"), true}, {"resourceslices", rebind("node-b"), false}, {"resourceslices", Object{}, true},
		{"resourceclaims", claim("node-a"), true}, {"resourceclaims", claim("node-b"), false}, {"resourceclaims", Object{}, true},
	} {
		if found := scope.keeps(kind{resource: test.resource}, test.object); found != test.wanted {
			t.Errorf("%s %v: found %v", test.resource, test.object, found)
		}
		if !(Scope{}).keeps(kind{resource: test.resource}, test.object) {
			t.Errorf("%s %v is left out of a cluster", test.resource, test.object)
		}
	}
}
