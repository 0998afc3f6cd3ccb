package koord

// Explain asks every node, and looks closely at the nearest of those that refuse. query may be nil. Errors: ErrInvalid,
// ErrLimit, ErrNoMemory.
func (c *Cluster) Explain(pod *Pod, options ExplainOptions, query *Query) (*Explanation, error) {
	return callClusterExplain(c, pod, options, query)
}

// Info counts what was found.
func (e *Explanation) Info() (ExplanationInfo, error) { return callExplanationInfo(e) }

// Fits are the best of the nodes that can take the pod, at most ExplainOptions.Nearest.
func (e *Explanation) Fits() ([]Verdict, error) {
	return rowsOf(4, func(rows []Verdict) (int, error) { return callExplanationFits(e, rows) })
}

// Groups are all nodes that refuse, by what they lack: that of most nodes first.
func (e *Explanation) Groups() ([]RefusedGroup, error) {
	return rowsOf(8, func(rows []RefusedGroup) (int, error) { return callExplanationGroups(e, rows) })
}

// Misses are the nodes that refuse and lack least, the nearest first.
func (e *Explanation) Misses() ([]NearMiss, error) {
	return rowsOf(4, func(rows []NearMiss) (int, error) { return callExplanationMisses(e, rows) })
}

// Remedies are the steps of all remedies of all misses.
func (e *Explanation) Remedies() ([]RemedyStep, error) {
	return lentRows(func(rows []rawRemedyStep) (int, error) { return callExplanationRemedies(e, rows) },
		func(read func(string)) error { return callExplanationTexts(e, read) }, (*rawRemedyStep).public)
}

// Text says it to people, in several lines.
func (e *Explanation) Text() (string, error) {
	text, err := callExplanationToText(e)
	return string(text), err
}

// JSON is everything in one line.
func (e *Explanation) JSON() ([]byte, error) { return callExplanationToJSON(e) }
