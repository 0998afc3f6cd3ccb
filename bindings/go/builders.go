package koord

// Builders create objects from their parts, for programs that hold typed objects instead of JSON.
// Every field that matters can be set, and the result equals that of the same object as JSON.
// Setters return no errors. The call that takes the builder returns the first error since the last
// Reset (ErrInvalid names the argument, ErrLimit, ErrNoMemory). A builder can be used for many
// objects; Reset keeps its memory.

// Pod returns the pod, equal to that of PodFromJSON, and leaves the builder unchanged. Errors:
// those of setters; ErrInvalid (names pod and field), ErrLimit, ErrNoMemory.
func (b *PodBuilder) Pod(log *Diagnostics) (*Pod, error) {
	if err := b.failure(); err != nil {
		return nil, err
	}
	return callPodFromBuilder(log, b)
}
