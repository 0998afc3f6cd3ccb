// Command checker looks at the pods, nodes, NodeResourceTopology and Device objects of a cluster and names every state that
// must not be: a CPU, an amount of a NUMA node or a share of a device that is held twice, what no node has, pods that lack
// what they asked for. It knows the rules from the specification and nothing of libkoord.
//
//	checker -kubeconfig F             asks the API server
//	checker -f FILE [-f FILE]         reads objects and lists of them, as "kubectl get -o json" prints them
//
// One line a violation, then one of what was looked at. Status: 0 nothing found, 1 violations, 2 it could not look.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

type list []string

func (l *list) String() string         { return strings.Join(*l, ",") }
func (l *list) Set(value string) error { *l = append(*l, value); return nil }

func main() {
	var files, schedulers, ignored list
	kubeconfig := flag.String("kubeconfig", os.Getenv("KUBECONFIG"), "of the API server")
	flag.Var(&files, "f", "read this file instead; may be repeated")
	flag.Var(&schedulers, "scheduler", "believe pods of this schedulerName only; may be repeated; default: all pods")
	flag.Var(&ignored, "ignore", "kind of violations that are not counted, while the objects are changing; may be repeated")
	gangs := flag.Bool("gangs", false, "a gang of which some pods are bound and too few is a violation")
	pending := flag.Bool("pending", false, "a pod that waits is a violation, if a node surely has room for it")
	timeout := flag.Duration("timeout", 2*time.Minute, "of the API server")
	flag.Parse()
	if flag.NArg() > 0 {
		fail(fmt.Errorf("unexpected argument %q", flag.Arg(0)))
	}
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()
	var state *State
	var err error
	if len(files) > 0 {
		state, err = fromFiles(files)
	} else {
		state, err = fromServer(ctx, *kubeconfig)
	}
	if err != nil {
		fail(err)
	}
	result := Check(state, Options{Schedulers: schedulers, Gangs: *gangs, Pending: *pending, Ignored: ignored})
	for _, violation := range result.Violations {
		fmt.Println(violation)
	}
	fmt.Println(result)
	if len(result.Violations) > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "checker:", err)
	os.Exit(2)
}
