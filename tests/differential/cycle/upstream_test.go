package zzcycle

import (
	"encoding/json"
	"testing"
	"time"

	nrtv1alpha1 "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/apis/topology/v1alpha1"
	nrtfake "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/clientset/versioned/fake"
	nrtinformers "github.com/k8stopologyawareschedwg/noderesourcetopology-api/pkg/generated/informers/externalversions"
	"k8s.io/apimachinery/pkg/runtime"
	clientfeatures "k8s.io/client-go/features"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	schedulingv1alpha1 "github.com/koordinator-sh/koordinator/apis/scheduling/v1alpha1"
	koordfake "github.com/koordinator-sh/koordinator/pkg/client/clientset/versioned/fake"
	koordinformers "github.com/koordinator-sh/koordinator/pkg/client/informers/externalversions"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config"
	configv1 "github.com/koordinator-sh/koordinator/pkg/scheduler/apis/config/v1"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/helper"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/frameworkext/schedulingphase"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/plugins/deviceshare"
	"github.com/koordinator-sh/koordinator/pkg/scheduler/plugins/nodenumaresource"
)

func TestCycle(t *testing.T) {
	w := readWorld(t)
	ctx := t.Context()
	// The pretended clients of this version do not serve lists as watches.
	if gates, is := clientfeatures.FeatureGates().(interface {
		Set(clientfeatures.Feature, bool) error
	}); is {
		if err := gates.Set(clientfeatures.WatchListClient, false); err != nil {
			t.Fatal(err)
		}
	}
	handle, _ := w.framework(ctx, t)
	topologies := nrtinformers.NewSharedInformerFactory(
		nrtfake.NewSimpleClientset(typed[nrtv1alpha1.NodeResourceTopology](t, w.others["NodeResourceTopology"])...), 0)
	client := koordfake.NewSimpleClientset(typed[schedulingv1alpha1.Device](t, w.others["Device"])...)
	devices := koordinformers.NewSharedInformerFactory(client, 0)
	extended, err := frameworkext.NewFrameworkExtenderFactory(
		frameworkext.WithKoordinatorClientSet(client),
		frameworkext.WithKoordinatorSharedInformerFactory(devices),
		frameworkext.WithNodeResourceTopologySharedInformerFactory(topologies),
		frameworkext.WithReservationNominator(frameworkext.NewFakeReservationNominator()),
		frameworkext.WithReservationCache(frameworkext.NewFakeReservationCache()))
	if err != nil {
		t.Fatal(err)
	}
	var plugins []fwk.Plugin
	for _, one := range []struct {
		make frameworkruntime.PluginFactory
		args runtime.Object
	}{{nodenumaresource.New, numaArgs(t)}, {deviceshare.New, deviceArgs(t)}} {
		plugin, err := frameworkext.PluginFactoryProxy(extended, one.make)(ctx, one.args, handle)
		if err != nil {
			t.Fatal(err)
		}
		plugins = append(plugins, plugin)
	}
	devices.Start(ctx.Done())
	topologies.Start(ctx.Done())
	knowTopologies(w, plugins[0].(*nodenumaresource.Plugin).GetTopologyOptionsManager())
	handle.SharedInformerFactory().Start(ctx.Done())
	if err := helper.WaitForHandlersSync(ctx); err != nil {
		t.Fatal(err)
	}
	serve(t, w, handle, func(state fwk.CycleState) { schedulingphase.RecordPhase(state, schedulingphase.Reserve) }, plugins...)
}

// knowTopologies waits: of pods that come before their node's topology the plugin forgets what they have.
func knowTopologies(w *world, known nodenumaresource.TopologyOptionsManager) {
	for _, node := range w.nodes {
		for !known.GetTopologyOptions(node.Name).CPUTopology.IsValid() {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// typed are objects of one kind.
func typed[T any, P interface {
	*T
	runtime.Object
}](t *testing.T, texts []json.RawMessage) (out []runtime.Object) {
	for _, text := range texts {
		out = append(out, P(read[T](t, text)))
	}
	return out
}

// Arguments are upstream's defaults.
func numaArgs(t *testing.T) runtime.Object {
	var defaults configv1.NodeNUMAResourceArgs
	configv1.SetDefaults_NodeNUMAResourceArgs(&defaults)
	args := &config.NodeNUMAResourceArgs{}
	if err := configv1.Convert_v1_NodeNUMAResourceArgs_To_config_NodeNUMAResourceArgs(&defaults, args, nil); err != nil {
		t.Fatal(err)
	}
	return args
}

func deviceArgs(t *testing.T) runtime.Object {
	var defaults configv1.DeviceShareArgs
	configv1.SetDefaults_DeviceShareArgs(&defaults)
	args := &config.DeviceShareArgs{}
	if err := configv1.Convert_v1_DeviceShareArgs_To_config_DeviceShareArgs(&defaults, args, nil); err != nil {
		t.Fatal(err)
	}
	return args
}
