package dra

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
)

func TestRoundUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		amount, low, step := random.Int64N(200), random.Int64N(100), 1+random.Int64N(30)
		got, ok := roundUp(amount, low, step)
		if !ok || got < amount || got < low || (got-low)%step != 0 || got-step >= max(amount, low) {
			t.Fatalf("%d from %d in steps of %d: found %d", amount, low, step, got)
		}
	}
	if got, ok := roundUp(math.MaxInt64, 1, 1<<61+5); ok {
		t.Errorf("found %d, expected that it is out of range", got)
	}
}

func TestUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	texts := []string{"0", "1", "3", "100m", "250m", "1n", "7u", "1Gi", "80Gi", "1Pi", "9Ei", "1000000000000000000000", "5E"}
	draw := func() resource.Quantity { return quantity(texts[random.IntN(len(texts))]) }
	for range 5000 {
		var q quantities
		for range random.IntN(3) {
			q.base = append(q.base, draw())
		}
		for range random.IntN(3) {
			q.groups = append(q.groups, []resource.Quantity{draw(), draw()})
		}
		q.rounded = append(q.rounded, draw())
		u := q.unit()
		for _, amount := range append(q.base, q.rounded...) {
			low, high := u.atMost(amount), u.atLeast(amount)
			if low < 0 || low > maxAmount || high < low || high > maxAmount {
				t.Fatalf("%s: found %d to %d", amount.String(), low, high)
			}
			scaled := new(big.Int).Mul(big.NewInt(low), u.size())
			if scaled.Cmp(inNano(amount)) > 0 {
				t.Fatalf("%s: atMost is %d units of %v nano, which is more", amount.String(), low, u.size())
			}
			if exact, ok := u.exact(amount); ok && (exact != low || exact != high) {
				t.Fatalf("%s: found %d, %d and %d units", amount.String(), low, exact, high)
			}
			scaled.Mul(big.NewInt(high), u.size())
			if high < maxAmount && scaled.Cmp(inNano(amount)) < 0 {
				t.Fatalf("%s: atLeast is %d units of %v nano, which is less", amount.String(), high, u.size())
			}
		}
		for _, amount := range q.base {
			if common := spanOf(q.base); common.quotient().Cmp(limit) <= 0 {
				if _, ok := u.exact(amount); !ok {
					t.Fatalf("%s is not whole in units of %v nano", amount.String(), u.size())
				}
			}
		}
	}
}
