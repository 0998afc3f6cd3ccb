// Command koord-webhook is the admission webhook of koord-scheduler. See docs/operate/webhook.md.
package main

import (
	"context"
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
	"libkoord.invalid/koord/kubernetes/objects/program"
	"libkoord.invalid/koord/kubernetes/webhook"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

const usage = `usage: koord-webhook [flags]

The admission webhook of koord-scheduler: it selects the scheduler of pods that need libkoord, refuses wrong requests,
protects allocations and guards Bindings. docs/operate/webhook.md is its guide.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// command is the command line with what it configures.
type command struct {
	program.Command
	kubeconfig string
	settings   *config.Config
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	c := &command{Command: program.Command{Name: "koord-webhook", Usage: usage, Version: koord.VersionString(),
		CheckHelp: "check the configuration, print it with its defaults, and exit"}}
	c.AddFlags = func(flags *flag.FlagSet) {
		flags.StringVar(&c.kubeconfig, "kubeconfig", "", "path of a kubeconfig; overrides kubeconfig in the configuration")
	}
	c.Overrides = []program.Override{{Field: "kubeconfig", Flag: "-kubeconfig", Value: &c.kubeconfig}}
	c.Configure = c.configure
	c.Check = func(context.Context, io.Writer) ([]byte, error) { return c.settings.YAML() }
	c.Run = c.serve
	return c.Main(ctx, args, out, errs)
}

func (c *command) configure() (err error) {
	if c.settings, err = program.ReadConfig(&c.Options, config.Read); err != nil {
		return err
	}
	if c.kubeconfig != "" {
		if c.settings.Kubeconfig, err = filepath.Abs(c.kubeconfig); err != nil {
			return fmt.Errorf("-kubeconfig: %w", err)
		}
	}
	if err := c.settings.Complete(); err != nil {
		return c.Named(err)
	}
	return c.Named(webhook.CheckSettings(c.settings))
}

func (c *command) serve(ctx context.Context, log *slog.Logger) error {
	klog.SetSlogLogger(log)
	running, err := webhook.New(c.settings, log)
	if err != nil {
		return c.Named(err)
	}
	log.Info("started", "version", c.Version, "serve", c.settings.Serve)
	if err := running.Run(ctx); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}
