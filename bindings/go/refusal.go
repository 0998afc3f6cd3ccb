package koord

// Refused reports whether the request is refused.
func (r Refusal) Refused() bool { return r.Reason != ReasonNone }

// String returns one sentence for users. Under a Profile other than ProfileSpec it is the original
// component's text.
func (r Refusal) String() string {
	text, err := textOf(func(text []byte) (int, error) { return callRefusalFormat(r, text) })
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return text
}

// ReasonName returns the stable name of the reason. Under ProfileKubelet it is the reason that
// kubelet reports.
func (r Refusal) ReasonName() string { return callReasonName(r.Reason, r.Profile) }

// MarshalText returns the stable name ("NotEnoughCPUs"), for logs, metrics and JSON.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalJSON writes names in place of numbers, and the sentence.
func (r Refusal) MarshalJSON() ([]byte, error) {
	text, err := callRefusalToJSON(r)
	return text, err
}
