// Package message formats errors and lists for logs, events and conditions.
package message

import (
	"errors"
	"fmt"
	"strings"

	"libkoord.invalid/koord"
)

// Text returns the message of an error; a library error loses its prefix.
func Text(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

// List returns the first entries of a list as text.
func List(files []string) string {
	const most = 3
	if len(files) <= most {
		return strings.Join(files, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(files[:most], ", "), len(files)-most)
}

const mostOfMessage = 1000 // limit of the API server for the message of an event, in bytes

// Limit truncates a message to the API server's limit.
func Limit(text string) string {
	if len(text) > mostOfMessage {
		return text[:mostOfMessage-3] + "..."
	}
	return text
}
