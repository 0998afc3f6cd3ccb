// Command koord-webhook is the admission webhook of koord-scheduler. See docs/operate/webhook.md.
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
	"syscall"

	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/webhook"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

const (
	exitUsage   = 2
	exitFailure = 3
)

const usage = `usage: koord-webhook [flags]

The admission webhook of koord-scheduler: it selects the scheduler of pods that need libkoord, refuses wrong requests,
protects allocations and guards Bindings. docs/operate/webhook.md is its guide.

`

type options struct {
	config, kubeconfig, logLevel, logFormat string
	check, version                          bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// parse reads the command line. Errors and help are written to errs.
func parse(args []string, errs io.Writer) (o options, rest []string, err error) {
	flags := flag.NewFlagSet("koord-webhook", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprint(errs, usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&o.config, "config", "", "configuration, YAML or JSON; without it every field has its default")
	flags.StringVar(&o.kubeconfig, "kubeconfig", "", "how to reach the API server; overrides kubeconfig in the configuration")
	flags.StringVar(&o.logLevel, "log-level", "info", "debug, info, warn or error")
	flags.StringVar(&o.logFormat, "log-format", "text", "text or json, to standard error")
	flags.BoolVar(&o.check, "check", false, "check the configuration, print it with its defaults, and exit")
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
		fmt.Fprintln(errs, "koord-webhook:", err)
		return code
	}
	if len(rest) != 0 {
		return fail(exitUsage, fmt.Errorf("found %q, expected no arguments", rest[0]))
	}
	if o.version {
		fmt.Fprintln(out, "koord-webhook", koord.VersionString())
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
		text, err := settings.YAML()
		if err != nil {
			return fail(exitFailure, err)
		}
		_, _ = out.Write(text)
		return 0
	}
	klog.SetSlogLogger(log)
	running, err := webhook.New(settings, log)
	if err != nil {
		return fail(exitFailure, err)
	}
	log.Info("started", "version", koord.VersionString(), "serve", settings.Serve)
	if err := running.Run(ctx); err != nil {
		return fail(exitFailure, err)
	}
	log.Info("stopped")
	return 0
}

func configOf(o *options) (*config.Config, error) {
	settings := &config.Config{}
	named := func(err error) error { return err }
	if o.config != "" {
		named = func(err error) error { return fmt.Errorf("%s: %w", o.config, err) }
		text, err := os.ReadFile(o.config)
		if failed := (*os.PathError)(nil); errors.As(err, &failed) {
			return nil, fmt.Errorf("-config: found %q, expected a readable file: %w", o.config, failed.Err)
		}
		if err != nil {
			return nil, err
		}
		if settings, err = config.Read(text); err != nil {
			return nil, named(err)
		}
	}
	if o.kubeconfig != "" {
		path, err := filepath.Abs(o.kubeconfig)
		if err != nil {
			return nil, fmt.Errorf("-kubeconfig: %w", err)
		}
		settings.Kubeconfig = path
	}
	if err := settings.Complete(); err != nil {
		return nil, named(err)
	}
	if err := webhook.CheckArguments(settings); err != nil {
		return nil, named(err)
	}
	return settings, nil
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
