package koord

import (
	"errors"
	"fmt"
	"math/bits"
)

// CPUSet is a set of CPUs: bit b of word w is CPU 64 * w + b. The zero value is the empty set. Sets of different lengths
// may be mixed; words that are not there are empty.
type CPUSet []uint64

// longest is how many words the largest machine needs.
const longest = MaxCPUs / 64

// NewCPUSet is the set of some CPUs. A number outside 0 to MaxCPUs - 1 panics, as in Add.
func NewCPUSet(cpus ...int) CPUSet {
	var set CPUSet
	for _, cpu := range cpus {
		set.Add(cpu)
	}
	return set
}

// ParseCPUSet reads a Linux CPU list ("0-3,8"; "" is empty).
func ParseCPUSet(list string) (CPUSet, error) {
	set := make(CPUSet, longest)
	if err := callCpulistParse(list, set); err != nil {
		return nil, err
	}
	return set.short(), nil
}

// String is the list form, ascending, with runs collapsed.
func (s CPUSet) String() string {
	text, err := textOf(func(text []byte) (int, error) { return callCpulistFormat(s, text) })
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return text
}

// MarshalText and UnmarshalText use the list form.
func (s CPUSet) MarshalText() ([]byte, error) {
	text, err := textOf(func(text []byte) (int, error) { return callCpulistFormat(s, text) })
	return []byte(text), err
}

// UnmarshalText reads the list form.
func (s *CPUSet) UnmarshalText(text []byte) error {
	set, err := ParseCPUSet(string(text))
	if err == nil {
		*s = set
	}
	return err
}

// Add puts a CPU in. A number outside 0 to MaxCPUs - 1 panics, like an index that is out of range: no machine has such a CPU.
// ParseCPUSet is for numbers that others wrote.
func (s *CPUSet) Add(cpu int) {
	if cpu < 0 || cpu >= MaxCPUs {
		panic(fmt.Sprintf("koord: CPU %d is out of range [0:%d]", cpu, MaxCPUs))
	}
	for len(*s) <= cpu/64 {
		*s = append(*s, 0)
	}
	(*s)[cpu/64] |= 1 << (cpu % 64)
}

// Remove takes a CPU out, if it is in: any number will do.
func (s CPUSet) Remove(cpu int) {
	if cpu >= 0 && cpu/64 < len(s) {
		s[cpu/64] &^= 1 << (cpu % 64)
	}
}

// Contains says whether a CPU is in the set, for any number.
func (s CPUSet) Contains(cpu int) bool {
	return cpu >= 0 && cpu/64 < len(s) && s[cpu/64]>>(cpu%64)&1 != 0
}

// Count is how many CPUs there are.
func (s CPUSet) Count() int {
	count := 0
	for _, word := range s {
		count += bits.OnesCount64(word)
	}
	return count
}

// CPUs are their numbers, ascending.
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

// Union is what is in either set.
func (s CPUSet) Union(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a | b })
}

// Intersection is what is in both sets.
func (s CPUSet) Intersection(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a & b })
}

// Difference is what is in s and not in other.
func (s CPUSet) Difference(other CPUSet) CPUSet {
	return s.with(other, func(a, b uint64) uint64 { return a &^ b })
}

// Equal says whether both hold the same CPUs, whatever their lengths.
func (s CPUSet) Equal(other CPUSet) bool {
	return s.Difference(other).Count() == 0 && other.Difference(s).Count() == 0
}

// noCPUs is what the empty set is to the library.
var noCPUs = CPUSet{0}

// orNone is the set with at least one word.
func (s CPUSet) orNone() CPUSet {
	if len(s) == 0 {
		return noCPUs
	}
	return s
}

// short is the set without empty words at its end.
func (s CPUSet) short() CPUSet {
	n := len(s)
	for n > 0 && s[n-1] == 0 {
		n--
	}
	return s[:n:n]
}

// wordsOf are as many as the longest set has, at least some.
func wordsOf(least int, sets ...CPUSet) int {
	for _, set := range sets {
		if len(set) > least {
			least = len(set)
		}
	}
	return least
}

// widen gives a set exactly so many words, without a copy where it has; nil stays nil.
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

// short of space are calls that tell how much they need.
func short(err error, needed, have int) bool {
	return err != nil && needed > have && errors.Is(err, ErrNoSpace)
}
