//go:build !kube1_36

package app

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// nameInformers sets the name that metrics of informers have.
func nameInformers(opts *options.Options) error {
	if opts.InformerName != nil {
		return nil
	}
	name, err := cache.NewInformerName("kube-scheduler")
	opts.InformerName = name
	return err
}

// beforeEach calls a function whenever the scheduler requests a pod or pod group.
func beforeEach(sched *kubescheduler.Scheduler, call func()) {
	next := sched.NextEntity
	sched.NextEntity = func(logger klog.Logger) (framework.QueuedEntityInfo, error) {
		call()
		return next(logger)
	}
}
