package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// board is what is known of pods while they are watched.
type board struct {
	sync.Mutex
	bound, refused map[string]string // by name: the node, the message
	pending        map[string]bool
	changed        time.Time
	synced         bool
	seen           int       // bindings that were watched
	first, last    time.Time // of them
}

func (b *board) put(pod *v1.Pod, gone bool) {
	b.Lock()
	defer b.Unlock()
	name, now := pod.Name, time.Now()
	_, wasBound := b.bound[name]
	_, wasRefused := b.refused[name]
	switch message := refusal(pod); {
	case gone:
		delete(b.bound, name)
		delete(b.refused, name)
		delete(b.pending, name)
	case pod.Spec.NodeName != "":
		if wasBound {
			return
		}
		b.bound[name] = pod.Spec.NodeName
		delete(b.refused, name)
		delete(b.pending, name)
		if b.synced {
			if b.seen++; b.first.IsZero() {
				b.first = now
			}
			b.last = now
		}
	case message != "":
		b.refused[name] = message
		if wasRefused {
			return
		}
		delete(b.pending, name)
	default:
		b.pending[name] = true
	}
	b.changed = now
}

// refusal is what the scheduler says of a pod that it could not place; "" where it said nothing yet.
func refusal(pod *v1.Pod) string {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodScheduled && condition.Status == v1.ConditionFalse {
			return cmp.Or(condition.Message, condition.Reason)
		}
	}
	return ""
}

func waitCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("wait", flag.ExitOnError)
	count := flags.Int("count", 0, "pods that are to be there")
	bound := flags.Int("bound", 0, "at least so many of them are to be bound")
	quiet := flags.Duration("quiet", 5*time.Second, "how long nothing changes before those that were refused count as refused")
	silent := flags.Duration("silent", 20*time.Second, "how long nothing changes before those count as refused of which nothing is said")
	timeout := flags.Duration("timeout", 10*time.Minute, "give up after this long")
	messages := flags.Int("messages", 5, "reasons to print, the most frequent first")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	b := &board{bound: map[string]string{}, refused: map[string]string{}, pending: map[string]bool{}, changed: time.Now()}
	factory := informers.NewSharedInformerFactoryWithOptions(c.kube, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Pods().Informer()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { b.put(object.(*v1.Pod), false) },
		UpdateFunc: func(_, object any) { b.put(object.(*v1.Pod), false) },
		DeleteFunc: func(object any) {
			if left, is := object.(cache.DeletedFinalStateUnknown); is {
				object = left.Obj
			}
			if pod, is := object.(*v1.Pod); is {
				b.put(pod, true)
			}
		},
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	b.Lock()
	b.synced = true
	b.Unlock()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("not settled: %s", b.report(*messages)), ctx.Err())
		case <-tick.C:
		}
		b.Lock()
		there := len(b.bound) + len(b.refused) + len(b.pending)
		still := time.Since(b.changed)
		settled := len(b.pending) == 0 && (len(b.refused) == 0 || still >= *quiet)
		// kube-scheduler says once why a pod waits: that is lost with a connection.
		settled = settled || len(b.bound)+len(b.refused) > 0 && still >= *silent
		b.Unlock()
		if there >= *count && settled {
			break
		}
	}
	fmt.Println(b.report(*messages))
	b.Lock()
	defer b.Unlock()
	if len(b.bound) < *bound {
		return fmt.Errorf("%d pods are bound, expected at least %d", len(b.bound), *bound)
	}
	return nil
}

func (b *board) report(messages int) string {
	b.Lock()
	defer b.Unlock()
	out := fmt.Sprintf("bound %d, refused %d, pending %d", len(b.bound), len(b.refused), len(b.pending))
	if span := b.last.Sub(b.first); b.seen > 1 {
		out += fmt.Sprintf("; %d of them in %.1f s while this watched, %.0f/s", b.seen, span.Seconds(), float64(b.seen-1)/span.Seconds())
	}
	counts := map[string]int{}
	for _, message := range b.refused {
		counts[strings.TrimSpace(message)]++
	}
	order := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y))
	})
	for _, message := range order[:min(messages, len(order))] {
		out += fmt.Sprintf("\n  %d refused: %s", counts[message], message)
	}
	return out
}

func deleteCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("delete", flag.ExitOnError)
	percent := flags.Int("percent", 20, "of the bound pods")
	seed := flags.Uint64("seed", 1, "of the draw")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	found, err := c.kube.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(*seed, 1))
	var names []string
	for i := range found.Items {
		if found.Items[i].Spec.NodeName != "" && random.IntN(100) < *percent {
			names = append(names, found.Items[i].Name)
		}
	}
	since := time.Now()
	// A gang that loses a pod is not what a gang is: the rest stays and goes on, as in a cluster.
	err = c.each(len(names), func(i int) error {
		err := c.kube.CoreV1().Pods(namespace).Delete(ctx, names[i], now())
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	})
	if err == nil {
		say("deleted", len(names), since)
	}
	return err
}

// now deletes at once: no kubelet would end the pod.
func now() metav1.DeleteOptions {
	var seconds int64
	return metav1.DeleteOptions{GracePeriodSeconds: &seconds}
}

func cleanCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("clean", flag.ExitOnError)
	podsOnly := flags.Bool("pods", false, "leave nodes, topologies and devices")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err := removePods(ctx, c); err != nil {
		return err
	}
	all := metav1.ListOptions{}
	if err := c.objects.Resource(groups).Namespace(namespace).DeleteCollection(ctx, now(), all); err != nil {
		return err
	}
	if !*podsOnly {
		if err := c.kube.CoreV1().Nodes().DeleteCollection(ctx, now(), all); err != nil {
			return err
		}
		for _, kind := range []schema.GroupVersionResource{topologies, devices} {
			if err := c.objects.Resource(kind).DeleteCollection(ctx, now(), all); err != nil {
				return err
			}
		}
	}
	return nil
}

// removePods asks again as often as it takes: a request that deletes many pods ends after a minute, whatever is left.
func removePods(ctx context.Context, c *clients) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for {
		failed := c.kube.CoreV1().Pods(namespace).DeleteCollection(ctx, now(), metav1.ListOptions{})
		left, err := c.kube.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{Limit: 1})
		switch {
		case err != nil:
			return errors.Join(failed, err)
		case len(left.Items) == 0:
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
}
