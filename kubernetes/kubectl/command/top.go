package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
)

const (
	// topInterval is the time between two reads, unless --interval is given.
	topInterval = 10 * time.Second
	// topTimeout bounds the wait for each answer, so that an API server that does not answer is noticed. A read can take longer.
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
	if !isLive {
		koordctl, objects, err := a.prepare(ctx, r)
		if err != nil {
			return 0, err
		}
		if !r.has("--once") {
			r.args = append(r.args, "--once")
		}
		return koordctl.Run(ctx, a.streams(), listOf(objects), r.runs, r.arguments()...)
	}
	koordctl, err := program.Find(ctx)
	if err != nil {
		return 0, err
	}
	streams := a.streams()
	login, err := newLoginStreams()
	if err != nil {
		return 0, err
	}
	defer login.close()
	objects, notes, err := a.readWithNotes(ctx, r.scope)
	if err != nil {
		return 0, err
	}
	cluster, err := a.cluster()
	if err != nil {
		return 0, err
	}
	a.warnings.to(nil) // the terminal is koordctl's from here on
	login.quiet()
	defer a.warnings.to(a.note)
	f := feeder{interval: interval(r), timeout: topTimeout, read: func(ctx context.Context, step func()) (s snapshot, err error) {
		cluster.Progress = func(string, int64, int64) { step() }
		cluster.Note = func(text string) { s.notes = append(s.notes, text) }
		s.objects, err = cluster.Objects(ctx, r.scope)
		return s, err
	}}
	feed := func(ctx context.Context, out io.Writer) error { return f.run(ctx, snapshot{objects, notes}, out) }
	return koordctl.Feed(ctx, streams, feed, r.runs, r.arguments()...)
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

// snapshot is a cluster at one moment.
type snapshot struct {
	objects []collect.Object
	notes   []string // about kinds that could not be read
}

// feeder reads a cluster again and again.
type feeder struct {
	// read calls its argument after each answer.
	read     func(context.Context, func()) (snapshot, error)
	interval time.Duration
	timeout  time.Duration
}

// run writes documents for each read, with a NUL byte after each: a List, after a Status with the notes if there are any, or a Status if
// the cluster could not be read. It ends with the context.
func (f *feeder) run(ctx context.Context, first snapshot, out io.Writer) error {
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
		read, err := f.readOnce(ctx)
		wait = max(f.interval, topShare*time.Since(start))
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			err = writeStatus(out, "Failure", err.Error())
		} else {
			err = writeSnapshot(out, read)
		}
		if err != nil {
			return err
		}
	}
}

// readOnce ends a read if an answer does not come in time.
func (f *feeder) readOnce(ctx context.Context) (snapshot, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(f.timeout, func() {
		cancel(fmt.Errorf("the API server did not answer within %g s", f.timeout.Seconds()))
	})
	defer timer.Stop()
	read, err := f.read(ctx, func() { timer.Reset(f.timeout) })
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return read, err
}

func writeSnapshot(out io.Writer, s snapshot) error {
	if s.notes != nil {
		if err := writeStatus(out, "Success", strings.Join(s.notes, "\n")); err != nil {
			return err
		}
	}
	if err := collect.WriteJSON(out, s.objects); err != nil {
		return err
	}
	return endDocument(out)
}

func writeStatus(out io.Writer, status, message string) error {
	text, err := json.Marshal(map[string]string{"apiVersion": "v1", "kind": "Status", "status": status, "message": message})
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
