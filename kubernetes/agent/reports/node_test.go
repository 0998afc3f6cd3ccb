package reports

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

const offering = `{"metadata":{"name":"node-a","labels":{"node.koordinator.sh/gpu-model":"A100","node.koordinator.sh/gpu-driver-version":"570"}},
"spec":{"devices":[
{"type":"gpu","minor":0,"health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}},
{"type":"gpu","minor":1,"health":false,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}},
{"type":"dsp","minor":0,"health":true,"resources":{"example.com/dsp":"100"}},
{"type":"rdma","minor":0,"health":true,"resources":{"koordinator.sh/rdma":"100"}}]}}`

// nodeTest is a reporter with a test clock.
type nodeTest struct {
	*NodeReporter
	t      *testing.T
	server *fake.APIServer
	now    time.Time
}

func newNodeTest(t *testing.T, node *v1.Node, edit func(*config.Config)) *nodeTest {
	server := fake.NewAPIServer(t)
	server.Set("nodes", node)
	access, err := (&config.APIServerConfig{Kubeconfig: server.Kubeconfig()}).Access()
	check.OK(t, err)
	core, err := config.CoreClient(access)
	check.OK(t, err)
	config := &config.Config{NodeName: "node-a"}
	if edit != nil {
		edit(config)
	}
	return &nodeTest{NewNodeReporter(core, slog.New(slog.DiscardHandler), metrics.New(), config), t, server, time.Now()}
}

// sends advances the clock, and returns the parts of the Node that were applied.
func (n *nodeTest) sends(after time.Duration) []string {
	n.now = n.now.Add(after)
	n.server.Mu.Lock()
	n.server.Applied = nil
	n.server.Mu.Unlock()
	n.sendIfDue(n.t.Context(), n.now)
	n.server.Mu.Lock()
	defer n.server.Mu.Unlock()
	return n.server.Applied
}

func (n *nodeTest) node() *v1.Node {
	n.server.Mu.Lock()
	defer n.server.Mu.Unlock()
	return n.server.Objects["nodes"]["node-a"].(*v1.Node)
}

func (n *nodeTest) expect(what string, amounts, labels map[string]string) {
	n.t.Helper()
	node, found := n.node(), map[string]string{}
	for name, amount := range node.Status.Allocatable {
		if capacity := node.Status.Capacity[name]; capacity.Cmp(amount) != 0 {
			n.t.Errorf("%s: %s: capacity %v, allocatable %v", what, name, &capacity, &amount)
		}
		found[string(name)] = amount.String()
	}
	if !maps.Equal(found, amounts) || !maps.Equal(node.Labels, labels) {
		n.t.Errorf("%s: found %v, %v, expected %v, %v", what, found, node.Labels, amounts, labels)
	}
}

var (
	offeredAmounts = map[string]string{"koordinator.sh/gpu": "100", "koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "16Gi",
		"koordinator.sh/gpu-memory-ratio": "100", "koordinator.sh/rdma": "100", "example.com/dsp": "100"}
	offeredLabels = map[string]string{"node.koordinator.sh/gpu-model": "A100", "node.koordinator.sh/gpu-driver-version": "570"}
)

// without returns a map without some names.
func without(of map[string]string, names ...string) map[string]string {
	out := maps.Clone(of)
	for _, name := range names {
		delete(out, name)
	}
	return out
}

// The Node gets sums over healthy devices and labels about GPUs. They are updated and removed with
// the devices.
func TestNodeGetsLabelsAndResources(t *testing.T) {
	n := newNodeTest(t, fake.NodeObject(nil), nil)
	if got := n.sends(0); got != nil {
		t.Error("sent before the devices are known", got)
	}
	n.Set([]byte(offering))
	n.sends(0)
	n.expect("first", offeredAmounts, offeredLabels)
	n.NodeChanged(n.node())
	if got := n.sends(time.Second); got != nil {
		t.Error("sent again without need", got)
	}
	if got := n.sends(reportAgain); len(got) != 2 {
		t.Error("what others changed does not come back", got)
	}
	n.Set([]byte(`{"metadata":{"name":"node-a","labels":{"node.koordinator.sh/gpu-model":"not a label"}},"spec":{"devices":[
{"type":"rdma","minor":0,"health":false,"resources":{"koordinator.sh/rdma":"100"}}]}}`))
	n.sends(time.Second)
	n.expect("GPUs are gone", map[string]string{"koordinator.sh/rdma": "0"}, map[string]string{})
	n.Set([]byte("{"))
	n.sends(time.Second)
	n.expect("an object that cannot be read", map[string]string{"koordinator.sh/rdma": "0"}, map[string]string{})
}

// Nothing is applied to a Node without devices.
func TestNodeWithoutDevicesIsNotPatched(t *testing.T) {
	n := newNodeTest(t, fake.NodeObject(nil), nil)
	n.Set([]byte(`{"metadata":{"name":"node-a"},"spec":{}}`))
	if got := n.sends(0); got != nil {
		t.Error(got)
	}
}

// Names stated by a device plugin or a controller are left to them; zeros left by kubelet are not.
func TestNodeLabelsAndResourcesOfOthersAreKept(t *testing.T) {
	node := fake.NodeObject(nil)
	node.Labels = map[string]string{"node.koordinator.sh/gpu-model": "theirs"}
	node.Status.Capacity = v1.ResourceList{"koordinator.sh/rdma": resource.MustParse("7"), "koordinator.sh/gpu-core": resource.MustParse("0"),
		"example.com/dsp": resource.MustParse("3")}
	node.Status.Allocatable = node.Status.Capacity.DeepCopy()
	node.ManagedFields = []metav1.ManagedFieldsEntry{
		fake.Managed("kubelet", metav1.ManagedFieldsOperationUpdate, "status", map[string]any{"f:status": map[string]any{
			"f:capacity": fake.FieldsOfNames(node.Status.Capacity)}}),
		fake.Managed("koord-manager", metav1.ManagedFieldsOperationUpdate, "", map[string]any{"f:metadata": map[string]any{
			"f:labels": fake.FieldsOfNames(node.Labels)}})}
	n := newNodeTest(t, node, nil)
	n.Set([]byte(offering))
	n.sends(0)
	amounts := maps.Clone(offeredAmounts)
	amounts["koordinator.sh/rdma"], amounts["example.com/dsp"] = "7", "3"
	labels := maps.Clone(offeredLabels)
	labels["node.koordinator.sh/gpu-model"] = "theirs"
	n.expect("others' names", amounts, labels)
	n.NodeChanged(n.node())
	if got := n.sends(time.Second); got != nil {
		t.Error("a name that is left is sent again and again", got)
	}
	// kubelet registers the node again.
	zeroed := n.node().DeepCopy()
	for name := range zeroed.Status.Capacity {
		zeroed.Status.Capacity[name], zeroed.Status.Allocatable[name] = resource.Quantity{}, resource.Quantity{}
	}
	n.server.Set("nodes", zeroed)
	n.NodeChanged(zeroed)
	n.sends(time.Second)
	n.expect("after kubelet's zeroes", offeredAmounts, labels)

	n = newNodeTest(t, fake.NodeObject(nil), func(c *config.Config) { c.Reports.Plugins = []config.PluginDevices{{Resource: "example.com/dsp"}} })
	n.Set([]byte(offering))
	n.sends(0)
	n.expect("a plugin's name", without(offeredAmounts, "example.com/dsp"), offeredLabels)
}

// Without the permission nothing fails, and requests are rare. Other rejected requests are retried.
func TestNodeReportWithoutTheRight(t *testing.T) {
	n := newNodeTest(t, fake.NodeObject(nil), nil)
	n.server.Forbids = true
	n.Set([]byte(offering))
	n.sends(0)
	n.server.Forbids = false
	if got := n.sends(time.Minute); got != nil {
		t.Error("asked again too early", got)
	}
	n.sends(reportAgain)
	n.expect("permitted", offeredAmounts, offeredLabels)

	n.server.Refuse = 1
	n.Set([]byte(`{"metadata":{"name":"node-a"},"spec":{}}`))
	n.sends(time.Second)
	n.expect("refused", offeredAmounts, offeredLabels)
	n.sends(firstRetry)
	n.expect("tried again", map[string]string{}, map[string]string{})
	n.server.Delete("nodes", "node-a")
	n.Set([]byte(offering))
	if got := n.sends(time.Second); got != nil {
		t.Error("a Node is made", got)
	}
}
