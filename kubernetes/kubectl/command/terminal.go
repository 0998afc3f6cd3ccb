package command

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// loginStreams are the streams of this process that plugins for credentials use. client-go runs them with os.Stdin and os.Stderr.
type loginStreams struct {
	in, err      *os.File // the former ones
	null, writer *os.File
	isQuiet      atomic.Bool
	copied       chan struct{}
}

// newLoginStreams lets the plugins ask on the terminal until quiet is called.
func newLoginStreams() (*loginStreams, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		null.Close()
		return nil, err
	}
	s := &loginStreams{in: os.Stdin, err: os.Stderr, null: null, writer: writer, copied: make(chan struct{})}
	os.Stderr = writer
	go func() {
		defer close(s.copied)
		defer reader.Close()
		io.Copy(s, reader)
	}()
	return s, nil
}

// Write passes messages on. They are dropped when the terminal belongs to another program.
func (s *loginStreams) Write(text []byte) (int, error) {
	if s.isQuiet.Load() {
		return len(text), nil
	}
	return s.err.Write(text)
}

// quiet takes the terminal from the plugins. Those that need it then fail.
func (s *loginStreams) quiet() {
	s.isQuiet.Store(true)
	os.Stdin = s.null
}

// close restores the streams. It waits for the messages of plugins that have ended.
func (s *loginStreams) close() {
	os.Stdin, os.Stderr = s.in, s.err
	s.writer.Close()
	select {
	case <-s.copied:
	case <-time.After(time.Second): // a process that a plugin started may still have the pipe
	}
	s.null.Close()
}
