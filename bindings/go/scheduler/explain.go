package scheduler

import (
	"strings"

	"libkoord.invalid/koord"
)

// explain says in one line why no node takes a pod beside others that come before it, and how near the nearest is.
func (s *State) explain(made *koord.Pod, others *whatIf) string {
	const unsaid = "no node has what the pod needs"
	query, done, err := s.query()
	if err != nil {
		return unsaid
	}
	defer done()
	if others.add(query, s.index.get(s), "") != nil {
		return unsaid
	}
	why, err := s.cluster.Explain(made, koord.ExplainOptions{Nearest: 1, MaxJudgements: 64}, query)
	if err != nil {
		return unsaid
	}
	defer why.Close()
	text, err := why.Text()
	if err != nil {
		return unsaid
	}
	return short(oneLine(text))
}

// oneLine joins the lines of an explanation: its groups, then the nearest miss and what would help there.
func oneLine(text string) string {
	var out strings.Builder
	refused, nearest := false, false
	for _, line := range strings.Split(text, "\n")[1:] { // the first names the pod
		trimmed := strings.TrimSpace(line)
		refused = refused || strings.HasPrefix(trimmed, "Refused by")
		switch {
		case !refused: // a node that takes it since
			continue
		case trimmed == "" || trimmed == "no remedy found" || strings.HasPrefix(trimmed, "Refused by"):
			continue
		case strings.HasPrefix(trimmed, "Nearest miss"):
			nearest = true
			continue
		}
		if out.Len() > 0 {
			out.WriteString("; ")
		}
		if nearest {
			out.WriteString("nearest: ")
			nearest = false
		}
		out.WriteString(trimmed)
	}
	return out.String()
}
