package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// resizing resizes pods with exclusive CPUs in place. koordctl decides, as koord-scheduler does with the same library; this
// program changes the pods and acts as kubelet; the agent moves the containers. The expected CPUs are computed here.
type resizing struct {
	*node
	planner string // koordctl
	server  *httptest.Server
	watch   *observer
	all     cpuMask
	report  []byte // koordctl's, of this machine

	owners         []*pod // with exclusive CPUs
	owned          map[string]cpuMask
	shared, bestUp *pod // of the classes LS and BE; nil if none runs
	made           int  // pods so far
	tally          map[string]int
}

const (
	grown, shrunk, refused = "grown", "shrunk", "refused"
	agentKilled            = "with the agent killed"
	runtimeKilled          = "with containerd killed"
	fromInside             = "looked at from inside"
	calm                   = "calm"
)

// playResizes makes count resizes, and checks the node after each.
func (n *node) playResizes(ctx context.Context, count int) (err error) {
	r := &resizing{node: n, planner: n.planner, owned: map[string]cpuMask{}, tally: map[string]int{}}
	for _, cpu := range n.groups.cpus {
		mask, err := parseMask(cpu)
		if err != nil {
			return err
		}
		r.all |= mask
	}
	if r.report, err = r.describeMachine(ctx); err != nil {
		return err
	}
	n.agent.kill()
	n.list = &podList{}
	r.server = httptest.NewTLSServer(n.list)
	n.listURL = r.server.URL
	defer func() {
		n.agent.kill()
		r.server.Close()
		n.list, n.listURL = nil, ""
		if err == nil {
			err = n.startAgent(ctx)
		}
	}()
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	r.watch = observe(n.groups)
	defer r.watch.stop()
	if err := r.playAll(ctx, count); err != nil {
		return fmt.Errorf("%w\n%s", err, r.summary())
	}
	fmt.Println(r.summary())
	return nil
}

func (r *resizing) summary() string {
	r.watch.mu.Lock()
	defer r.watch.mu.Unlock()
	return fmt.Sprintf("resizes of pods with exclusive CPUs on %d CPUs: %d grown, %d shrunk, %d refused; %d %s, %d %s; %d times %s; %d looks at all CPUs, "+
		"%d lapses of at most %d ms, none in %d resizes with nothing in flight",
		r.all.count(), r.tally[grown], r.tally[shrunk], r.tally[refused], r.tally[agentKilled], agentKilled, r.tally[runtimeKilled], runtimeKilled,
		r.tally[fromInside], fromInside, r.watch.looks, r.watch.lapses, r.watch.longest.Milliseconds(), r.tally[calm])
}

func (r *resizing) playAll(ctx context.Context, count int) error {
	r.bestUp = &pod{name: "best", qos: "BE", class: "besteffort"}
	if err := r.begin(ctx, r.bestUp, best); err != nil {
		return err
	}
	if err := r.startOwner(ctx); err != nil {
		return err
	}
	began := time.Now()
	for done := 0; done < count; {
		isResize, err := r.step(ctx, done)
		if err != nil {
			return fmt.Errorf("after %d resizes: %w", done, err)
		}
		if !isResize {
			continue
		}
		if done++; done%500 == 0 {
			fmt.Printf("%d resizes, %.0f s\n", done, time.Since(began).Seconds())
		}
	}
	if err := r.deep(ctx); err != nil {
		return err
	}
	for len(r.owners) != 0 {
		if err := r.endOwner(ctx, r.owners[0]); err != nil {
			return err
		}
	}
	if r.shared != nil {
		if err := r.endShared(ctx); err != nil {
			return err
		}
	}
	last := r.bestUp
	r.bestUp = nil
	return r.finish(ctx, last)
}

// step resizes a pod, or starts or ends one.
func (r *resizing) step(ctx context.Context, done int) (isResize bool, err error) {
	switch what := r.dice.Intn(100); {
	case what < 4 && len(r.owners) < max(2, r.all.count()/2):
		return false, r.startOwner(ctx)
	case what < 14 && len(r.owners) > 1:
		return false, r.endOwner(ctx, r.owners[r.dice.Intn(len(r.owners))])
	case what < 18 && r.shared == nil && r.room() > 0:
		return false, r.startShared(ctx)
	case what < 28 && r.shared != nil:
		return false, r.endShared(ctx)
	}
	p := r.owners[r.dice.Intn(len(r.owners))]
	size, most := r.owned[p.name].count(), r.all.count()
	if p.qos == "LSE" { // BE keeps a CPU: a cpuset cannot be empty
		most--
		for _, other := range r.owners {
			if other != p && other.qos == "LSE" {
				most -= r.owned[other.name].count()
			}
		}
	}
	if most < 2 {
		return false, nil
	}
	to := 1 + r.dice.Intn(most-1)
	if to >= size {
		to++
	}
	if to > most {
		return false, nil
	}
	if err := r.resize(ctx, p, to); err != nil {
		return true, fmt.Errorf("pod %s from %d to %d CPUs: %w", p.name, size, to, err)
	}
	if done%20 == 19 {
		return true, r.deep(ctx)
	}
	return true, nil
}

// room is the number of whole CPUs that no pod requests.
func (r *resizing) room() int {
	left := 1000 * r.all.count()
	for _, p := range r.owners {
		left -= int(p.milli)
	}
	if r.shared != nil {
		left -= int(r.shared.milli)
	}
	return left / 1000
}

// resize changes a pod's request, and its CPUs if the decision is to do so. The order of the scheduler and kubelet is drawn.
func (r *resizing) resize(ctx context.Context, p *pod, to int) error {
	had, from := r.owned[p.name], p.milli
	after, refusal, err := r.plan(ctx, p, to)
	if err != nil {
		return err
	}
	if err := r.judge(p, to, after, refusal); err != nil {
		return err
	}
	order, lingers := r.dice.Intn(4), r.dice.Intn(4) == 0
	stop := func() error { return nil }
	if order == quietly {
		if err := r.calmDown(ctx); err != nil {
			return err
		}
		defer r.watch.setStrict(false)
	} else {
		stop = r.interrupted(ctx)
	}
	r.list.change(func() { p.milli = int64(to) * 1000 })
	if lingers { // the pod keeps what it has, whatever it requests now
		if err := errors.Join(r.list.used(ctx), r.settle(ctx)); err != nil {
			return err
		}
	}
	if refusal != "" {
		r.tally[refused]++
		if err := errors.Join(stop(), r.settle(ctx)); err != nil {
			return err
		}
		r.list.change(func() { p.milli = from })
		return nil
	}
	if to > had.count() {
		r.tally[grown]++
	} else {
		r.tally[shrunk]++
	}
	if err := r.expect(map[string]cpuMask{p.name: after}); err != nil {
		return err
	}
	actuate := func() error { return r.actuate(ctx, p, from) }
	annotate := func() error {
		r.list.change(func() { p.claim = after.String() })
		return nil
	}
	switch order {
	case kubeletFirst, quietly:
		err = errors.Join(actuate(), annotate())
	case schedulerFirst:
		err = errors.Join(annotate(), actuate())
	case atOnce:
		var both sync.WaitGroup
		var failed error
		both.Go(func() { failed = actuate() })
		err = annotate()
		both.Wait()
		err = errors.Join(err, failed)
	}
	if err = errors.Join(err, stop()); err != nil {
		return err
	}
	r.owned[p.name] = after
	return r.settle(ctx)
}

// Orders of kubelet's update and the scheduler's annotation.
const (
	kubeletFirst = iota
	schedulerFirst
	atOnce
	quietly // kubelet first, and the runtime has written all that it was told before
)

// calmDown waits until the runtime has no pending write, and makes the observer strict.
func (r *resizing) calmDown(ctx context.Context) error {
	for p, want := range r.placement(nil) {
		if err := settled(func() error { return r.recorded(ctx, p, want) }); err != nil {
			return err
		}
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	r.tally[calm]++
	r.watch.setStrict(true)
	return nil
}

// actuate does what kubelet 1.37 does (doPodResizeAction): the pod's control group grows before its container, and shrinks after
// it; the runtime is told of both. Kubelet, which has the CPU manager policy none, names no CPUs.
func (r *resizing) actuate(ctx context.Context, p *pod, from int64) error {
	resources := p.resources()
	whole := func() error {
		return retry(func() error {
			_, err := r.cri.UpdatePodSandboxResources(ctx, &cri.UpdatePodSandboxResourcesRequest{PodSandboxId: p.box,
				Overhead: &cri.LinuxContainerResources{}, Resources: resources})
			if err == nil {
				err = r.groups.limit(p.group(), resources.CpuQuota)
			}
			return err
		})
	}
	container := func() error {
		return retry(func() error {
			_, err := r.cri.UpdateContainerResources(ctx, &cri.UpdateContainerResourcesRequest{ContainerId: p.ids["main"], Linux: resources})
			return err
		})
	}
	steps := []func() error{whole, container}
	if p.milli < from {
		slices.Reverse(steps)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// interrupted kills the agent or containerd at a drawn moment of the resize that follows, or mostly neither. The result waits
// until they run again.
func (r *resizing) interrupted(ctx context.Context) (stop func() error) {
	draw := r.dice.Intn(1000)
	agent, runtime := draw < 20, draw >= 18 && draw < 22
	after, down := time.Duration(r.dice.Intn(250))*time.Millisecond, time.Duration(r.dice.Intn(200))*time.Millisecond
	if !agent && !runtime {
		return func() error { return nil }
	}
	if agent {
		r.tally[agentKilled]++
	}
	if runtime {
		r.tally[runtimeKilled]++
	}
	result := make(chan error, 1)
	go func() {
		time.Sleep(after)
		if runtime {
			r.containerd.kill()
		}
		if agent {
			r.agent.kill()
		}
		time.Sleep(down)
		var err error
		if runtime {
			err = r.startContainerd(ctx)
		}
		if agent && err == nil {
			err = r.startAgent(ctx)
		}
		if err == nil {
			err = r.ready(ctx)
		}
		result <- err
	}()
	return func() error { return <-result }
}

// begin starts a pod. Others may have to leave its CPUs.
func (r *resizing) begin(ctx context.Context, p *pod, has kind) error {
	r.list.change(func() { r.list.pods = append(slices.Clone(r.list.pods), p) })
	if err := r.start(ctx, p, "main"); err != nil {
		return err
	}
	err := r.watch.change(func(held map[string]*holder) {
		held[p.name] = &holder{kind: has, group: p.group() + "/" + p.ids["main"], most: r.all}
	})
	if err != nil {
		return err
	}
	return r.settle(ctx)
}

// finish ends a pod.
func (r *resizing) finish(ctx context.Context, p *pod) error {
	if err := r.watch.change(func(held map[string]*holder) { delete(held, p.name) }); err != nil {
		return err
	}
	if err := r.end(ctx, p); err != nil {
		return err
	}
	r.list.change(func() {
		r.list.pods = slices.DeleteFunc(slices.Clone(r.list.pods), func(one *pod) bool { return one == p })
	})
	return r.settle(ctx)
}

// startOwner starts a pod with exclusive CPUs, which another scheduler chose at random among those that are free.
func (r *resizing) startOwner(ctx context.Context) error {
	room := r.room()
	if room == 0 {
		return nil
	}
	free := r.all
	for _, cpus := range r.owned {
		free &^= cpus
	}
	var each []cpuMask
	for cpu := cpuMask(1); cpu != 0; cpu <<= 1 {
		if free&cpu != 0 {
			each = append(each, cpu)
		}
	}
	r.dice.Shuffle(len(each), func(i, j int) { each[i], each[j] = each[j], each[i] })
	var cpus cpuMask
	for _, cpu := range each[:1+r.dice.Intn(min(room, 2, r.all.count()-1))] {
		cpus |= cpu
	}
	r.made++
	p := &pod{name: fmt.Sprintf("own%d", r.made), qos: "LSR", milli: int64(cpus.count()) * 1000, claim: cpus.String()}
	has := lsr
	isLSE := func(p *pod) bool { return p.qos == "LSE" }
	if r.all.count() > 2 && !slices.ContainsFunc(r.owners, isLSE) && r.dice.Intn(3) == 0 {
		p.qos, has = "LSE", lse
	}
	r.owners = append(r.owners, p)
	if err := r.expect(map[string]cpuMask{p.name: cpus}); err != nil {
		return err
	}
	r.owned[p.name] = cpus
	return r.begin(ctx, p, has)
}

func (r *resizing) endOwner(ctx context.Context, p *pod) error {
	if err := r.expect(map[string]cpuMask{p.name: 0}); err != nil {
		return err
	}
	r.owners = slices.DeleteFunc(slices.Clone(r.owners), func(one *pod) bool { return one == p })
	delete(r.owned, p.name)
	return r.finish(ctx, p)
}

func (r *resizing) startShared(ctx context.Context) error {
	r.made++
	r.shared = &pod{name: fmt.Sprintf("shared%d", r.made), qos: "LS", class: "burstable", milli: 100}
	return r.begin(ctx, r.shared, shares)
}

func (r *resizing) endShared(ctx context.Context) error {
	p := r.shared
	r.shared = nil
	return r.finish(ctx, p)
}

// deep reads the CPUs from inside the containers and from the runtime.
func (r *resizing) deep(ctx context.Context) error {
	for p, want := range r.placement(nil) {
		r.tally[fromInside]++
		if err := r.inside(ctx, p, "main", want.String()); err != nil {
			return err
		}
		if err := settled(func() error { return r.recorded(ctx, p, want) }); err != nil {
			return err
		}
	}
	return r.watch.failure()
}

// recorded checks the runtime's own record, which it writes again with every update.
func (r *resizing) recorded(ctx context.Context, p *pod, want cpuMask) error {
	answer, err := r.cri.ContainerStatus(ctx, &cri.ContainerStatusRequest{ContainerId: p.ids["main"], Verbose: true})
	if err != nil {
		return err
	}
	var info struct {
		Spec struct {
			Linux struct {
				Resources struct{ CPU struct{ CPUs string } }
			}
		} `json:"runtimeSpec"`
	}
	if err := json.Unmarshal([]byte(answer.GetInfo()["info"]), &info); err != nil {
		return err
	}
	cpus, err := parseMask(info.Spec.Linux.Resources.CPU.CPUs)
	if err == nil && cpus != want {
		err = fmt.Errorf("the runtime's record of pod %s has CPUs %s, expected %s", p.name, cpus, want)
	}
	return err
}
