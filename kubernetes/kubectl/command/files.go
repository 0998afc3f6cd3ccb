package command

import (
	"context"
	"fmt"
	"io"
	"os"
)

// mostBytes is koordctl's limit of a file.
const mostBytes = 256 << 20

// content reads a file. Reading standard input, or a pipe that nobody writes, ends with the context.
func (a *App) content(ctx context.Context, file string) ([]byte, error) {
	type result struct {
		content []byte
		err     error
	}
	done := make(chan result, 1)
	go func() {
		content, err := a.readFile(file)
		done <- result{content, err}
	}()
	select {
	case read := <-done:
		return read.content, read.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (a *App) readFile(file string) ([]byte, error) {
	in := a.In
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		in = opened
	}
	content, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	if err == nil && len(content) > mostBytes {
		err = fmt.Errorf("%s: larger than %d MiB", file, mostBytes>>20)
	}
	return content, err
}
