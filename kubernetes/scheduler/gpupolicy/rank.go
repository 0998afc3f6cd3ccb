package gpupolicy

import (
	"cmp"
	"math"
	"slices"

	fwk "k8s.io/kube-scheduler/framework"
)

// Order returns a number that orders nodes by score, higher first. Ties go to the lower number of
// the node, like the library's own choice.
func Order(score int32, node uint32) int64 {
	return int64(score)<<32 | int64(math.MaxUint32-node)
}

// Rank replaces numbers of Order by scores of kube-scheduler: 100 for the first node, 99 for the
// second, and so on, and 0 for all nodes after the first 100. Scaling would round scores that are
// close to each other to the same value.
func Rank(scores fwk.NodeScoreList) {
	var best [fwk.MaxScore]int64 // in descending order
	found := 0
	descending := func(a, b int64) int { return cmp.Compare(b, a) }
	for i := range scores {
		number := scores[i].Score
		if found == len(best) && number <= best[found-1] {
			continue
		}
		at, _ := slices.BinarySearchFunc(best[:found], number, descending)
		found = min(found+1, len(best))
		copy(best[at+1:found], best[at:found])
		best[at] = number
	}
	for i := range scores {
		at, listed := slices.BinarySearchFunc(best[:found], scores[i].Score, descending)
		scores[i].Score = 0
		if listed {
			scores[i].Score = fwk.MaxScore - int64(at)
		}
	}
}
