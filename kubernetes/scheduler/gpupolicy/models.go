package gpupolicy

import (
	"slices"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// podModels returns the GPU models that a pod names by its node selector or required node affinity:
// values of label gpu-model with operator In. It returns none if the pod accepts every model, or
// names more than maxModels. possible is false if the pod accepts no model.
func podModels(pod *v1.Pod) (models []string, possible bool) {
	accepted := modelSet{all: true}
	if model, stated := pod.Spec.NodeSelector[objects.LabelGPUModel]; stated {
		accepted = accepted.and([]string{model})
	}
	if affinity := pod.Spec.Affinity; affinity != nil && affinity.NodeAffinity != nil {
		if required := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution; required != nil {
			accepted = accepted.andAny(required.NodeSelectorTerms)
		}
	}
	if accepted.all || len(accepted.names) > maxModels {
		return nil, true
	}
	return accepted.names, len(accepted.names) > 0
}

// modelSet is a set of models. all means every model.
type modelSet struct {
	all   bool
	names []string
}

// and returns the models that are also in a list. Values that no label can have are ignored.
func (s modelSet) and(names []string) modelSet {
	out := modelSet{}
	for _, name := range names {
		if isModel(name) && (s.all || slices.Contains(s.names, name)) && !slices.Contains(out.names, name) {
			out.names = append(out.names, name)
		}
		if len(out.names) > maxModels {
			break
		}
	}
	return out
}

// andAny returns the models that some term accepts too. Terms without expressions accept no node.
func (s modelSet) andAny(terms []v1.NodeSelectorTerm) modelSet {
	out := modelSet{}
	for i := range terms {
		if len(terms[i].MatchExpressions) == 0 && len(terms[i].MatchFields) == 0 {
			continue
		}
		accepted := s
		for _, expression := range terms[i].MatchExpressions {
			if expression.Key == objects.LabelGPUModel && expression.Operator == v1.NodeSelectorOpIn {
				accepted = accepted.and(expression.Values)
			}
		}
		if accepted.all {
			return accepted
		}
		for _, name := range accepted.names {
			if !slices.Contains(out.names, name) {
				out.names = append(out.names, name)
			}
		}
		if len(out.names) > maxModels {
			break
		}
	}
	return out
}
