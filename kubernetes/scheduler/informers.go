package scheduler

import (
	"context"
	"errors"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
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

// served is the interval of checks for custom resources that the API server does not serve yet.
const served = 30 * time.Second

// listen feeds the state from the informers of pods and nodes.
func (s *State) listen(factory informers.SharedInformerFactory) error {
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	s.sources.pods, s.sources.nodes = pods.GetStore(), nodes.GetStore()
	s.starting = true
	return errors.Join(
		s.handle(pods, s.podChanged),
		s.handle(nodes, s.nodeChanged),
	)
}

// handle calls a function for every event of an informer. The current version of the object is in
// the store; old and now are equal for additions and deletions.
func (s *State) handle(informer cache.SharedInformer, changed func(old, now any)) error {
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
	s.sources.mu.Lock()
	s.sources.synced = append(s.sources.synced, registered.HasSynced)
	s.sources.mu.Unlock()
	return nil
}

func (s *State) podChanged(old, now any) {
	before, was := old.(*v1.Pod)
	pod, is := now.(*v1.Pod)
	if !was || !is {
		return
	}
	eventsSeen.WithLabelValues("Pod").Inc()
	name := types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
	if s.reserver != nil && before.Spec.NodeName == "" && pod.Spec.NodeName != "" && before.UID == pod.UID {
		if text := s.foreignBinding(pod); text != "" {
			s.tell.find(pod, "Pod", "KoordBoundElsewhere", text)
		}
	}
	freed := s.syncPod(name)
	if gangOf(before) != gangOf(pod) {
		s.gangs.sync(s, name, before)
	}
	s.gangs.sync(s, name, pod)
	s.gangs.wake(s, pod)
	s.grouper.podChanged(before, pod)
	s.wake.podChanged(s, before, pod, freed)
}

// nodeChanged handles a Node, NodeResourceTopology or Device.
func (s *State) nodeChanged(_, now any) {
	object, is := now.(metav1.Object)
	if !is {
		return
	}
	kind := kindOf(now)
	eventsSeen.WithLabelValues(kind).Inc()
	changed := s.syncNode(object.GetName())
	if _, hinted := now.(*v1.Node); !hinted {
		s.wake.nodeChanged(s, kind, object.GetName(), time.Now())
	} else if changed {
		s.wake.nodeFreed(s, object.GetName())
	}
}

// custom is a custom resource whose informer feeds the state.
type custom struct {
	versions []schema.GroupVersionResource // any one of them
	decoder  *decoder
	store    *atomicStore
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

func (s *State) customs() []custom {
	return []custom{
		{
			versions: []schema.GroupVersionResource{apis.NodeResourceTopologiesV1alpha2, apis.NodeResourceTopologiesV1alpha1},
			decoder:  s.decoders.topologies,
			store:    &s.sources.topologies,
			changed:  s.nodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.Devices},
			decoder:  s.decoders.devices,
			store:    &s.sources.devices,
			changed:  s.nodeChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.PodGroups},
			decoder:  s.decoders.groups,
			store:    &s.sources.groups,
			changed:  s.groupChanged,
		}, {
			versions: []schema.GroupVersionResource{apis.RebindResources},
			decoder:  s.decoders.rebinds,
			store:    &s.sources.rebinds,
			changed:  s.rebinds.changed,
		}, {
			versions: []schema.GroupVersionResource{apis.Reservations},
			decoder:  s.decoders.reservations,
			store:    &s.sources.reservations,
			changed:  s.reservationChanged,
		},
	}
}

// listenCustom feeds the state from the informers of custom resources, including those that are
// served later.
func (s *State) listenCustom(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface) error {
	var missing []custom
	for _, one := range s.customs() {
		started, err := s.start(ctx, client, finder, one)
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
		tick := time.NewTicker(served)
		defer tick.Stop()
		for len(missing) > 0 {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			left := missing[:0]
			for _, one := range missing {
				if started, err := s.start(ctx, client, finder, one); err != nil || !started {
					left = append(left, one)
				}
			}
			missing = left
		}
	}()
	return nil
}

func (s *State) start(ctx context.Context, client dynamic.Interface, finder discovery.DiscoveryInterface, one custom) (
	bool, error) {
	for _, version := range one.versions {
		if serves(finder, version) {
			informer := dynamicinformer.NewFilteredDynamicInformer(client, version, metav1.NamespaceAll, 0, cache.Indexers{},
				nil).Informer()
			if err := informer.SetTransform(one.decoder.transform); err != nil {
				return false, err
			}
			store := informer.GetStore()
			one.store.Store(&store)
			if err := s.handle(informer, one.changed); err != nil {
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

func kindOf(object any) string {
	switch object.(type) {
	case *v1.Pod:
		return "Pod"
	case *v1.Node:
		return "Node"
	case *apis.NodeResourceTopology:
		return "NodeResourceTopology"
	case *apis.Device:
		return "Device"
	case *apis.Reservation:
		return "Reservation"
	}
	if accessor, err := meta.TypeAccessor(object); err == nil && accessor.GetKind() != "" {
		return accessor.GetKind()
	}
	return fmt.Sprintf("%T", object)
}
