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
	// isOptional is set for kinds without which answers are less complete. Their rights are not required, and other versions than
	// the stated one are not read.
	isOptional bool
}

// kinds are in the order of the written objects. Pods are last, because they are the longest list.
var kinds = []kind{
	{resource: "nodes", version: "v1"},
	// v1alpha1 has all that koord-agent writes; v1alpha2 is read if only it is served.
	{group: "topology.node.k8s.io", resource: "noderesourcetopologies", version: "v1alpha1"},
	{group: "scheduling.koordinator.sh", resource: "devices", version: "v1alpha1"},
	{group: "scheduling.koordinator.sh", resource: "reservations", version: "v1alpha1"},
	{group: "scheduling.koordinator.sh", resource: "rebindresources", version: "v1alpha1"},
	{group: "scheduling.sigs.k8s.io", resource: "podgroups", version: "v1alpha1"},
	{group: "scheduling.k8s.io", resource: "podgroups"},
	{group: resourceGroup, resource: "resourceslices", version: "v1", isOptional: true},
	{group: resourceGroup, resource: "resourceclaims", version: "v1", isOptional: true},
	{resource: "pods", version: "v1"},
}

// resourceGroup is the API group of Dynamic Resource Allocation.
const resourceGroup = "resource.k8s.io"

func (k kind) String() string {
	return schema.GroupResource{Group: k.group, Resource: k.resource}.String()
}

// discovered are the kinds that an API server serves.
type discovered struct {
	resources map[kind]schema.GroupVersionResource
	// notes name optional kinds that are not read, although the API server knows their group.
	notes []string
}

// served returns the version of each kind that the API server serves. Unavailable groups without required kinds are ignored.
func served(ctx context.Context, client discovery.DiscoveryInterfaceWithContext) (*discovered, error) {
	found := &discovered{resources: map[kind]schema.GroupVersionResource{}}
	groups, lists, err := client.ServerGroupsAndResourcesWithContext(ctx)
	if failed, ok := discovery.GroupDiscoveryFailedErrorGroups(err); ok {
		for version, cause := range failed {
			if slices.ContainsFunc(kinds, func(k kind) bool { return k.group == version.Group && !k.isOptional }) {
				return nil, err
			}
			if version.Group == resourceGroup {
				found.notes = append(found.notes, fmt.Sprintf("the API server does not list its resources of %s: %v", version, cause))
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
	for _, k := range kinds {
		for _, version := range k.versions(groups) {
			resource := schema.GroupVersionResource{Group: k.group, Version: version, Resource: k.resource}
			if offered[resource] {
				found.resources[k] = resource
				break
			}
		}
		_, isFound := found.resources[k]
		if k.isOptional && !isFound && found.notes == nil && hasGroup(groups, k.group) {
			found.notes = append(found.notes, fmt.Sprintf("the API server does not serve %s/%s, which has the ResourceClaims that are read",
				k.group, k.version))
		}
	}
	return found, nil
}

func hasGroup(groups []*v1.APIGroup, name string) bool {
	return slices.ContainsFunc(groups, func(group *v1.APIGroup) bool { return group.Name == name })
}

// versions returns the versions to try, the best first: ours, the server's preferred one, the others.
func (k kind) versions(groups []*v1.APIGroup) []string {
	versions := []string{k.version}
	if k.isOptional {
		return versions
	}
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
