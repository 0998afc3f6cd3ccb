//go:build !kube1_36

package claims

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	clienttesting "k8s.io/client-go/testing"
)

// groupSeeds returns the number of runs of a random test, KOORD_GROUP_SEEDS or 3.
func groupSeeds(t *testing.T) uint64 {
	t.Helper()
	text := os.Getenv("KOORD_GROUP_SEEDS")
	if text == "" {
		return 3
	}
	seeds, err := strconv.ParseUint(text, 10, 32)
	must(t, err)
	return seeds
}

// failAtTimes lets a quarter of the writes of claims and of bindings fail, and loses the answers of as many.
func (c *cluster) failAtTimes(random *rand.Rand) {
	c.setFaults(func(action clienttesting.Action) (before, after error) {
		if name := action.GetResource().Resource; name != "resourceclaims" && name != "pods" || action.GetSubresource() == "" {
			return nil, nil
		}
		switch random.IntN(4) { // under the lock of the cluster
		case 0:
			return apierrors.NewInternalError(errors.New("not written")), nil
		case 1:
			return nil, apierrors.NewTimeoutError("written, but the answer was lost", 1)
		}
		return nil, nil
	})
}

// Groups and single pods come and go, while writes fail before and after the API server has executed them, and the
// scheduler is restarted. No device is allocated twice, and in the end all groups are bound.
func TestGroupsWithFaults(t *testing.T) {
	for seed := range groupSeeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			c := groupsCluster(t)
			for _, name := range []string{"a", "b"} {
				c.divisible(name, 1+random.IntN(2))
				c.node(name)
			}
			c.failAtTimes(rand.New(rand.NewPCG(seed, 2)))
			var groups [][]string // pods that run or wait
			next := func() (pods []string) {
				at := slices.IndexFunc(groups, func(pods []string) bool {
					return !slices.ContainsFunc(pods, func(name string) bool { return c.pod(name).Spec.NodeName == "" })
				})
				if at >= 0 {
					pods = groups[at]
					groups = slices.Delete(groups, at, at+1)
				}
				return pods
			}
			for step := range 8 {
				groups = append(groups, c.drawPods(random, fmt.Sprint("g", step)))
				switch random.IntN(4) {
				case 0:
					c.start(profileOf)
				case 1:
					time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
				case 2:
					for _, name := range next() {
						c.finish(name)
					}
				}
				c.isConsistent()
			}
			c.setFaults(nil)
			c.start(profileOf)
			for len(groups) > 0 {
				var bound []string
				c.until("a group is bound", func() bool { bound = next(); return len(bound) > 0 })
				c.isConsistent()
				for _, name := range bound {
					c.isReserved(name, name)
					c.finish(name)
				}
			}
		})
	}
}

// drawPods creates a group of two or three pods, or a pod without a group, and returns their names, which are those of
// their claims.
func (c *cluster) drawPods(random *rand.Rand, group string) (names []string) {
	c.t.Helper()
	count := random.IntN(3)
	if count > 0 {
		c.group(group, int32(count+1))
	}
	for i := range count + 1 {
		name := fmt.Sprint(group, "-", i)
		made := podOf(name, name)
		if count > 0 {
			made = in(group, made)
		}
		c.claim(name, wholeOrHalf("gpu"))
		c.create(made)
		names = append(names, name)
	}
	return names
}
