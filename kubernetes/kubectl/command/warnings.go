package command

import (
	"context"
	"sync"
)

// mostWarnings bounds the memory for the texts of warnings.
const mostWarnings = 100

// warnings passes each text of the API server's header Warning on once.
type warnings struct {
	mutex sync.Mutex
	seen  map[string]bool
	print func(text string) // nil drops them
}

// to sets the function that prints the texts.
func (w *warnings) to(print func(text string)) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.print = print
}

// HandleWarningHeaderWithContext is called by client-go for each answer with a warning.
func (w *warnings) HandleWarningHeaderWithContext(_ context.Context, code int, _ string, text string) {
	const miscellaneous = 299 // the code that the API server uses
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if code != miscellaneous || text == "" || w.print == nil || w.seen[text] || len(w.seen) >= mostWarnings {
		return
	}
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	w.seen[text] = true
	w.print("the API server warns: " + text)
}
