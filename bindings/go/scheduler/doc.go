// Package scheduler is libkoord as a plugin of kube-scheduler: it gives pods exclusive CPUs, NUMA nodes and devices.
//
// One State holds a koord.Cluster and is shared by the profiles of a scheduler; informers feed it. Every write brings an
// object to what the informer's store says now, whoever notices first that it changed: the informer's handler, a queueing
// hint or a scheduling cycle. So the order of events does not matter. Of each pod that is being bound the State knows that
// it is assumed; its allocation is what the library reserved, until the pod is bound or given up.
//
// A Plugin is one profile's: PreFilter asks the library once about all nodes, Filter and Score look up the node's row.
//
// docs/operate/kube-scheduler.md says how to run it, and how to put it into a scheduler of your own.
package scheduler
