package deviceshare

// The smallest scene that differs in the same way, and how it is printed.

import (
	"encoding/json"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func zzShrink(t *testing.T, s *zzScene, kind string) (*zzScene, *zzDiff) {
	last := s.run(t, nil, kind)
	try := func(c *zzScene) bool {
		for i := 0; i < 5; i++ {
			d := c.run(t, nil, kind)
			if d == nil || d.Kind != kind {
				return false
			}
			last = d
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		for i := len(s.Ops) - 1; i >= 0; i-- {
			if s.Ops[i].Remove == 1<<20 {
				continue
			}
			c := *s
			c.Ops = append([]zzOp{}, s.Ops...)
			c.Ops[i] = zzOp{Remove: 1 << 20}
			if try(&c) {
				s, changed = &c, true
			}
		}
		for i := len(s.Device.Spec.Devices) - 1; i >= 0; i-- {
			c := *s
			c.Device = s.Device.DeepCopy()
			c.Device.Spec.Devices = append(c.Device.Spec.Devices[:i], c.Device.Spec.Devices[i+1:]...)
			if try(&c) {
				s, changed = &c, true
			}
		}
		for k := range s.Labels {
			c := *s
			c.Labels = map[string]string{}
			for a, b := range s.Labels {
				if a != k {
					c.Labels[a] = b
				}
			}
			if try(&c) {
				s, changed = &c, true
			}
		}
		for k := range s.Device.Labels {
			c := *s
			c.Device = s.Device.DeepCopy()
			delete(c.Device.Labels, k)
			if try(&c) {
				s, changed = &c, true
			}
		}
		for k := range s.Device.Annotations {
			c := *s
			c.Device = s.Device.DeepCopy()
			delete(c.Device.Annotations, k)
			if try(&c) {
				s, changed = &c, true
			}
		}
		for i := range s.Ops {
			if s.Ops[i].Pod == nil {
				continue
			}
			for k := range s.Ops[i].Pod.Annotations {
				c := *s
				c.Ops = append([]zzOp{}, s.Ops...)
				c.Ops[i].Pod = s.Ops[i].Pod.DeepCopy()
				delete(c.Ops[i].Pod.Annotations, k)
				if try(&c) {
					s, changed = &c, true
				}
			}
			for k := range s.Ops[i].Pod.Spec.Containers[0].Resources.Requests {
				c := *s
				c.Ops = append([]zzOp{}, s.Ops...)
				c.Ops[i].Pod = s.Ops[i].Pod.DeepCopy()
				delete(c.Ops[i].Pod.Spec.Containers[0].Resources.Requests, k)
				delete(c.Ops[i].Pod.Spec.Containers[0].Resources.Limits, k)
				if k != "cpu" && try(&c) {
					s, changed = &c, true
				}
			}
		}
	}
	return s, last
}

func zzShow(s *zzScene) string {
	type op struct {
		Requests    corev1.ResourceList
		Annotations map[string]string
		Remove      int
	}
	var ops []op
	for _, o := range s.Ops {
		if o.Pod != nil {
			ops = append(ops, op{o.Pod.Spec.Containers[0].Resources.Requests, o.Pod.Annotations, -1})
		} else if o.Remove != 1<<20 {
			ops = append(ops, op{Remove: o.Remove})
		}
	}
	j, _ := json.Marshal(map[string]any{"most": s.Most, "nodeLabels": s.Labels, "deviceLabels": s.Device.Labels, "deviceAnnotations": s.Device.Annotations, "devices": s.Device.Spec.Devices, "ops": ops})
	return string(j)
}
