// Command scenario runs koord-agent beside a real containerd with NRI and real runc, plays the kubelet, and reads from inside
// of containers where they may run. It needs root. tests/node/run.sh builds and starts it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const skipped = 77

func main() {
	bin := flag.String("bin", "", "folder of containerd, its shim, ctr and koord-agent, or of crio and pinns")
	kills := flag.Int("kills", 20, "how often the agent is killed")
	seed := flag.Int64("seed", time.Now().UnixNano(), "of the moments at which it is killed")
	resizes := flag.Int("resizes", 0, "how often pods with exclusive CPUs are resized in place; wants -planner")
	n := &node{onRefusal: "shared"}
	flag.StringVar(&n.planner, "planner", "", "koordctl, which decides about resizes")
	flag.BoolVar(&n.onlyResizes, "only-resizes", false, "nothing but resizes")
	flag.StringVar(&n.tools, "tools", "", "folder of koordctl and koord-runtime: without NRI and without the agent")
	flag.BoolVar(&n.crio, "crio", false, "CRI-O in the place of containerd; wants -tools")
	flag.StringVar(&n.kubectl, "kubectl", "", "kubectl; with it pods come from an API server and a scheduler")
	flag.StringVar(&n.admin, "admin", "", "an administrator's kubeconfig")
	flag.StringVar(&n.account, "account", "", "the agent's kubeconfig")
	flag.BoolVar(&n.emulated, "emulated", false, "in a guest whose processors are emulated: fewer pods, and more patience")
	flag.StringVar(&n.koordctl, "koordctl", "", "koordctl; with it a real kubelet, of the folder -bin, is taken over; wants -kubectl")
	flag.StringVar(&n.examples, "examples", "", "folder of the manifests that docs/start/first-node.md applies; with -koordctl")
	flag.StringVar(&n.nvml, "nvml", "", "the tests' library in the place of NVIDIA's")
	flag.StringVar(&n.kubeletVersion, "kubelet-version", "", "of that kubelet, as koordctl takes it")
	flag.Parse()
	if n.emulated {
		patience = 5 * time.Minute
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	groups, why := openGroups()
	if why != "" {
		fmt.Println("SKIPPED:", why)
		os.Exit(skipped)
	}
	dir, err := os.MkdirTemp("", "koord-node-")
	if err == nil {
		fmt.Println("seed", *seed)
		n.bin, n.dir, n.groups, n.dice = *bin, dir, groups, rand.New(rand.NewSource(*seed))
		err = n.run(ctx, *kills, *resizes)
	}
	if unusable := (&unusableError{}); errors.As(err, &unusable) {
		fmt.Println("SKIPPED:", err)
		os.Exit(skipped)
	}
	if err != nil {
		fmt.Println("FAILED:", err)
		fmt.Println("logs are in", dir)
		os.Exit(1)
	}
	if err := os.RemoveAll(dir); err != nil {
		fmt.Println(err)
	}
}

// unusableError says why no container starts on this machine, without anything of libkoord.
type unusableError struct{ cause error }

func (e *unusableError) Error() string {
	return "no container starts on this machine: " + e.cause.Error()
}

// probe starts a container as a kubelet would that knows nothing of libkoord.
func (n *node) probe(ctx context.Context) error {
	plain := &pod{name: "plain", qos: "LS", class: "burstable", milli: 100}
	if err := n.start(ctx, plain, "main"); err != nil {
		return err
	}
	if err := n.inside(ctx, plain, "main", n.all); err != nil {
		return err
	}
	return n.end(ctx, plain)
}

// part is something that must hold.
type part struct {
	name string
	play func(context.Context) error
}

func (n *node) run(ctx context.Context, kills, resizes int) error {
	if n.koordctl == "" { // else the kubelet makes them
		if err := n.groups.make(); err != nil {
			return err
		}
	}
	defer n.groups.remove()
	cpus := n.groups.cpus
	n.own = cpus[len(cpus)-1]
	n.all, n.rest = list(cpus), list(cpus[:len(cpus)-1])
	defer func() {
		n.removeAll()
		n.agent.kill()
		n.containerd.kill()
	}()
	start := n.startContainerd
	if n.crio {
		start = n.startCRIO
	}
	if err := start(ctx); err != nil {
		return &unusableError{err}
	}
	if n.tools == "" && n.koordctl == "" {
		if err := n.probe(ctx); err != nil {
			return &unusableError{err}
		}
	}
	if n.tools != "" {
		above := "containerd"
		if n.crio {
			above = "CRI-O"
		}
		return play(ctx, []part{{above + " without NRI, behind koord-runtime: pods get their CPUs and GPUs or do not start", n.playRuntime}})
	}
	if n.koordctl != "" {
		before := rememberMachine()
		defer before.putBack()
		n.ignoreKubelet = true
		if err := n.configureKubelet("static"); err != nil {
			return err
		}
		defer n.endKubelet()
		if err := n.startKubelet(ctx); err != nil {
			return err
		}
	}
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	if n.koordctl != "" {
		return play(ctx, n.takeover())
	}
	parts := []part{
		{"pods of every class are where they belong", n.playClasses},
		{"kubelet's updates are answered", n.playUpdates},
		{"a pod that claims another's CPU starts in the shared pool", n.playThief},
		{fmt.Sprintf("the agent is killed %d times while pods come", kills), func(ctx context.Context) error { return n.playKills(ctx, kills) }},
		{"containerd is killed and started again", n.playRestart},
		{"50 containers start at once", n.playCrowd},
		{"an LSE pod shares with nobody, and what it had comes back", n.playExclusive},
		{"BE pods make room by what is measured, and get all back when that is switched off", n.playSuppression},
		{"memory comes from the NUMA nodes that a pod was given", n.playMemory},
		{"GPUs and RDMA devices that the agent finds come to the container that was given them", n.playDevices},
		{"with CDI the runtime makes the nodes of a GPU", n.playCDI},
		{"a pod that requires the agent does not start while it is dead", n.playRequired},
		{"while the agent stands still no container starts, if so configured", n.playStandstill},
	}
	if n.emulated {
		once := part{"the agent is killed while pods come", func(ctx context.Context) error { return n.playKills(ctx, 1) }}
		parts = []part{parts[0], parts[1], once, parts[6], parts[7], parts[8], parts[9]}
	}
	if n.planner != "" {
		resized := part{fmt.Sprintf("%d resizes of pods with exclusive CPUs: after each, every container is on the CPUs that were decided", resizes),
			func(ctx context.Context) error { return n.playResizes(ctx, resizes) }}
		if parts = append([]part{resized}, parts...); n.onlyResizes {
			parts = parts[:1]
		}
	}
	if n.kubectl != "" {
		parts = []part{{"from kubectl apply to the CPUs that a process sees", n.playCluster},
			{"a pod that is deleted while it runs keeps its CPUs", n.playDeleted},
			{"from GPUs and a card that the agent reports to what a container has of them", n.playReported}}
	}
	return play(ctx, parts)
}

func play(ctx context.Context, parts []part) error {
	for _, one := range parts {
		began := time.Now()
		if err := one.play(ctx); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		fmt.Printf("ok: %s (%.1f s)\n", one.name, time.Since(began).Seconds())
	}
	return nil
}

// patience is how long something may take that must come. The agent has five seconds between two looks.
var patience = 30 * time.Second

// settled repeats a check until it holds.
func settled(check func() error) error {
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if err = check(); err == nil {
			return nil
		}
	}
	return err
}

func (n *node) playClasses(ctx context.Context) error {
	n.ls = &pod{name: "ls", qos: "LS", class: "burstable", milli: 100}
	n.be = &pod{name: "be", qos: "BE", class: "besteffort"}
	n.lsr = &pod{name: "lsr", qos: "LSR", milli: 1000, claim: n.own}
	for _, one := range []*pod{n.ls, n.be} {
		if err := n.start(ctx, one, "main"); err != nil {
			return err
		}
		if err := n.inside(ctx, one, "main", n.all); err != nil {
			return err
		}
	}
	if err := n.start(ctx, n.lsr, "main"); err != nil {
		return err
	}
	// At once: nobody is on its CPU when it starts.
	if err := n.three(ctx); err != nil {
		return err
	}
	for _, path := range []string{n.lsr.group(), n.lsr.group() + "/" + n.lsr.ids["main"]} {
		if quota := n.groups.quota(path); quota != "-1" && quota != "max" {
			return fmt.Errorf("%s has a quota of %s", path, quota)
		}
	}
	return nil
}

// three is where the pods of playClasses belong.
func (n *node) three(ctx context.Context) error {
	if err := n.inside(ctx, n.lsr, "main", n.own); err != nil {
		return err
	}
	if err := n.inside(ctx, n.ls, "main", n.rest); err != nil {
		return err
	}
	return n.inside(ctx, n.be, "main", n.all)
}

func (n *node) playUpdates(ctx context.Context) error {
	for _, one := range []*pod{n.ls, n.lsr, n.be} {
		if err := n.update(ctx, one, "main", n.all, 100000); err != nil {
			return err
		}
		if err := n.three(ctx); err != nil {
			return err
		}
	}
	if quota := n.groups.quota(n.lsr.group() + "/" + n.lsr.ids["main"]); quota != "-1" && quota != "max" {
		return fmt.Errorf("after kubelet's update the LSR container has a quota of %s", quota)
	}
	return nil
}

func (n *node) playThief(ctx context.Context) error {
	thief := &pod{name: "thief", qos: "LSR", milli: 1000, claim: n.own}
	if err := n.start(ctx, thief, "main"); err != nil {
		return err
	}
	if err := n.inside(ctx, thief, "main", n.rest); err != nil {
		return err
	}
	if err := n.three(ctx); err != nil {
		return err
	}
	return n.end(ctx, thief)
}

// playKills kills the agent at random moments while pods are created. What ran before stays where it is all the time.
func (n *node) playKills(ctx context.Context, kills int) error {
	stop := n.watch()
	for i := range kills {
		newcomers := []*pod{{name: fmt.Sprintf("k%d-ls", i), qos: "LS", class: "burstable", milli: 100},
			{name: fmt.Sprintf("k%d-be", i), qos: "BE", class: "besteffort"}}
		var coming sync.WaitGroup
		errs := make([]error, len(newcomers))
		for j, one := range newcomers {
			coming.Go(func() { errs[j] = n.start(ctx, one, "main") })
		}
		time.Sleep(time.Duration(n.dice.Intn(400)) * time.Millisecond)
		n.agent.kill()
		time.Sleep(time.Duration(n.dice.Intn(200)) * time.Millisecond)
		if err := n.startAgent(ctx); err != nil {
			return err
		}
		coming.Wait()
		for j, err := range errs {
			if err != nil {
				return fmt.Errorf("kill %d: %s: %w", i, newcomers[j].name, err)
			}
		}
		if err := settled(func() error {
			if err := n.inside(ctx, newcomers[0], "main", n.rest); err != nil {
				return err
			}
			return n.inside(ctx, newcomers[1], "main", n.all)
		}); err != nil {
			return fmt.Errorf("kill %d: %w", i, err)
		}
		for _, one := range newcomers {
			if err := n.end(ctx, one); err != nil {
				return err
			}
		}
	}
	if err := stop(); err != nil {
		return err
	}
	return n.three(ctx)
}

func (n *node) playRestart(ctx context.Context) error {
	stop := n.watch()
	n.containerd.kill()
	if err := n.startContainerd(ctx); err != nil {
		return err
	}
	if err := n.ready(ctx); err != nil {
		return err
	}
	next := &pod{name: "next", qos: "LS", class: "burstable", milli: 100}
	if err := n.start(ctx, next, "main"); err != nil {
		return err
	}
	if err := n.inside(ctx, next, "main", n.rest); err != nil {
		return err
	}
	if err := n.end(ctx, next); err != nil {
		return err
	}
	if err := stop(); err != nil {
		return err
	}
	return n.three(ctx)
}

func (n *node) playCrowd(ctx context.Context) error {
	crowd := &pod{name: "crowd", qos: "LS", class: "burstable", milli: 100}
	if err := n.sandbox(ctx, crowd); err != nil {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, 50)
	for i := range errs {
		all.Go(func() {
			name := fmt.Sprintf("c%d", i)
			if errs[i] = n.container(ctx, crowd, name); errs[i] == nil {
				errs[i] = n.inside(ctx, crowd, name, n.rest)
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return n.end(ctx, crowd)
}

func (n *node) playExclusive(ctx context.Context) error {
	if err := n.end(ctx, n.lsr); err != nil {
		return err
	}
	if err := settled(func() error { return n.inside(ctx, n.ls, "main", n.all) }); err != nil {
		return err
	}
	lse := &pod{name: "lse", qos: "LSE", milli: 1000, claim: n.own}
	if err := n.start(ctx, lse, "main"); err != nil {
		return err
	}
	for _, one := range []struct {
		pod  *pod
		want string
	}{{lse, n.own}, {n.ls, n.rest}, {n.be, n.rest}} {
		if err := n.inside(ctx, one.pod, "main", one.want); err != nil {
			return err
		}
	}
	if err := n.end(ctx, lse); err != nil {
		return err
	}
	return settled(func() error { return n.inside(ctx, n.be, "main", n.all) })
}

// playSuppression suppresses BE pods by quota: by cpuset they would keep two CPUs, which may be all there are.
func (n *node) playSuppression(ctx context.Context) error {
	for _, policy := range []string{"cfsQuota", "none"} {
		n.agent.kill()
		n.suppression = policy
		if err := n.startAgent(ctx); err != nil {
			return err
		}
		if err := settled(func() error {
			quota := n.groups.quota("kubepods/besteffort")
			if free := quota == "-1" || quota == "max"; free != (policy == "none") {
				return fmt.Errorf("policy %s, and the group of BestEffort has a quota of %s", policy, quota)
			}
			return nil
		}); err != nil {
			return err
		}
		if err := n.inside(ctx, n.be, "main", n.all); err != nil {
			return err
		}
	}
	return nil
}

// watch looks all the time whether those who run stay where they are; the result ends it and says what it saw.
func (n *node) watch() func() error {
	ended, result := make(chan struct{}), make(chan error, 1)
	lsr, ls := n.lsr.group()+"/"+n.lsr.ids["main"], n.ls.group()+"/"+n.ls.ids["main"]
	go func() {
		for {
			select {
			case <-ended:
				result <- nil
				return
			case <-time.After(time.Millisecond):
			}
			if now := n.groups.cpusOf(lsr); now != n.own {
				result <- fmt.Errorf("the LSR container was on CPUs %s, which has CPU %s", now, n.own)
				return
			}
			if now := n.groups.cpusOf(ls); now != n.rest {
				result <- fmt.Errorf("the LS container was on CPUs %s, which belongs on %s", now, n.rest)
				return
			}
		}
	}()
	return func() error {
		close(ended)
		return <-result
	}
}

func list(cpus []string) string {
	if len(cpus) == 0 {
		return ""
	}
	text := strings.Join(cpus, ",")
	if len(cpus) > 1 {
		text = cpus[0] + "-" + cpus[len(cpus)-1]
	}
	return text
}

func (n *node) log(name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(n.dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
}
