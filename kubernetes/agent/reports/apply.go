package reports

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
)

const applyTimeout = 10 * time.Second // limit of one request to the API server

// eachSecond calls send once a second and after each wake-up, until the context ends. A nil channel
// never wakes it.
func eachSecond(ctx context.Context, wake <-chan struct{}, send func(context.Context, time.Time)) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-ticker.C:
		}
		send(ctx, time.Now())
	}
}

// wakeUp wakes up eachSecond. It never blocks: one pending wake-up covers all changes made before
// it is read.
func wakeUp(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// apply sends an object by server-side apply and takes over fields that other managers own.
// subresource is empty for the object itself.
func apply(ctx context.Context, client rest.Interface, resource, name, subresource, manager string, body []byte) error {
	request := client.Patch(types.ApplyPatchType).Resource(resource).Name(name)
	if subresource != "" {
		request = request.SubResource(subresource)
	}
	return request.Param("fieldManager", manager).Param("force", "true").Body(body).Do(ctx).Error()
}

// applyToNode applies fields of a Node. They must include metadata.
func applyToNode(ctx context.Context, core rest.Interface, node, subresource, manager string, fields map[string]any) error {
	fields["apiVersion"], fields["kind"] = "v1", "Node"
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return apply(ctx, core, "nodes", node, subresource, manager, body)
}

// getNode reads a Node with the right to list that one Node, which the agent's informer needs as
// well.
func getNode(ctx context.Context, core rest.Interface, name string) (*v1.Node, error) {
	var nodes v1.NodeList
	if err := core.Get().Resource("nodes").Param("fieldSelector", fields.OneTermEqualSelector("metadata.name", name).String()).
		Do(ctx).Into(&nodes); err != nil {
		return nil, err
	}
	if len(nodes.Items) != 1 { // applying to it would create a Node
		return nil, fmt.Errorf("found %d Nodes named %s, expected one", len(nodes.Items), name)
	}
	return &nodes.Items[0], nil
}
