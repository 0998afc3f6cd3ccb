// Package program finds and runs koordctl, which prints all answers.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Version is that of this program and of the koordctl that it runs.
const Version = "0.1.0"

// file is the name under which koordctl reads the objects: a pipe.
const file = "/dev/fd/3"

// Program is a koordctl.
type Program struct {
	path string
	// library is the folder of the libraries that the same archive contains, or empty.
	library string
}

// Find returns the koordctl beside the executable of this process, or else the first one in PATH, if it has the right version.
func Find(ctx context.Context) (*Program, error) {
	if own, err := os.Executable(); err == nil {
		// krew links the executable.
		if own, err = filepath.EvalSymlinks(own); err == nil {
			beside := filepath.Join(filepath.Dir(own), "koordctl")
			if _, err := os.Stat(beside); err == nil {
				return At(ctx, beside)
			} else if !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	path, err := exec.LookPath("koordctl")
	if err != nil {
		return nil, fmt.Errorf("found no koordctl, expected it beside kubectl-koord or in PATH: install the archive again, or libkoord's tools: %w", err)
	}
	return At(ctx, path)
}

// At returns the koordctl of a path, if it has the right version.
func At(ctx context.Context, path string) (*Program, error) {
	p := &Program{path: path}
	library := filepath.Join(filepath.Dir(path), "..", "lib")
	if _, err := os.Stat(filepath.Join(library, "libkoord.so.1")); err == nil {
		p.library = library
	}
	command := p.command(ctx, "version")
	var messages bytes.Buffer
	command.Stderr = &messages
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot run %s: %w: %s", path, err, strings.TrimSpace(messages.String()))
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if version := strings.TrimPrefix(first, "koordctl "); version != Version {
		return nil, fmt.Errorf("%s has version %s, expected %s: install kubectl-koord and koordctl of one release", path, version, Version)
	}
	return p, nil
}

func (p *Program) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, p.path, args...)
	if p.library != "" {
		paths := p.library
		if others := os.Getenv("LD_LIBRARY_PATH"); others != "" {
			paths += ":" + others
		}
		command.Env = append(os.Environ(), "LD_LIBRARY_PATH="+paths)
	}
	return command
}

// Streams are the standard streams of koordctl.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Signal is the signal that ended koordctl, or this program.
type Signal struct {
	syscall.Signal
}

func (s Signal) Error() string { return "ended by a signal: " + s.Signal.String() }

// ExitCode is that of a shell.
func (s Signal) ExitCode() int { return 128 + int(s.Signal) }

// Run runs a command of koordctl and returns its exit code. If write is not nil, the command gets the written objects by --filename,
// before the files of the arguments, or the written machine by --from.
func (p *Program) Run(ctx context.Context, streams Streams, write func(io.Writer) error, name string, args ...string) (int, error) {
	if write == nil {
		command := p.command(ctx, append([]string{name}, args...)...)
		command.Stdin, command.Stdout, command.Stderr = streams.In, streams.Out, streams.Err
		return status(ctx, command.Run())
	}
	option := "--filename"
	if name == "topology" {
		option = "--from"
	}
	command := p.command(ctx, append([]string{name, option, file}, args...)...)
	return pipeTo(ctx, command, streams, func(_ context.Context, out io.Writer) error { return write(out) })
}

// endTime is the time in which koordctl gives the terminal back.
const endTime = 5 * time.Second

// Feed runs a command of koordctl that reads snapshots as long as it runs. The context of feed ends with the command. A command whose
// context ends is asked to end, because it may own the terminal.
func (p *Program) Feed(ctx context.Context, streams Streams, feed func(context.Context, io.Writer) error, name string, args ...string) (int, error) {
	command := p.command(ctx, append([]string{name, "--feed", file}, args...)...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = endTime
	return pipeTo(ctx, command, streams, feed)
}

// pipeTo runs a command with a pipe from write as descriptor 3.
func pipeTo(ctx context.Context, command *exec.Cmd, streams Streams, write func(context.Context, io.Writer) error) (int, error) {
	command.Stdin, command.Stdout, command.Stderr = streams.In, streams.Out, streams.Err
	reader, writer, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	command.ExtraFiles = []*os.File{reader} // descriptor 3
	err = command.Start()
	reader.Close()
	if err != nil {
		writer.Close()
		return 0, err
	}
	running, end := context.WithCancel(ctx)
	defer end()
	wrote := make(chan error, 1)
	go func() {
		err := write(running, writer)
		wrote <- errors.Join(err, writer.Close())
	}()
	code, err := status(ctx, command.Wait())
	end()
	// koordctl may end before it has read everything, for example after an unknown option.
	if failed := <-wrote; failed != nil && err == nil && !errors.Is(failed, syscall.EPIPE) {
		err = fmt.Errorf("cannot pass the objects to koordctl: %w", failed)
	}
	return code, err
}

// status returns the exit code of koordctl. If the context has ended, koordctl was ended for its cause.
func status(ctx context.Context, err error) (int, error) {
	if err != nil && ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0, err
	}
	if state, ok := exit.Sys().(syscall.WaitStatus); ok && state.Signaled() {
		return 0, fmt.Errorf("koordctl: %w", Signal{state.Signal()})
	}
	return exit.ExitCode(), nil
}
