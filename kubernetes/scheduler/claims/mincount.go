//go:build !kube1_36

package claims

// minCount returns the number of pods that a pod group must have placed, or 0 if it is not a gang.
func (p *Plugin) minCount(namespace, name string) int {
	group, err := p.handle.SnapshotSharedLister().PodGroups().Get(namespace, name)
	if err != nil || group.Spec.SchedulingPolicy.Gang == nil {
		return 0
	}
	return int(group.Spec.SchedulingPolicy.Gang.MinCount)
}
