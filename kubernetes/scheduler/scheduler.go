package scheduler

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	restclient "k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/nativegroup"
	"libkoord.invalid/koord/kubernetes/scheduler/plugin"
	"libkoord.invalid/koord/kubernetes/scheduler/preempt"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
	"libkoord.invalid/koord/kubernetes/scheduler/wake"
)

// Name is the plugin's name in KubeSchedulerConfiguration.
const Name = args.Name

// Options configures a scheduler that embeds the plugin. The zero value takes everything from the
// framework's handle.
type Options struct {
	// client for custom resources; nil to create one from the handle's KubeConfig
	Dynamic dynamic.Interface
	// discovery of custom resources; nil for the handle's client
	Discovery discovery.DiscoveryInterface
	State     func(context.Context, *State) // called with the state once it is created
	now       func() time.Time              // the clock of Reservations and RebindResources; nil for the real one
}

// New returns the plugin's factory. Profiles created by one factory share one State.
func New(options Options) frameworkruntime.PluginFactory {
	shared := &shared{options: options}
	return func(ctx context.Context, raw runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
		arguments, err := args.Parse(raw)
		if err != nil {
			return nil, err
		}
		for _, text := range arguments.UnknownArguments() {
			klog.FromContext(ctx).Info("Koord: an argument has no effect", "profile", handle.ProfileName(), "argument", text)
		}
		state, err := shared.state(ctx, arguments, handle)
		if err != nil {
			return nil, err
		}
		parts := state.parts
		evictions, err := preempt.New(ctx, handle, parts.State, parts.Evaluator, arguments.PreemptionBudget)
		if err != nil {
			return nil, err
		}
		groups, err := nativegroup.New(ctx, handle, nativegroup.Parts{State: parts.State, Waiting: parts.Waiting, Evaluator: parts.Evaluator,
			Gangs: parts.Gangs, Ready: parts.Ready, Evictions: evictions}, arguments.GangTimeout.Duration)
		if err != nil {
			return nil, err
		}
		state.profiles.Add(handle.ProfileName())
		return plugin.New(arguments, handle, parts, evictions, groups), nil
	}
}

// shared makes the state for the first profile, and returns it to all others.
type shared struct {
	options Options
	mu      sync.Mutex
	current *State
	args    *args.Args
	profile string // that made the state
}

// newCluster returns an empty cluster whose warnings about objects of nodes are logged.
func newCluster(ctx context.Context, arguments *args.Args) (*koord.Cluster, error) {
	warnings, err := koord.NewDiagnostics()
	if err != nil {
		return nil, err
	}
	log := klog.FromContext(ctx).V(2)
	if err := warnings.SetLog(func(_ koord.LogLevel, message string) { log.Info("Koord: " + message) }); err != nil {
		return nil, err
	}
	return arguments.NewCluster(warnings)
}

func (s *shared) state(ctx context.Context, arguments *args.Args, handle fwk.Handle) (*State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil {
		if err := arguments.Conflict(s.args); err != nil {
			return nil, fmt.Errorf("arguments of plugin %s: profile %s: %w, as in profile %s; profiles of one scheduler share this argument",
				args.Name, handle.ProfileName(), err, s.profile)
		}
		return s.current, nil
	}
	metrics.Register()
	client, finder, err := s.clients(handle)
	if err != nil {
		return nil, err
	}
	cluster, err := newCluster(ctx, arguments)
	if err != nil {
		return nil, err
	}
	policy, err := arguments.GPUs()
	if err != nil {
		return nil, err
	}
	now := s.options.now
	if now == nil {
		now = time.Now
	}
	state, err := assemble(cluster, policy, clients{typed: handle.ClientSet(), dynamic: client, recorder: handle.EventRecorder()}, handle,
		now)
	if err != nil {
		return nil, err
	}
	if err := state.feed.Listen(handle.SharedInformerFactory()); err != nil {
		return nil, err
	}
	if err := state.feed.ListenClaims(handle.SharedInformerFactory(), finder); err != nil {
		return nil, err
	}
	if err := state.feed.ListenCustom(ctx, client, finder); err != nil {
		return nil, err
	}
	go func() { _ = state.feed.BecomeReady(ctx) }() // fails if ctx ends
	context.AfterFunc(ctx, state.shutDown)
	if s.options.State != nil {
		s.options.State(ctx, state)
	}
	klog.FromContext(ctx).Info("Koord: plugin initialized", "profile", handle.ProfileName())
	s.current, s.args, s.profile = state, arguments, handle.ProfileName()
	return state, nil
}

func (s *shared) clients(handle fwk.Handle) (dynamic.Interface, discovery.DiscoveryInterface, error) {
	client, finder := s.options.Dynamic, s.options.Discovery
	if finder == nil {
		finder = handle.ClientSet().Discovery()
	}
	if client != nil {
		return client, finder, nil
	}
	if handle.KubeConfig() == nil {
		return nil, nil, errors.New("plugin " + args.Name + ": neither a dynamic client nor a kubeconfig")
	}
	// The handle's configuration requests protobuf, which custom resources do not support.
	config := restclient.CopyConfig(handle.KubeConfig())
	config.ContentType, config.AcceptContentTypes = runtime.ContentTypeJSON, runtime.ContentTypeJSON
	client, err := dynamic.NewForConfig(config)
	return client, finder, err
}

// WaitReady waits until the state knows all pods.
func (s *State) WaitReady(ctx context.Context) error { return s.feed.WaitReady(ctx) }

// HeldDevices returns the devices of a node that pods hold by Koordinator's annotations.
func (s *State) HeldDevices(node string) ([]claims.Held, error) {
	held, err := s.parts.State.HeldDevices(node)
	out := make([]claims.Held, len(held))
	for i := range held {
		out[i] = claims.Held(held[i])
	}
	return out, err
}

// SyncPod applies the current version of a pod.
func (s *State) SyncPod(name types.NamespacedName) {
	if freed := s.parts.State.SyncPod(name); freed != "" {
		s.parts.Freed.NodeFreed(freed)
	}
}

// newClaimWaiters returns the waiting pods of plugin KoordClaims, which pods activates.
func (s *State) newClaimWaiters(sources *stores.Stores, pods *wake.Activator) *claims.Waiters {
	return claims.NewWaiters(claims.WaitersParts{Held: s.HeldDevices,
		Waits: func(pod *v1.Pod) bool {
			now := stores.Get[v1.Pod](sources.Pods, pod.Namespace+"/"+pod.Name)
			return now != nil && now.UID == pod.UID && now.Spec.NodeName == ""
		},
		Activate: func(waiting map[string]*v1.Pod) { pods.Activate("HeldDevices", waiting) }})
}

// BeginAttempt begins an attempt to schedule a pod with claims, which is tried again after devices
// that the attempt found held are free.
func (s *State) BeginAttempt(pod *v1.Pod) *claims.Attempt { return s.claimWaiters.Begin(pod) }

// Gang returns the other pods of a pod's gang that have no place yet, and how many pods the gang can do
// without.
func (s *State) Gang(pod *v1.Pod) (others []*v1.Pod, spare int) { return s.parts.Gangs.Others(pod) }

// TryAgain activates a pod with claims that was refused in Reserve.
func (s *State) TryAgain(pod *v1.Pod) { s.parts.Waker.TryAgain(pod) }

// MayHold reports whether a pod that has a node may hold devices or CPUs: its annotation names some, or it
// requests some, so that it gets an annotation or has devices in kubelet's record.
func (s *State) MayHold(pod *v1.Pod) bool {
	return pod.Annotations[objects.AnnotationDeviceAllocated] != "" || s.parts.State.WantsDevices(pod) || request.ExclusiveQOS(pod) != ""
}

// ClaimChosen counts a claim's allocation that is not written yet, for a pod on a node, until ClaimEnded.
func (s *State) ClaimChosen(claim *resourceapi.ResourceClaim, node string) {
	s.syncNodes(s.claims.Chosen(claim, node))
}

// ClaimEnded ends ClaimChosen.
func (s *State) ClaimEnded(uid types.UID) { s.syncNodes(s.claims.Ended(uid)) }

// ClaimWritten counts a claim's allocation that the API server has stored, until the informer delivers it.
func (s *State) ClaimWritten(claim *resourceapi.ResourceClaim) { s.syncNodes(s.claims.Written(claim)) }

// CPUsFit reports why a node cannot give CPUs to requests of a pod's claims, beside the CPUs that the pod
// owns, or "" if it can.
func (s *State) CPUsFit(node string, pod *v1.Pod, wanted []dracpus.Held) (why string, err error) {
	refused, refusal, err := s.parts.State.JudgeCPUs(node, pod, wanted)
	return s.cpuWords(refused, refusal, err)
}

// ChooseCPUs chooses CPUs of a node for the requests of a claim, and writes them into its allocation. They
// are the claim's from then on, as its devices are by ClaimChosen.
func (s *State) ChooseCPUs(claim *resourceapi.ResourceClaim, wanted []dracpus.Held, at claims.Place) (why string, err error) {
	refused, refusal, err := s.parts.State.ReserveCPUs(at.Node, at.NUMANode, wanted)
	if why, err := s.cpuWords(refused, refusal, err); why != "" || err != nil {
		return why, err
	}
	requests := make([]dracpus.Request, len(wanted))
	for i := range wanted {
		requests[i] = wanted[i].Request
	}
	err = dracpus.Write(claim.Status.Allocation, requests)
	if err == nil {
		s.claims.Chosen(claim, at.Node)
	}
	s.parts.State.SettleCPUs(at.Node, wanted)
	s.syncNodes([]string{at.Node})
	return "", err
}

// cpuWords returns the reason for which a request for CPUs is refused, or "". An error of one request is
// the pod's own, or that of the node.
func (s *State) cpuWords(refused *dracpus.Held, refusal koord.Refusal, err error) (string, error) {
	switch {
	case refused == nil:
		return "", err
	case err != nil:
		return fmt.Sprintf("claim %s, request %s: %v", refused.Claim, refused.Name, err), nil
	}
	return fmt.Sprintf("claim %s, request %s: %s", refused.Claim, refused.Name, s.parts.State.Words(refusal)), nil
}

// syncNodes updates nodes on which claims hold other devices. Pods that wait are activated by
// kube-scheduler's event for a binding that failed.
func (s *State) syncNodes(nodes []string) {
	for _, node := range nodes {
		if s.parts.State.SyncNode(node) {
			s.parts.Waker.LookAgain(node)
		}
	}
}

var _ claims.Holders = &State{}
