package koord

import "fmt"

// Error is the status' stable name ("no-space"), for logs and metrics.
func (s Status) Error() string { return "koord: " + s.Name() }

// Name is the stable lower-case name of a status ("no-space"), "unknown" for others.
func (s Status) Name() string { return callStatusName(s) }

// Error is a call that failed: errors.Is finds its Code, errors.As the whole. A request that does not fit is not an
// error; see Refusal.
type Error struct {
	Op      string // the call of the library: "pod_from_json"
	Code    Status
	Message string // the library's sentence: names the field, what was found, what was expected
}

func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("koord: %s: %s", e.Op, e.Code.Name())
	}
	return fmt.Sprintf("koord: %s: %s", e.Op, e.Message)
}

// Unwrap lets errors.Is match the code.
func (e *Error) Unwrap() error { return e.Code }

func closed(op, what string) error {
	return &Error{Op: op, Code: ErrInvalid, Message: what + ": nil or closed"}
}

func invalid(op, message string) error { return &Error{Op: op, Code: ErrInvalid, Message: message} }
