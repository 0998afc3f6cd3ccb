package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	coordination "k8s.io/api/coordination/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// lock is a lease with configured responses.
type lock struct {
	resourcelock.Interface
	fails error
	do    func()
}

func (l *lock) Identity() string { return "me" }
func (l *lock) Create(context.Context, resourcelock.LeaderElectionRecord) error {
	return l.Update(context.Background(), resourcelock.LeaderElectionRecord{})
}
func (l *lock) Update(context.Context, resourcelock.LeaderElectionRecord) error {
	if l.do != nil {
		l.do()
	}
	return l.fails
}

var mine = resourcelock.LeaderElectionRecord{HolderIdentity: "me"}

// guarded returns a client behind a fence, and the number of requests to bind a pod.
func guarded(t *testing.T, l *lock) (*fence, func() error, *atomic.Int32) {
	t.Helper()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/binding") {
			asked.Add(1)
		}
		w.Header().Set("Content-Type", "application/json")
		kind := "Pod"
		if strings.HasPrefix(r.URL.Path, "/apis/coordination") {
			kind = "Lease"
		}
		_, _ = fmt.Fprintf(w, `{"kind":%q,"metadata":{"name":"it"}}`, kind)
	}))
	t.Cleanup(server.Close)
	client, err := kubernetes.NewForConfig(&rest.Config{Host: server.URL, UserAgent: "test", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	election := &leaderelection.LeaderElectionConfig{Lock: l, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second}
	if err := guard(election, client); err != nil {
		t.Fatal(err)
	}
	f, is := election.Lock.(*fence)
	if !is {
		t.Fatalf("the lock is a %T", election.Lock)
	}
	pods := client.CoreV1().Pods("default")
	return f, func() error {
		if _, err := pods.Get(t.Context(), "pod", metav1.GetOptions{}); err != nil {
			t.Error("reading: ", err)
		}
		if _, err := client.CoordinationV1().Leases("x").Create(t.Context(), &coordination.Lease{}, metav1.CreateOptions{}); err != nil {
			t.Error("a lease: ", err)
		}
		return pods.Bind(t.Context(), &v1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "pod"}}, metav1.CreateOptions{})
	}, &asked
}

func TestOnlyALeaderBinds(t *testing.T) {
	l := &lock{}
	f, bind, asked := guarded(t, l)
	at := time.Now()
	f.now = func() time.Time { return at }
	expect := func(what string, open bool) {
		t.Helper()
		before := asked.Load()
		err := bind()
		if open && err != nil || !open && !errors.Is(err, errNotLeader) || (asked.Load() > before) != open {
			t.Errorf("%s: asked %d times, %v", what, asked.Load()-before, err)
		}
	}
	update := func(record resourcelock.LeaderElectionRecord) {
		t.Helper()
		if err := f.Update(t.Context(), record); !errors.Is(err, l.fails) {
			t.Fatal(err)
		}
	}
	expect("before the election", false)
	if err := f.Create(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	expect("a leader", true)
	at = at.Add(9 * time.Second)
	expect("a lease of 9 s", true)
	l.fails = errors.New("no answer")
	update(mine)
	at = at.Add(2 * time.Second)
	expect("a lease of 11 s, as the process was stopped", false)
	l.fails = nil
	update(mine)
	expect("renewed", true)

	// The response to a renewal describes the time at which it was sent.
	l.do = func() { at = at.Add(11 * time.Second) }
	update(mine)
	l.do = nil
	expect("a renewal that took 11 s", false)

	update(mine)
	l.do = func() { expect("while the lease is released", false) }
	update(resourcelock.LeaderElectionRecord{})
	l.do = nil
	expect("after that", false)
}

// Clocks may be set, and machines may sleep.
func TestAClockThatMovesOpensNothing(t *testing.T) {
	f, bind, _ := guarded(t, &lock{})
	real := time.Now()
	if err := f.Update(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	f.now = func() time.Time { return real.Round(0).Add(time.Hour) }
	if err := bind(); !errors.Is(err, errNotLeader) {
		t.Error("the clock was set forward, or the machine slept: ", err)
	}
	f.now = func() time.Time { return real.Round(0).Add(-time.Hour) }
	if err := bind(); err != nil {
		t.Error("the clock was set back: ", err)
	}
}

func TestAClientThatCannotBeFencedIsAnError(t *testing.T) {
	election := &leaderelection.LeaderElectionConfig{Lock: &lock{}}
	if err := guard(election, fake.NewClientset()); err == nil {
		t.Error("no error")
	}
}
