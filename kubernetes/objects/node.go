package objects

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
)

// FillNode resets a builder and fills it with a node. Errors: koord.ErrInvalid (names node and
// field: a negative amount). Amounts above 2^63-1 count as 2^63-1.
func FillNode(b *koord.NodeBuilder, node *v1.Node) error {
	const op = "objects.FillNode"
	b.Reset()
	if node == nil {
		return invalid(op, "node: is nil")
	}
	b.SetName(node.Name)
	if architecture := node.Status.NodeInfo.Architecture; architecture != "" {
		b.SetArchitecture(architecture)
	}
	if version := node.Status.NodeInfo.KubeletVersion; version != "" {
		b.SetKubeletVersion(version)
	}
	if node.Spec.Unschedulable {
		b.SetSpec(koord.NodeSpec{Flags: koord.NodeUnschedulable})
	}
	eachText(node.Labels, nodeLabels, b.SetLabel)
	eachText(node.Annotations, nodeAnnotations, b.SetAnnotation)
	ok := true
	for name, quantity := range node.Status.Allocatable {
		amount := cappedAmount(string(name), &quantity)
		ok = ok && amount >= 0
		b.SetResource(string(name), amount, 0)
	}
	if !ok {
		b.Reset()
		return badAmount(op, objectName("Node", "", node.Name), "status.allocatable", node.Status.Allocatable, cappedAmount)
	}
	return nil
}
