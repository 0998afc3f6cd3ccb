package koord

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unicode"
)

// handle is the base of every type for which the library holds memory. The type's documentation
// says which calls may run concurrently. Close may run concurrently with all of them: the memory is
// freed when the last call that uses it ends. A second Close does nothing, and every other use of a
// closed handle returns an *Error with ErrInvalid.
type handle struct {
	kept *kept
	uses atomic.Int64 // running calls, and the closing bit
	net  net
	// Set for Diagnostics only: the messages of running calls.
	heard atomic.Pointer[remarks]
}

// closing is the bit in uses that Close sets permanently.
const closing = 1 << 62

// kept is the library's object to free.
type kept struct {
	at   uintptr
	free func(uintptr)
	// receives messages of later calls; nil if there is none; retained as long as the handle
	log *Diagnostics
}

func (k *kept) end() {
	k.free(k.at)
	k.log.release()
}

func (h *handle) own(pointer uintptr, free func(uintptr)) {
	h.kept = &kept{at: pointer, free: free}
	h.net.spread(h)
}

// keep retains a log, which the caller is using already, until the handle ends.
func (h *handle) keep(log *Diagnostics) {
	if log != nil {
		log.uses.Add(1)
		h.kept.log = log
	}
}

// use retains the object until done. It returns 0 if the handle is nil or closed.
func (h *handle) use() uintptr {
	collect()
	if h.kept == nil {
		return 0
	}
	for {
		uses := h.uses.Load()
		if uses&closing != 0 {
			return 0
		}
		if h.uses.CompareAndSwap(uses, uses+1) {
			return h.kept.at
		}
	}
}

func (h *handle) done() {
	if h.uses.Add(-1) == closing {
		h.kept.end()
	}
}

// close rejects further calls. before, unless nil, runs while the object still exists.
func (h *handle) close(before func()) error {
	if h.kept == nil {
		return nil
	}
	for {
		uses := h.uses.Load()
		if uses&closing != 0 {
			return nil
		}
		if h.uses.CompareAndSwap(uses, (uses|closing)+1) {
			break
		}
	}
	h.net.away(h)
	if before != nil {
		before()
	}
	h.done()
	return nil
}

// shown is the length in bytes to which String truncates a text.
const shown = 64

// told formats a handle in one line: names and values, without empty texts.
func (h *handle) told(kind string, named ...any) string {
	if h.kept == nil || h.uses.Load()&closing != 0 {
		return kind + "{closed}"
	}
	var all []string
	for i := 0; i+1 < len(named); i += 2 {
		text, isText := named[i+1].(string)
		if !isText {
			text = fmt.Sprint(named[i+1])
		} else if text == "" {
			continue
		} else if len(text) > shown {
			text = text[:shown] + "..."
		}
		all = append(all, fmt.Sprintf("%s:%s", named[i], strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return '?'
		}, text)))
	}
	if len(named) == 0 {
		all = []string{"open"}
	}
	return kind + "{" + strings.Join(all, " ") + "}"
}

// pointers returns the pointers of pods for calls that take several. They stay valid until
// releaseAll.
func pointers(op string, pods []*Pod) ([]uintptr, error) {
	list := make([]uintptr, len(pods))
	for i, pod := range pods {
		if list[i] = pod.pointer(); list[i] == 0 {
			releaseAll(pods[:i])
			return nil, closed(op, "pod")
		}
	}
	return list, nil
}

func releaseAll(pods []*Pod) {
	for _, pod := range pods {
		pod.release()
	}
}
