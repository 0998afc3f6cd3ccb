package scheduler

import (
	"context"
	"strings"
	"testing"

	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// A report of kubelet that the scheduler cannot use is logged with the node and the field.
func TestWarningsOfTheLibraryAreLogged(t *testing.T) {
	var log strings.Builder
	ctx := klog.NewContext(context.Background(),
		textlogger.NewLogger(textlogger.NewConfig(textlogger.Verbosity(2), textlogger.Output(&log))))
	arguments, err := args.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	cluster, err := newCluster(ctx, arguments)
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	// The machine has two NUMA nodes, kubelet's memory manager knows one.
	const topology = `{"kind":"NodeResourceTopology","metadata":{"name":"server","annotations":{
		"node.koordinator.sh/cpu-topology":"{\"detail\":[{\"id\":0,\"core\":0,\"socket\":0,\"node\":0},{\"id\":1,\"core\":1,\"socket\":1,\"node\":1}]}",
		"kubelet.koordinator.sh/cpu-manager-policy":"{\"policy\":\"static\"}",
		"kubelet.koordinator.sh/memory-manager-policy":"Static",
		"kubelet.koordinator.sh/memory-manager-state":"{\"numaNodes\":[{\"node\":0,\"assignments\":0,\"memory\":[{\"type\":\"memory\",\"allocatable\":1024,\"free\":1024,\"systemReserved\":0}]}],\"pods\":[]}"}}}`
	if _, err := cluster.SetTopology([]byte(topology)); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, "NodeResourceTopology server: kubelet.koordinator.sh/memory-manager-state: numaNodes: found 0, expected 0-1") {
		t.Errorf("found %q", text)
	}
}
