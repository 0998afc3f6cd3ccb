#!/bin/sh
# Adds a switch for the documented defects, and an exit from the endless loop, to a copy of k8s.io/kubernetes: $1.
set -e
cd "$1/pkg/kubelet/cm/cpumanager"
cat > zz_fix.go <<'G'
package cpumanager

// zzFix repairs the defects that libkoord repairs; zzDefect says which one a call met is not known.
var zzFix bool

// zzLoops bounds the endless loop of kubelet 1.36.
var zzLoops int

// zzOld takes back what kubelet 1.37 changed (switches137.sh).
var zzOld int

// zzOnce leaves out what was there before.
func zzOnce(ids []int) (out []int) {
	seen := map[int]bool{}
	for _, id := range ids {
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return
}

// ZZSet sets all of them.
func ZZSet(fix bool, old int) { zzFix, zzOld, zzLoops = fix, old, 0 }
G
python3 - <<'P'
p='cpu_assignment.go'; s=open(p).read()
def sub(a,b,n=1,mended=None): # mended: the text of a kubelet that has the repair
    global s
    if b in s or mended and mended in s: return
    assert s.count(a)==n,(a,s.count(a)); s=s.replace(a,b)
sub('''	return a.details.CPUsInSockets(socketID).Size() == a.topo.CPUsPerSocket()
''','''	if zzFix {
		return a.details.CPUsInSockets(socketID).Size() == a.topo.CPUDetails.CPUsInSockets(socketID).Size()
	}
	return a.details.CPUsInSockets(socketID).Size() == a.topo.CPUsPerSocket() // literal
''',mended='a.details.CPUsInSockets(socketID).Size() == a.topo.CPUDetails.CPUsInSockets(socketID).Size()')
sub('''	return a.details.CPUsInCores(coreID).Size() == a.topo.CPUsPerCore()
''','''	if zzFix {
		return a.details.CPUsInCores(coreID).Size() == a.topo.CPUDetails.CPUsInCores(coreID).Size()
	}
	return a.details.CPUsInCores(coreID).Size() == a.topo.CPUsPerCore() // literal
''',mended='a.details.CPUsInCores(coreID).Size() == a.topo.CPUDetails.CPUsInCores(coreID).Size()')
sub('''		numas := s.acc.details.NUMANodesInSockets(socket).UnsortedList()
		s.acc.sort(numas, s.acc.details.CPUsInNUMANodes)
		result = append(result, numas...)
	}
	return result
''','''		numas := s.acc.details.NUMANodesInSockets(socket).UnsortedList()
		s.acc.sort(numas, s.acc.details.CPUsInNUMANodes)
		result = append(result, numas...)
	}
	if zzFix {
		return zzOnce(result)
	}
	return result
''')
sub('''	a.result = a.result.Union(cpus)
	a.details = a.details.KeepOnly(''','''	if zzFix {
		cpus = cpus.Intersection(a.details.CPUs())
	}
	a.result = a.result.Union(cpus)
	a.details = a.details.KeepOnly(''')
sub('''		if k == 0 {
			return f(accum)
''','''		if k == 0 {
			if zzFix {
				return f(append([]int{}, accum...))
			}
			return f(accum)
''',mended='f(slices.Clone(accum))')
sub('''					if sum(availableAfterAllocation.Values(subset...)) < remainder {
						return Continue
					}
''','''					if sum(availableAfterAllocation.Values(subset...)) < remainder {
						return Continue
					}
					if zzFix {
						room := 0
						for _, numa := range subset {
							room += availableAfterAllocation[numa] / cpuGroupSize * cpuGroupSize
						}
						if room < remainder {
							return Continue
						}
					}
''',mended='availableGroups*cpuGroupSize < remainder')
sub('''					for remainder > 0 {
						for _, numa := range subset {
''','''					for remainder > 0 {
						if zzLoops++; zzLoops > 1000000 {
							panic("endless")
						}
						for _, numa := range subset {
''')
sub('''		for remainder > 0 {
			for _, numa := range bestRemainder {
''','''		for remainder > 0 {
			if zzLoops++; zzLoops > 1000000 {
				panic("endless")
			}
			for _, numa := range bestRemainder {
''')
open(p,'w').write(s)

# Kubelet 1.35 has the SMT check inside Allocate.
p='policy_static.go'; s=open(p).read()
if 'enforceSMTAlignment' not in s:
    a=s.index('\tif p.options.FullPhysicalCPUsOnly {\n\t\tif (numCPUs'); b=s.index('\n\t}\n',a)+len('\n\t}\n')
    check=s[a:b]
    s=s[:a]+'\tif err := p.enforceSMTAlignment(s, numCPUs); err != nil {\n\t\treturn err\n\t}\n'+s[b:]
    s+='\nfunc (p *staticPolicy) enforceSMTAlignment(s state.State, numCPUs int) error {\n'+check+'\treturn nil\n}\n'
    open(p,'w').write(s)
P

# Devices are taken in the order of their names, which is one of the orders that kubelet's maps may give.
cd ../devicemanager
python3 - <<'P'
p='manager.go'; s=open(p).read()
for order in ('devices.Difference(allocated)','candidates'): # until 1.37, 1.38
    a='for device := range '+order+' {'
    if a in s: break
assert s.count(a)==1
s=s.replace(a,'for _, device := range sets.List('+order+') {')
open(p,'w').write(s)

# Devices that pods hold and that no plugin reports any more.
p='topology_hints.go'; s=open(p).read()
a='m.allDevices[resource][d].Topology'
assert s.count(a)==3
s=s.replace(a,'zzTopology(m.allDevices[resource][d])')
open(p,'w').write(s)
P
cat > zz_fix.go <<'G'
package devicemanager

import pluginapi "k8s.io/kubelet/pkg/apis/deviceplugin/v1beta1"

// ZZFix repairs what libkoord repairs.
var ZZFix bool

func zzTopology(d *pluginapi.Device) *pluginapi.TopologyInfo {
	if ZZFix && d == nil {
		return nil
	}
	return d.Topology
}
G
