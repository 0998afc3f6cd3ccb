// Package app is the command line of koord-scheduler: kube-scheduler's command with plugins Koord and KoordClaims,
// and with the controllers that run beside it while this process is the leader.
package app

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/term"
	"k8s.io/component-base/version/verflag"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// NewCommand returns kube-scheduler's command with plugin Koord and further plugins.
func NewCommand(plugins ...app.Option) *cobra.Command {
	opts := options.NewOptions()
	command := &cobra.Command{
		Use:   "koord-scheduler",
		Short: "kube-scheduler that gives pods exclusive CPUs, NUMA nodes and devices",
		Args:  cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			return opts.ComponentGlobalsRegistry.Set() // feature gates
		},
		RunE: func(command *cobra.Command, _ []string) error {
			printVersion(command)
			if err := logsapi.ValidateAndApply(opts.Logs, utilfeature.DefaultFeatureGate); err != nil {
				return err
			}
			cliflag.PrintFlags(command.Flags())
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return run(ctx, opts, plugins)
		},
		SilenceUsage: true,
	}
	verflag.AddFlags(opts.Flags.FlagSet("global"))
	globalflag.AddGlobalFlags(opts.Flags.FlagSet("global"), command.Name(), logs.SkipLoggingConfigurationFlags())
	for _, set := range opts.Flags.FlagSets {
		command.Flags().AddFlagSet(set)
	}
	columns, _, _ := term.TerminalSize(command.OutOrStdout())
	cliflag.SetUsageAndHelpFunc(command, *opts.Flags, columns)
	return command
}

// printVersion prints the version and exits the process if --version is stated.
func printVersion(command *cobra.Command) {
	if stated := command.Flags().Lookup("version"); stated != nil && (stated.Value.String() == "true" || stated.Value.String() == "raw") {
		fmt.Fprintln(command.OutOrStdout(), versionLine())
	}
	verflag.PrintAndExitIfRequested() // Kubernetes' own
}

func versionLine() string { return "koord-scheduler with libkoord " + koord.VersionString() }

func run(ctx context.Context, opts *options.Options, plugins []app.Option) error {
	if err := nameInformers(opts); err != nil {
		return err
	}
	klog.FromContext(ctx).Info("koord-scheduler", "libkoord", koord.VersionString())
	var state *scheduler.State
	plugin := scheduler.New(scheduler.Options{State: func(_ context.Context, current *scheduler.State) { state = current }})
	holders := func() claims.Holders {
		if state == nil {
			return nil // no profile has plugin Koord
		}
		return state
	}
	own := []app.Option{app.WithPlugin(scheduler.Name, plugin), app.WithPlugin(claims.Name, claims.New(claims.Options{Holders: holders}))}
	config, sched, err := app.Setup(ctx, opts, append(own, plugins...)...)
	if err != nil {
		return err
	}
	if config.LeaderElection != nil {
		if err := guard(config.LeaderElection, config.Client); err != nil {
			return err
		}
	}
	if err := queueReplaced(ctx, config.InformerFactory.Core().V1().Pods().Informer(), sched); err != nil {
		return err
	}
	// A process requests the first pod after it has become the leader, and exits when it loses the
	// lease.
	if state != nil {
		var leading sync.Once
		beforeEach(sched, func() { leading.Do(func() { go state.Lead(ctx) }) })
	}
	return app.Run(ctx, config, sched)
}
