// Package collect reads the objects of a cluster that koordctl needs. It reads pages of lists, skips kinds that the API server does not
// serve, and names missing rights.
package collect

import (
	"context"
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/pager"

	"libkoord.invalid/koord/kubernetes/kubectl/trim"
)

// Object is an API object as decoded JSON.
type Object = map[string]any

// Scope restricts the objects.
type Scope struct {
	// Node leaves only this node, its topology, devices, ResourceSlices and RebindResources, the pods and Reservations that are bound
	// to it, ResourceClaims whose allocation selects it, Reservations, slices and claims without a node, and all PodGroups. If there is
	// no such Node, the objects are all Nodes, so that the closest one can be named.
	Node string
	// Bound leaves out pods without a node.
	Bound bool
	// Resources restricts the kinds, by names as in rules of roles: devices.scheduling.koordinator.sh; nil is all.
	Resources []string
}

// Cluster reads from an API server.
type Cluster struct {
	Client    dynamic.Interface
	Discovery discovery.DiscoveryInterfaceWithContext
	// PageSize is the number of objects of a request; 0 is 500.
	PageSize int64
	// Progress is called after each page with the number of objects read and that of the rest, if known. It may be nil.
	Progress func(resource string, read, rest int64)
	// Note is called for each kind that could not be read, if the answers do without. It may be nil.
	Note func(text string)
}

// MissingRights lists the resources that the API server refused to list.
type MissingRights struct {
	Resources []string
	// Served are the resources of kubectl koord that the API server has. kubectl refuses to make roles with others.
	Served  []string
	Message string // the first answer of the API server
}

func (e *MissingRights) add(k kind, err error) {
	e.Resources = append(e.Resources, k.String())
	if e.Message == "" {
		e.Message = err.Error()
	}
}

func (e *MissingRights) Error() string {
	return fmt.Sprintf("missing right: list %s in all namespaces: %s\n"+
		"An administrator can grant it: kubectl create clusterrole koord-reader --verb=list --resource=%s; "+
		"kubectl create clusterrolebinding koord-reader --clusterrole=koord-reader --user=USER",
		strings.Join(e.Resources, ", "), e.Message, strings.Join(e.Served, ","))
}

// Objects returns the objects of the scope, without the fields that package trim removes.
func (c *Cluster) Objects(ctx context.Context, scope Scope) ([]Object, error) {
	found, err := served(ctx, c.Discovery)
	if err != nil {
		return nil, fmt.Errorf("cannot read the API server's resources: %w", err)
	}
	var objects []Object
	var missing, optional MissingRights
	for _, k := range kinds {
		resource, ok := found.resources[k]
		if !ok {
			continue
		}
		missing.Served = append(missing.Served, k.String())
		if !scope.has(k) {
			continue
		}
		items, err := c.list(ctx, resource, scope.options(k))
		if k.isOptional && (apierrors.IsForbidden(err) || apierrors.IsNotFound(err)) {
			optional.add(k, err)
			continue
		}
		if apierrors.IsForbidden(err) {
			missing.add(k, err)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("cannot list %s: %w", k, err)
		}
		if scope.Node != "" && k.resource == "nodes" && len(items) == 0 {
			return c.Objects(ctx, Scope{Resources: []string{"nodes"}})
		}
		for _, item := range items {
			if scope.keeps(k, item) {
				objects = append(objects, item)
			}
		}
	}
	if missing.Resources != nil {
		return nil, &missing
	}
	if scope.Resources == nil {
		c.note(found.notes, &optional)
	}
	return objects, nil
}

// note reports optional kinds that are not read. Claims without slices count: the library takes any device of their node for theirs.
func (c *Cluster) note(notes []string, unread *MissingRights) {
	if unread.Resources != nil {
		notes = append(notes, fmt.Sprintf("cannot list %s: %s", strings.Join(unread.Resources, ", "), unread.Message))
	}
	if c.Note == nil || notes == nil {
		return
	}
	effect := "devices that ResourceClaims hold count as free"
	if len(unread.Resources) == 1 && strings.HasPrefix(unread.Resources[0], "resourceslices.") {
		effect = "GPUs of nodes with ResourceClaims count as held"
	}
	c.Note(strings.Join(notes, "; ") + "; " + effect)
}

func (s Scope) has(k kind) bool {
	if s.Resources == nil {
		return true
	}
	for _, name := range s.Resources {
		if name == k.String() {
			return true
		}
	}
	return false
}

// options returns the field selector of a kind. Objects that have no name in common with the node are not restricted.
func (s Scope) options(k kind) (options metav1.ListOptions) {
	if s.Node == "" {
		return options
	}
	switch k.resource {
	case "nodes", "noderesourcetopologies", "devices":
		options.FieldSelector = "metadata.name=" + s.Node
	case "pods":
		options.FieldSelector = "spec.nodeName=" + s.Node
	}
	return options
}

// keeps reports whether the scope has an object, where a field selector cannot tell.
func (s Scope) keeps(k kind, object Object) bool {
	node := func(path ...string) string {
		name, _, _ := unstructured.NestedString(object, path...)
		return name
	}
	switch k.resource {
	case "pods":
		return !s.Bound || node("spec", "nodeName") != ""
	case "reservations":
		name := node("status", "nodeName")
		return s.Node == "" || name == "" || name == s.Node
	case "rebindresources":
		return s.Node == "" || node("spec", "nodeName") == s.Node
	case "resourceslices":
		name := node("spec", "nodeName")
		return s.Node == "" || name == "" || name == s.Node
	case "resourceclaims":
		name := selectedNode(object)
		return s.Node == "" || name == "" || name == s.Node
	}
	return true
}

// selectedNode returns the only node that the allocation of a ResourceClaim selects, or "".
func selectedNode(claim Object) string {
	terms, _, _ := unstructured.NestedSlice(claim, "status", "allocation", "nodeSelector", "nodeSelectorTerms")
	if len(terms) != 1 {
		return ""
	}
	term, _ := terms[0].(Object)
	fields, _, _ := unstructured.NestedSlice(term, "matchFields")
	for _, field := range fields {
		field, _ := field.(Object)
		values, _, _ := unstructured.NestedStringSlice(field, "values")
		if field["key"] == "metadata.name" && field["operator"] == "In" && len(values) == 1 {
			return values[0]
		}
	}
	return ""
}

// list reads all pages. If the token of a page has expired, the list is read again in one piece.
func (c *Cluster) list(ctx context.Context, resource schema.GroupVersionResource, options metav1.ListOptions) ([]Object, error) {
	var read int64
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		list, err := c.Client.Resource(resource).List(ctx, options)
		if err != nil {
			return nil, err
		}
		if options.Continue == "" {
			read = 0 // the first page, or the list once more
		}
		for i := range list.Items {
			trim.Object(list.Items[i].Object)
		}
		read += int64(len(list.Items))
		if c.Progress != nil {
			var rest int64
			if left := list.GetRemainingItemCount(); left != nil {
				rest = *left
			}
			c.Progress(resource.GroupResource().String(), read, rest)
		}
		return list, nil
	})
	if c.PageSize != 0 {
		pages.PageSize = c.PageSize
	}
	list, _, err := pages.List(ctx, options)
	if err != nil {
		return nil, err
	}
	var objects []Object
	err = meta.EachListItem(list, func(item runtime.Object) error {
		object, ok := item.(*unstructured.Unstructured)
		if !ok {
			return errors.New("the client returned an object of an unknown type")
		}
		objects = append(objects, object.Object)
		return nil
	})
	return objects, err
}
