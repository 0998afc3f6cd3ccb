package program

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "koordctl")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheVersionMustBeOurs(t *testing.T) {
	ctx := context.Background()
	if _, err := At(ctx, script(t, "echo koordctl "+Version+"; echo libkoord "+Version)); err != nil {
		t.Error(err)
	}
	if _, err := At(ctx, script(t, "echo koordctl 9.9.9")); err == nil || !strings.Contains(err.Error(), "has version 9.9.9, expected "+Version) {
		t.Errorf("found %v", err)
	}
	if _, err := At(ctx, script(t, "echo no library >&2; exit 127")); err == nil || !strings.Contains(err.Error(), "no library") {
		t.Errorf("found %v", err)
	}
	t.Setenv("PATH", filepath.Dir(script(t, "echo koordctl "+Version)))
	if _, err := Find(ctx); err != nil {
		t.Errorf("in PATH: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(ctx); err == nil || !strings.Contains(err.Error(), "found no koordctl") {
		t.Errorf("nowhere: %v", err)
	}
}

func TestExitCodes(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	start := "if [ $1 = version ]; then echo koordctl " + Version + "; exit; fi; "
	for _, test := range []struct {
		script string
		code   int
		err    error
	}{
		{"exit 0", 0, nil}, {"exit 1", 1, nil}, {"exit 4", 4, nil},
		{"kill -PIPE $$", 0, Signal{syscall.SIGPIPE}}, {"kill -SEGV $$", 0, Signal{syscall.SIGSEGV}},
	} {
		p, err := At(ctx, script(t, start+test.script))
		if err != nil {
			t.Fatal(err)
		}
		if code, err := p.Run(ctx, Streams{}, nil, "explain"); code != test.code || !errors.Is(err, test.err) {
			t.Errorf("%s: found %d, %v, expected %d, %v", test.script, code, err, test.code, test.err)
		}
	}
	p, err := At(ctx, script(t, start+"kill -INT $PPID; exec sleep 60"))
	if err != nil {
		t.Fatal(err)
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, syscall.SIGINT)
	defer signal.Stop(interrupts)
	go func() {
		<-interrupts
		cancel(Signal{syscall.SIGINT})
	}()
	if _, err := p.Run(ctx, Streams{}, nil, "explain"); err != (Signal{syscall.SIGINT}) || err.(Signal).ExitCode() != 130 {
		t.Errorf("found %v, expected the cause of the context", err)
	}
}
