package command

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"time"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

const (
	// topInterval is the time between two reads, unless --interval is given.
	topInterval = 10 * time.Second
	// topTimeout bounds a read, so that an API server that does not answer is noticed.
	topTimeout = time.Minute
	// topShare bounds the load of the API server: the program reads at most a fifth of the time.
	topShare = 4
)

// top runs the terminal view of koordctl, and passes snapshots to it as long as it runs. Without a terminal it prints the tables once.
func top(ctx context.Context, a *App, r *request) (int, error) {
	node, err := r.takeNode(1, "shows one node first")
	if err != nil {
		return 0, err
	}
	if node != "" {
		r.positional = []string{node}
	}
	isLive := a.isLive(r)
	for _, option := range []string{"--filename", "--machine", "--machine-synthetic"} {
		if isLive && r.has(option) {
			return 0, usageError(option + ": top shows more than the cluster with --once only")
		}
	}
	koordctl, objects, err := a.prepare(ctx, r)
	if err != nil {
		return 0, err
	}
	if !isLive {
		if !r.has("--once") {
			r.args = append(r.args, "--once")
		}
		return koordctl.Run(ctx, a.streams(), listOf(objects), r.runs, r.arguments()...)
	}
	cluster, err := a.cluster()
	if err != nil {
		return 0, err
	}
	f := feeder{interval: interval(r), timeout: topTimeout, read: func(ctx context.Context) ([]collect.Object, error) {
		return cluster.Objects(ctx, r.scope)
	}}
	feed := func(ctx context.Context, out io.Writer) error { return f.run(ctx, objects, out) }
	return koordctl.Feed(ctx, a.streams(), feed, r.runs, r.arguments()...)
}

// isLive reports whether koordctl takes over the terminal, by its own rules.
func (a *App) isLive(r *request) bool {
	terminal := os.Getenv("TERM")
	return !r.has("--once") && !r.has("--help") && isTerminal(a.In) && isTerminal(a.Out) && terminal != "" && terminal != "dumb"
}

// interval returns the time of --interval. koordctl refuses other values.
func interval(r *request) time.Duration {
	seconds, err := strconv.Atoi(r.last("--interval"))
	if err != nil || seconds < 1 || seconds > 3600 {
		return topInterval
	}
	return time.Duration(seconds) * time.Second
}

// feeder reads a cluster again and again.
type feeder struct {
	read     func(context.Context) ([]collect.Object, error)
	interval time.Duration
	timeout  time.Duration
}

// run writes a document for each read, with a NUL byte after it: a List, or a Status if the cluster could not be read. It ends with the
// context.
func (f *feeder) run(ctx context.Context, first []collect.Object, out io.Writer) error {
	if err := writeSnapshot(out, first); err != nil {
		return err
	}
	wait := f.interval
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		start := time.Now()
		objects, err := f.readOnce(ctx)
		wait = max(f.interval, topShare*time.Since(start))
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			err = writeStatus(out, err)
		} else {
			err = writeSnapshot(out, objects)
		}
		if err != nil {
			return err
		}
	}
}

func (f *feeder) readOnce(ctx context.Context) ([]collect.Object, error) {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	return f.read(ctx)
}

func writeSnapshot(out io.Writer, objects []collect.Object) error {
	if err := collect.WriteJSON(out, objects); err != nil {
		return err
	}
	return endDocument(out)
}

func writeStatus(out io.Writer, cause error) error {
	text, err := json.Marshal(map[string]string{"apiVersion": "v1", "kind": "Status", "status": "Failure", "message": cause.Error()})
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	return endDocument(out)
}

func endDocument(out io.Writer) error {
	_, err := out.Write([]byte{0})
	return err
}
