package koord

// RebindRequestFromJSON reads the request in a RebindResource, and the name of its node. Errors:
// ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func RebindRequestFromJSON(log *Diagnostics, json []byte) (request RebindRequest, node string, err error) {
	node, err = textOf(func(text []byte) (needed int, err error) {
		request, needed, err = callRebindRequestFromJSON(log, json, text)
		log = nil // a second attempt, with a larger buffer, would repeat all messages
		return needed, err
	})
	return request, node, err
}
