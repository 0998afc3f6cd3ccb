package koord

import (
	"errors"
	"fmt"
	"math/bits"
)

// CPUSet is a set of CPUs: bit b of word w is CPU 64 * w + b. The zero value is the empty set. Sets
// of different lengths can be combined; missing words are empty.
type CPUSet []uint64

// longest is the number of words for the largest machine.
const longest = MaxCPUs / 64

// NewCPUSet returns the set of some CPUs. It panics on a number outside 0 to MaxCPUs - 1, like Add.
func NewCPUSet(cpus ...int) CPUSet {
	var set CPUSet
	for _, cpu := range cpus {
		set.Add(cpu)
	}
	return set
}

// ParseCPUSet parses a Linux CPU list such as "0-3,8". An empty list is the empty set.
func ParseCPUSet(list string) (CPUSet, error) {
	set := make(CPUSet, longest)
	if err := callCpulistParse(list, set); err != nil {
		return nil, err
	}
	return set.short(), nil
}

// String returns the list form, ascending and with ranges.
func (s CPUSet) String() string {
	text, err := textOf(func(text []byte) (int, error) { return callCpulistFormat(s, text) })
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return text
}

// MarshalText returns the list form.
func (s CPUSet) MarshalText() ([]byte, error) {
	text, err := textOf(func(text []byte) (int, error) { return callCpulistFormat(s, text) })
	return []byte(text), err
}

// UnmarshalText parses the list form.
func (s *CPUSet) UnmarshalText(text []byte) error {
	set, err := ParseCPUSet(string(text))
	if err == nil {
		*s = set
	}
	return err
}

// Add adds a CPU. It panics on a number outside 0 to MaxCPUs - 1, like an index out of range,
// because no machine has such a CPU. Use ParseCPUSet for untrusted numbers.
func (s *CPUSet) Add(cpu int) {
	if cpu < 0 || cpu >= MaxCPUs {
		panic(fmt.Sprintf("koord: CPU %d is out of range [0:%d]", cpu, MaxCPUs))
	}
	for len(*s) <= cpu/64 {
		*s = append(*s, 0)
	}
	(*s)[cpu/64] |= 1 << (cpu % 64)
}

// Remove removes a CPU if the set contains it. Any number is valid.
func (s CPUSet) Remove(cpu int) {
	if cpu >= 0 && cpu/64 < len(s) {
		s[cpu/64] &^= 1 << (cpu % 64)
	}
}

// Contains reports whether a CPU is in the set. Any number is valid.
func (s CPUSet) Contains(cpu int) bool {
	return cpu >= 0 && cpu/64 < len(s) && s[cpu/64]>>(cpu%64)&1 != 0
}

// Count returns the number of CPUs in the set.
func (s CPUSet) Count() int {
	count := 0
	for _, word := range s {
		count += bits.OnesCount64(word)
	}
	return count
}

// CPUs returns the numbers of the CPUs, ascending.
func (s CPUSet) CPUs() []int {
	list := make([]int, 0, s.Count())
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, 64*w+bits.TrailingZeros64(word))
		}
	}
	return list
}

func (s CPUSet) word(i int) uint64 {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (s CPUSet) with(other CPUSet, merge func(a, b uint64) uint64) CPUSet {
	words := len(s)
	if len(other) > words {
		words = len(other)
	}
	out := make(CPUSet, words)
	for i := range out {
		out[i] = merge(s.word(i), other.word(i))
	}
	return out
}

// Union returns the CPUs in either set.
func (s CPUSet) Union(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a | b })
}

// Intersection returns the CPUs in both sets.
func (s CPUSet) Intersection(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a & b })
}

// Difference returns the CPUs in s that are not in other.
func (s CPUSet) Difference(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a &^ b })
}

// Equal reports whether both sets contain the same CPUs, regardless of their lengths.
func (s CPUSet) Equal(other CPUSet) bool {
	return s.Difference(other).Count() == 0 && other.Difference(s).Count() == 0
}

// noCPUs is the empty set in the form that the library accepts.
var noCPUs = CPUSet{0}

// orNone returns the set with at least one word.
func (s CPUSet) orNone() CPUSet {
	if len(s) == 0 {
		return noCPUs
	}
	return s
}

// short returns the set without empty words at its end.
func (s CPUSet) short() CPUSet {
	n := len(s)
	for n > 0 && s[n-1] == 0 {
		n--
	}
	return s[:n:n]
}

// wordsOf returns the length of the longest set, but at least `least`.
func wordsOf(least int, sets ...CPUSet) int {
	for _, set := range sets {
		if len(set) > least {
			least = len(set)
		}
	}
	return least
}

// widen returns a set of exactly `words` words, without a copy if the length is right. nil stays
// nil.
func widen(set CPUSet, words int) []uint64 {
	if set == nil || len(set) == words {
		return set
	}
	wide := make([]uint64, words)
	copy(wide, set)
	return wide
}

// setOf reads a set of a machine whose size is not known.
func setOf(read func(words []uint64) error) (CPUSet, error) {
	set := make(CPUSet, longest)
	if err := read(set); err != nil {
		return nil, err
	}
	return set.short(), nil
}

// short reports whether a call failed because its buffer was too small for the size that it
// returned.
func short(err error, needed, have int) bool {
	return err != nil && needed > have && errors.Is(err, ErrNoSpace)
}
