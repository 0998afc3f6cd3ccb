// Package command is the command line of kubectl-koord.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
	"libkoord.invalid/koord/kubernetes/objects/similar"
)

// Exit codes of koordctl.
const (
	exitUsage       = 2
	exitEnvironment = 3
)

const long = `Ask a live cluster which CPUs, NUMA memory and devices pods get.

Each command reads the objects of the cluster and runs the command of koordctl that has the same options, so that the answer is the one
that koordctl prints for the file of "kubectl koord snapshot". Nothing in the cluster is changed.`

// App is the program with its streams.
type App struct {
	genericiooptions.IOStreams
	config   *genericclioptions.ConfigFlags
	flags    *pflag.FlagSet
	pageSize int64
	code     int
	warnings warnings
}

// Main runs the program and returns its exit code.
func Main(ctx context.Context, args []string, streams genericiooptions.IOStreams) int {
	app := &App{IOStreams: streams, config: genericclioptions.NewConfigFlags(true), flags: pflag.NewFlagSet("kubectl", pflag.ContinueOnError)}
	app.config.AddFlags(app.flags)
	app.config.WrapConfigFn = func(config *rest.Config) *rest.Config {
		config.UserAgent = "kubectl-koord/" + program.Version
		config.QPS = -1 // the API server limits clients itself
		config.WarningHandlerWithContext = &app.warnings
		return config
	}
	app.warnings.to(app.note)
	root := app.root()
	root.SetArgs(args)
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.ErrOut)
	err := root.ExecuteContext(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx) // the errors that it causes say less
	}
	if err == nil {
		return app.code
	}
	var signal program.Signal
	if !errors.As(err, &signal) || signal.Signal != syscall.SIGINT && signal.Signal != syscall.SIGPIPE {
		fmt.Fprintf(streams.ErrOut, "kubectl-koord: %v\n", err)
	}
	return exitCode(err)
}

func exitCode(err error) int {
	var signal program.Signal
	var usage usageError
	switch {
	case errors.As(err, &signal):
		return signal.ExitCode()
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitEnvironment
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "kubectl-koord",
		Short:         "Ask a live cluster which CPUs, NUMA memory and devices pods get",
		Long:          long,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl koord"},
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       program.Version,
		Args:          cobra.ArbitraryArgs,
		RunE:          unknown,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().AddFlagSet(a.flags) // also before the command
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError(err.Error()) })
	for i := range commands {
		root.AddCommand(a.mapped(&commands[i]))
	}
	root.AddCommand(a.snapshot())
	return root
}

// unknown prints the help, or an error if the first argument is no command.
func unknown(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return root.Help()
	}
	message := fmt.Sprintf("found unknown command %q", args[0])
	var names []string
	for _, command := range root.Commands() {
		names = append(names, command.Name())
	}
	if near := similar.Nearest(args[0], names); near != "" {
		message += ", did you mean " + near + "?"
	}
	return usageError(message)
}

// mapped returns a command that koordctl answers. cobra does not parse its options, because koordctl does.
func (a *App) mapped(c *command) *cobra.Command {
	command := &cobra.Command{
		Use:                c.name + " " + c.usage + " [OPTIONS]",
		Short:              c.short,
		DisableFlagParsing: true,
		ValidArgsFunction:  a.complete(c),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := c.parse(args, a.flags)
			if err != nil {
				return err
			}
			if r.has("--help") {
				return a.help(cmd.Context(), r)
			}
			a.code, err = a.answer(cmd.Context(), r)
			return err
		},
	}
	// "kubectl koord help COMMAND" prints the same.
	command.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if err := a.help(cmd.Context(), &request{command: c}); err != nil {
			fmt.Fprintf(a.ErrOut, "kubectl-koord: %v\n", err)
			a.code = exitCode(err)
		}
	})
	return command
}

func (a *App) answer(ctx context.Context, r *request) (int, error) {
	if r.shape != nil {
		if err := r.shape(r); err != nil {
			return 0, err
		}
	}
	if err := a.addNamespace(r); err != nil {
		return 0, err
	}
	if r.run != nil {
		return r.run(ctx, a, r)
	}
	koordctl, objects, err := a.prepare(ctx, r)
	if err != nil {
		return 0, err
	}
	return koordctl.Run(ctx, a.streams(), listOf(objects), r.runs, r.arguments()...)
}

// prepare finds koordctl before it reads the objects, which can take long.
func (a *App) prepare(ctx context.Context, r *request) (*program.Program, []collect.Object, error) {
	koordctl, err := program.Find(ctx)
	if err != nil {
		return nil, nil, err
	}
	objects, err := a.read(ctx, r.scope)
	if err != nil {
		return nil, nil, err
	}
	if r.complete != nil {
		err = r.complete(objects)
	}
	return koordctl, objects, err
}

func listOf(objects []collect.Object) func(io.Writer) error {
	return func(out io.Writer) error { return collect.WriteJSON(out, objects) }
}

// addNamespace passes the namespace of --namespace or of the context on.
func (a *App) addNamespace(r *request) error {
	if r.filtersNamespace && !a.flags.Lookup("namespace").Changed {
		return nil
	}
	if !r.hasNamespace && !r.filtersNamespace {
		return a.refuseNamespace(r.name, "")
	}
	namespace, _, err := a.config.ToRawKubeConfigLoader().Namespace()
	if err != nil {
		return err
	}
	r.namespace = namespace
	r.args = append(r.args, "--namespace", namespace)
	return nil
}

// refuseNamespace returns an error if --namespace is given to a command for which it has no effect.
func (a *App) refuseNamespace(name, hint string) error {
	if !a.flags.Lookup("namespace").Changed {
		return nil
	}
	return usageError("--namespace: " + name + " reads all namespaces, because pods of any namespace hold CPUs; leave the option out" + hint)
}

func (a *App) streams() program.Streams {
	return program.Streams{In: a.In, Out: a.Out, Err: a.ErrOut}
}

func (a *App) clients() (dynamic.Interface, discovery.DiscoveryInterfaceWithContext, error) {
	config, err := a.config.ToRESTConfig()
	if err != nil {
		return nil, nil, err
	}
	objects, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, nil, err
	}
	resources, err := discovery.NewDiscoveryClientForConfig(config)
	return objects, resources, err
}

// note prints a text of others, or about what is missing, on standard error.
func (a *App) note(text string) {
	fmt.Fprintf(a.ErrOut, "kubectl-koord: note: %s\n", printable(text))
}

// read returns the objects of a scope, and reports its progress.
func (a *App) read(ctx context.Context, scope collect.Scope) ([]collect.Object, error) {
	objects, notes, err := a.readWithNotes(ctx, scope)
	for _, text := range notes {
		a.note(text)
	}
	return objects, err
}

// readWithNotes is read without printing the notes about kinds that could not be read.
func (a *App) readWithNotes(ctx context.Context, scope collect.Scope) ([]collect.Object, []string, error) {
	cluster, err := a.cluster()
	if err != nil {
		return nil, nil, err
	}
	progress := newProgress(a.ErrOut, isTerminal(a.ErrOut))
	defer progress.end()
	cluster.Progress = progress.step
	a.warnings.to(func(text string) {
		progress.end()
		a.note(text)
	})
	defer a.warnings.to(a.note)
	var notes []string
	cluster.Note = func(text string) { notes = append(notes, text) }
	objects, err := cluster.Objects(ctx, scope)
	return objects, notes, err
}

// cluster returns a reader of objects that prints nothing.
func (a *App) cluster() (*collect.Cluster, error) {
	client, resources, err := a.clients()
	if err != nil {
		return nil, err
	}
	return &collect.Cluster{Client: client, Discovery: resources, PageSize: a.pageSize}, nil
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// help prints koordctl's help of the command and the options of kubectl.
func (a *App) help(ctx context.Context, r *request) error {
	koordctl, err := program.Find(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s. The objects of the cluster come first, files of --filename after them.\n\n"+
		"Usage: kubectl koord %s %s [OPTIONS]\n\nkoordctl %s answers. Its help:\n\n", r.short, r.name, r.usage, r.runs)
	if err != nil {
		return err
	}
	if a.code, err = koordctl.Run(ctx, a.streams(), nil, r.runs, "--help"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "\nThe cluster, as with kubectl:\n%s", a.flags.FlagUsagesWrapped(100))
	return err
}
