package scheduler

import (
	"context"
	"sync"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/events"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
)

// State is what the profiles of a scheduler share.
type State struct {
	parts
	report   *reporter
	profiles *profiles
	reserver *reserver
	resizer  *resizer
	rebinds  *rebinder
	groups   *groupReporter
	feed     *feed
}

// clients are the clients of the API server.
type clients struct {
	typed    kubernetes.Interface
	dynamic  dynamic.Interface
	recorder events.EventRecorderLogger
}

// assemble makes the parts of a scheduler: each takes what it needs from those made before it.
func assemble(cluster *koord.Cluster, client clients, queue fwk.PodActivator) (*State, error) {
	stores, report, profiles := &stores{}, newReporter(client.recorder, client.typed), newProfiles()
	waiting, freed := newPendingPods(), &freedNodes{}
	reservations, resizes := newQueue(), newQueue()
	state, err := newModel(cluster, stores, report, links{waiting: waiting, freed: freed, reservations: reservations, resizes: resizes})
	if err != nil {
		return nil, err
	}
	pods := newActivator(queue)
	evaluator := newEvaluator(state, waiting)
	gangs := newGangs(stores, evaluator, pods)
	reserver := newReserver(evaluator, reservations, gangs, profiles, client.dynamic, report)
	resizer := newResizer(state, resizes, client.typed, report)
	rebinds := newRebinder(state, client.typed, client.dynamic)
	groups := newGroupReporter(stores, profiles, client.dynamic)
	waker := newWaker(pods, evaluator, freed, reserver, resizer)
	feed := newFeed(feedParts{stores: stores, state: state, gangs: gangs, groups: groups, reserver: reserver, rebinds: rebinds,
		waker: waker, profiles: profiles, report: report})
	return &State{
		parts:  parts{state: state, evaluator: evaluator, gangs: gangs, waker: waker, freed: freed, waiting: waiting, ready: feed},
		report: report, profiles: profiles, reserver: reserver, resizer: resizer, rebinds: rebinds, groups: groups, feed: feed,
	}, nil
}

// Lead executes RebindResources, Reservations and resizes of pods, and writes the status of
// PodGroups, until ctx ends. Call it when this process has become the leader.
func (s *State) Lead(ctx context.Context) {
	if s.feed.waitReady(ctx) != nil {
		return
	}
	var running sync.WaitGroup
	running.Go(func() { s.report.run(ctx) })
	for _, one := range []interface{ run(context.Context) }{s.rebinds, s.reserver, s.resizer, s.groups} {
		running.Go(func() { one.run(ctx) })
	}
	running.Wait()
}
