package koord

import "fmt"

// Error returns the status' stable name ("no-space"), for logs and metrics.
func (s Status) Error() string { return "koord: " + s.Name() }

// Name returns the stable lower-case name of a status ("no-space"), or "unknown".
func (s Status) Name() string { return callStatusName(s) }

// Error is the error of a failed call. errors.Is matches its Code, and errors.As finds the *Error.
// A request that does not fit is not an error; see Refusal.
type Error struct {
	Op      string // the library's call: "pod_from_json"
	Code    Status
	Message string // the library's sentence: names the field, and the found and expected values
}

func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("koord: %s: %s", e.Op, e.Code.Name())
	}
	return fmt.Sprintf("koord: %s: %s", e.Op, e.Message)
}

// Unwrap returns the code, so that errors.Is matches it.
func (e *Error) Unwrap() error { return e.Code }

func closed(op, what string) error {
	return &Error{Op: op, Code: ErrInvalid, Message: what + ": nil or closed"}
}

func invalid(op, message string) error { return &Error{Op: op, Code: ErrInvalid, Message: message} }
