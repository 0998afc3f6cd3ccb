package profile

import (
	"context"
	"maps"
	"os"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"koordc/judge"
	koord "libkoord.invalid/koord/kubernetes/scheduler"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// NewMap builds the frameworks of a scheduler with plugin Koord in each profile. A spoiled run leaves
// the plugin out.
func NewMap(ctx context.Context, cfgs []config.KubeSchedulerProfile, r frameworkruntime.Registry, recorderFact RecorderFactory,
	opts ...frameworkruntime.Option) (Map, error) {
	if judge.Spoiled("plugin") {
		return zzUpstream_NewMap(ctx, cfgs, r, recorderFact, opts...)
	}
	if os.Getenv("KOORD_PLUGIN") == claims.Name {
		return newMapWithClaims(ctx, cfgs, r, recorderFact, opts...)
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

// newMapWithClaims builds the frameworks with KoordClaims in place of DynamicResources.
func newMapWithClaims(ctx context.Context, cfgs []config.KubeSchedulerProfile, r frameworkruntime.Registry, recorderFact RecorderFactory,
	opts ...frameworkruntime.Option) (Map, error) {
	registry := maps.Clone(r)
	if err := registry.Register(claims.Name, claims.New(claims.Options{})); err != nil {
		return nil, err
	}
	profiles := make([]config.KubeSchedulerProfile, len(cfgs))
	for i := range cfgs {
		profiles[i] = *cfgs[i].DeepCopy()
		if profiles[i].Plugins == nil {
			continue
		}
		enabled := profiles[i].Plugins.MultiPoint.Enabled
		for j := range enabled {
			if enabled[j].Name == names.DynamicResources {
				enabled[j].Name = claims.Name
				profiles[i].PluginConfig = append(profiles[i].PluginConfig, config.PluginConfig{Name: claims.Name,
					Args: &runtime.Unknown{Raw: []byte(`{"deviceClasses":["*"]}`), ContentType: runtime.ContentTypeJSON}})
			}
		}
	}
	return zzUpstream_NewMap(ctx, profiles, registry, recorderFact, opts...)
}

// enable adds Koord at all extension points and in front of DefaultPreemption and DefaultBinder, as
// kubernetes/deploy/scheduler/manifests/config.yaml does.
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

// precede puts Koord in front of all plugins of an extension point. A test that removes the default
// plugin replaces it with one of its own, or wants none, so that Koord is removed as well.
func precede(set *config.PluginSet, all config.PluginSet, name string) {
	is := func(plugin config.Plugin) bool { return plugin.Name == name || plugin.Name == "*" }
	if slices.ContainsFunc(set.Disabled, is) || !slices.ContainsFunc(slices.Concat(set.Enabled, all.Enabled), is) {
		set.Disabled = append(set.Disabled, config.Plugin{Name: koord.Name})
		return
	}
	set.Enabled = append([]config.Plugin{{Name: koord.Name}}, set.Enabled...)
}
