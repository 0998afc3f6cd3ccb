package files

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A watched file is read when it changes, and twice if it is young. Errors keep the last content and
// are logged once.
func TestWatched(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	w := Watched{Path: filepath.Join(t.TempDir(), "file")}
	read := func(text []byte) ([]byte, error) {
		if string(text) == "bad" {
			return nil, errors.New("it is bad")
		}
		return text, nil
	}
	poll := func(what string, changed bool, text string) {
		t.Helper()
		if got := w.Poll(logger, read); got != changed || string(w.Text) != text {
			t.Errorf("%s: found %v with %q, expected %v with %q", what, got, w.Text, changed, text)
		}
	}
	poll("no file", false, "")
	check.OK(t, os.WriteFile(w.Path, []byte("a"), 0o600))
	poll("created", true, "a")
	check.OK(t, os.WriteFile(w.Path, []byte("b"), 0o600))
	check.OK(t, os.Chtimes(w.Path, time.Time{}, time.Now()))
	poll("same size", true, "b")
	check.OK(t, os.WriteFile(w.Path, []byte("bad"), 0o600))
	poll("bad", false, "b")
	poll("bad again", false, "b")
	if found := strings.Count(log.String(), "it is bad"); found != 1 {
		t.Errorf("%d messages: %s", found, &log)
	}
	check.OK(t, os.Truncate(w.Path, MostBytes+1))
	poll("too large", false, "b")
	check.OK(t, os.Remove(w.Path))
	poll("removed", true, "")
	if w.Text != nil {
		t.Error("a missing file has content")
	}
}
