package dra

import (
	"math/big"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
)

// maxAmount is the largest amount of the engine.
const maxAmount = int64(1) << 50

// unit is the unit in which the engine counts a capacity or counter: 1 if the pointer is nil, else
// a number of nano units.
type unit struct{ nano *big.Int }

var (
	nanoPerWhole = big.NewInt(1e9)
	limit        = big.NewInt(maxAmount)
)

// isPlain reports whether all quantities are whole numbers from 0 to maxAmount.
func isPlain(quantities []resource.Quantity) bool {
	for i := range quantities {
		if whole, ok := quantities[i].AsInt64(); !ok || whole < 0 || whole > maxAmount {
			return false
		}
	}
	return true
}

// quantities are amounts of one capacity or counter.
type quantities struct {
	base    []resource.Quantity   // must be whole in the unit
	groups  [][]resource.Quantity // whole in the unit if possible; a group has the amounts of one device
	wanted  [][]resource.Quantity // like groups, but considered after them
	rounded []resource.Quantity   // may be rounded
}

// unit returns the largest unit in which amounts are whole, and none is above maxAmount. Groups with
// which this is impossible are left out: those first whose own amounts are furthest apart.
func (q *quantities) unit() unit {
	plain := isPlain(q.base) && isPlain(q.rounded)
	for _, groups := range [][][]resource.Quantity{q.groups, q.wanted} {
		for i := 0; plain && i < len(groups); i++ {
			plain = isPlain(groups[i])
		}
	}
	if plain {
		return unit{}
	}
	common := spanOf(q.base).withGroups(q.groups).withGroups(q.wanted)
	if common.divisor.Sign() == 0 {
		return unit{nano: new(big.Int).Set(nanoPerWhole)}
	}
	return unit{common.divisor}
}

// span has the greatest common divisor of amounts and the largest of them.
type span struct{ divisor, largest *big.Int }

func spanOf(quantities []resource.Quantity) span {
	s := span{new(big.Int), new(big.Int)}
	for _, q := range quantities {
		n := inNano(q)
		s = s.with(span{n, n})
	}
	return s
}

func (s span) with(other span) span {
	out := span{new(big.Int).GCD(nil, nil, s.divisor, other.divisor), s.largest}
	if other.largest.Cmp(s.largest) > 0 {
		out.largest = other.largest
	}
	return out
}

// withGroups adds the groups, except those that would need too small a unit.
func (s span) withGroups(groups [][]resource.Quantity) span {
	spans := make([]span, 0, len(groups))
	for _, group := range groups {
		spans = append(spans, spanOf(group))
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.quotient().Cmp(b.quotient()) })
	for _, other := range spans {
		if next := s.with(other); next.quotient().Cmp(limit) <= 0 {
			s = next
		}
	}
	return s
}

// quotient returns the largest amount in units of the divisor.
func (s span) quotient() *big.Int {
	if s.divisor.Sign() == 0 {
		return new(big.Int)
	}
	return new(big.Int).Quo(s.largest, s.divisor)
}

// inNano returns a quantity in nano units, rounded up. Negative quantities count as 0.
func inNano(q resource.Quantity) *big.Int {
	if q.Sign() <= 0 {
		return new(big.Int)
	}
	if whole, ok := q.AsInt64(); ok {
		return new(big.Int).Mul(big.NewInt(whole), nanoPerWhole)
	}
	decimal := q.AsDec()
	exponent := 9 - int64(decimal.Scale())
	out := new(big.Int).Set(decimal.UnscaledBig())
	if exponent >= 0 {
		return out.Mul(out, power(exponent))
	}
	return ceiling(out, power(-exponent))
}

// power returns a power of ten. The exponent is limited to 100.
func power(exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(min(exponent, 100)), nil)
}

func ceiling(n, divisor *big.Int) *big.Int {
	quotient, remainder := new(big.Int).QuoRem(n, divisor, new(big.Int))
	if remainder.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}

// exact returns a quantity in this unit, or false if it is not whole or too large.
func (u unit) exact(q resource.Quantity) (int64, bool) {
	if u.nano == nil {
		whole, ok := q.AsInt64()
		return whole, ok && whole >= 0 && whole <= maxAmount
	}
	quotient, remainder := new(big.Int).QuoRem(inNano(q), u.nano, new(big.Int))
	if remainder.Sign() != 0 || quotient.Cmp(limit) > 0 || q.Sign() < 0 {
		return 0, false
	}
	return quotient.Int64(), true
}

// atMost and atLeast return a quantity in this unit, rounded down or up and limited to maxAmount.
func (u unit) atMost(q resource.Quantity) int64 {
	if whole, ok := u.exact(q); ok {
		return whole
	}
	return clamp(new(big.Int).Quo(inNano(q), u.size()))
}

func (u unit) atLeast(q resource.Quantity) int64 {
	if whole, ok := u.exact(q); ok {
		return whole
	}
	return clamp(ceiling(inNano(q), u.size()))
}

func (u unit) size() *big.Int {
	if u.nano == nil {
		return nanoPerWhole
	}
	return u.nano
}

func clamp(n *big.Int) int64 {
	if n.Cmp(limit) > 0 {
		return maxAmount
	}
	return n.Int64()
}
