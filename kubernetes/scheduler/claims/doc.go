// Package claims is plugin KoordClaims of kube-scheduler, which replaces DynamicResources in a profile.
// It contains DynamicResources of the Kubernetes that is built, and replaces the allocator that it
// made for a pod: libkoord allocates the claims of the configured device classes.
//
// Everything else is DynamicResources': claims of templates, reservations, finalizers, deallocation,
// binding conditions, claims of pod groups, extended resources, and queueing hints. Both allocators
// see the same claims, also those that are allocated but not written.
//
// Kubernetes has no interface for another allocator. PreFilter therefore writes the member allocator
// of the state that DynamicResources stores for the pod. New checks that the member exists and has the
// expected type, so that the scheduler does not start with a Kubernetes that differs.
//
// The devices of the pods of a group are planned together: group.go finds the pods, groupplan.go searches, and the
// allocator of each pod leaves what is planned for the others. gangcycle.go lets the pods of a gang share claims.
//
// docs/operate/resource-claims.md explains the configuration and the decisions.
package claims
