#!/bin/sh
# Adds a switch to a copy of go-gpuallocator: $1.
set -e
cat > "$1/gpuallocator/zz_fix.go" <<'G'
package gpuallocator

// zzCopy copies the best split found so far: the next ones are made in its memory.
var zzCopy bool
G
python3 - "$1/gpuallocator/besteffort_policy.go" <<'P'
import sys
p=sys.argv[1]; s=open(p).read()
a='''		if score > bestScore || bestPartition == nil {
			bestPartition = candidate
'''
assert s.count(a)==1
open(p,'w').write(s.replace(a,a+'''			if zzCopy {
				bestPartition = nil
				for _, set := range candidate {
					bestPartition = append(bestPartition, append([]*Device{}, set...))
				}
			}
'''))
P
