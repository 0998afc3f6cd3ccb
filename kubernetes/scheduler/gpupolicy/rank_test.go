package gpupolicy

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	fwk "k8s.io/kube-scheduler/framework"
)

// The first nodes by score, then by number, get 100, 99, ..., and all after them 0.
func TestRank(t *testing.T) {
	for _, count := range []int{0, 1, 2, 99, 100, 101, 1000} {
		for _, spread := range []int32{1, 3, 1000, math.MaxInt32} {
			random := rand.New(rand.NewPCG(uint64(count), uint64(spread)))
			type node struct {
				score  int32
				number uint32
			}
			var nodes []node
			var scores fwk.NodeScoreList
			for i, number := range random.Perm(count) {
				nodes = append(nodes, node{math.MaxInt32 - random.Int32N(spread), uint32(number)})
				scores = append(scores, fwk.NodeScore{Name: fmt.Sprint(number), Score: Order(nodes[i].score, nodes[i].number)})
			}
			Rank(scores)
			slices.SortFunc(nodes, func(a, b node) int {
				return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.number, b.number))
			})
			found := map[string]int64{}
			for _, score := range scores {
				found[score.Name] = score.Score
			}
			for i, node := range nodes {
				if expected := max(0, fwk.MaxScore-int64(i)); found[fmt.Sprint(node.number)] != expected {
					t.Fatalf("%d nodes, spread %d: node %d, number %d in order, has %d, expected %d", count, spread, node.number, i,
						found[fmt.Sprint(node.number)], expected)
				}
			}
		}
	}
}

func BenchmarkRank(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	scores := make(fwk.NodeScoreList, 5000)
	for b.Loop() {
		for i := range scores {
			scores[i].Score = random.Int64()
		}
		Rank(scores)
	}
}
