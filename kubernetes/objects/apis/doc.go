// Package apis holds the Go types of the custom resources that libkoord reads and writes, with the
// fields that docs/reference/objects.md lists: NodeResourceTopology, Device, Reservation,
// RebindResource and PodGroup. Their definitions for the API server are in kubernetes/crds. Other
// fields are lost if an object is read and written back as a whole, so use patches.
//
// +k8s:deepcopy-gen=package
package apis

//go:generate go run k8s.io/code-generator/cmd/deepcopy-gen@v0.37.2 --output-file z_deepcopy.go .
