package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// fence permits writes only while no other process can be the leader. A process that was suspended
// for longer than its lease continues with Bindings that it decided before, and learns only later
// that it has lost the lease. CPUs of these pods may have been allocated again meanwhile. The age
// of the lease is therefore checked immediately before a request is sent.
type fence struct {
	resourcelock.Interface
	next  http.RoundTripper
	limit time.Duration // age of a lease whose holder must give up
	now   func() time.Time

	mu      sync.Mutex
	renewed time.Time // start of the last successful renewal; zero if the lease is not held
}

var errNotLeader = errors.New("nothing is written: the lease of the leader was not renewed in time")

// guard puts a fence between a client and its API server. It opens with the lease of an election.
func guard(election *leaderelection.LeaderElectionConfig, client kubernetes.Interface) error {
	// All groups of a client share one http.Client. Its transport comes after the rate limit, in
	// which requests wait.
	core, is := client.CoreV1().RESTClient().(*rest.RESTClient)
	if !is || core == nil || core.Client == nil || core.Client == http.DefaultClient {
		return fmt.Errorf("expected a client with a connection of its own, found %T", client.CoreV1().RESTClient())
	}
	f := &fence{Interface: election.Lock, next: core.Client.Transport, limit: election.RenewDeadline, now: time.Now}
	election.Lock, core.Client.Transport = f, f
	return nil
}

// Create acquires the lease for the first time.
func (f *fence) Create(ctx context.Context, record resourcelock.LeaderElectionRecord) error {
	return f.renew(record, func() error { return f.Interface.Create(ctx, record) })
}

// Update acquires, renews or releases the lease.
func (f *fence) Update(ctx context.Context, record resourcelock.LeaderElectionRecord) error {
	return f.renew(record, func() error { return f.Interface.Update(ctx, record) })
}

func (f *fence) renew(record resourcelock.LeaderElectionRecord, write func() error) error {
	began, mine := f.now(), record.HolderIdentity == f.Identity()
	if !mine { // the lease is released, and no write may follow
		f.set(time.Time{})
	}
	err := write()
	if err == nil && mine {
		f.set(began)
	}
	return err
}

func (f *fence) set(renewed time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.renewed = renewed
}

func (f *fence) open() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	// Checks both clocks: the monotonic one stops while a machine sleeps, and the wall clock may be
	// set.
	return !f.renewed.IsZero() && now.Sub(f.renewed) < f.limit && now.Round(0).Sub(f.renewed.Round(0)) < f.limit
}

// RoundTrip sends reads and requests about leases at any time, and all other requests while the
// fence is open.
func (f *fence) RoundTrip(request *http.Request) (*http.Response, error) {
	reads := request.Method == http.MethodGet || request.Method == http.MethodHead
	if reads || strings.Contains(request.URL.Path, "/apis/coordination.k8s.io/") || f.open() {
		return f.next.RoundTrip(request)
	}
	if request.Body != nil {
		_ = request.Body.Close()
	}
	return nil, errNotLeader
}
