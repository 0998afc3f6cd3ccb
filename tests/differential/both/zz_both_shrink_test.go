package zzboth

// The smallest scene of set i that differs in the same way, and how it is printed.

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/koordinator-sh/koordinator/apis/extension"
	"github.com/koordinator-sh/koordinator/pkg/util/cpuset"
)

func (s *scene) print(t *testing.T, kind string) {
	m, d := s.shrink(t, kind)
	if d == nil {
		return
	}
	fmt.Printf("DIFF %s op %d\n  upstream %s\n  ours     %s\n  %s\n", d.Kind, d.Op, d.Upstream, d.Ours, m.show())
}

func (s *scene) shrink(t *testing.T, kind string) (*scene, *diff) {
	last := s.run(t, true, nil, kind)
	try := func(c *scene) bool {
		for i := 0; i < 3; i++ {
			d := c.run(t, true, nil, kind)
			if d == nil || d.Kind != kind {
				return false
			}
			last = d
		}
		return true
	}
	copied := func() *scene {
		c := *s
		c.Ops = append([]numaOp{}, s.Ops...)
		c.Node, c.NRT, c.Device = s.Node.DeepCopy(), s.NRT.DeepCopy(), s.Device.DeepCopy()
		return &c
	}
	for changed := true; changed; {
		changed = false
		step := func(f func(c *scene) bool) bool {
			c := copied()
			if f(c) && try(c) {
				s, changed = c, true
				return true
			}
			return false
		}
		for i := len(s.Ops) - 1; i >= 0; i-- {
			step(func(c *scene) bool {
				if c.Ops[i].Remove == 1<<20 {
					return false
				}
				c.Ops[i] = numaOp{Remove: 1 << 20}
				return true
			})
		}
		for i := len(s.Device.Spec.Devices) - 1; i >= 0; i-- {
			step(func(c *scene) bool {
				c.Device.Spec.Devices = append(c.Device.Spec.Devices[:i], c.Device.Spec.Devices[i+1:]...)
				return true
			})
		}
		for k := range s.Node.Labels {
			step(func(c *scene) bool { delete(c.Node.Labels, k); return true })
		}
		for k := range s.Node.Annotations {
			step(func(c *scene) bool { delete(c.Node.Annotations, k); return true })
		}
		for k := range s.NRT.Annotations {
			if k != extension.AnnotationNodeCPUTopology {
				step(func(c *scene) bool { delete(c.NRT.Annotations, k); return true })
			}
		}
		for k := range s.Device.Labels {
			step(func(c *scene) bool { delete(c.Device.Labels, k); return true })
		}
		for k := range s.Device.Annotations {
			step(func(c *scene) bool { delete(c.Device.Annotations, k); return true })
		}
		step(func(c *scene) bool { l := len(c.NRT.TopologyPolicies); c.NRT.TopologyPolicies = nil; return l > 0 })
		for i := range s.Ops {
			if s.Ops[i].Pod == nil {
				continue
			}
			for k := range s.Ops[i].Pod.Annotations {
				step(func(c *scene) bool {
					c.Ops[i].Pod = c.Ops[i].Pod.DeepCopy()
					delete(c.Ops[i].Pod.Annotations, k)
					return true
				})
			}
			for k := range s.Ops[i].Pod.Spec.Containers[0].Resources.Requests {
				step(func(c *scene) bool {
					c.Ops[i].Pod = c.Ops[i].Pod.DeepCopy()
					delete(c.Ops[i].Pod.Spec.Containers[0].Resources.Requests, k)
					delete(c.Ops[i].Pod.Spec.Containers[0].Resources.Limits, k)
					return true
				})
			}
			step(func(c *scene) bool {
				c.Ops[i].Pod = c.Ops[i].Pod.DeepCopy()
				l := len(c.Ops[i].Pod.Spec.Containers)
				c.Ops[i].Pod.Spec.Containers = c.Ops[i].Pod.Spec.Containers[:1]
				return l > 1
			})
			step(func(c *scene) bool {
				c.Ops[i].Pod = c.Ops[i].Pod.DeepCopy()
				l := len(c.Ops[i].Pod.Spec.InitContainers)
				c.Ops[i].Pod.Spec.InitContainers = nil
				return l > 0
			})
			step(func(c *scene) bool {
				c.Ops[i].Pod = c.Ops[i].Pod.DeepCopy()
				l := len(c.Ops[i].Pod.Labels)
				c.Ops[i].Pod.Labels = nil
				return l > 0
			})
		}
	}
	return s, last
}

func (s *scene) show() string {
	if os.Getenv("FULL") != "" {
		j, _ := json.Marshal(s)
		return string(j)
	}
	var ops []any
	for _, o := range s.Ops {
		if o.Pod != nil {
			m := map[string]any{"labels": o.Pod.Labels, "annotations": o.Pod.Annotations, "requests": o.Pod.Spec.Containers[0].Resources.Requests, "priority": o.Pod.Spec.Priority}
			if len(o.Pod.Spec.Containers) > 1 {
				m["second"] = o.Pod.Spec.Containers[1].Resources.Requests
			}
			if len(o.Pod.Spec.InitContainers) > 0 {
				m["init"] = o.Pod.Spec.InitContainers[0].Resources.Requests
			}
			ops = append(ops, m)
		} else if o.Remove != 1<<20 {
			ops = append(ops, map[string]any{"remove": o.Remove})
		}
	}
	nrt := map[string]string{}
	for k, v := range s.NRT.Annotations {
		if k == extension.AnnotationNodeCPUTopology {
			var t extension.CPUTopology
			json.Unmarshal([]byte(v), &t)
			v = ""
			for _, c := range t.Detail {
				v += fmt.Sprintf("%d:%d/%d/%d ", c.ID, c.Socket, c.Node, c.Core)
			}
		}
		nrt[k] = v
	}
	var zones, devs []string
	for _, z := range s.NRT.Zones {
		x := z.Name
		for _, r := range z.Resources {
			x += fmt.Sprintf(" %s=%s", r.Name, r.Allocatable.String())
		}
		zones = append(zones, x)
	}
	for _, d := range s.Device.Spec.Devices {
		x := fmt.Sprintf("%s %d healthy=%v", d.Type, *d.Minor, d.Health)
		if d.Topology != nil {
			x += fmt.Sprintf(" node %d socket %d pcie %s", d.Topology.NodeID, d.Topology.SocketID, d.Topology.PCIEID)
		}
		if len(d.VFGroups) > 0 {
			x += fmt.Sprintf(" vfs %d", len(d.VFGroups[0].VFs))
		}
		devs = append(devs, x)
	}
	j, _ := json.Marshal(map[string]any{"args": fmt.Sprint(s.Score, "/", s.Numa, "/", s.Bind, "/", s.Most), "labels": s.Node.Labels, "annotations": s.Node.Annotations, "nrt": nrt, "policies": s.NRT.TopologyPolicies, "zones": zones, "devices": devs, "deviceLabels": s.Device.Labels, "deviceAnnotations": s.Device.Annotations, "ops": ops})
	return string(j)
}

var bits = regexp.MustCompile(`\[[01 ]*\]|[0-9]+`)

// class returns a refusal without its numbers.
func class(s string) string {
	if i := strings.Index(s, "Unaligned NUMA Hint cause"); i >= 0 {
		l := strings.FieldsFunc(s[i+25:], func(r rune) bool { return r == '&' })
		var names []string
		for _, x := range l {
			if f := strings.Fields(x); len(f) > 0 {
				names = append(names, f[0])
			}
		}
		return s[:i] + "Unaligned " + strings.Join(names, "+")
	}
	s = bits.ReplaceAllString(s, "#")
	if len(s) > 100 {
		s = s[:100]
	}
	return s
}

// policies returns the NUMA policies that the pod meets.
func (s *scene) policies(op int) string {
	p := s.Ops[op].Pod
	l := s.Node.Labels[extension.LabelNUMATopologyPolicy]
	if x := p.Annotations[extension.AnnotationNUMATopologySpec]; x != "" {
		var v struct{ NumaTopologyPolicy string }
		json.Unmarshal([]byte(x), &v)
		l += "+pod:" + v.NumaTopologyPolicy
	}
	if len(s.NRT.TopologyPolicies) > 0 {
		l += "+nrt:" + s.NRT.TopologyPolicies[0]
	}
	return " (" + l + ")"
}

func devices(a map[string]string) string {
	d, err := extension.GetDeviceAllocations(a)
	if err != nil {
		return err.Error()
	}
	if len(d) == 0 {
		return "{}"
	}
	j, _ := json.Marshal(d)
	return string(j)
}

func status(a map[string]string) string {
	st, err := extension.GetResourceStatus(a)
	if err != nil {
		return err.Error()
	}
	set, err := cpuset.Parse(st.CPUSet)
	if err != nil {
		return err.Error()
	}
	out := "cpuset=" + set.String() + " "
	sort.Slice(st.NUMANodeResources, func(i, j int) bool { return st.NUMANodeResources[i].Node < st.NUMANodeResources[j].Node })
	for _, n := range st.NUMANodeResources {
		var l []string
		for k, v := range n.Resources {
			if !v.IsZero() {
				l = append(l, fmt.Sprintf("%s=%d", k, v.MilliValue()))
			}
		}
		sort.Strings(l)
		out += fmt.Sprintf("node %d %v ", n.Node, l)
	}
	return out
}

// TestZZScene plays a scene of a file, as FULL=1 prints it, and prints the first difference.
func TestZZScene(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("SCENE"))
	if err != nil {
		t.Skip(err)
	}
	s := &scene{}
	if err := json.Unmarshal(text, s); err != nil {
		t.Fatal(err)
	}
	for _, fix := range []bool{false, true} {
		n := counts{soft: map[string]int{}}
		d := s.run(t, fix, &n)
		fmt.Printf("repaired %v: %+v difference %+v\n", fix, n, d)
	}
}
