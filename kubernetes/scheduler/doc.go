// Package scheduler is libkoord as a plugin of kube-scheduler. It allocates exclusive CPUs, NUMA
// nodes and devices to pods.
//
// One State holds a koord.Cluster and is shared by the profiles of a scheduler; informers feed it.
// Each write applies the informer's current version of the object, whether the change is noticed
// first by the informer's handler, a queueing hint or a scheduling cycle. The order of events
// therefore does not matter. The State records which pods are assumed. The allocation of an assumed
// pod is the library's reservation, until the pod is bound or given up.
//
// A Plugin belongs to one profile: PreFilter evaluates all nodes once, and Filter and Score look up
// the node's verdict.
//
// docs/operate/kube-scheduler.md explains how to run it, and how to embed it in another scheduler.
package scheduler
