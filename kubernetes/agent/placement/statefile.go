package placement

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"libkoord.invalid/koord"
)

// stateFile is node-state.json. The process that holds its lock manages this node.
type stateFile struct {
	path, bootID string
	lock         *os.File
	saved        string
}

func openStateFile(ctx context.Context, path, proc string) (*stateFile, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file := &stateFile{path: path, bootID: bootIDOf(proc)}
	// Check the file before the lock is taken. In a directory that other users can write to, they
	// could hold the lock, or make it a link.
	state, err := koord.LoadAgentState(ctx, path)
	_ = state.Close()
	if errors.Is(err, koord.ErrPermission) || errors.Is(err, koord.ErrIO) {
		return nil, err
	}
	lock := path + ".lock"
	file.lock, err = os.OpenFile(lock, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: another agent or koordctl manages this node; stop it first", lock)
		}
		return nil, fmt.Errorf("%s: cannot lock it: %w", lock, err)
	}
	return file, nil
}

func bootIDOf(proc string) string {
	text, err := os.ReadFile(filepath.Join(proc, "sys/kernel/random/boot_id"))
	if err != nil {
		return "" // the state then belongs to any boot
	}
	return strings.TrimSpace(string(text))
}

// load returns the state of this boot, or nil if there is none. Callers may ignore the error of an
// unusable file.
func (f *stateFile) load(ctx context.Context) (*koord.AgentState, error) {
	state, err := koord.LoadAgentState(ctx, f.path)
	if errors.Is(err, koord.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	boot, err := state.Text(koord.AgentTextBootID)
	if err != nil || boot != f.bootID {
		_ = state.Close()
		return nil, err
	}
	return state, nil
}

// save writes the file if its text differs or it is missing.
func (f *stateFile) save(ctx context.Context, json []byte) (written bool, err error) {
	if f.saved == string(json) {
		if _, err := os.Stat(f.path); !errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
	}
	if err := koord.SaveAgentState(ctx, f.path, json); err != nil {
		return false, err
	}
	f.saved = string(json)
	return true, nil
}

func (f *stateFile) close() { _ = f.lock.Close() }
