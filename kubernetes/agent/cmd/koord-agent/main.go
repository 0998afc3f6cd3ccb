// Command koord-agent is the agent of a Kubernetes node. See docs/operate/agent.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent"
	"libkoord.invalid/koord/kubernetes/agent/config"
)

const (
	exitUsage   = 2
	exitFailure = 3
)

const usage = `usage: koord-agent [flags]

The agent of a Kubernetes node: it places containers through the container runtime's NRI and control groups, or
through control groups alone, and reports the node to the API server. docs/operate/agent.md is its guide.

`

type options struct {
	config, nodeName, kubeconfig, kubelet, logLevel, logFormat string
	check, version                                             bool
}

// gcPercent makes the garbage collector run twice as often as Go's default, because memory matters
// more than time on a node.
const gcPercent = 50

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// parse reads the command line. Errors and help are written to errs.
func parse(args []string, errs io.Writer) (o options, rest []string, err error) {
	flags := flag.NewFlagSet("koord-agent", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprint(errs, usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&o.config, "config", "", "configuration, YAML or JSON; without it every field has its default")
	flags.StringVar(&o.nodeName, "node-name", "", "the node's name; overrides nodeName in the configuration")
	flags.StringVar(&o.kubeconfig, "kubeconfig", "", "how to reach the API server; overrides apiServer.kubeconfig")
	flags.StringVar(&o.kubelet, "kubelet-endpoint", "", "how to reach kubelet; overrides kubelet.endpoint.url")
	flags.StringVar(&o.logLevel, "log-level", "info", "debug, info, warn or error")
	flags.StringVar(&o.logFormat, "log-format", "text", "text or json, to standard error")
	flags.BoolVar(&o.check, "check", false, "check the configuration and what would end the start, print the configuration with its defaults, and exit")
	flags.BoolVar(&o.version, "version", false, "print the version and exit")
	err = flags.Parse(args)
	return o, flags.Args(), err
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, rest, err := parse(args, errs)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		return exitUsage
	}
	fail := func(code int, err error) int {
		fmt.Fprintln(errs, "koord-agent:", err)
		return code
	}
	if len(rest) != 0 {
		return fail(exitUsage, fmt.Errorf("found %q, expected no arguments", rest[0]))
	}
	if o.version {
		fmt.Fprintln(out, "koord-agent", koord.VersionString())
		return 0
	}
	log, err := logger(&o, errs)
	if err != nil {
		return fail(exitUsage, err)
	}
	settings, err := configOf(&o)
	if err != nil {
		return fail(exitUsage, err)
	}
	if o.check {
		if err := settings.CheckStart(ctx); err != nil {
			return fail(exitUsage, named(&o, err))
		}
		text, err := settings.YAML()
		if err != nil {
			return fail(exitFailure, err)
		}
		for _, remark := range settings.Remarks() {
			fmt.Fprintln(errs, "koord-agent: warning:", remark)
		}
		_, _ = out.Write(text)
		return 0
	}
	klog.SetSlogLogger(log)
	running, err := agent.New(ctx, settings, log)
	if err != nil {
		return fail(exitFailure, named(&o, err))
	}
	defer recheckOnHangup(running)()
	log.Info("started", "version", koord.VersionString(), "node", settings.NodeName)
	if err := running.Run(ctx); err != nil {
		return fail(exitFailure, err)
	}
	log.Info("stopped; running containers keep their CPUs")
	return 0
}

// recheckOnHangup makes SIGHUP start a round at once, until stop is called.
func recheckOnHangup(running *agent.Agent) (stop func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for range hangups {
			running.Recheck()
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(hangups)
	}
}

func configOf(o *options) (*config.Config, error) {
	settings := &config.Config{}
	if o.config != "" {
		text, err := os.ReadFile(o.config)
		if failed := (*os.PathError)(nil); errors.As(err, &failed) {
			return nil, fmt.Errorf("-config: found %q, expected a readable file: %w", o.config, failed.Err)
		}
		if err != nil {
			return nil, err
		}
		if settings, err = config.Read(text); err != nil {
			return nil, fmt.Errorf("%s: %w", o.config, err)
		}
	}
	if o.nodeName != "" {
		settings.NodeName = o.nodeName
	}
	if o.kubeconfig != "" {
		path, err := filepath.Abs(o.kubeconfig)
		if err != nil {
			return nil, fmt.Errorf("-kubeconfig: %w", err)
		}
		settings.APIServer.Kubeconfig = path
	}
	if o.kubelet != "" {
		settings.Kubelet.Endpoint.URL = o.kubelet
	}
	if err := settings.Complete(); err != nil {
		return nil, named(o, err)
	}
	return settings, nil
}

// named adds to an error of a configuration its file, or the flag that overrides its field.
func named(o *options, err error) error {
	for _, field := range []struct{ field, flag, stated string }{
		{"nodeName: ", "-node-name: ", o.nodeName},
		{"apiServer.kubeconfig: ", "-kubeconfig: ", o.kubeconfig},
		{"kubelet.endpoint.url: ", "-kubelet-endpoint: ", o.kubelet},
	} {
		if rest, is := strings.CutPrefix(err.Error(), field.field); is && field.stated != "" {
			return errors.New(field.flag + rest)
		}
	}
	if o.config != "" {
		return fmt.Errorf("%s: %w", o.config, err)
	}
	return err
}

func logger(o *options, to io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.logLevel)); err != nil {
		return nil, fmt.Errorf("-log-level: found %q, expected debug, info, warn or error", o.logLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	switch o.logFormat {
	case "text":
		return slog.New(slog.NewTextHandler(to, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(to, options)), nil
	}
	return nil, fmt.Errorf("-log-format: found %q, expected text or json", o.logFormat)
}
