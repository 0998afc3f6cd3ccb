package agent

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
	mostOfFile = 16 << 20
	// A file may change twice within one clock tick, so a recently modified file is read again.
	young = 2 * time.Second
)

// stamp identifies a version of a file.
type stamp struct {
	inode      uint64
	size       int64
	modified   time.Time
	there, old bool
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	out := stamp{size: info.Size(), modified: info.ModTime(), there: true, old: time.Since(info.ModTime()) > young}
	if raw, ok := info.Sys().(*syscall.Stat_t); ok {
		out.inode = raw.Ino
	}
	return out
}

// watched is a file written by other programs.
type watched struct {
	path    string
	stamp   stamp
	text    []byte // nil if there is no file
	trouble string
}

// poll reports whether the contents of the file changed. A file that cannot be read changes
// nothing.
func (w *watched) poll(log *slog.Logger, read func([]byte) ([]byte, error)) (changed bool) {
	now := stampOf(w.path)
	if now == w.stamp && (now.old || !now.there) {
		return false
	}
	text, err := readFile(w.path)
	if err == nil && text != nil && read != nil {
		text, err = read(text)
	}
	if err != nil {
		if w.trouble != err.Error() {
			w.trouble = err.Error()
			log.Warn("cannot read file; its last content stays in force", "file", w.path, "error", w.trouble)
		}
		return false
	}
	w.trouble = ""
	w.stamp = now
	changed = (text == nil) != (w.text == nil) || !bytes.Equal(text, w.text)
	w.text = text
	return changed
}

// forget makes the next poll read the file again.
func (w *watched) forget() { w.stamp, w.text = stamp{}, nil }

// readFile returns nil without an error if the file does not exist.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > mostOfFile {
		return nil, fmt.Errorf("%s: found %d bytes, expected at most %d", path, info.Size(), mostOfFile)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return append([]byte{}, text...), err
}
