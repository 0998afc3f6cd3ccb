package nodenumaresource

// The smallest scene that differs in the same way, and how it is printed.

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/koordinator-sh/koordinator/apis/extension"
)

func zzShrinkScene(t *testing.T, s *zzScene, kind string) (*zzScene, *zzDiff) {
	same := func(d *zzDiff) bool { return d != nil && d.Kind == kind }
	last := s.run(t, true, nil, kind)
	try := func(c *zzScene) bool {
		d := c.run(t, true, nil, kind)
		if !same(d) {
			return false
		}
		s, last = c, d
		return true
	}
	for changed := true; changed; {
		changed = false
		for i := len(s.Ops) - 1; i >= 0; i-- {
			c := *s
			c.Ops = append([]zzOp{}, s.Ops...)
			if c.Ops[i].Remove == -2 {
				continue
			}
			// ops keep their index: a dropped one removes nothing
			c.Ops[i] = zzOp{Remove: 1 << 20}
			if s.Ops[i].Remove != 1<<20 && try(&c) {
				changed = true
			}
		}
		for _, m := range []func(c *zzScene) bool{
			func(c *zzScene) bool { l := len(c.Node.Labels); c.Node.Labels = map[string]string{}; return l > 0 },
			func(c *zzScene) bool {
				l := len(c.Node.Annotations)
				c.Node.Annotations = map[string]string{}
				return l > 0
			},
			func(c *zzScene) bool { l := len(c.NRT.TopologyPolicies); c.NRT.TopologyPolicies = nil; return l > 0 },
		} {
			c := *s
			c.Node, c.NRT = s.Node.DeepCopy(), s.NRT.DeepCopy()
			if m(&c) && try(&c) {
				changed = true
			}
		}
		for k := range s.Node.Labels {
			c := *s
			c.Node = s.Node.DeepCopy()
			delete(c.Node.Labels, k)
			if try(&c) {
				changed = true
			}
		}
		for k := range s.NRT.Annotations {
			if k == extension.AnnotationNodeCPUTopology {
				continue
			}
			c := *s
			c.NRT = s.NRT.DeepCopy()
			delete(c.NRT.Annotations, k)
			if try(&c) {
				changed = true
			}
		}
		for i := range s.Ops {
			if s.Ops[i].Pod == nil {
				continue
			}
			for _, f := range []func(p *corev1.Pod) bool{
				func(p *corev1.Pod) bool { l := len(p.Annotations); p.Annotations = nil; return l > 0 },
				func(p *corev1.Pod) bool {
					_, ok := p.Annotations[extension.AnnotationNUMATopologySpec]
					delete(p.Annotations, extension.AnnotationNUMATopologySpec)
					return ok
				},
				func(p *corev1.Pod) bool {
					_, ok := p.Annotations[extension.AnnotationResourceSpec]
					delete(p.Annotations, extension.AnnotationResourceSpec)
					return ok
				},
				func(p *corev1.Pod) bool { l := len(p.Spec.InitContainers); p.Spec.InitContainers = nil; return l > 0 },
				func(p *corev1.Pod) bool {
					l := len(p.Spec.Containers)
					p.Spec.Containers = p.Spec.Containers[:1]
					return l > 1
				},
				func(p *corev1.Pod) bool { l := len(p.Labels); p.Labels = nil; return l > 0 },
				func(p *corev1.Pod) bool {
					_, ok := p.Spec.Containers[0].Resources.Requests["memory"]
					for k := range p.Spec.Containers {
						delete(p.Spec.Containers[k].Resources.Requests, "memory")
						delete(p.Spec.Containers[k].Resources.Limits, "memory")
					}
					return ok
				},
			} {
				c := *s
				c.Ops = append([]zzOp{}, s.Ops...)
				c.Ops[i].Pod = s.Ops[i].Pod.DeepCopy()
				if f(c.Ops[i].Pod) && try(&c) {
					changed = true
				}
			}
		}
	}
	return s, last
}

func zzShow(s *zzScene) string {
	if os.Getenv("FULL") != "" {
		j, _ := json.Marshal(s)
		return string(j)
	}
	type op struct {
		Qos, Class  string            `json:",omitempty"`
		Priority    *int32            `json:",omitempty"`
		Annotations map[string]string `json:",omitempty"`
		Init        []string          `json:",omitempty"`
		Requests    []string          `json:",omitempty"`
		Remove      int
	}
	list := func(cs []corev1.Container) (o []string) {
		for _, c := range cs {
			x := ""
			for k, v := range c.Resources.Requests {
				x += fmt.Sprintf("%s=%s ", k, v.String())
			}
			o = append(o, x)
		}
		return
	}
	var ops []op
	for _, o := range s.Ops {
		if o.Pod != nil {
			ops = append(ops, op{o.Pod.Labels[extension.LabelPodQoS], o.Pod.Labels[extension.LabelPodPriorityClass], o.Pod.Spec.Priority, o.Pod.Annotations, list(o.Pod.Spec.InitContainers), list(o.Pod.Spec.Containers), -1})
		} else if o.Remove != 1<<20 {
			ops = append(ops, op{Remove: o.Remove})
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
	var zones []string
	for _, z := range s.NRT.Zones {
		x := z.Name
		for _, r := range z.Resources {
			x += fmt.Sprintf(" %s=%s", r.Name, r.Allocatable.String())
		}
		zones = append(zones, x)
	}
	j, _ := json.Marshal(map[string]any{"args": s.Score + "/" + s.Numa + "/" + s.Bind, "note": s.Note, "labels": s.Node.Labels, "annotations": s.Node.Annotations, "allocatable": s.Node.Status.Allocatable, "nrt": nrt, "policies": s.NRT.TopologyPolicies, "zones": zones, "ops": ops})
	return string(j)
}
