// Command kubectl-koord asks a live cluster what koordctl answers from files. See docs/operate/kubectl.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/cli-runtime/pkg/genericiooptions"
	// Authentication plugins of cloud providers.
	_ "k8s.io/client-go/plugin/pkg/client/auth"

	"libkoord.invalid/koord/kubernetes/kubectl/command"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
)

func main() {
	streams := genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr}
	os.Exit(command.Main(untilSignal(), os.Args[1:], streams))
}

// untilSignal returns a context that ends at the first SIGINT or SIGTERM. The second one ends the program. Signals
// that were ignored when the program started remain ignored: shells start commands with & so that Ctrl-C reaches only
// the command in the foreground.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	for _, wanted := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if !signal.Ignored(wanted) {
			signal.Notify(signals, wanted)
		}
	}
	go func() {
		received := (<-signals).(syscall.Signal)
		signal.Stop(signals)
		cancel(program.Signal{Signal: received})
	}()
	return ctx
}
