package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// guardRefuses is part of the webhook's answer.
const guardRefuses = "only koord-scheduler may choose its node"

// foreigner binds pods as an account that is not the scheduler's.
type foreigner struct {
	kube    kubernetes.Interface
	targets []*v1.Pod
	nodes   []string
	// Bindings that the webhook refused, that it did not answer, for want of the webhook, of loaded
	// rights or of the API server, and that passed.
	refused, noWebhook, noRights, noServer, passed atomic.Int64
}

func (f *foreigner) bind(ctx context.Context, i int) error {
	pod := f.targets[i%len(f.targets)]
	binding := &v1.Binding{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: pod.Name},
		Target: v1.ObjectReference{Kind: "Node", Name: f.nodes[i%len(f.nodes)]}}
	if i/2%2 == 0 {
		binding.UID = pod.UID
	}
	request := f.kube.CoreV1().RESTClient().Post().Namespace(namespace)
	if i%2 == 0 {
		request = request.Resource("pods").Name(pod.Name).SubResource("binding")
	} else {
		request = request.Resource("bindings")
	}
	return request.Body(binding).Do(ctx).Error()
}

// run sends Bindings until the webhook has refused so many.
func (f *foreigner) run(ctx context.Context, count int64) {
	for i := 0; f.refused.Load() < count && ctx.Err() == nil; i++ {
		switch err := f.bind(ctx, i); {
		case err == nil:
			f.passed.Add(1)
			return
		case strings.Contains(err.Error(), guardRefuses):
			f.refused.Add(1)
		default:
			count := &f.noServer
			if strings.Contains(err.Error(), "failed calling webhook") {
				count = &f.noWebhook
			} else if apierrors.IsForbidden(err) {
				count = &f.noRights
			}
			count.Add(1)
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// target is a pod that fits no node, so that it waits for ever.
func target(i int) *v1.Pod {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fmt.Sprintf("foreign-%d", i), Labels: map[string]string{"app": "foreign"}},
		Spec: v1.PodSpec{NodeSelector: map[string]string{"e2e/nowhere": "true"},
			Containers: []v1.Container{{Name: "main", Image: "none"}}},
	}
	if i%2 == 1 { // the webhook leaves this name alone
		pod.Spec.SchedulerName = "another-scheduler"
	}
	ask(pod, "cpu", "1", wholeGPU, "1")
	return pod
}

func foreignCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("foreign", flag.ExitOnError)
	count := flags.Int64("count", 1000, "Bindings that the webhook is to refuse")
	user := flags.String("user", "foreign-scheduler", "who may create Bindings")
	timeout := flags.Duration("timeout", time.Hour, "give up after this long")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", c.kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 5000, 5000
	config.Impersonate = rest.ImpersonationConfig{UserName: *user}
	kube, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	f := &foreigner{kube: kube}
	if err := f.prepare(ctx, c); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	since := time.Now()
	var all sync.WaitGroup
	for range c.workers {
		all.Go(func() { f.run(ctx, *count) })
	}
	all.Wait()
	return f.judge(ctx, c, since)
}

// prepare creates the pods that are to be bound.
func (f *foreigner) prepare(ctx context.Context, c *clients) error {
	err := persist(ctx, func() error {
		nodes, err := c.kube.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for i := range nodes.Items {
			f.nodes = append(f.nodes, nodes.Items[i].Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range 16 {
		wanted := target(i)
		err := persist(ctx, func() error {
			pod, err := c.kube.CoreV1().Pods(namespace).Create(ctx, wanted, metav1.CreateOptions{})
			if apierrors.IsAlreadyExists(err) { // the answer was lost
				pod, err = c.kube.CoreV1().Pods(namespace).Get(ctx, wanted.Name, metav1.GetOptions{})
			}
			if err == nil {
				f.targets = append(f.targets, pod)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// judge checks that no target got a node, and removes them.
func (f *foreigner) judge(ctx context.Context, c *clients, since time.Time) error {
	var found *v1.PodList
	err := persist(ctx, func() (err error) {
		found, err = c.kube.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "app=foreign"})
		return err
	})
	if err != nil {
		return err
	}
	bound := 0
	for i := range found.Items {
		if found.Items[i].Spec.NodeName != "" {
			bound++
		}
	}
	say("foreign Bindings", int(f.refused.Load()), since)
	fmt.Printf("foreign Bindings: %d refused by the webhook, %d while it did not answer, %d without rights, %d without API server, "+
		"%d passed, %d of %d pods bound\n", f.refused.Load(), f.noWebhook.Load(), f.noRights.Load(), f.noServer.Load(), f.passed.Load(),
		bound, len(found.Items))
	if f.passed.Load() > 0 || bound > 0 || len(found.Items) != len(f.targets) || ctx.Err() != nil {
		return fmt.Errorf("%d foreign Bindings passed, %d pods are bound, %d of %d are left; %v", f.passed.Load(), bound, len(found.Items),
			len(f.targets), ctx.Err())
	}
	return persist(ctx, func() error {
		return c.kube.CoreV1().Pods(namespace).DeleteCollection(ctx, now(), metav1.ListOptions{LabelSelector: "app=foreign"})
	})
}
