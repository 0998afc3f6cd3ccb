//go:build !kube1_36

package scheduler_test

import (
	"context"
	"sync"

	"k8s.io/klog/v2"
	kubeapp "k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler"
)

func ExampleState_Lead() {
	ctx, opts := context.Background(), options.NewOptions()
	var state *scheduler.State
	plugin := scheduler.New(scheduler.Options{State: func(_ context.Context, created *scheduler.State) { state = created }})
	config, sched, err := kubeapp.Setup(ctx, opts, kubeapp.WithPlugin(scheduler.Name, plugin))
	if err != nil {
		klog.Fatal(err)
	}
	if state != nil { // nil if no profile enables the plugin
		var leading sync.Once
		next := sched.NextEntity
		sched.NextEntity = func(logger klog.Logger) (framework.QueuedEntityInfo, error) {
			// The first call follows the election of this process.
			leading.Do(func() { go state.Lead(ctx) })
			return next(logger)
		}
	}
	klog.Fatal(kubeapp.Run(ctx, config, sched))
}
