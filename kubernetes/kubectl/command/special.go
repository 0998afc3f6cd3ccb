package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
	"libkoord.invalid/koord/kubernetes/objects/similar"
)

func text(object collect.Object, path ...string) string {
	found, _, _ := unstructured.NestedString(object, path...)
	return found
}

// items returns the objects of a list.
func items(object collect.Object, path ...string) (found []collect.Object) {
	list, _, _ := unstructured.NestedFieldNoCopy(object, path...)
	all, _ := list.([]any)
	for _, item := range all {
		if item, ok := item.(collect.Object); ok {
			found = append(found, item)
		}
	}
	return found
}

// namesOf returns the names of the objects of a kind.
func namesOf(kind string, objects []collect.Object) (names []string) {
	for _, object := range objects {
		if text(object, "kind") == kind {
			names = append(names, text(object, "metadata", "name"))
		}
	}
	return names
}

func fullName(object collect.Object) string {
	namespace := text(object, "metadata", "namespace")
	if namespace == "" {
		namespace = "default" // as koordctl
	}
	return namespace + "/" + text(object, "metadata", "name")
}

// largestPod returns the running pod of a node with the largest CPU request, the first of several; "" if there is none. If the node
// does not exist, it returns any pod, since koordctl says so.
func largestPod(objects []collect.Object, node string) (largest string) {
	most, known := int64(-1), false
	other := "pod"
	for _, object := range objects {
		switch text(object, "kind") {
		case "Node":
			known = known || text(object, "metadata", "name") == node
		case "Pod":
			other = fullName(object)
			phase := text(object, "status", "phase")
			if text(object, "spec", "nodeName") != node || phase == "Succeeded" || phase == "Failed" {
				continue
			}
			if cpus := milliCPUs(object); cpus > most {
				most, largest = cpus, other
			}
		}
	}
	if !known {
		return other
	}
	return largest
}

func milliCPUs(pod collect.Object) (sum int64) {
	for _, container := range items(pod, "spec", "containers") {
		amount, err := resource.ParseQuantity(text(container, "resources", "requests", "cpu"))
		if err == nil {
			sum += amount.MilliValue()
		}
	}
	return sum
}

// topology passes one NodeResourceTopology, which koordctl reads in place of a machine.
func topology(ctx context.Context, a *App, r *request) (int, error) {
	node, err := r.takeNode(1, "")
	if err != nil {
		return 0, err
	}
	if node == "" {
		return 0, usageError("NODE is required, as in: kubectl koord topology node-a; koordctl topology shows this machine")
	}
	koordctl, err := program.Find(ctx)
	if err != nil {
		return 0, err
	}
	const kind = "noderesourcetopologies.topology.node.k8s.io"
	found, err := a.read(ctx, collect.Scope{Resources: []string{kind}})
	if err != nil {
		return 0, err
	}
	var names []string
	for _, object := range found {
		name := text(object, "metadata", "name")
		if name != node {
			names = append(names, name)
			continue
		}
		if strings.HasPrefix(r.output(), "nrt") && !r.has("--node-name") {
			r.args = append(r.args, "--node-name", node)
		}
		write := func(out io.Writer) error { return json.NewEncoder(out).Encode(object) }
		return koordctl.Run(ctx, a.streams(), write, r.runs, r.arguments()...)
	}
	message := fmt.Sprintf("NODE: there is no NodeResourceTopology of node %q", node)
	if nearest := similar.Nearest(node, names); nearest != "" {
		message += "; did you mean " + nearest + "?"
	} else if names == nil {
		message += ", and none of another one: koord-agent makes them"
	}
	return 0, usageError(message)
}
