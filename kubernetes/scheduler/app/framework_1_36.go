//go:build kube1_36

package app

import (
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// nameInformers does nothing: informers of 1.36 have no names.
func nameInformers(*options.Options) error { return nil }

// beforeEach calls a function whenever the scheduler requests a pod.
func beforeEach(sched *kubescheduler.Scheduler, call func()) {
	next := sched.NextPod
	sched.NextPod = func(logger klog.Logger) (*framework.QueuedPodInfo, error) {
		call()
		return next(logger)
	}
}
