package scheduler

import (
	"errors"
	"strings"

	"libkoord.invalid/koord"
)

// sentence returns the message of a library error without its prefix.
func sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// short truncates a text to the limit of an event. The text stays valid UTF-8, which protobuf
// requires.
func short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
