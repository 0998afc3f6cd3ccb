// Package message formats texts for events, statuses and logs.
package message

import (
	"errors"
	"strings"

	"libkoord.invalid/koord"
)

// Sentence returns the message of a library error without its prefix.
func Sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// Short truncates a text to the limit of an event. The text stays valid UTF-8, which protobuf
// requires.
func Short(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}
