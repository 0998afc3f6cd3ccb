package main

import (
	"slices"
	"strings"
	"testing"
)

// The pod that waits asks for 4 CPUs of its own; the node has CPUs 6, 7, 9, 11-13 and 5500 thousandths left.
func TestPodsThatWaitAlthoughTheyFit(t *testing.T) {
	const (
		gang    = `,"pod-group.scheduling.sigs.k8s.io":"h"}`
		waits   = `"name":"waits","uid":"waits",`
		request = `"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]}}`
	)
	own := func(text string) string { // the pod's scheduler, and no gang
		return strings.NewReplacer(gang, `}`, request, strings.Replace(request, `{"containers"`, `{"schedulerName":"koord","containers"`, 1)).Replace(text)
	}
	spec := func(text string) []string {
		return []string{waits, waits + `"annotations":{"scheduling.koordinator.sh/resource-spec":"` + text + `"},`}
	}
	for what, c := range map[string]struct {
		change []string
		fits   bool
	}{
		"as it is":              {nil, true},
		"six CPUs are too many": {[]string{`"requests":{"cpu":"4"}}}]}}`, `"requests":{"cpu":"6"}}}]}}`}, false}, // 5500
		"a pod that shares":     {[]string{waits + `"labels":{"koordinator.sh/qosClass":"LSR"`, waits + `"labels":{"koordinator.sh/qosClass":"LS"`, `"requests":{"cpu":"4"}}}]}}`, `"requests":{"cpu":"5500m"}}}]}}`}, true},
		"that shares more":      {[]string{waits + `"labels":{"koordinator.sh/qosClass":"LSR"`, waits + `"labels":{"koordinator.sh/qosClass":"LS"`, `"requests":{"cpu":"4"}}}]}}`, `"requests":{"cpu":"5501m"}}}]}}`}, false},
		"whole cores, two left": {spec(`{\"requiredCPUBindPolicy\":\"FullPCPUs\"}`), true}, // 6-7, 12-13
		"whole cores, one left": {append(spec(`{\"requiredCPUBindPolicy\":\"FullPCPUs\"}`), `{\"cpuset\":\"8,10\"}`, `{\"cpuset\":\"8,10,12\"}`), false},
		"an exclusive policy":   {spec(`{\"preferredCPUExclusivePolicy\":\"PCPULevel\"}`), false},
		"a NUMA policy":         {spec(`{\"numaTopologyPolicy\":\"SingleNUMANode\"}`), false},
		"a claim":               {[]string{waits, waits + `"annotations":{"scheduling.koordinator.sh/device-allocated":"{}"},`}, true},
		"a device":              {[]string{`"requests":{"cpu":"4"}}}]}}`, `"requests":{"cpu":"4","nvidia.com/gpu":"1"}}}]}}`}, false},
		"memory":                {[]string{`"requests":{"cpu":"4"}}}]}}`, `"requests":{"cpu":"4","memory":"61Gi"}}}]}}`}, false},
		"a selector":            {[]string{`"schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]`, `"schedulerName":"koord","nodeSelector":{"a":"b"},"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]`}, false},
		"it is unschedulable":   {[]string{`"status":{"allocatable"`, `"spec":{"unschedulable":true},"status":{"allocatable"`}, false},
		"a taint":               {[]string{`"status":{"allocatable"`, `"spec":{"taints":[{"key":"k","effect":"NoSchedule"}]},"status":{"allocatable"`}, false},
		"the node aligns":       {[]string{`"topologyPolicies":["None"]`, `"topologyPolicies":["SingleNUMANodePodLevel"]`}, false},
		"no topology":           {[]string{`node.koordinator.sh/cpu-topology`, `else`}, false},
		"no more pods":          {[]string{`"pods":"10"`, `"pods":"5"`}, false},
		"another one comes first": {[]string{`{"kind":"PodGroup","metadata":{"namespace":"d","name":"g"}`,
			`{"kind":"Pod","metadata":{"namespace":"d","name":"first"},"status":{"nominatedNodeName":"n"}},{"kind":"PodGroup","metadata":{"namespace":"d","name":"g"}`}, false},
		"another scheduler's": {[]string{`"schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]`, `"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]`}, false},
	} {
		text := own(document())
		for i := 0; i < len(c.change); i += 2 {
			if strings.Count(text, c.change[i]) != 1 {
				t.Fatalf("%s: %q is there %d times", what, c.change[i], strings.Count(text, c.change[i]))
			}
			text = strings.Replace(text, c.change[i], c.change[i+1], 1)
		}
		options := koordOnly
		options.Pending = true
		result := check(t, text, options)
		found := slices.ContainsFunc(result.Violations, func(v Violation) bool { return v.Kind == PendingButFits })
		if found != c.fits {
			t.Errorf("%s: found %v, %v", what, found, result.Violations)
		}
		if result := check(t, text, koordOnly); slices.ContainsFunc(result.Violations, func(v Violation) bool { return v.Kind == PendingButFits }) {
			t.Errorf("%s: found without being asked", what)
		}
	}
	options := koordOnly
	options.Pending = true
	if result := check(t, strings.Replace(document(), request, strings.Replace(request, `{"containers"`, `{"schedulerName":"koord","containers"`, 1), 1), options); len(result.Violations) > 0 {
		t.Errorf("a pod of a gang: %v", result.Violations)
	}
}
