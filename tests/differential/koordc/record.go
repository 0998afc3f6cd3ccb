package koordc

import (
	"encoding/json"
	"os"
)

// KOORD_RECORD names a file to which every call is added, one line of JSON each: its arguments and its answer. Replay makes
// the same calls of another library.

// step is one line.
type step struct {
	Call   string            `json:"call"`
	With   []json.RawMessage `json:"with"`
	Answer []json.RawMessage `json:"answer"`
}

// Handles are recorded by number.
func (t *Topology) MarshalJSON() ([]byte, error) { return json.Marshal(t.id) }
func (p *Pod) MarshalJSON() ([]byte, error)      { return json.Marshal(p.id) }
func (c *Cluster) MarshalJSON() ([]byte, error)  { return json.Marshal(c.id) }
func (k *Kubelet) MarshalJSON() ([]byte, error)  { return json.Marshal(k.id) }

var (
	lastHandle int
	recordFile *os.File
)

func init() {
	name := os.Getenv("KOORD_RECORD")
	if name == "" {
		return
	}
	var err error
	if recordFile, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		panic(err)
	}
}

func nextHandle() int {
	lastHandle++
	return lastHandle
}

// told is deferred at a call's start, with its arguments as they are then; what it gives takes the answer's places.
func told(call string, with ...any) func(answer ...any) {
	if recordFile == nil {
		return func(...any) {}
	}
	s := step{Call: call, With: encoded(with)}
	return func(answer ...any) {
		s.Answer = encoded(answer)
		line, err := json.Marshal(s)
		if err == nil {
			_, err = recordFile.Write(append(line, '\n'))
		}
		if err != nil {
			panic(err)
		}
	}
}

func encoded(values []any) []json.RawMessage {
	out := make([]json.RawMessage, 0, len(values))
	for _, v := range values {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		out = append(out, b)
	}
	return out
}
