package koord

import (
	"bytes"
	"strings"
)

// arena holds the texts of input rows.
type arena struct{ bytes []byte }

func (a *arena) add(text string) (offset, length uint32) {
	offset = uint32(len(a.bytes))
	a.bytes = append(a.bytes, text...)
	return offset, uint32(len(text))
}

// raws converts rows to C's layout, with their texts in the arena.
func raws[P interface{ raw(*arena) R }, R any](rows []P, texts *arena) []R {
	out := make([]R, len(rows))
	for i, row := range rows {
		out[i] = row.raw(texts)
	}
	return out
}

// textAt returns a copy of a row's text, or "" if the offset is out of range.
func textAt(texts string, offset, length uint32) string {
	if uint64(offset)+uint64(length) > uint64(len(texts)) {
		return ""
	}
	return strings.Clone(texts[offset : offset+length])
}

func upToNUL(text []byte) string {
	if end := bytes.IndexByte(text, 0); end >= 0 {
		text = text[:end]
	}
	return string(text)
}

// textOf reads a text of unknown length. read returns the needed length without the terminating
// NUL.
func textOf(read func(text []byte) (int, error)) (string, error) {
	text := make([]byte, 256)
	for {
		needed, err := read(text)
		if err == nil {
			return string(text[:needed]), nil
		}
		if !short(err, needed+1, len(text)) {
			return "", err
		}
		text = make([]byte, needed+1)
	}
}

// rowsOf reads rows; guess is the expected number.
func rowsOf[T any](guess int, read func(rows []T) (int, error)) ([]T, error) {
	rows := make([]T, guess)
	for {
		count, err := read(rows)
		if err == nil {
			return rows[:count:count], nil
		}
		if !short(err, count, len(rows)) {
			return nil, err
		}
		rows = make([]T, count)
	}
}

// lentRows reads rows whose texts belong to their handle.
func lentRows[R any, P any](read func(rows []R) (int, error), lend func(func(texts string)) error, public func(*R, string) P) (
	[]P, error) {
	rows, err := rowsOf(16, read)
	if err != nil {
		return nil, err
	}
	out := make([]P, len(rows))
	err = lend(func(texts string) {
		for i := range out {
			out[i] = public(&rows[i], texts)
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
