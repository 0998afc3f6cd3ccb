//go:build kube1_36

package claims

// minCount returns 0: plugins of Kubernetes 1.36 do not see the objects of pod groups, so that all of their
// pods are planned.
func (p *Plugin) minCount(string, string) int { return 0 }
