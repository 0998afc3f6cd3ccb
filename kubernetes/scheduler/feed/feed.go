// Package feed keeps the parts of a scheduler in sync with the informers of pods, nodes and custom
// resources.
package feed

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// servedPace is the interval of checks for custom resources that the API server does not serve yet.
const servedPace = 30 * time.Second

// Feed keeps the parts of the scheduler in sync with the informers.
type Feed struct {
	Parts
	decoders stores.Decoders

	mu     sync.Mutex
	synced []cache.InformerSynced
	ready  atomic.Bool // everything that the informers listed at the start is in the cluster
}

// enqueuer queues an object by name.
type enqueuer interface {
	Enqueue(name string)
}

// Parts are the parts that a feed keeps in sync.
type Parts struct {
	Stores                *stores.Stores
	State                 *state.State
	Freed                 interface{ NodeFreed(node string) }
	Gangs                 gangs
	GangStatus            gangStatus
	Reservations, Rebinds enqueuer
	Waker                 waker
	Claims                claims
	Profiles              *profiles.Set
	Report                *report.Reporter
}

// gangs are the gangs of pods.
type gangs interface {
	Sync(name types.NamespacedName, pod *v1.Pod)
	Activate(pod *v1.Pod)
	GroupChanged(group *apis.PodGroup)
}

// gangStatus writes the status of the PodGroups of gangs.
type gangStatus interface {
	PodChanged(before, pod *v1.Pod)
	GroupChanged(group *apis.PodGroup)
}

// claims are the devices of nodes that ResourceClaims hold. The methods return the nodes on which these
// may have changed.
type claims interface {
	ClaimChanged(last *resourceapi.ResourceClaim) (nodes []string)
	SliceChanged(last *resourceapi.ResourceSlice) (nodes []string)
	PodChanged(pod *v1.Pod) (nodes []string)
}

// waker activates pods after changes.
type waker interface {
	PodChanged(old, now *v1.Pod, freed string)
	NodeChanged(kind, node string, since time.Time)
}

// New returns a feed. Listen and ListenCustom start it.
func New(parts Parts) *Feed {
	return &Feed{Parts: parts, decoders: stores.NewDecoders(parts.Report.Failed)}
}

// Listen feeds the state from the informers of pods and nodes.
func (f *Feed) Listen(factory informers.SharedInformerFactory) error {
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	f.Stores.Pods, f.Stores.Nodes = pods.GetStore(), nodes.GetStore()
	f.State.Begin()
	return errors.Join(
		f.handle(pods, f.PodChanged),
		f.handle(nodes, f.NodeChanged),
	)
}

// WaitReady returns when everything that the informers listed at the start is in the cluster.
func (f *Feed) WaitReady(ctx context.Context) error {
	if f.ready.Load() {
		return nil
	}
	klog.FromContext(ctx).Info("Koord: waiting for the first lists of pods, nodes and custom resources; no pod is scheduled before")
	return f.BecomeReady(ctx)
}

// BecomeReady waits until the cluster is complete, even if no pod waits, because a standby must
// know the same as the leader.
func (f *Feed) BecomeReady(ctx context.Context) error {
	f.mu.Lock()
	synced := f.synced
	f.mu.Unlock()
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return errors.New("the informers' first lists are not read yet")
	}
	f.State.Complete()
	f.State.StartGPUPolicy(ctx)
	f.ready.Store(true)
	klog.FromContext(ctx).V(1).Info("Koord: caches of pods and nodes are synced", "nodes", len(f.State.Nodes().IDs))
	return nil
}

// handle calls a function for every event of an informer. The current version of the object is in
// the store; old and now are equal for additions and deletions.
func (f *Feed) handle(informer cache.SharedInformer, changed func(old, now any)) error {
	registered, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(now any) { changed(now, now) },
		UpdateFunc: changed,
		DeleteFunc: func(last any) {
			if lost, is := last.(cache.DeletedFinalStateUnknown); is {
				last = lost.Obj
			}
			changed(last, last)
		},
	})
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.synced = append(f.synced, registered.HasSynced)
	f.mu.Unlock()
	return nil
}

// PodChanged handles a pod.
func (f *Feed) PodChanged(old, now any) {
	before, was := old.(*v1.Pod)
	pod, is := now.(*v1.Pod)
	if !was || !is {
		return
	}
	metrics.EventsSeen.WithLabelValues("Pod").Inc()
	name := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	if before.Spec.NodeName == "" && pod.Spec.NodeName != "" && before.UID == pod.UID {
		if text := f.foreignBinding(pod); text != "" {
			f.Report.AddFinding(pod, "Pod", "KoordBoundElsewhere", text)
		}
	}
	freed := f.State.SyncPod(name)
	f.State.CountPod(pod)
	if request.GangOf(before) != request.GangOf(pod) {
		f.Gangs.Sync(name, before)
	}
	f.Gangs.Sync(name, pod)
	f.Gangs.Activate(pod)
	f.GangStatus.PodChanged(before, pod)
	f.Waker.PodChanged(before, pod, freed)
	f.syncNodes("Pod", f.Claims.PodChanged(pod))
}

// NodeChanged handles a Node, NodeResourceTopology or Device.
func (f *Feed) NodeChanged(_, now any) {
	object, is := now.(metav1.Object)
	if !is {
		return
	}
	kind := report.KindOf(now)
	metrics.EventsSeen.WithLabelValues(kind).Inc()
	changed := f.State.SyncNode(object.GetName())
	f.State.CountNode(object.GetName())
	if _, hinted := now.(*v1.Node); !hinted {
		f.Waker.NodeChanged(kind, object.GetName(), time.Now())
	} else if changed {
		f.Freed.NodeFreed(object.GetName())
	}
}

// groupChanged handles a PodGroup.
func (f *Feed) groupChanged(_, now any) {
	group, is := now.(*apis.PodGroup)
	if !is {
		return
	}
	metrics.EventsSeen.WithLabelValues("PodGroup").Inc()
	f.GangStatus.GroupChanged(group)
	f.Gangs.GroupChanged(group)
}

// ReservationChanged handles a Reservation.
func (f *Feed) ReservationChanged(_, now any) {
	object, is := now.(*apis.Reservation)
	if !is {
		return
	}
	metrics.EventsSeen.WithLabelValues("Reservation").Inc()
	if freed := f.State.ReservationChanged(object.Name); freed != "" {
		f.Waker.NodeChanged("Reservation", freed, time.Now())
	}
	f.Reservations.Enqueue(object.Name)
}

// rebindChanged handles a RebindResource.
func (f *Feed) rebindChanged(_, now any) {
	if object, is := now.(*apis.RebindResource); is {
		f.Rebinds.Enqueue(object.Name)
	}
}

// custom is a custom resource whose informer feeds the state.
type custom struct {
	versions []schema.GroupVersionResource // any one of them
	decoder  *stores.Decoder
	store    *stores.Custom
	changed  func(old, now any)
}

func (c *custom) deleted(last any) {
	if lost, is := last.(cache.DeletedFinalStateUnknown); is {
		last = lost.Obj
	}
	if object, is := last.(metav1.Object); is {
		c.decoder.Forget(object)
	}
}

func (f *Feed) customs() []custom {
	return []custom{
		{
			versions: []schema.GroupVersionResource{apis.NodeResourceTopologiesV1alpha2, apis.NodeResourceTopologiesV1alpha1},
			decoder:  f.decoders.Topologies,
			store:    &f.Stores.Topologies,
			changed:  f.NodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.Devices},
			decoder:  f.decoders.Devices,
			store:    &f.Stores.Devices,
			changed:  f.NodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.PodGroups},
			decoder:  f.decoders.PodGroups,
			store:    &f.Stores.PodGroups,
			changed:  f.groupChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.RebindResources},
			decoder:  f.decoders.Rebinds,
			store:    &f.Stores.Rebinds,
			changed:  f.rebindChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.Reservations},
			decoder:  f.decoders.Reservations,
			store:    &f.Stores.Reservations,
			changed:  f.ReservationChanged,
		},
	}
}

// ListenCustom feeds the state from the informers of custom resources, including those that are
// served later.
func (f *Feed) ListenCustom(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface) error {
	var missing []custom
	for _, custom := range f.customs() {
		started, err := f.start(ctx, client, finder, custom)
		if err != nil {
			return err
		}
		if !started {
			missing = append(missing, custom)
			klog.FromContext(ctx).Info("Koord: the API server does not serve a resource; checking again periodically",
				"resource", custom.versions[0].GroupResource())
		}
	}
	if len(missing) == 0 {
		return nil
	}
	go func() {
		tick := time.NewTicker(servedPace)
		defer tick.Stop()
		for len(missing) > 0 {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			left := missing[:0]
			for _, custom := range missing {
				if started, err := f.start(ctx, client, finder, custom); err != nil || !started {
					left = append(left, custom)
				}
			}
			missing = left
		}
	}()
	return nil
}

func (f *Feed) start(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface, resource custom) (
	bool, error) {
	for _, version := range resource.versions {
		if serves(finder, version) {
			informer := dynamicinformer.NewFilteredDynamicInformer(client, version, metav1.NamespaceAll, 0, cache.Indexers{},
				nil).Informer()
			if err := informer.SetTransform(resource.decoder.Transform); err != nil {
				return false, err
			}
			resource.store.Set(informer.GetStore())
			if err := f.handle(informer, resource.changed); err != nil {
				return false, err
			}
			if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: resource.deleted}); err != nil {
				return false, err
			}
			go informer.RunWithContext(ctx)
			return true, nil
		}
	}
	return false, nil
}

func serves(finder discovery.DiscoveryInterface, resource schema.GroupVersionResource) bool {
	list, err := finder.ServerResourcesForGroupVersion(resource.GroupVersion().String())
	if err != nil {
		return false
	}
	for i := range list.APIResources {
		if list.APIResources[i].Name == resource.Resource {
			return true
		}
	}
	return false
}
