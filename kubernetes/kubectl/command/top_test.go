package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
)

func TestTopWithoutATerminalPrintsOnce(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	file := snapshotFile(t)
	for _, args := range [][]string{{}, {"node-a"}, {"--interval", "3"}, {"node-a", "--ascii"}} {
		want := direct(t, append([]string{"top", "-f", file, "--once"}, args...)...)
		equal(t, koord(t, "", append([]string{"top"}, args...)...), want, file)
	}
	equal(t, koord(t, "", "top", "node/node-a"), direct(t, "top", "-f", file, "--once", "node-a"), file)
	equal(t, koord(t, "", "top", "-n", "none"), direct(t, "top", "-f", file, "--once", "-n", "none"), file)
	if got := koord(t, "", "top", "nodea"); got.code != 2 || !strings.Contains(got.stderr, "did you mean node-a?") {
		t.Errorf("an unknown node: %+v", got)
	}
	if got := koord(t, "", "top"); !strings.Contains(got.stdout, "\ncache ") {
		t.Errorf("found %+v, expected the bound pod", got)
	}
}

// terminal is the screen of a pseudo terminal: all that was written to it.
type terminal struct {
	master, slave *os.File
	mutex         sync.Mutex
	text          bytes.Buffer
}

func ioctl(t *testing.T, file *os.File, request uintptr, argument unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(argument)); err != 0 {
		t.Fatal(err)
	}
}

func newTerminal(t *testing.T) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this machine has no pseudo terminals: ", err)
	}
	var number, unlock int32
	size := [4]uint16{30, 140}
	ioctl(t, master, 0x40045431, unsafe.Pointer(&unlock)) // TIOCSPTLCK
	ioctl(t, master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	ioctl(t, master, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &terminal{master: master, slave: slave}
	t.Cleanup(func() { master.Close(); slave.Close() })
	go func() {
		part := make([]byte, 4096)
		for {
			count, err := master.Read(part)
			s.mutex.Lock()
			s.text.Write(part[:count])
			s.mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return s
}

// take waits until a text was written and removes what was written until then.
func (s *terminal) take(t *testing.T, text string) {
	t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	for time.Now().Before(deadline) {
		s.mutex.Lock()
		at := strings.Index(s.text.String(), text)
		if at >= 0 {
			s.text.Next(at + len(text))
		}
		s.mutex.Unlock()
		if at >= 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	t.Fatalf("found %q, expected %q", s.text.String(), text)
}

func (s *terminal) send(t *testing.T, keys string) {
	t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// startTop runs top on a terminal and returns a channel of its result.
func startTop(ctx context.Context, s *terminal, args ...string) <-chan result {
	done := make(chan result, 1)
	go func() {
		var errs bytes.Buffer
		code := Main(ctx, append([]string{"top", "--interval", "1"}, args...),
			genericiooptions.IOStreams{In: s.slave, Out: s.slave, ErrOut: &errs})
		done <- result{code: code, stderr: errs.String()}
	}()
	return done
}

func wait(t *testing.T, done <-chan result) result {
	t.Helper()
	select {
	case got := <-done:
		return got
	case <-time.After(60 * time.Second):
		t.Fatal("top does not end")
	}
	return result{}
}

// listenAgain serves at the same address after the listener was closed.
func (s *server) listenAgain(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	again := &http.Server{Handler: http.HandlerFunc(s.answer)}
	t.Cleanup(func() { again.Close() })
	go again.Serve(listener)
}

func TestTopFollowsTheCluster(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	s := serve(t, examples(t, "cluster.yaml"))
	screen := newTerminal(t)
	done := startTop(context.Background(), screen)
	screen.take(t, "node-a")
	change := func(change func()) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		change()
	}
	add := func(name string) {
		change(func() {
			s.objects[paths["Pod"]] = append(s.objects[paths["Pod"]], collect.Object{"kind": "Pod", "apiVersion": "v1",
				"metadata": collect.Object{"name": name, "namespace": "default", "uid": name},
				"spec": collect.Object{"containers": []any{collect.Object{"name": "c", "resources": collect.Object{
					"requests": collect.Object{"cpu": "999"}}}}}})
		})
	}
	screen.send(t, "3")
	add("enormous")
	screen.take(t, "enormous")
	// Rights are lost and granted again.
	change(func() { s.forbidden = []string{"pods"} })
	screen.take(t, "not current: ")
	change(func() { s.forbidden = nil })
	add("gigantic")
	screen.take(t, "gigantic")
	// The API server goes away and comes back.
	s.Listener.Close()
	s.CloseClientConnections()
	screen.take(t, "not current: ")
	add("huge")
	s.listenAgain(t)
	screen.take(t, "huge")
	screen.send(t, "q")
	if got := wait(t, done); got.code != 0 || got.stderr != "" {
		t.Errorf("found %+v, expected an end without a message", got)
	}
}

// A right that is missing, or is withdrawn, makes devices of claims look free, so that the view says so as long as it lasts.
func TestTopSaysWhichKindsAreMissing(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	s := serve(t, claimed(t))
	forbid := func(resources ...string) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.forbidden = resources
	}
	screen := newTerminal(t)
	done := startTop(context.Background(), screen)
	screen.take(t, "gpu 1/2")
	forbid("resourceclaims", "resourceslices")
	screen.take(t, "cannot list resourceslices.resource.k8s.io")
	screen.send(t, "5")
	screen.take(t, "count as free")
	screen.send(t, "q")
	if got := wait(t, done); got.code != 0 || got.stderr != "" {
		t.Errorf("found %+v, expected an end without a message", got)
	}
	screen = newTerminal(t)
	done = startTop(context.Background(), screen)
	screen.take(t, "cannot list resourceslices.resource.k8s.io") // from the beginning
	forbid()
	screen.take(t, "gpu 1/2")
	screen.send(t, "q")
	if got := wait(t, done); got.code != 0 || got.stderr != "" {
		t.Errorf("found %+v, expected an end without a message", got)
	}
}

// Warnings of the API server are printed once, and never across the screen.
func TestWarningsOfTheServer(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	s := serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	s.warning = "old kinds"
	const wanted = `kubectl-koord: note: the API server warns: old kinds` + "\n"
	if got := koord(t, "", "top", "--once"); got.code != 0 || got.stderr != wanted {
		t.Errorf("found %+v, expected one note", got)
	}
	screen := newTerminal(t)
	done := startTop(context.Background(), screen)
	screen.take(t, "node-a")
	s.mutex.Lock()
	s.warning = "another"
	before := len(s.calls)
	s.mutex.Unlock()
	for calls := before; calls == before; time.Sleep(20 * time.Millisecond) {
		s.mutex.Lock()
		calls = len(s.calls)
		s.mutex.Unlock()
	}
	screen.send(t, "q")
	if got := wait(t, done); got.code != 0 || got.stderr != wanted {
		t.Errorf("found %+v, expected the first warning once", got)
	}
}

// Plugins for credentials ask on the terminal before the view, and neither read nor write it afterwards.
func TestPluginsForCredentialsStayOffTheScreen(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	s := serve(t, examples(t, "cluster.yaml"))
	secure := httptest.NewTLSServer(http.HandlerFunc(s.answer)) // others get no credentials
	t.Cleanup(secure.Close)
	folder := t.TempDir()
	runs := filepath.Join(folder, "runs")
	script := `#!/bin/sh
if [ -t 0 ]; then echo terminal; else echo none; fi >>` + runs + `
echo "please log in" >&2
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","expirationTimestamp":"2001-01-01T00:00:00Z"}}'
`
	plugin := filepath.Join(folder, "plugin")
	if err := os.WriteFile(plugin, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile(os.Getenv("KUBECONFIG"))
	if err != nil {
		t.Fatal(err)
	}
	config = bytes.Replace(config, []byte(`{"token":"secret"}`), []byte(`{"exec":{"apiVersion":"client.authentication.k8s.io/v1","command":"`+
		plugin+`","interactiveMode":"IfAvailable"}}`), 1)
	config = bytes.Replace(config, []byte(`"`+s.URL+`"`), []byte(`"`+secure.URL+`","insecure-skip-tls-verify":true`), 1)
	if err := os.WriteFile(os.Getenv("KUBECONFIG"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, _ := os.ReadFile(name)
		return string(text)
	}
	screen := newTerminal(t)
	messages, err := os.Create(filepath.Join(folder, "messages"))
	if err != nil {
		t.Fatal(err)
	}
	defer messages.Close()
	in, errOut := os.Stdin, os.Stderr
	defer func() { os.Stdin, os.Stderr = in, errOut }()
	os.Stdin, os.Stderr = screen.slave, messages
	done := startTop(context.Background(), screen)
	screen.take(t, "node-a")
	before := read(messages.Name())
	deadline := time.Now().Add(60 * time.Second)
	for !strings.Contains(read(runs), "none") && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	screen.send(t, "q")
	if got := wait(t, done); got.code != 0 || got.stderr != "" {
		t.Errorf("found %+v, expected an end without a message", got)
	}
	if all := read(runs); !strings.HasPrefix(all, "terminal\n") || !strings.HasSuffix(all, "none\n") {
		t.Errorf("found runs %q, expected the terminal at first and none at last", all)
	}
	if after := read(messages.Name()); before == "" || after != before {
		t.Errorf("found messages %q before and %q after the view, expected some and no more", before, after)
	}
	if os.Stdin != screen.slave || os.Stderr != messages {
		t.Error("the streams are not those of before")
	}
}

func TestTopGivesTheTerminalBack(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	serve(t, examples(t, "cluster.yaml"))
	screen := newTerminal(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	done := startTop(ctx, screen, "node-a")
	screen.take(t, "socket 0")
	cancel(program.Signal{Signal: syscall.SIGTERM})
	if got := wait(t, done); got.code != 143 {
		t.Errorf("found %+v, expected 143", got)
	}
	screen.take(t, "\x1b[?1049l") // leaves the alternate screen
}

func TestTopHasTheErrorsOfKoordctl(t *testing.T) {
	koordctl(t)
	t.Setenv("TERM", "xterm")
	serve(t, examples(t, "cluster.yaml"))
	if got := wait(t, startTop(context.Background(), newTerminal(t), "nodea")); got.code != 2 || !strings.Contains(got.stderr, "did you mean node-a?") {
		t.Errorf("an unknown node: %+v", got)
	}
	if got := wait(t, startTop(context.Background(), newTerminal(t), "-f", "x.yaml")); got.code != 2 || !strings.Contains(got.stderr, "--filename: top shows") {
		t.Errorf("a file: %+v", got)
	}
	if got := wait(t, startTop(context.Background(), newTerminal(t), "--interval", "0")); got.code != 2 || !strings.Contains(got.stderr, "--interval") {
		t.Errorf("an interval: %+v", got)
	}
}

func TestFeederReportsErrorsAndContinues(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	f := feeder{interval: time.Millisecond, timeout: 500 * time.Millisecond, read: func(ctx context.Context, step func()) (snapshot, error) {
		switch reads++; reads {
		case 1:
			return snapshot{}, errors.New("connection refused\x00\x1b")
		case 2:
			<-ctx.Done() // an API server that does not answer
			return snapshot{}, ctx.Err()
		case 3: // many answers, together in more than the timeout
			for range 12 {
				select {
				case <-ctx.Done():
					return snapshot{}, ctx.Err()
				case <-time.After(50 * time.Millisecond):
					step()
				}
			}
			return snapshot{objects: []collect.Object{{"kind": "Pod", "metadata": collect.Object{"name": "a\x00b"}}}, notes: []string{"a", "b\x00"}}, nil
		}
		cancel()
		return snapshot{}, nil
	}}
	var out bytes.Buffer
	if err := f.run(ctx, snapshot{objects: []collect.Object{{"kind": "Node"}}}, &out); err != nil {
		t.Fatal(err)
	}
	documents := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte{0}), []byte{0})
	var found []string
	for _, document := range documents {
		var object struct {
			Kind, Status, Message string
			Items                 []any
		}
		if err := json.Unmarshal(document, &object); err != nil {
			t.Fatalf("%q: %v", document, err)
		}
		found = append(found, fmt.Sprintf("%s%s %d %q", object.Status, object.Kind, len(object.Items), object.Message))
	}
	want := `List 1 ""|FailureStatus 0 "connection refused\x00\x1b"|FailureStatus 0 "the API server did not answer within 0.5 s"|` +
		`SuccessStatus 0 "a\nb\x00"|List 1 ""`
	if got := strings.Join(found, "|"); got != want {
		t.Errorf("found %s, expected %s", got, want)
	}
}
