package scheduler

import (
	"context"
	"sync"
	"time"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/events"
	fwk "k8s.io/kube-scheduler/framework"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/claimed"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
	"libkoord.invalid/koord/kubernetes/scheduler/controller"
	"libkoord.invalid/koord/kubernetes/scheduler/evaluate"
	"libkoord.invalid/koord/kubernetes/scheduler/feed"
	"libkoord.invalid/koord/kubernetes/scheduler/gang"
	"libkoord.invalid/koord/kubernetes/scheduler/gpupolicy"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/profiles"
	"libkoord.invalid/koord/kubernetes/scheduler/rebind"
	"libkoord.invalid/koord/kubernetes/scheduler/report"
	"libkoord.invalid/koord/kubernetes/scheduler/reservation"
	"libkoord.invalid/koord/kubernetes/scheduler/resize"
	"libkoord.invalid/koord/kubernetes/scheduler/state"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
	"libkoord.invalid/koord/kubernetes/scheduler/wake"
)

// State is what the profiles of a scheduler share.
type State struct {
	parts        plugin.Parts
	events       *report.Reporter
	profiles     *profiles.Set
	reservations *reservation.Controller
	resizes      *resize.Controller
	rebinds      *rebind.Controller
	gangStatus   *gang.StatusController
	feed         *feed.Feed
	claimWaiters *claims.Waiters // waiting pods of plugin KoordClaims
	claims       *claimed.Claims
}

// clients are the clients of the API server, and the queues of what they write.
type clients struct {
	typed    kubernetes.Interface
	dynamic  dynamic.Interface
	recorder events.EventRecorderLogger
	newQueue func() controller.Queue // of Reservations and of resizes; nil for controller.NewQueue
}

// assemble makes the parts of a scheduler. Each takes the parts made before it that it calls. The
// state, which is made first, calls the waker through freed and the controllers through queues.
func assemble(cluster *koord.Cluster, gpus gpupolicy.Config, client clients, queue fwk.PodActivator, now func() time.Time) (*State, error) {
	sources, events, served := &stores.Stores{}, report.New(client.recorder, client.typed), profiles.New()
	waiting, freed := pending.New(), &wake.FreedNodes{}
	newQueue := client.newQueue
	if newQueue == nil {
		newQueue = controller.NewQueue
	}
	reservations, resizes := newQueue(), newQueue()
	policy := gpupolicy.New(gpus, cluster.SetGPUPolicy, served.Has)
	claims := claimed.New(sources)
	model, err := state.New(cluster, sources, events, policy,
		state.Links{Waiting: waiting, Freed: freed, Reservations: reservations, Resizes: resizes, Claims: claims})
	if err != nil {
		return nil, err
	}
	pods, evaluator := wake.NewActivator(queue), evaluate.New(model, waiting)
	gangs := gang.New(sources, evaluator, model, pods)
	out := &State{
		events:       events,
		claims:       claims,
		profiles:     served,
		reservations: reservation.New(model, evaluator, reservations, gangs, served, client.dynamic, events, now),
		resizes:      resize.New(model, resizes, client.typed, events),
		rebinds:      rebind.New(model, client.typed, client.dynamic, now),
		gangStatus:   gang.NewStatusController(sources, served, client.dynamic),
	}
	out.claimWaiters = out.newClaimWaiters(sources, pods)
	waker := wake.New(pods, waiting, sources, evaluator, freed, out.reservations, out.resizes, out.claimWaiters)
	out.feed = feed.New(feed.Parts{Stores: sources, State: model, Freed: freed, Gangs: gangs, GangStatus: out.gangStatus, Reservations: out.reservations,
		Rebinds: out.rebinds, Claims: claims, Waker: waker, Profiles: served, Report: events})
	out.parts = plugin.Parts{State: model, Evaluator: evaluator, Gangs: gangs, Waker: waker, Freed: freed, Waiting: waiting, Ready: out.feed}
	return out, nil
}

// Lead executes RebindResources, Reservations and resizes of pods, and writes the status of
// PodGroups, until ctx ends. Call it when this process has become the leader.
func (s *State) Lead(ctx context.Context) {
	if s.feed.WaitReady(ctx) != nil {
		return
	}
	var running sync.WaitGroup
	running.Go(func() { s.events.Run(ctx) })
	for _, part := range []interface{ Run(context.Context) }{s.rebinds, s.reservations, s.resizes, s.gangStatus} {
		running.Go(func() { part.Run(ctx) })
	}
	running.Wait()
}

// shutDown ends the queues of the controllers, also if this process has never become the leader.
func (s *State) shutDown() {
	for _, queue := range []controller.Queue{s.rebinds.Queue, s.reservations.Queue, s.resizes.Queue, s.gangStatus.Queue} {
		queue.ShutDown()
	}
}
