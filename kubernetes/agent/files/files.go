// Package files reads files that other programs write.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"syscall"
	"time"
)

const (
	// MostBytes is the largest size of a file that is read.
	MostBytes = 16 << 20
	// A file may change twice within one clock tick, so a recently modified file is read again.
	young = 2 * time.Second
)

// stamp identifies a version of a file.
type stamp struct {
	inode       uint64
	size        int64
	modified    time.Time
	exists, old bool
	failed      bool // it may exist
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{failed: !errors.Is(err, fs.ErrNotExist)}
	}
	out := stamp{size: info.Size(), modified: info.ModTime(), exists: true, old: time.Since(info.ModTime()) > young}
	if raw, ok := info.Sys().(*syscall.Stat_t); ok {
		out.inode = raw.Ino
	}
	return out
}

// Watched is a file written by other programs.
type Watched struct {
	Path      string
	stamp     stamp
	Text      []byte // nil if there is no file
	lastError error  // why its present content could not be read
}

// Poll reports whether the contents of the file changed. A file that cannot be read changes
// nothing.
func (w *Watched) Poll(log *slog.Logger, read func([]byte) ([]byte, error)) (changed bool) {
	now := stampOf(w.Path)
	if now == w.stamp && (now.old || !now.exists && !now.failed) {
		w.lastError = nil
		return false
	}
	text, err := Read(w.Path)
	if err == nil && text != nil && read != nil {
		text, err = read(text)
	}
	if err != nil {
		if w.lastError == nil || w.lastError.Error() != err.Error() {
			log.Warn("cannot read file; its last content stays in force", "file", w.Path, "error", err)
		}
		w.lastError = err
		return false
	}
	w.lastError = nil
	w.stamp = now
	changed = (text == nil) != (w.Text == nil) || !bytes.Equal(text, w.Text)
	w.Text = text
	return changed
}

// LastError returns why the last poll could not read the file, or nil.
func (w *Watched) LastError() error { return w.lastError }

// Forget makes the next poll read the file again.
func (w *Watched) Forget() { w.stamp, w.Text = stamp{}, nil }

// Read returns nil without an error if the file does not exist.
func Read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > MostBytes {
		return nil, fmt.Errorf("%s: found %d bytes, expected at most %d", path, info.Size(), MostBytes)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return append([]byte{}, text...), err
}
