package koord

// Builders make objects of their parts, for programs that have them as typed objects and not as JSON: every field that
// counts can be set, and what is built is what the same object as JSON is. Setters return no errors: the first error is
// that of the call that takes what was built (ErrInvalid names the argument, ErrLimit, ErrNoMemory), until Reset. A
// builder serves many objects; Reset keeps its memory.

// Pod is the pod, as PodFromJSON makes it; the builder stays as it is. Errors: of a setter; ErrInvalid (names pod and
// field), ErrLimit, ErrNoMemory.
func (b *PodBuilder) Pod(log *Diagnostics) (*Pod, error) {
	if err := b.failure(); err != nil {
		return nil, err
	}
	return callPodFromBuilder(log, b)
}
