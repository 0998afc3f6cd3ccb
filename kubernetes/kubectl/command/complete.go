package command

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata"
)

// completionTime bounds the time that a shell waits.
const completionTime = 3 * time.Second

// complete returns the completion of names of pods or nodes for the first argument, and of files for --filename.
func (a *App) complete(c *command) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		r, err := c.parse(args, a.flags)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		named := c.named
		switch {
		case len(args) > 0 && takesNode[args[len(args)-1]]:
			named = nodes
		case len(args) > 0 && takesPod[args[len(args)-1]]:
			named = pods
		case len(args) > 0 && strings.HasPrefix(args[len(args)-1], "-") && !switches[args[len(args)-1]]:
			return nil, cobra.ShellCompDirectiveDefault // a value, such as a file
		case len(r.positional) > 0 || strings.HasPrefix(begun, "-"):
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if named == nothing {
			return nil, cobra.ShellCompDirectiveDefault
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completionTime)
		defer cancel()
		names, err := a.names(ctx, named, begun)
		if err != nil {
			cobra.CompErrorln(err.Error())
			return nil, cobra.ShellCompDirectiveError
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

var (
	takesNode = map[string]bool{"--node": true, "--drain": true, "--smt-off": true}
	takesPod  = map[string]bool{"--keep": true, "--avoid": true}
)

// names returns the names of pods in the namespace, or of nodes.
func (a *App) names(ctx context.Context, named objects, begun string) (found []string, err error) {
	config, err := a.config.ToRESTConfig()
	if err != nil {
		return nil, err
	}
	client, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	prefix := ""
	var getter metadata.ResourceInterface = client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "nodes"})
	if named == pods {
		namespace, _, err := a.config.ToRawKubeConfigLoader().Namespace()
		if err != nil {
			return nil, err
		}
		getter = client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "pods"}).Namespace(namespace)
	}
	for _, kind := range []string{"pod/", "pods/", "po/", "node/", "nodes/", "no/"} {
		if strings.HasPrefix(begun, kind) {
			prefix = kind
		}
	}
	list, err := getter.List(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return nil, err
	}
	for _, item := range list.Items {
		if name := prefix + item.Name; strings.HasPrefix(name, begun) {
			found = append(found, name)
		}
	}
	return found, nil
}
