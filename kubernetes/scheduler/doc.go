// Package scheduler is libkoord as a plugin of kube-scheduler. It allocates exclusive CPUs, NUMA
// nodes and devices to pods.
//
// New makes one State for all profiles of a scheduler. A package imports only packages above it:
//
//	message      texts of errors for events and statuses
//	metrics      the plugin's metrics
//	controller   queues and workers of the leader, and writes that are repeated
//	request      the requests that pods and nodes state
//	profiles     the profiles that this process serves
//	gpupolicy    the policy that scores nodes for GPUs, and its workload
//	args         the plugin's arguments
//	stores       the informers' stores, and decoders of custom resources
//	claimed      devices that ResourceClaims hold
//	report       events about objects
//	offer        the Reservations that a pod may use
//	pending      waiting pods
//	state        the library's model of the cluster
//	evaluate     questions to the library about pods
//	wake         activation of pods
//	gang         gangs and the status of their PodGroups
//	reservation  controller of Reservations
//	resize       controller of resizes of pods
//	rebind       controller of RebindResources
//	feed         events of the informers, passed on to all of these
//	preempt      evictions for pods
//	nativegroup  pod groups of scheduling.k8s.io
//	plugin       the extension points of one profile
//	claims       plugin KoordClaims, which allocates ResourceClaims; imports metrics and controller only
//	app          kube-scheduler with both plugins; imports this package
//
// The informers feed the state. Each write applies the informer's current version of the object,
// whether the change is noticed first by the informer's handler, a queueing hint or a scheduling
// cycle. The order of events therefore does not matter. The state records which pods are assumed.
// The allocation of an assumed pod is the library's reservation, until the pod is bound or given
// up.
//
// A Plugin belongs to one profile: PreFilter evaluates all nodes once, and Filter and Score look up
// the node's verdict.
//
// docs/operate/kube-scheduler.md explains how to run it, and how to embed it in another scheduler.
package scheduler
