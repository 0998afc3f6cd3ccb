// Package program has what the programs koord-agent and koord-webhook have in common: their command
// line, their logger, addresses of servers, and the server of metrics and health.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
)

// Exit statuses other than 0.
const (
	ExitUsage   = 2 // the command line or the configuration is wrong
	ExitFailure = 3
)

// Options are the flags that each program has.
type Options struct {
	Config, LogLevel, LogFormat string
	Check, Version              bool
}

// Override is a flag that overrides a field of the configuration.
type Override struct {
	Field, Flag string // as in "apiServer.kubeconfig" and "-kubeconfig"
	Value       *string
}

// Command is a program.
type Command struct {
	Name, Usage string
	Version     string // of libkoord
	CheckHelp   string // about -check, as in "check the configuration"
	Options     Options
	Overrides   []Override
	AddFlags    func(flags *flag.FlagSet) // of the program itself
	Configure   func() error              // reads the configuration; see ReadConfig
	// Check makes the checks of -check and returns the text that it prints. It may write warnings.
	Check func(ctx context.Context, warnings io.Writer) ([]byte, error)
	Run   func(ctx context.Context, log *slog.Logger) error
}

// Main runs the program until it ends or the context does, and returns its exit status.
func (c *Command) Main(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := c.flags(errs)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return ExitUsage // flags has written the error
	}
	fail := func(status int, err error) int {
		fmt.Fprintln(errs, c.Name+":", err)
		return status
	}
	if flags.NArg() != 0 {
		return fail(ExitUsage, fmt.Errorf("found %q, expected no arguments", flags.Arg(0)))
	}
	if c.Options.Version {
		fmt.Fprintln(out, c.Name, c.Version)
		return 0
	}
	log, err := c.Options.logger(errs)
	if err != nil {
		return fail(ExitUsage, err)
	}
	if err := c.Configure(); err != nil {
		return fail(ExitUsage, err)
	}
	if c.Options.Check {
		text, err := c.Check(ctx, errs)
		if err != nil {
			return fail(ExitUsage, err)
		}
		_, _ = out.Write(text)
		return 0
	}
	if err := c.Run(ctx, log); err != nil {
		return fail(ExitFailure, err)
	}
	return 0
}

func (c *Command) flags(errs io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprint(errs, c.Usage)
		flags.PrintDefaults()
	}
	o := &c.Options
	flags.StringVar(&o.Config, "config", "", "configuration, YAML or JSON; without it every field has its default")
	flags.StringVar(&o.LogLevel, "log-level", "info", "debug, info, warn or error")
	flags.StringVar(&o.LogFormat, "log-format", "text", "text or json, to standard error")
	flags.BoolVar(&o.Check, "check", false, c.CheckHelp)
	flags.BoolVar(&o.Version, "version", false, "print the version and exit")
	c.AddFlags(flags)
	return flags
}

func (o *Options) logger(to io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.LogLevel)); err != nil {
		return nil, fmt.Errorf("-log-level: found %q, expected debug, info, warn or error", o.LogLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	switch o.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(to, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(to, options)), nil
	}
	return nil, fmt.Errorf("-log-format: found %q, expected text or json", o.LogFormat)
}

// ReadConfig reads the file that -config names. It returns a zero configuration if none is named.
func ReadConfig[C any](o *Options, read func(text []byte) (*C, error)) (*C, error) {
	if o.Config == "" {
		return new(C), nil
	}
	text, err := os.ReadFile(o.Config)
	if failed := (*os.PathError)(nil); errors.As(err, &failed) {
		err = failed.Err // without the name of the file
	}
	if err != nil {
		return nil, fmt.Errorf("-config: found %q, expected a readable file: %w", o.Config, err)
	}
	settings, err := read(text)
	return settings, o.withConfigName(err)
}

// withConfigName adds the name of the configuration to an error of one of its fields.
func (o *Options) withConfigName(err error) error {
	if err == nil || o.Config == "" {
		return err
	}
	return fmt.Errorf("%s: %w", o.Config, err)
}

// Named adds to an error of a field the name of the configuration, or of the flag that overrides the
// field.
func (c *Command) Named(err error) error {
	if err == nil {
		return nil
	}
	for _, override := range c.Overrides {
		if rest, is := strings.CutPrefix(err.Error(), override.Field+": "); is && *override.Value != "" {
			return fmt.Errorf("%s: %s", override.Flag, rest)
		}
	}
	return c.Options.withConfigName(err)
}
