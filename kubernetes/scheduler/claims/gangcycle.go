package claims

import (
	"fmt"
	"reflect"
	"sync"
	"time"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// Pods of a gang by label or annotation are scheduled in cycles of their own, and wait for each other in Permit.
// Claims that they share are written after that. DynamicResources lets pods share claims that are not written
// only in the cycle of a pod group. It therefore gets such a cycle for all pods of a gang.

// gangCycle is the cycle of a pod with the state of its gang.
type gangCycle struct {
	fwk.CycleState
	gang *framework.CycleState
}

// gangStates are the states of gangs by name.
type gangStates struct {
	mutex  sync.Mutex
	byName map[types.NamespacedName]*gangState
	last   *gangState // of the last PreFilter
	purge  int        // number of gangs at which old ones are removed
}

type gangState struct {
	state *framework.CycleState
	used  time.Time
}

// fewestGangs is the number of gangs below which none is removed.
const fewestGangs = 64

// pendingField is the member of this state that has the claims whose allocations the group has in flight.
const pendingField = "pendingAllocations"

// ofGang returns the cycle of a pod for DynamicResources: with the state of its gang by label or annotation.
func (p *Plugin) ofGang(cycle fwk.CycleState, pod *v1.Pod) fwk.CycleState {
	if p.options.Holders == nil || p.readsSlices || len(pod.Spec.ResourceClaims) == 0 {
		return cycle
	}
	name := request.GangOf(pod)
	if name.Name == "" || p.holders() == nil {
		return cycle
	}
	state := p.gangs.get(name)
	forgetEnded(state, p.handle.manager.SharedDRAManager.ResourceClaims())
	return &gangCycle{cycle, state}
}

func (g *gangStates) get(name types.NamespacedName) *framework.CycleState {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.last.forgetPods()
	now := time.Now()
	found := g.byName[name]
	if found == nil {
		if len(g.byName) >= max(g.purge, fewestGangs) {
			for other, old := range g.byName { // no pod waits in Permit for longer
				if now.Sub(old.used) > args.MostGangTimeout {
					delete(g.byName, other)
				}
			}
			g.purge = 2 * len(g.byName)
		}
		if g.byName == nil {
			g.byName = make(map[types.NamespacedName]*gangState)
		}
		found = &gangState{state: framework.NewCycleState()}
		g.byName[name] = found
	}
	found.used, g.last = now, found
	return found.state
}

// forgetPods removes the states of pods, which only pod groups need, so that they do not live as long as the gang.
func (g *gangState) forgetPods() {
	if g == nil {
		return
	}
	if pods, err := fieldOf(g.state, podsField); err == nil {
		pods.Clear()
	}
}

// forgetEnded removes the claims whose allocations are not in flight any more: DynamicResources forgets them only at
// the end of a pod group's cycle.
func forgetEnded(state *framework.CycleState, claims fwk.ResourceClaimTracker) {
	field, err := fieldOf(state, pendingField)
	if err != nil { // the gang has no state yet
		return
	}
	for _, key := range field.MapKeys() {
		if uid, is := key.Interface().(types.UID); is && claims.GetPendingAllocation(uid) == nil {
			field.SetMapIndex(key, reflect.Value{})
		}
	}
}

// fieldOf returns a map in DynamicResources' state of a group.
func fieldOf(state *framework.CycleState, name string) (reflect.Value, error) {
	data, err := state.Read(upstreamKey)
	if err != nil {
		return reflect.Value{}, fmt.Errorf("state of plugin %s for a group: %w", upstreamKey, err)
	}
	value := reflect.ValueOf(data)
	if value.Kind() != reflect.Pointer || value.IsNil() || value.Elem().Kind() != reflect.Struct {
		return reflect.Value{}, fmt.Errorf("state of plugin %s for a group is a %T, expected a pointer to a struct", upstreamKey, data)
	}
	field := value.Elem().FieldByName(name)
	if !field.IsValid() || field.Kind() != reflect.Map || field.IsNil() {
		return reflect.Value{}, fmt.Errorf("state of plugin %s for a group has no map %s", upstreamKey, name)
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem(), nil
}
