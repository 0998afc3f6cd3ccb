package koord

// RebindRequestFromJSON reads a RebindResource: what it asks for, and the name of its node. Errors: ErrInvalid (names the field),
// ErrLimit, ErrNoMemory.
func RebindRequestFromJSON(log *Diagnostics, json []byte) (request RebindRequest, node string, err error) {
	node, err = textOf(func(text []byte) (needed int, err error) {
		request, needed, err = callRebindRequestFromJSON(log, json, text)
		log = nil // a second attempt, with more room, would remark everything again
		return needed, err
	})
	return request, node, err
}
