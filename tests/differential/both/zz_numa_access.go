package nodenumaresource

// ZZSet switches the repairs of zz_fix.go for a driver of another package.
func ZZSet(fix bool) { zzFix = fix }

// ZZForget drops the allocations of a node.
func (p *Plugin) ZZForget(node string) {
	delete(p.resourceManager.(*resourceManager).nodeAllocations, node)
}
