#!/bin/sh
# Run after switches.sh on a copy of kubelet 1.37 or newer, in $1: adds switches that revert its changes. 1: align-by-socket in
# the distributed assignment; 2: the clamped distribution; 4: the SMT check after the lookup of an existing assignment;
# 8: memory hints and blocks only for containers that request memory. Parts of 1: 16: nodes that cannot give an equal
# part are used nevertheless; 32: nodes of one socket come before all others.
set -e
cd "$1/pkg/kubelet/cm"
echo 'package memorymanager

// ZZOld takes back what kubelet 1.37 changed.
var ZZOld int' > memorymanager/zz_old.go
python3 - <<'Q'
def sub(p,a,b,n=1):
    s=open(p).read()
    if b in s: return
    assert s.count(a)==n,(p,a,s.count(a)); open(p,'w').write(s.replace(a,b))
for end in ('alignBySocket bool) (cpuset.CPUSet, error) {\n','alignBySocket bool, minNUMAsFromHint int) (cpuset.CPUSet, error) {\n'): # 1.37, 1.38
    if end in open('cpumanager/cpu_assignment.go').read():
        sub('cpumanager/cpu_assignment.go',end,end+'\tif zzOld&1 != 0 {\n\t\talignBySocket = false\n\t}\n')
sub('cpumanager/cpu_assignment.go','\t\tfor _, numa := range bestCombo {\n\t\t\tavailableCPUsInNUMA :=','\t\tfor _, numa := range bestCombo {\n\t\t\tif zzOld&2 != 0 {\n\t\t\t\tbreak\n\t\t\t}\n\t\t\tavailableCPUsInNUMA :=')
sub('cpumanager/cpu_assignment.go','\t\t\tif alignBySocket {\n\t\t\t\tfor _, numa := range combo {','\t\t\tif alignBySocket && zzOld&16 == 0 {\n\t\t\t\tfor _, numa := range combo {')
sub('cpumanager/cpu_assignment.go','if bestBalance == 0 && (!alignBySocket || bestBalanceInOneSocket) {','if bestBalance == 0 && (!alignBySocket || zzOld&32 != 0 || bestBalanceInOneSocket) {')
sub('cpumanager/cpu_assignment.go','if alignBySocket && inSameSocket != bestBalanceInOneSocket {','if alignBySocket && zzOld&32 == 0 && inSameSocket != bestBalanceInOneSocket {')
sub('cpumanager/policy_static.go','\t// Checking the checkpoint state before SMT','\tif zzOld&4 != 0 {\n\t\tif err := p.enforceSMTAlignment(s, numCPUs); err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n\t// Checking the checkpoint state before SMT')
sub('memorymanager/policy_static.go','\tif len(requestedResources) == 0 {','\tif ZZOld&8 == 0 && len(requestedResources) == 0 {',2)
Q
