package command

import (
	"fmt"
	"io"
	"time"
)

// progress reports long work on standard error: one line that changes on a terminal, a line each ten seconds elsewhere.
type progress struct {
	out      io.Writer
	terminal bool
	next     time.Time
	shown    bool
}

func newProgress(out io.Writer, terminal bool) *progress {
	p := &progress{out: out, terminal: terminal, next: time.Now().Add(10 * time.Second)}
	if terminal {
		p.next = time.Now().Add(time.Second)
	}
	return p
}

func (p *progress) step(resource string, read, rest int64) {
	if time.Now().Before(p.next) {
		return
	}
	text := fmt.Sprintf("reading %s: %d", resource, read)
	if rest > 0 {
		text += fmt.Sprintf(" of %d", read+rest)
	}
	if p.terminal {
		fmt.Fprintf(p.out, "\r\033[K%s", text)
		p.next = time.Now().Add(200 * time.Millisecond)
	} else {
		fmt.Fprintf(p.out, "kubectl-koord: %s\n", text)
		p.next = time.Now().Add(10 * time.Second)
	}
	p.shown = true
}

// end removes the line from the terminal.
func (p *progress) end() {
	if p.terminal && p.shown {
		fmt.Fprint(p.out, "\r\033[K")
	}
}
