package profile

import (
	"context"
	"maps"
	"slices"

	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"koordc/judge"
	koord "libkoord.invalid/koord/kubernetes/scheduler"
)

// NewMap builds the frameworks of a scheduler with plugin Koord in each profile. A spoiled run leaves
// the plugin out.
func NewMap(ctx context.Context, cfgs []config.KubeSchedulerProfile, r frameworkruntime.Registry, recorderFact RecorderFactory,
	opts ...frameworkruntime.Option) (Map, error) {
	if judge.Spoiled("plugin") {
		return zzUpstream_NewMap(ctx, cfgs, r, recorderFact, opts...)
	}
	registry := maps.Clone(r)
	plugin := koord.New(koord.Options{State: func(ctx context.Context, state *koord.State) { go state.Lead(ctx) }})
	if err := registry.Register(koord.Name, plugin); err != nil {
		return nil, err
	}
	profiles := make([]config.KubeSchedulerProfile, len(cfgs))
	for i := range cfgs {
		profiles[i] = *cfgs[i].DeepCopy()
		if profiles[i].Plugins != nil { // otherwise the profile is refused
			enable(&profiles[i])
		}
	}
	return zzUpstream_NewMap(ctx, profiles, registry, recorderFact, opts...)
}

// enable adds Koord at all extension points, as kubernetes/deploy/scheduler/manifests/config.yaml
// does. Of plugins that handle a pod alone, it precedes the defaults and follows those of the test.
func enable(profile *config.KubeSchedulerProfile) {
	plugins, ours := profile.Plugins, config.Plugin{Name: koord.Name, Weight: 2}
	precede(&plugins.PostFilter, plugins.MultiPoint, names.DefaultPreemption)
	precede(&plugins.PodGroupPostFilter, plugins.MultiPoint, names.DefaultPreemption)
	precede(&plugins.Bind, plugins.MultiPoint, names.DefaultBinder)
	plugins.MultiPoint.Enabled = append(plugins.MultiPoint.Enabled, ours)
	plugins.PlacementGenerate.Disabled = append(plugins.PlacementGenerate.Disabled, config.Plugin{Name: names.TopologyPlacementGenerator})
	plugins.PlacementGenerate.Enabled = append(plugins.PlacementGenerate.Enabled, ours)
	for _, plugin := range profile.PluginConfig {
		if fit, is := plugin.Args.(*config.NodeResourcesFitArgs); is {
			fit.IgnoredResourceGroups = append(fit.IgnoredResourceGroups, "koordinator.sh", "nvidia.com")
		}
	}
}

// precede adds Koord to the plugins of an extension point, in front of a default plugin.
func precede(set *config.PluginSet, all config.PluginSet, name string) {
	is := func(plugin config.Plugin) bool { return plugin.Name == name }
	switch at := slices.IndexFunc(set.Enabled, is); {
	case at >= 0:
		set.Enabled = slices.Insert(set.Enabled, at, config.Plugin{Name: koord.Name})
	case slices.ContainsFunc(all.Enabled, is): // plugins of MultiPoint follow
		set.Enabled = append(set.Enabled, config.Plugin{Name: koord.Name})
	}
}
