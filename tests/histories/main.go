// Histories plays random histories of calls on a cluster of libkoord beside a model that is written from the rules, and
// reports the first difference: docs/internals/histories.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"libkoord.invalid/koord"
)

// A player plays histories on one goroutine.
type player struct {
	build  *builder
	counts counts
	fault  string // planted
	loud   bool
}

// A failure is a fault and the operation that found it.
type failure struct {
	check string // that found it
	text  string
	at    int // index of the operation
}

// guard runs a function and returns the fault that it finds.
func guard(function func()) (found *failure) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case faultReport:
			found = &failure{check: cause.format, text: cause.text}
		default:
			found = &failure{text: fmt.Sprintf("%v\n%s", cause, debug.Stack())}
		}
	}()
	function()
	return nil
}

// play plays a history in a cluster of its own.
func (p *player) play(h history) *failure {
	configured, arguments := configure(h.seed)
	lib := newLibrary(&p.counts.calls, p.fault, arguments)
	defer lib.close() // after a failover it has another cluster
	w := newWorld(h.seed, "", lib, p.build, &p.counts)
	w.configured, w.arguments, w.verbose = configured, arguments, p.loud
	defer w.query.Close()
	return w.play(h)
}

func (w *world) play(h history) *failure {
	at := -1
	found := guard(func() {
		w.open()
		for i, o := range h.operations {
			at = i
			w.logf("%d %v", i, o)
			w.run(o)
		}
		w.restart(0, 0, 0)
		w.checkAll()
	})
	if found != nil {
		found.at = at
	}
	return found
}

// A round plays a history on each of several goroutines in one cluster, with readers beside them.
type round struct {
	players []*player
	readers int
	fault   string
	ended   atomic.Bool
	lock    sync.Mutex
	found   *failure
	reads   atomic.Uint64
}

func (r *round) fail(found *failure) {
	if found == nil {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.found == nil {
		r.found = found
	}
	r.ended.Store(true)
}

func (r *round) play(seed int64, length int) *failure {
	configured, arguments := configure(seed)
	cluster := newLibrary(new(uint64), r.fault, arguments)
	defer cluster.close()
	var writers, readers sync.WaitGroup
	worlds := make([]*world, len(r.players))
	for i, p := range r.players {
		lib := &library{cluster: cluster.cluster, calls: &p.counts.calls, fault: r.fault, cpus: map[string]uint64{}}
		w := newWorld(seed+int64(i), fmt.Sprintf("w%d", i), lib, p.build, &p.counts)
		w.configured, w.arguments, w.shared = configured, arguments, true
		defer w.query.Close()
		worlds[i] = w
		writers.Add(1)
		go func(seed int64) {
			defer writers.Done()
			r.fail(w.play(drawHistory(seed, length)))
		}(seed + int64(i))
	}
	for i := 0; i < r.readers; i++ {
		readers.Add(1)
		go func(number int) {
			defer readers.Done()
			r.fail(guard(func() { r.read(cluster.cluster, number) }))
		}(i)
	}
	writers.Wait()
	r.ended.Store(true)
	readers.Wait()
	r.ended.Store(false)
	if r.found == nil {
		r.fail(guard(func() { quiet(cluster, worlds) }))
	}
	return r.found
}

// quiet checks the sums over all worlds while nothing changes.
func quiet(lib *library, worlds []*world) {
	pods, nodes := uint64(0), uint32(0)
	for _, w := range worlds {
		w.checkAll()
		for _, p := range w.pods {
			if p != nil && !w.waits(p) {
				pods++
			}
		}
		for _, n := range w.nodes {
			if n.exists() {
				nodes++
			}
		}
	}
	if info := lib.info(); info.Pods != pods || info.Nodes != nodes || info.Rejected != 0 {
		failf("the cluster has %d pods and %d nodes and rejected %d changes, expected %d pods and %d nodes", info.Pods, info.Nodes,
			info.Rejected, pods, nodes)
	}
}

// read makes calls that change nothing until the round ends.
func (r *round) read(cluster *koord.Cluster, number int) {
	build := newBuilder()
	defer build.close()
	generation := uint64(0)
	var best [4]koord.Verdict
	for i := number; !r.ended.Load(); i++ {
		pod := build.pending(anyShape(i*7), "")
		switch i % 8 {
		case 0:
			rows, _, err := cluster.Evaluate(pod, nil)
			must(err)
			for j := range rows {
				if j > 0 && rows[j-1].Node >= rows[j].Node {
					failf("Evaluate: row %d is not in the order of the nodes", j)
				}
			}
		case 1:
			count, _, err := cluster.FindBest(pod, nil, best[:])
			must(err)
			for j := 1; j < count; j++ {
				if best[j].Score > best[j-1].Score {
					failf("FindBest: row %d has a higher score than the one before", j)
				}
			}
		case 2:
			explanation, err := cluster.Explain(pod, koord.ExplainOptions{MaxJudgements: 8, Nearest: 1}, nil)
			must(err)
			explanation.Close()
		case 3:
			info, err := cluster.Info()
			must(err)
			if info.Generation < generation {
				failf("the generation went from %d to %d", generation, info.Generation)
			}
			generation = info.Generation
		default:
			if _, _, err := cluster.Judge(pod, nil, uint32(i/8%16)); err != nil {
				expect("Judge of an unknown node", err, koord.ErrNotFound)
			}
		}
		r.reads.Add(1)
	}
}

// shrink removes operations from a failing history as long as the same check fails.
func (p *player) shrink(h history, found *failure) history {
	if found.at >= 0 && found.at < len(h.operations) {
		h.operations = h.operations[:found.at+1]
	}
	return shrink(h, func(shorter history) bool {
		again := p.play(shorter)
		return again != nil && again.check == found.check
	})
}

// report shrinks a failing history and prints it.
func (p *player) report(h history, found *failure) {
	fmt.Printf("FAULT after operation %d of seed %d: %s\n", found.at, h.seed, found.text)
	h = p.shrink(h, found)
	found = p.play(h)
	if found == nil {
		fmt.Println("the fault does not occur again with the same seed")
		return
	}
	fmt.Printf("shrunk to %d operations: %s\n%s", len(h.operations), found.text, h)
	if len(h.operations) <= 60 {
		p.loud = true
		p.play(h)
		p.loud = false
	}
	fmt.Println("replay: save these lines to a file and pass it by -history")
}

func main() {
	operations := flag.Uint64("operations", 1000000, "number of operations")
	seed := flag.Int64("seed", 1, "seed of the first history")
	length := flag.Int("length", 1000, "operations of a history")
	threads := flag.Int("threads", 1, "goroutines that change one cluster, each with nodes of its own")
	readers := flag.Int("readers", 1, "goroutines that read it beside them, if there are several threads")
	file := flag.String("history", "", "file with a history to play instead")
	fault := flag.String("fault", "", "planted fault, to try the checks: one of "+fmt.Sprint(planted))
	flag.Parse()
	if flag.NArg() > 0 || *length < 1 || *threads < 1 || *threads > 64 || *readers < 0 {
		flag.Usage()
		os.Exit(2)
	}
	os.Exit(run(*operations, *seed, *length, *threads, *readers, *file, *fault))
}

// replay plays the history of a file, and returns the exit code.
func replay(p *player, file string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "histories:", err)
		return 2
	}
	h, err := parseHistory(string(text))
	if err != nil {
		fmt.Fprintf(os.Stderr, "histories: %s: %v\n", file, err)
		return 2
	}
	p.loud = true
	if found := p.play(h); found != nil {
		fmt.Printf("FAULT after operation %d: %s\n", found.at, found.text)
		return 1
	}
	fmt.Println("no fault")
	return 0
}

func run(operations uint64, seed int64, length, threads, readers int, file, fault string) int {
	first := &player{build: newBuilder(), fault: fault}
	if file != "" {
		return replay(first, file)
	}
	players := []*player{first}
	for len(players) < threads {
		players = append(players, &player{build: newBuilder(), fault: fault})
	}
	start, shown := time.Now(), time.Now()
	var sum counts
	var reads uint64
	for sum.operations < operations {
		if threads == 1 {
			h := drawHistory(seed, length)
			if found := first.play(h); found != nil {
				first.report(h, found)
				return 1
			}
			seed++
		} else {
			r := &round{players: players, readers: readers, fault: fault}
			if found := r.play(seed, length); found != nil {
				fmt.Printf("FAULT with %d threads, seed %d, operation %d: %s\n", threads, seed, found.at, found.text)
				return 1
			}
			reads += r.reads.Load()
			seed += int64(threads)
		}
		sum = counts{}
		for _, p := range players {
			sum.add(&p.counts)
		}
		if time.Since(shown) > 30*time.Second {
			shown = time.Now()
			fmt.Printf("%d operations, next seed %d\n", sum.operations, seed)
		}
	}
	seconds := time.Since(start).Seconds()
	fmt.Printf("no fault in %d operations (%d calls of the library, %d by readers) in %.1f s, %.0f operations a second\n",
		sum.operations, sum.calls, reads, seconds, float64(sum.operations)/seconds)
	fmt.Printf("%d verdicts, %.1f %% of them not decided by the model; %d pods placed; %d restarts; next seed %d\n", sum.verdicts,
		100*float64(sum.unclear)/float64(sum.verdicts+1), sum.placed, sum.restarts, seed)
	for k := kind(0); k < kindCount; k++ {
		fmt.Printf("  %-16v %d\n", k, sum.byKind[k])
	}
	return 0
}
