// Package similar finds the name that somebody probably meant.
package similar

import "strings"

// maxEdits is the number of edits up to which a name is similar.
const maxEdits = 2

// Nearest returns the most similar of names, with at most two edits and without regard to case. Returns "" if there is none.
func Nearest(name string, names []string) (best string) {
	least := maxEdits + 1
	for _, candidate := range names {
		if distance := edits(strings.ToLower(name), strings.ToLower(candidate)); distance < least {
			best, least = candidate, distance
		}
	}
	return best
}

// edits returns the Levenshtein distance, or more than maxEdits if a is too much longer than b. This bounds the work for long names.
func edits(a, b string) int {
	if len(a) > len(b)+maxEdits {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
