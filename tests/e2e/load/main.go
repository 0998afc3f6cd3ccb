// Command load fills the API server of an end-to-end test with nodes and pods, waits for them and takes them away.
//
//	load nodes -count 1000 -machines FOLDER    Nodes, NodeResourceTopology objects, Devices for every other one
//	load pods -count 5000 -scheduler NAME      pods of mixed shapes, and the PodGroups of gangs
//	load wait -count 5000                      until all pods are bound or were refused, and nothing changes any more
//	load delete -percent 20                    some of the bound pods
//	load disturb -count 100                    what goes wrong in a cluster; puts right at the end what it changed
//	load kubelet                               plays kubelet, its device plugin and the agent of every node
//	load stream -ledger FILE                   pods with GPUs of the plugin, and plain ones, without a pause
//	load replace -ledger FILE -pending NAME    deletes such pods and creates them again, as controllers do
//	load verify -ledger FILE -since TIME       every pod exists, has a node, and is of the right scheduler
//	load foreign -count 1000                   Bindings of an account that is not the scheduler's
//	load clean                                 everything; with -pods only pods and PodGroups
//
// FOLDER has NodeResourceTopology objects of machines, as "koordctl topology -o nrt" prints them. The same seed draws the same.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

var (
	topologies = schema.GroupVersionResource{Group: "topology.node.k8s.io", Version: "v1alpha1", Resource: "noderesourcetopologies"}
	devices    = schema.GroupVersionResource{Group: koordinator, Version: "v1alpha1", Resource: "devices"}
	groups     = schema.GroupVersionResource{Group: "scheduling.sigs.k8s.io", Version: "v1alpha1", Resource: "podgroups"}
)

const (
	koordinator = "scheduling.koordinator.sh"
	namespace   = "default"
	// shippedProfile is that of kubernetes/deploy/scheduler/manifests.
	shippedProfile = "koord-scheduler"
)

type clients struct {
	kube    kubernetes.Interface
	objects dynamic.Interface
	workers int
	// kubeconfig is the path of the API server's.
	kubeconfig string
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", os.Getenv("KUBECONFIG"), "of the API server")
	workers := flags.Int("workers", 8, "requests at a time")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	commands := map[string]func(context.Context, *clients, []string) error{
		"nodes": nodesCommand, "pods": podsCommand, "wait": waitCommand, "delete": deleteCommand, "disturb": disturbCommand, "clean": cleanCommand,
		"kubelet": kubeletCommand, "stream": streamCommand, "replace": replaceCommand, "verify": verifyCommand, "foreign": foreignCommand,
	}
	command := commands[flags.Arg(0)]
	if command == nil {
		return fmt.Errorf("expected nodes, pods, wait, delete, disturb, kubelet, stream, replace, verify, foreign or clean, found %q", flags.Arg(0))
	}
	c, err := connect(*kubeconfig)
	if err != nil {
		return err
	}
	c.workers = *workers
	return command(ctx, c, flags.Args()[1:])
}

// connect speaks protobuf where the API server does, as schedulers do.
func connect(kubeconfig string) (*clients, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 5000, 5000
	objects, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	config = rest.CopyConfig(config)
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = config.ContentType + ",application/json"
	kube, err := kubernetes.NewForConfig(config)
	return &clients{kube: kube, objects: objects, kubeconfig: kubeconfig}, err
}

// each does something for 0..count-1, several at a time, until one fails. What exists already is fine.
func (c *clients) each(count int, do func(i int) error) error {
	var next atomic.Int64
	var first atomic.Pointer[error]
	var all sync.WaitGroup
	for range c.workers {
		all.Go(func() {
			for first.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= count {
					return
				}
				if err := do(i); err != nil && !apierrors.IsAlreadyExists(err) {
					first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	all.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return nil
}

// persist repeats a request for two minutes, while the API server or a webhook does not answer.
func persist(ctx context.Context, request func() error) error {
	for since := time.Now(); ; {
		err := request()
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) || ctx.Err() != nil || time.Since(since) > 2*time.Minute {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func say(what string, count int, since time.Time) {
	took := time.Since(since)
	fmt.Printf("%s: %d in %.1f s, %.0f/s\n", what, count, took.Seconds(), float64(count)/took.Seconds())
}
