package scheduler

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
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
)

// servedPace is the interval of checks for custom resources that the API server does not serve yet.
const servedPace = 30 * time.Second

// feed keeps the parts of the scheduler in sync with the informers.
type feed struct {
	feedParts
	decoders decoders

	mu     sync.Mutex
	synced []cache.InformerSynced
	ready  atomic.Bool
}

// enqueuer queues an object by name.
type enqueuer interface {
	look(name string)
}

// feedParts are the parts that a feed keeps in sync.
type feedParts struct {
	stores   *stores
	state    *model
	gangs    *gangs
	groups   *groupReporter
	reserver enqueuer
	rebinds  enqueuer
	waker    *waker
	profiles *profiles
	report   *reporter
}

func newFeed(parts feedParts) *feed {
	return &feed{feedParts: parts, decoders: newDecoders(parts.report.failed)}
}

// listen feeds the state from the informers of pods and nodes.
func (f *feed) listen(factory informers.SharedInformerFactory) error {
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	f.stores.pods, f.stores.nodes = pods.GetStore(), nodes.GetStore()
	f.state.start()
	return errors.Join(
		f.handle(pods, f.podChanged),
		f.handle(nodes, f.nodeChanged),
	)
}

// waitReady returns when everything that the informers listed at the start is in the cluster.
func (f *feed) waitReady(ctx context.Context) error {
	if f.isReady() {
		return nil
	}
	klog.FromContext(ctx).Info("Koord: waiting for the first lists of pods, nodes and custom resources; no pod is scheduled before")
	return f.becomeReady(ctx)
}

// isReady reports whether everything that the informers listed at the start is in the cluster.
func (f *feed) isReady() bool { return f.ready.Load() }

// becomeReady waits until the cluster is complete, even if no pod waits, because a standby must
// know the same as the leader.
func (f *feed) becomeReady(ctx context.Context) error {
	f.mu.Lock()
	synced := f.synced
	f.mu.Unlock()
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return errors.New("the informers' first lists are not read yet")
	}
	f.state.started()
	f.ready.Store(true)
	klog.FromContext(ctx).V(1).Info("Koord: caches of pods and nodes are synced", "nodes", len(f.state.list().ids))
	return nil
}

// handle calls a function for every event of an informer. The current version of the object is in
// the store; old and now are equal for additions and deletions.
func (f *feed) handle(informer cache.SharedInformer, changed func(old, now any)) error {
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

func (f *feed) podChanged(old, now any) {
	before, was := old.(*v1.Pod)
	pod, is := now.(*v1.Pod)
	if !was || !is {
		return
	}
	eventsSeen.WithLabelValues("Pod").Inc()
	name := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	if before.Spec.NodeName == "" && pod.Spec.NodeName != "" && before.UID == pod.UID {
		if text := f.foreignBinding(pod); text != "" {
			f.report.find(pod, "Pod", "KoordBoundElsewhere", text)
		}
	}
	freed := f.state.syncPod(name)
	if gangOf(before) != gangOf(pod) {
		f.gangs.sync(name, before)
	}
	f.gangs.sync(name, pod)
	f.gangs.wake(pod)
	f.groups.podChanged(before, pod)
	f.waker.podChanged(before, pod, freed)
}

// nodeChanged handles a Node, NodeResourceTopology or Device.
func (f *feed) nodeChanged(_, now any) {
	object, is := now.(metav1.Object)
	if !is {
		return
	}
	kind := kindOf(now)
	eventsSeen.WithLabelValues(kind).Inc()
	changed := f.state.syncNode(object.GetName())
	if _, hinted := now.(*v1.Node); !hinted {
		f.waker.nodeChanged(kind, object.GetName(), time.Now())
	} else if changed {
		f.waker.freed.nodeFreed(object.GetName())
	}
}

// groupChanged handles a PodGroup.
func (f *feed) groupChanged(_, now any) {
	group, is := now.(*apis.PodGroup)
	if !is {
		return
	}
	eventsSeen.WithLabelValues("PodGroup").Inc()
	f.groups.groupChanged(group)
	f.gangs.groupChanged(group)
}

// reservationChanged handles a Reservation.
func (f *feed) reservationChanged(_, now any) {
	object, is := now.(*apis.Reservation)
	if !is {
		return
	}
	eventsSeen.WithLabelValues("Reservation").Inc()
	if freed := f.state.reservationChanged(object.Name); freed != "" {
		f.waker.nodeChanged("Reservation", freed, time.Now())
	}
	f.reserver.look(object.Name)
}

// rebindChanged handles a RebindResource.
func (f *feed) rebindChanged(_, now any) {
	if object, is := now.(*apis.RebindResource); is {
		f.rebinds.look(object.Name)
	}
}

// custom is a custom resource whose informer feeds the state.
type custom struct {
	versions []schema.GroupVersionResource // any one of them
	decoder  *decoder
	store    *customStore
	changed  func(old, now any)
}

func (c *custom) deleted(last any) {
	if lost, is := last.(cache.DeletedFinalStateUnknown); is {
		last = lost.Obj
	}
	if object, is := last.(metav1.Object); is {
		c.decoder.forget(object)
	}
}

func (f *feed) customs() []custom {
	return []custom{
		{
			versions: []schema.GroupVersionResource{apis.NodeResourceTopologiesV1alpha2, apis.NodeResourceTopologiesV1alpha1},
			decoder:  f.decoders.topologies,
			store:    &f.stores.topologies,
			changed:  f.nodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.Devices},
			decoder:  f.decoders.devices,
			store:    &f.stores.devices,
			changed:  f.nodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.PodGroups},
			decoder:  f.decoders.groups,
			store:    &f.stores.groups,
			changed:  f.groupChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.RebindResources},
			decoder:  f.decoders.rebinds,
			store:    &f.stores.rebinds,
			changed:  f.rebindChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.Reservations},
			decoder:  f.decoders.reservations,
			store:    &f.stores.reservations,
			changed:  f.reservationChanged,
		},
	}
}

// listenCustom feeds the state from the informers of custom resources, including those that are
// served later.
func (f *feed) listenCustom(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface) error {
	var missing []custom
	for _, one := range f.customs() {
		started, err := f.start(ctx, client, finder, one)
		if err != nil {
			return err
		}
		if !started {
			missing = append(missing, one)
			klog.FromContext(ctx).Info("Koord: the API server does not serve a resource; checking again periodically",
				"resource", one.versions[0].GroupResource())
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
			for _, one := range missing {
				if started, err := f.start(ctx, client, finder, one); err != nil || !started {
					left = append(left, one)
				}
			}
			missing = left
		}
	}()
	return nil
}

func (f *feed) start(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface, one custom) (
	bool, error) {
	for _, version := range one.versions {
		if serves(finder, version) {
			informer := dynamicinformer.NewFilteredDynamicInformer(client, version, metav1.NamespaceAll, 0, cache.Indexers{},
				nil).Informer()
			if err := informer.SetTransform(one.decoder.transform); err != nil {
				return false, err
			}
			one.store.set(informer.GetStore())
			if err := f.handle(informer, one.changed); err != nil {
				return false, err
			}
			if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: one.deleted}); err != nil {
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
