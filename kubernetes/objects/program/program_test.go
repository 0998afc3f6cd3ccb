package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type settings struct{ text string }

func readSettings(text []byte) (*settings, error) {
	if string(text) == "bad" {
		return nil, errors.New("field: bad")
	}
	return &settings{string(text)}, nil
}

func TestCommand(t *testing.T) {
	directory := t.TempDir()
	for name, text := range map[string]string{"good": "stated", "bad": "bad"} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	good, bad := filepath.Join(directory, "good"), filepath.Join(directory, "bad")
	for _, test := range []struct {
		args     []string
		status   int
		out, err string
	}{
		{nil, 0, "ran with  of 0", "level=INFO msg=running"},
		{[]string{"-count=7", "-config", good}, 0, "ran with stated of 7", ""},
		{[]string{"-count=9"}, ExitFailure, "", "koord-x: count is 9"},
		{[]string{"-log-format=json"}, 0, "", `"msg":"running"`},
		{[]string{"-log-level=error"}, 0, "ran", ""},
		{[]string{"-check", "-config", good}, 0, "checked stated", "koord-x: warning: a"},
		{[]string{"-check", "-count=8"}, ExitUsage, "", "koord-x: count is 8"},
		{[]string{"-config", bad}, ExitUsage, "", bad + ": field: bad"},
		{[]string{"-config", directory + "/none"}, ExitUsage, "", `-config: found "` + directory + `/none", expected a readable file: no such file`},
		{[]string{"-config", directory}, ExitUsage, "", "expected a readable file: is a directory"},
		{[]string{"-version"}, 0, "koord-x 1.2.3\n", ""},
		{[]string{"-log-level=loud"}, ExitUsage, "", `koord-x: -log-level: found "loud", expected debug, info, warn or error`},
		{[]string{"-log-format=xml"}, ExitUsage, "", `-log-format: found "xml", expected text or json`},
		{[]string{"now"}, ExitUsage, "", `found "now", expected no arguments`},
		{[]string{"-what"}, ExitUsage, "", "-what"},
		{[]string{"-help"}, 0, "", "usage: koord-x"},
		{[]string{"-help"}, 0, "", "check everything"},
	} {
		var out, errs strings.Builder
		var count int
		var read *settings
		c := &Command{Name: "koord-x", Usage: "usage: koord-x\n", Version: "1.2.3", CheckHelp: "check everything",
			AddFlags: func(flags *flag.FlagSet) { flags.IntVar(&count, "count", 0, "of things") }}
		c.Configure = func() (err error) { read, err = ReadConfig(&c.Options, readSettings); return err }
		c.Check = func(_ context.Context, warnings io.Writer) ([]byte, error) {
			if count == 8 {
				return nil, errors.New("count is 8")
			}
			fmt.Fprintln(warnings, "koord-x: warning: a")
			return []byte("checked " + read.text), nil
		}
		c.Run = func(_ context.Context, log *slog.Logger) error {
			log.Info("running")
			if count == 9 {
				return errors.New("count is 9")
			}
			fmt.Fprintln(&out, "ran with", read.text, "of", count)
			return nil
		}
		status := c.Main(context.Background(), test.args, &out, &errs)
		if status != test.status || !strings.Contains(out.String(), test.out) || !strings.Contains(errs.String(), test.err) ||
			status != 0 && out.Len() != 0 {
			t.Errorf("%v: found %d\n%s\n%s", test.args, status, &out, &errs)
		}
	}
}

// An error of a field names the flag that overrides the field, or else the file.
func TestNamed(t *testing.T) {
	flagged, absent := "stated", ""
	for _, test := range []struct {
		config, field, expected string
	}{
		{"", "a", "-a: found x"}, {"file", "a", "-a: found x"}, {"file", "b", "file: b: found x"}, {"", "b", "b: found x"},
		{"file", "ab", "file: ab: found x"},
	} {
		c := &Command{Options: Options{Config: test.config},
			Overrides: []Override{{Field: "a", Flag: "-a", Value: &flagged}, {Field: "b", Flag: "-b", Value: &absent}}}
		cause := errors.New("found x")
		err := c.Named(fmt.Errorf("%s: %w", test.field, cause))
		if err == nil || err.Error() != test.expected {
			t.Errorf("found %v, expected %s", err, test.expected)
		}
	}
	if err := new(Command).Named(nil); err != nil {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	for address, expected := range map[string]string{
		":9443": "", "127.0.0.1:0": "", "[::1]:1": "", "[fe80::1%eth0]:1": "", "localhost:65535": "", "Node-A.example.com:1": "",
		"9443":           `serve: found "9443", expected an address with a port, as in :1`,
		"a:":             `serve: found "a:", expected an address with a port`,
		":70000":         `serve: found port "70000", expected a number in 0..65535`,
		":-1":            `serve: found port "-1"`,
		":01":            `serve: found port "01"`,
		"127.0.0.300:80": `serve: found host "127.0.0.300", expected an IP address or a name`,
		"a_b:80":         `serve: found host "a_b"`,
		"off":            `serve: found "off"`,
	} {
		err := CheckAddress("serve", address, ":1")
		if expected == "" && err != nil || expected != "" && (err == nil || !strings.HasPrefix(err.Error(), expected)) {
			t.Errorf("%s: found %v, expected %s", address, err, expected)
		}
	}
	for stated, expected := range map[string]string{"": ":1", "false": "off", "off": "off", ":2": ":2"} {
		address := stated
		if CompleteAddress(&address, ":1"); address != expected {
			t.Errorf("%q: found %q, expected %q", stated, address, expected)
		}
	}
}

func TestListen(t *testing.T) {
	listener, err := Listen("serve", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if _, err := Listen("serve", listener.Addr().String()); err == nil || !strings.HasPrefix(err.Error(), "serve: found") ||
		!strings.Contains(err.Error(), "no other process") {
		t.Error(err)
	}
	if _, err := Listen("listen", "192.0.2.1:80"); err == nil || !strings.Contains(err.Error(), `listen: found "192.0.2.1:80", expected an address of this machine`) {
		t.Error(err)
	}
	if off, err := Listen("listen", Off); off != nil || err != nil {
		t.Error(off, err)
	}
}

func TestStatusServer(t *testing.T) {
	ready := errors.New("there is no certificate yet")
	metrics := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "up 1") })
	server := StatusServer(metrics, func() error { return nil }, func() error { return ready })
	expect := func(method, path string, code int, expected string) {
		t.Helper()
		recorder := httptest.NewRecorder()
		server.Handler.ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
		if recorder.Code != code || !strings.Contains(recorder.Body.String(), expected) {
			t.Errorf("%s %s: found %d %s", method, path, recorder.Code, recorder.Body)
		}
	}
	expect(http.MethodGet, "/readyz", http.StatusServiceUnavailable, "there is no certificate yet")
	expect(http.MethodGet, "/healthz", http.StatusOK, "ok")
	expect(http.MethodGet, "/metrics", http.StatusOK, "up 1")
	expect(http.MethodPost, "/metrics", http.StatusMethodNotAllowed, "")
	ready = nil
	expect(http.MethodGet, "/readyz", http.StatusOK, "ok\n")
	if server.ReadTimeout == 0 || server.WriteTimeout == 0 || server.ReadHeaderTimeout == 0 || server.MaxHeaderBytes > 1<<16 {
		t.Errorf("%+v", server)
	}
}
