package serve

import (
	"context"
	"net"
	"sync"
)

// Limits of the memory of bodies. Large bodies leave a part to small ones, and each connection leaves a
// part to others: an API server uses one connection.
const (
	bodyMemory       = 96 << 20 // of all bodies
	connectionMemory = 80 << 20 // of the bodies of one connection
	smallMemory      = 8 << 20  // of each of the two, for small bodies only
	smallBody        = 256 << 10
)

// memory limits what bodies hold. Nothing waits for it: a request that finds too little is rejected,
// so that requests never wait for each other. API servers try again after it.
type memory struct {
	mu  sync.Mutex
	all budget
}

// budget is an amount of memory, guarded by memory.mu.
type budget struct{ free int64 }

// reservation is the memory of one body.
type reservation struct {
	memory     *memory
	budgets    []*budget
	left       int64 // of each budget, for smaller bodies
	need, held int64
}

// reserve begins a reservation of at most need bytes. It holds nothing yet. own is the budget of the
// request's connection, or nil.
func (m *memory) reserve(own *budget, need int64) *reservation {
	r := &reservation{memory: m, budgets: []*budget{&m.all}, need: need}
	if own != nil {
		r.budgets = append(r.budgets, own)
	}
	if need > smallBody {
		r.left = smallMemory
	}
	return r
}

// grow takes a part of the reservation, if the rest is free, too. So a body that slowly arrives holds
// no more than has arrived, and bodies that arrive at once are not all rejected halfway.
func (r *reservation) grow(bytes int64) bool {
	r.memory.mu.Lock()
	defer r.memory.mu.Unlock()
	for _, budget := range r.budgets {
		if budget.free-r.left < r.need {
			return false
		}
	}
	r.add(bytes)
	return true
}

func (r *reservation) release() {
	r.memory.mu.Lock()
	defer r.memory.mu.Unlock()
	r.add(-r.held)
}

func (r *reservation) add(bytes int64) {
	for _, budget := range r.budgets {
		budget.free -= bytes
	}
	r.held += bytes
	r.need -= bytes
}

// connectionKey is the context key of the budget of a connection.
type connectionKey struct{}

// withConnection returns the context of a new connection.
func withConnection(ctx context.Context, _ net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, &budget{free: connectionMemory})
}

// connectionOf returns the budget of the connection of a request, or nil if it has none.
func connectionOf(ctx context.Context) *budget {
	own, _ := ctx.Value(connectionKey{}).(*budget)
	return own
}
