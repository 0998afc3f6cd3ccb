package dra

import "libkoord.invalid/koord"

// checkSkipped returns the error because of which devices were not selected, unless the request got
// devices without them. The result of a request depends on such an error if the request has no
// devices or those of a later subrequest, and has too few devices without the skipped ones.
func (p *problem) checkSkipped(rows []koord.DraResult) error {
	if len(rows) == 0 && p.isHopeless() {
		return nil
	}
	chosen := make(map[[2]int]int)
	for _, row := range rows {
		r := p.requests[row.Alternative]
		chosen[[2]int{r.claim, r.index}] = r.sub
	}
	for _, r := range p.requests {
		sub, found := chosen[[2]int{r.claim, r.index}]
		if r.failed != nil && (!found || r.sub < sub) && p.isShort(r) {
			return r.failed
		}
	}
	return nil
}

// isHopeless reports whether a request has too few devices, and no device was skipped for it.
func (p *problem) isHopeless() bool {
	possible := make(map[[2]int]bool)
	for _, r := range p.requests {
		key := [2]int{r.claim, r.index}
		possible[key] = possible[key] || r.failed != nil || !p.isShort(r)
	}
	for _, possible := range possible {
		if !possible {
			return true
		}
	}
	return false
}

// isShort reports whether a request selects fewer devices that it can have than it needs.
func (p *problem) isShort(r *request) bool {
	var available int64
	for i := range p.devices {
		if d := &p.devices[i]; has(r.selected, i) && !d.blocked && (r.admin || d.isFree()) {
			available++
		}
	}
	return available < max(p.devicesFor(r), 1)
}
