package collect

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
)

// kind is a resource that koordctl reads.
type kind struct {
	group, resource string
	// version is read if the API server serves it; empty is the preferred one of those that it serves.
	version string
}

// kinds are in the order of the written objects. Pods are last, because they are the longest list.
var kinds = []kind{
	{"", "nodes", "v1"},
	// v1alpha1 has all that koord-agent writes; v1alpha2 is read if only it is served.
	{"topology.node.k8s.io", "noderesourcetopologies", "v1alpha1"},
	{"scheduling.koordinator.sh", "devices", "v1alpha1"},
	{"scheduling.koordinator.sh", "reservations", "v1alpha1"},
	{"scheduling.koordinator.sh", "rebindresources", "v1alpha1"},
	{"scheduling.sigs.k8s.io", "podgroups", "v1alpha1"},
	{"scheduling.k8s.io", "podgroups", ""},
	{"", "pods", "v1"},
}

func (k kind) String() string {
	return schema.GroupResource{Group: k.group, Resource: k.resource}.String()
}

// served returns the version of each kind that the API server serves. Unavailable groups without such kinds are ignored.
func served(ctx context.Context, client discovery.DiscoveryInterfaceWithContext) (map[kind]schema.GroupVersionResource, error) {
	groups, lists, err := client.ServerGroupsAndResourcesWithContext(ctx)
	if failed, ok := discovery.GroupDiscoveryFailedErrorGroups(err); ok {
		for version := range failed {
			if slices.ContainsFunc(kinds, func(k kind) bool { return k.group == version.Group }) {
				return nil, err
			}
		}
	} else if err != nil {
		return nil, err
	}
	offered := map[schema.GroupVersionResource]bool{}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, fmt.Errorf("discovery: %w", err)
		}
		for _, resource := range list.APIResources {
			offered[version.WithResource(resource.Name)] = true
		}
	}
	found := map[kind]schema.GroupVersionResource{}
	for _, k := range kinds {
		for _, version := range k.versions(groups) {
			resource := schema.GroupVersionResource{Group: k.group, Version: version, Resource: k.resource}
			if offered[resource] {
				found[k] = resource
				break
			}
		}
	}
	return found, nil
}

// versions returns the versions to try, the best first: ours, the server's preferred one, the others.
func (k kind) versions(groups []*v1.APIGroup) []string {
	versions := []string{k.version}
	for _, group := range groups {
		if group.Name != k.group {
			continue
		}
		versions = append(versions, group.PreferredVersion.Version)
		for _, version := range group.Versions {
			versions = append(versions, version.Version)
		}
	}
	return versions
}
