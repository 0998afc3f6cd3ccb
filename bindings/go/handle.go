package koord

import (
	"runtime"
	"sync/atomic"
)

// handle is what every type that the library keeps memory for is built on. The library's rule is the type's: what its
// comment says may run at the same time may, and Close needs the value for itself. A second Close does nothing; every
// other use of a closed value gives an *Error with ErrInvalid.
type handle struct {
	at   atomic.Uintptr
	free func(uintptr)
	net  net
	log  *Diagnostics // of a handle that was told where remarks of later calls go; nil: nowhere
}

func (h *handle) own(pointer uintptr, free func(uintptr)) {
	h.free = free
	h.at.Store(pointer)
	h.net.spread(h)
}

func (h *handle) use() uintptr {
	collect()
	return h.at.Load()
}

func (h *handle) close() error {
	if pointer := h.at.Swap(0); pointer != 0 {
		h.net.away(h)
		h.free(pointer)
		runtime.KeepAlive(h)
	}
	return nil
}

// pointers are those of pods, for calls that take several.
func pointers(op string, pods []*Pod) ([]uintptr, error) {
	list := make([]uintptr, len(pods))
	for i, pod := range pods {
		if list[i] = pod.pointer(); list[i] == 0 {
			return nil, closed(op, "pod")
		}
	}
	return list, nil
}
