// Package scheduler is libkoord as a plugin of kube-scheduler. It allocates exclusive CPUs, NUMA
// nodes and devices to pods.
//
// New makes one State for all profiles of a scheduler, from parts that take what they need from those
// made before them:
//
//	args         the plugin's arguments
//	request      what pods and nodes state
//	stores       the informers' stores, and decoders of custom resources
//	message      texts of errors for events and statuses
//	report       events about objects
//	offer        the Reservations that a pod may use
//	pending      waiting pods
//	state        the library's model of the cluster
//	evaluate     questions to the library about pods
//	wake, gang   activation of pods; gangs and the status of their PodGroups
//	controller   queues and workers of the leader, used by reservation, resize and rebind
//	feed         events of the informers, passed on to all of these
//	preempt      evictions for pods
//	podgroup     pod groups of scheduling.k8s.io
//	plugin       the extension points of one profile
//
// The informers feed the state. Each write applies the informer's current version of the object,
// whether the change is noticed first by the informer's handler, a queueing hint or a scheduling
// cycle. The order of events therefore does not matter. The state records which pods are assumed.
// The allocation of an assumed pod is the library's reservation, until the pod is bound or given up.
//
// A Plugin belongs to one profile: PreFilter evaluates all nodes once, and Filter and Score look up
// the node's verdict.
//
// docs/operate/kube-scheduler.md explains how to run it, and how to embed it in another scheduler.
package scheduler
