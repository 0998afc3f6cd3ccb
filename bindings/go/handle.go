package koord

import (
	"fmt"
	"strings"
	"sync/atomic"
	"unicode"
)

// handle is what every type that the library keeps memory for is built on. The library's rule is the type's: what its
// comment says may run at the same time may. Close may run beside all of them: what is kept is freed when the last call
// that uses it is done. A second Close does nothing; every other use of a closed value gives an *Error with ErrInvalid.
type handle struct {
	kept *kept
	uses atomic.Int64 // calls that use it now, and closing
	net  net
	// Of Diagnostics: who hears of remarks.
	heard atomic.Pointer[remarks]
}

// closing is set in uses for good by Close.
const closing = 1 << 62

// kept is what there is to free.
type kept struct {
	at   uintptr
	free func(uintptr)
	log  *Diagnostics // where remarks of later calls go, nil: nowhere; it stays as long as the handle
}

func (k *kept) end() {
	k.free(k.at)
	k.log.release()
}

func (h *handle) own(pointer uintptr, free func(uintptr)) {
	h.kept = &kept{at: pointer, free: free}
	h.net.spread(h)
}

// keep has a handle use a log, which somebody uses already, until its end.
func (h *handle) keep(log *Diagnostics) {
	if log != nil {
		log.uses.Add(1)
		h.kept.log = log
	}
}

// use holds on to what is kept until done; 0: nothing is.
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

// close lets no further call in. before, nil: nothing, runs while what is kept is still there.
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

// shown is how much of a text String shows.
const shown = 64

// told is what a handle is in short, in one line: names and values, without texts that are empty.
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

// pointers are those of pods, for calls that take several, until releaseAll.
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
