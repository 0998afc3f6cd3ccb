package claims

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/events"
	fwk "k8s.io/kube-scheduler/framework"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

// newPlugin returns a plugin that knows some objects. Its scheduler does not run.
func newPlugin(t testing.TB, objects ...runtime.Object) (*Plugin, *fake.Clientset) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	client := fake.NewClientset(objects...)
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	t.Cleanup(broadcaster.Shutdown)
	var plugin *Plugin
	factory := newInformers(client)
	sched, err := kubescheduler.New(ctx, client, factory, nil, profile.NewRecorderFactory(broadcaster),
		kubescheduler.WithProfiles(profilesOf(t, profileOf)...), kubescheduler.WithFrameworkOutOfTreeRegistry(frameworkruntime.Registry{
			Name: func(ctx context.Context, raw runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
				var err error
				plugin, err = create(ctx, Options{}, &released{}, raw, handle)
				return plugin, err
			}}))
	if err != nil {
		t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := sched.WaitForHandlersSync(ctx); err != nil {
		t.Fatal(err)
	}
	return plugin, client
}
