package koordc

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// calls by the names that told gives them.
var calls = map[string]any{
	"NewTopology": NewTopology, "TopologyFromJSON": TopologyFromJSON, "Topology.JSON": (*Topology).JSON, "Topology.Free": (*Topology).Free,
	"Topology.Pick": (*Topology).Pick, "Topology.KubeletPick": (*Topology).KubeletPick, "DoMerge": DoMerge,
	"NewPod": NewPod, "Pod.Free": (*Pod).Free,
	"NewCluster": NewCluster, "Cluster.Free": (*Cluster).Free, "Cluster.SetNode": (*Cluster).SetNode,
	"Cluster.SetTopology": (*Cluster).SetTopology, "Cluster.SetDevices": (*Cluster).SetDevices, "Cluster.SetPod": (*Cluster).SetPod,
	"Cluster.Judge": (*Cluster).Judge, "Cluster.Evaluate": (*Cluster).Evaluate, "Cluster.Reserve": (*Cluster).Reserve,
	"Cluster.RemovePod": (*Cluster).RemovePod, "Cluster.PodStatus": (*Cluster).PodStatus, "Cluster.PodDevices": (*Cluster).PodDevices,
	"Cluster.PreBind": (*Cluster).PreBind,
	"NewKubelet":      NewKubelet, "NewKubeletOf": NewKubeletOf, "NewKubeletWithDevices": NewKubeletWithDevices, "Kubelet.Free": (*Kubelet).Free, "Kubelet.Admit": (*Kubelet).Admit, "Kubelet.Remove": (*Kubelet).Remove,
	"Kubelet.CPUState": (*Kubelet).CPUState, "Kubelet.MemoryState": (*Kubelet).MemoryState, "Kubelet.DeviceState": (*Kubelet).DeviceState,
}

var handleTypes = map[reflect.Type]bool{
	reflect.TypeOf((*Topology)(nil)): true, reflect.TypeOf((*Pod)(nil)): true, reflect.TypeOf((*Cluster)(nil)): true, reflect.TypeOf((*Kubelet)(nil)): true,
}

// Difference is one call that answers otherwise than on record.
type Difference struct {
	Line                  int
	Call, With, Was, Says string
}

// Replay makes the recorded calls and reports each other answer. renamed maps an answer on record to how it reads now.
func Replay(record io.Reader, renamed func(answer string) string, report func(Difference)) (steps int, err error) {
	handles := map[int]reflect.Value{}
	lines := bufio.NewReaderSize(record, 1<<20)
	for {
		line, end := lines.ReadBytes('\n')
		if len(line) > 0 {
			steps++
			if err := replayLine(line, steps, handles, renamed, report); err != nil {
				return steps, fmt.Errorf("line %d: %w", steps, err)
			}
		}
		if end == io.EOF {
			return steps, nil
		}
		if end != nil {
			return steps, end
		}
	}
}

func replayLine(line []byte, number int, handles map[int]reflect.Value, renamed func(string) string, report func(Difference)) error {
	var s step
	if err := json.Unmarshal(line, &s); err != nil {
		return err
	}
	f := reflect.ValueOf(calls[s.Call])
	if !f.IsValid() || f.Type().NumIn() != len(s.With) {
		return fmt.Errorf("no call %s with %d arguments", s.Call, len(s.With))
	}
	var in []reflect.Value
	for i, w := range s.With {
		t := f.Type().In(i)
		v := reflect.New(t)
		if handleTypes[t] {
			var id int
			if err := json.Unmarshal(w, &id); err != nil {
				return err
			}
			if h, ok := handles[id]; ok {
				v.Elem().Set(h)
			}
		} else if err := json.Unmarshal(w, v.Interface()); err != nil {
			return err
		}
		in = append(in, v.Elem())
	}
	for i, out := range f.Call(in) {
		if handleTypes[out.Type()] {
			var id int
			if err := json.Unmarshal(s.Answer[i], &id); err != nil {
				return err
			}
			handles[id] = out
			continue
		}
		says := string(encoded([]any{out.Interface()})[0])
		if was := renamed(string(s.Answer[i])); was != says {
			report(Difference{number, s.Call, fmt.Sprintf("%s", s.With), was, says})
		}
	}
	return nil
}
