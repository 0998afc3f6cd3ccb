// Package koordc is the thinnest cgo layer over koord.h that the differential drivers need: what koord.h calls things stays
// in here. CGO_CFLAGS and CGO_LDFLAGS say where header and library are.
package koordc

/*
#cgo LDFLAGS: -lkoord
#include <koord.h>
*/
import "C"

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// Error is a status that is not KOORD_OK.
type Error struct {
	Code int
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Text) }

// OverLimit says whether an error is about a documented bound.
func OverLimit(err error) bool {
	e, ok := err.(*Error)
	return ok && e.Code == C.KOORD_E_LIMIT
}

func fail(status C.koord_status, e *C.koord_error) error {
	if status == C.KOORD_OK {
		return nil
	}
	return &Error{int(status), C.GoString(&e.message[0])}
}

func text(s string) (*C.char, C.size_t) {
	if len(s) == 0 {
		return nil, 0
	}
	b := []byte(s)
	return (*C.char)(unsafe.Pointer(&b[0])), C.size_t(len(s))
}

func take(b *C.koord_buffer) string {
	if b == nil {
		return ""
	}
	s := C.GoStringN(C.koord_buffer_get_data(b), C.int(C.koord_buffer_get_length(b)))
	C.koord_buffer_unref(b)
	return s
}

func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// The drivers' numbers of profiles.
const (
	SpecProfile = iota
	UpstreamProfile
	KubeletProfile
)

var profiles = []C.koord_profile{C.KOORD_PROFILE_SPEC, C.KOORD_PROFILE_UPSTREAM, C.KOORD_PROFILE_KUBELET}

// Refusal is what a person reads of a koord_refusal; Reason is empty where nothing was refused.
type Refusal struct{ Reason, Text string }

func refusal(r *C.koord_refusal) Refusal {
	if r.reason == 0 {
		return Refusal{}
	}
	o := Refusal{Reason: C.GoString(C.koord_reason_get_name(r.reason, r.profile))}
	var buf [1024]C.char
	var n C.size_t
	if C.koord_refusal_format(r, &buf[0], C.size_t(len(buf)), &n, nil) == C.KOORD_OK {
		o.Text = C.GoString(&buf[0])
	}
	return o
}

// Set is a set of CPUs.
type Set []uint64

func NewSet(words int) Set   { return make(Set, words) }
func (s Set) Add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s Set) Has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 == 1 }
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
func (s Set) List() []int {
	var l []int
	for w, v := range s {
		for v != 0 {
			l = append(l, w*64+bits.TrailingZeros64(v))
			v &= v - 1
		}
	}
	return l
}
func (s Set) p() *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(first(s))) }
