#!/bin/sh
# Run after switches137.sh on a copy of kubelet 1.38, in $1: adds switches that revert its changes. 64: distribution over
# at least as many NUMA nodes as the hint has; 128: distribution across cores in turns; 256: whole L3 groups whatever the
# average size; 448: all of them.
set -e
cd "$1/pkg/kubelet/cm/cpumanager"
python3 - <<'Q'
p='cpu_assignment.go'; s=open(p).read()
def sub(a,b,n=1):
    global s
    assert s.count(a)==n,(a,s.count(a)); s=s.replace(a,b)
sub('\tif minNumNUMAsFromHint > 0 {\n','\tif zzOld&64 == 0 && minNumNUMAsFromHint > 0 {\n')
sub('\t\ta.sort(cores, a.details.CPUsInCores)\n\t\tcpusPerCore :=','\t\ta.sort(cores, a.details.CPUsInCores)\n\t\tif zzOld&128 != 0 {\n\t\t\tresult = append(result, a.details.CPUsInSockets(socket).List()...)\n\t\t\tcontinue\n\t\t}\n\t\tcpusPerCore :=')
sub('\tfor _, uncore := range uncores {\n\t\ta.takeFullUncore(uncore)\n','\tfor _, uncore := range uncores {\n\t\tif zzOld&256 != 0 && a.numCPUsNeeded < a.topo.NumCPUs/max(1, a.topo.NumUncoreCache) {\n\t\t\tbreak\n\t\t}\n\t\ta.takeFullUncore(uncore)\n')
open(p,'w').write(s)
Q
