package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"libkoord.invalid/koord/kubernetes/kubectl/command"
)

// TestMain is also a program that reads standard input, and one that hangs after the first signal.
func TestMain(m *testing.M) {
	switch os.Getenv("KUBECTL_KOORD_TEST") {
	case "read":
		ctx := untilSignal()
		fmt.Println("ready")
		streams := genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr}
		os.Exit(command.Main(ctx, []string{"fit", "-f", "-"}, streams))
	case "hang":
		ctx := untilSignal()
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println("first")
		time.Sleep(10 * time.Second)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type process struct {
	*exec.Cmd
	out *bufio.Reader
	err *strings.Builder
}

// start runs this program. Processes inherit ignored signals, so option is env's --default-signal or --ignore-signal.
func start(t *testing.T, mode, option string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("env", option, os.Args[0]), err: &strings.Builder{}}
	p.Env = append(os.Environ(), "KUBECTL_KOORD_TEST="+mode)
	p.Stderr = p.err
	if _, err := p.StdinPipe(); err != nil { // never written
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

func (p *process) expectLine(t *testing.T, wanted string) {
	t.Helper()
	if line, err := p.out.ReadString('\n'); err != nil || line != wanted+"\n" {
		t.Fatalf("found %q, %v, expected %s", line, err, wanted)
	}
}

func TestTheSecondSignalEndsTheProgram(t *testing.T) {
	p := start(t, "hang", "--default-signal=INT")
	p.expectLine(t, "ready")
	p.Process.Signal(syscall.SIGINT)
	p.expectLine(t, "first")
	p.Process.Signal(syscall.SIGINT)
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("found %v, expected an end by the signal", err)
	}
}

func TestInterruptionsEndReading(t *testing.T) {
	p := start(t, "read", "--default-signal=INT")
	p.expectLine(t, "ready")
	p.Process.Signal(syscall.SIGINT)
	p.expectEnd(t, 130, "")
}

// Shells ignore SIGINT for commands that are started with &.
func TestIgnoredInterruptionsRemainIgnored(t *testing.T) {
	p := start(t, "read", "--ignore-signal=INT")
	p.expectLine(t, "ready")
	p.Process.Signal(syscall.SIGINT)
	p.Process.Signal(syscall.SIGTERM)
	p.expectEnd(t, 143, "kubectl-koord: ended by a signal: terminated\n")
}

func (p *process) expectEnd(t *testing.T, code int, message string) {
	t.Helper()
	timer := time.AfterFunc(10*time.Second, func() { p.Process.Kill() })
	defer timer.Stop()
	p.Wait()
	if found := p.ProcessState.ExitCode(); found != code || p.err.String() != message {
		t.Errorf("found %v and %q, expected code %d and %q", p.ProcessState, p.err.String(), code, message)
	}
}
