package koord

// Refused says whether the answer is no.
func (r Refusal) Refused() bool { return r.Reason != ReasonNone }

// String is one sentence for people; under a Profile other than ProfileSpec it is the peer's own text.
func (r Refusal) String() string {
	text, err := textOf(func(text []byte) (int, error) { return callRefusalFormat(r, text) })
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return text
}

// ReasonName is the stable name of the reason; under ProfileKubelet the reason that kubelet reports.
func (r Refusal) ReasonName() string { return callReasonName(r.Reason, r.Profile) }

// MarshalText gives the stable name ("NotEnoughCPUs"), for logs, metrics and JSON.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalJSON gives names in place of numbers, and the sentence.
func (r Refusal) MarshalJSON() ([]byte, error) {
	text, err := callRefusalToJSON(r)
	return text, err
}
