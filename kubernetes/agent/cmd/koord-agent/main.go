// Command koord-agent is the agent of a Kubernetes node. See docs/operate/agent.md.
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
	"runtime/debug"
	"syscall"

	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

const usage = `usage: koord-agent [flags]

The agent of a Kubernetes node: it places containers through the container runtime's NRI and control groups, or
through control groups alone, and reports the node to the API server. docs/operate/agent.md is its guide.

`

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

// command is the command line with what it configures.
type command struct {
	program.Command
	nodeName, kubeconfig, kubelet string
	settings                      *config.Config
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	c := &command{Command: program.Command{Name: "koord-agent", Usage: usage, Version: koord.VersionString(),
		CheckHelp: "check the configuration and what would end the start, print the configuration with its defaults, and exit"}}
	c.AddFlags = func(flags *flag.FlagSet) {
		flags.StringVar(&c.nodeName, "node-name", "", "the node's name; overrides nodeName in the configuration")
		flags.StringVar(&c.kubeconfig, "kubeconfig", "", "how to reach the API server; overrides apiServer.kubeconfig")
		flags.StringVar(&c.kubelet, "kubelet-endpoint", "", "how to reach kubelet; overrides kubelet.endpoint.url")
	}
	c.Overrides = []program.Override{{Field: "nodeName", Flag: "-node-name", Value: &c.nodeName},
		{Field: "apiServer.kubeconfig", Flag: "-kubeconfig", Value: &c.kubeconfig},
		{Field: "kubelet.endpoint.url", Flag: "-kubelet-endpoint", Value: &c.kubelet}}
	c.Configure, c.Check, c.Run = c.configure, c.check, c.place
	return c.Main(ctx, args, out, errs)
}

func (c *command) configure() (err error) {
	if c.settings, err = program.ReadConfig(&c.Options, config.Read); err != nil {
		return err
	}
	if c.nodeName != "" {
		c.settings.NodeName = c.nodeName
	}
	if c.kubeconfig != "" {
		if c.settings.APIServer.Kubeconfig, err = filepath.Abs(c.kubeconfig); err != nil {
			return fmt.Errorf("-kubeconfig: %w", err)
		}
	}
	if c.kubelet != "" {
		c.settings.Kubelet.Endpoint.URL = c.kubelet
	}
	return c.Named(c.settings.Complete())
}

func (c *command) check(ctx context.Context, warnings io.Writer) ([]byte, error) {
	if err := c.settings.CheckStart(ctx); err != nil {
		return nil, c.Named(err)
	}
	for _, remark := range c.settings.Remarks() {
		fmt.Fprintln(warnings, "koord-agent: warning:", remark)
	}
	return c.settings.YAML()
}

// place places containers until the context ends.
func (c *command) place(ctx context.Context, log *slog.Logger) error {
	klog.SetSlogLogger(log)
	running, err := agent.New(ctx, c.settings, log)
	if err != nil {
		return c.Named(err)
	}
	defer recheckOnHangup(running)()
	log.Info("started", "version", c.Version, "node", c.settings.NodeName)
	running.Run(ctx)
	log.Info("stopped; running containers keep their CPUs")
	return nil
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
