package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"libkoord.invalid/koord/kubernetes/kubectl/anonymous"
	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/objects/similar"
)

const snapshotLong = `Print all objects that koordctl reads, for a bug report or for koordctl -f.

Environment variables, commands, volumes, annotations and conditions that koordctl does not read are always removed. With --anonymize,
names of namespaces, pods, nodes, owners, ResourceClaims, ResourceSlices, containers, images and PriorityClasses, and labels and taints
that neither Kubernetes nor libkoord defines are replaced, each by the same name everywhere; messages of conditions are removed. Names of resources, UUIDs of devices
and uids of objects stay.

With --node, these stay: the Node, its NodeResourceTopology, Device, ResourceSlices and RebindResources, the pods and Reservations that
are bound to it, its ResourceClaims, objects of these kinds without a node, and all PodGroups.`

func (a *App) snapshot() *cobra.Command {
	var output, node string
	var anonymize bool
	command := &cobra.Command{
		Use:   "snapshot [OPTIONS]",
		Short: "Print all objects that a bug report needs",
		Long:  snapshotLong,
		Example: "  kubectl koord snapshot >cluster.json && koordctl explain -f cluster.json default/web\n" +
			"  kubectl koord snapshot --node node-a --anonymize >node.json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError("found " + args[0] + ", expected no argument; --node NODE restricts the objects")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			write, ok := map[string]func([]collect.Object) error{
				"json": func(objects []collect.Object) error { return collect.WriteJSON(a.Out, objects) },
				"yaml": func(objects []collect.Object) error { return collect.WriteYAML(a.Out, objects) },
			}[output]
			if !ok {
				return usageError("--output: found " + output + ", expected json or yaml")
			}
			if err := a.refuseNamespace("snapshot", ""); err != nil {
				return err
			}
			objects, err := a.read(cmd.Context(), collect.Scope{Node: node})
			if err != nil {
				return err
			}
			if node != "" {
				if err := checkNode(node, objects); err != nil {
					return err
				}
			}
			if anonymize {
				anonymous.New().Replace(objects)
			}
			return write(objects)
		},
	}
	flags := command.Flags()
	flags.StringVarP(&output, "output", "o", "json", "Output format: json or yaml")
	flags.StringVar(&node, "node", "", "Only this node and what is bound to it; default: the whole cluster")
	flags.BoolVar(&anonymize, "anonymize", false, "Replace names")
	return command
}

// checkNode returns an error with the nearest name if there is no such node.
func checkNode(node string, objects []collect.Object) error {
	names := namesOf("Node", objects)
	if slices.Contains(names, node) {
		return nil
	}
	message := fmt.Sprintf("--node: there is no node %q", node)
	if nearest := similar.Nearest(node, names); nearest != "" {
		message += "; did you mean " + nearest + "?"
	}
	return usageError(message)
}
