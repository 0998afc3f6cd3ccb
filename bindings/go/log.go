package koord

// #include <stddef.h>
// #include "log.h"
import "C"

import (
	"sync"
	"sync/atomic"
)

type remark struct {
	level   LogLevel
	message string
}

// remarks holds log messages until the call that produced them has ended and its results are taken
// over. User code then runs on Go's stack, and may panic.
type remarks struct {
	sync.Mutex
	count   atomic.Int32 // number of waiting messages
	log     func(level LogLevel, message string)
	waiting []remark
}

// listening maps the address of a context to its messages.
var listening sync.Map

//export koordGoRemark
func koordGoRemark(context C.uintptr_t, level C.int32_t, message *C.char, length C.size_t) {
	found, ok := listening.Load(uintptr(context))
	if !ok {
		return
	}
	text := C.GoStringN(message, C.int(length))
	all := found.(*remarks)
	all.Lock()
	all.waiting = append(all.waiting, remark{LogLevel(level), text})
	all.count.Store(int32(len(all.waiting)))
	all.Unlock()
}

// NewDiagnostics returns Diagnostics that discard log messages until SetLog. Calls that take
// Diagnostics accept nil, which also discards them.
func NewDiagnostics() (*Diagnostics, error) { return callDiagnosticsNew() }

func freeDiagnostics(pointer uintptr) {
	listening.Delete(pointer)
	callDiagnosticsFree(pointer)
}

// Close discards further messages at once. The library's memory is freed when the calls and handles
// that use it have ended. A second Close, or one of nil, does nothing. It never fails.
func (c *Diagnostics) Close() error {
	if c == nil {
		return nil
	}
	return c.close(func() { listening.Delete(c.kept.at) })
}

// SetLog sets the function that receives log messages, for example about odd but usable input. It
// is called on a goroutine that made a call with these Diagnostics, before that call returns. If it
// panics, the garbage collector frees the call's results, and further messages of the call are
// dropped. nil discards messages. No call that takes the Diagnostics may run meanwhile.
// A log that refers to its own Diagnostics keeps it, and itself, alive until Close or SetLog(nil).
func (c *Diagnostics) SetLog(log func(level LogLevel, message string)) error {
	at := c.pointer()
	if at == 0 {
		return closed("context_set_log", "context")
	}
	defer c.release()
	wanted := C.int(0)
	if log != nil {
		all := &remarks{log: log}
		listening.Store(at, all)
		c.heard.Store(all)
		wanted = 1
	}
	C.go_forward_remarks(C.uintptr_t(at), wanted)
	if log == nil {
		c.heard.Store(nil)
		listening.Delete(at)
	}
	return nil
}

// deliver passes the collected messages to the log function.
func (c *Diagnostics) deliver() {
	if c == nil || c.uses.Load()&closing != 0 {
		return
	}
	all := c.heard.Load()
	if all == nil || all.count.Load() == 0 {
		return
	}
	all.Lock()
	waiting := all.waiting
	all.waiting = nil
	all.count.Store(0)
	all.Unlock()
	for _, entry := range waiting {
		all.log(entry.level, entry.message)
	}
}
