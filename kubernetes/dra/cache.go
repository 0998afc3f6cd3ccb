package dra

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sync"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
)

// maxExpressions bounds the selectors of which results are kept. They are dropped if there are more.
const maxExpressions = 256

// Cache keeps what the allocators of a scheduler read from ResourceSlices, and the results of CEL
// selectors by expression and slice. Slices are known by their pointers: pass the objects of an
// informer, which are never modified, so that each generation of a slice is read once. A Cache may
// be used by any goroutine.
type Cache struct {
	compiler *cel.Cache

	mutex       sync.RWMutex
	newest      *sliceIndex
	slices      map[*ResourceSlice]*slice
	expressions map[string]*expression
	epoch       int
}

// expression is a compiled CEL selector.
type expression struct{ compiled cel.CompilationResult }

// selection has the results of an expression for the devices of a slice.
type selection struct {
	known, matching []uint64      // bit sets of devices
	failures        map[int]error // by device
}

// NewCache returns an empty cache. Selectors are compiled by the cache of upstream's package.
func NewCache(compiler *cel.Cache) *Cache {
	return &Cache{compiler: compiler, slices: make(map[*ResourceSlice]*slice), expressions: make(map[string]*expression)}
}

// read returns the slice of an object.
func (c *Cache) read(source *ResourceSlice) *slice {
	c.mutex.RLock()
	s := c.slices[source]
	c.mutex.RUnlock()
	if s != nil {
		return s
	}
	s = readSlice(source)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if other := c.slices[source]; other != nil {
		return other
	}
	c.slices[source] = s
	return s
}

// index returns the index of slices. It is kept for the next allocator, which mostly has the same.
func (c *Cache) index(current []*ResourceSlice) *sliceIndex {
	c.mutex.RLock()
	known := c.newest
	c.mutex.RUnlock()
	if known != nil && known.has(current) {
		return known
	}
	index := newSliceIndex(current)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.newest = index
	return index
}

// dropUnused drops the slices that are not among those of the newest allocator, once they are many.
func (c *Cache) dropUnused(current []*ResourceSlice) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.slices) <= 2*len(current)+64 {
		return
	}
	kept := make(map[*ResourceSlice]*slice, len(current))
	for _, source := range current {
		if s := c.slices[source]; s != nil {
			kept[source] = s
		}
	}
	c.slices = kept
}

// compile returns the compiled form of a selector. Expressions with errors are not kept.
func (c *Cache) compile(text string) (*expression, int, error) {
	c.mutex.RLock()
	e, epoch := c.expressions[text], c.epoch
	c.mutex.RUnlock()
	if e != nil {
		return e, epoch, nil
	}
	compiled := c.compiler.GetOrCompile(text)
	if compiled.Error != nil {
		return nil, 0, compiled.Error
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.expressions) >= maxExpressions {
		clear(c.expressions)
		c.epoch++
	}
	e = &expression{compiled}
	if other := c.expressions[text]; other != nil {
		e = other
	}
	c.expressions[text] = e
	return e, c.epoch, nil
}

// match removes from a bit set the devices of a slice that an expression does not match. It calls
// failed for devices for which the expression fails, and removes them, too.
func (s *slice) match(ctx context.Context, e *expression, epoch int, set []uint64, failed func(int, error)) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.selections == nil || s.epoch != epoch {
		s.selections, s.epoch = make(map[*expression]*selection), epoch
	}
	known := s.selections[e]
	if known == nil {
		known = newSelection(len(set))
		s.selections[e] = known
	}
	if missing := known.missing(set); missing != nil {
		s.mutex.Unlock() // others need not wait for the evaluation
		found, err := s.evaluate(ctx, e, missing)
		s.mutex.Lock()
		known.merge(found)
		if err != nil {
			return err
		}
	}
	for i := 0; len(known.failures) > 0 && i < len(s.devices); i++ {
		if err := known.failures[i]; err != nil && has(set, i) {
			failed(i, err)
		}
	}
	for w := range set {
		set[w] &= known.matching[w]
	}
	return nil
}

// evaluate evaluates an expression for some devices. If the context ends it returns the results so
// far and an error.
func (s *slice) evaluate(ctx context.Context, e *expression, set []uint64) (*selection, error) {
	out := newSelection(len(set))
	for i := range s.devices {
		if !has(set, i) {
			continue
		}
		if ctx.Err() != nil {
			return out, interrupted(ctx)
		}
		matches, _, err := e.compiled.DeviceMatches(ctx, s.devices[i].cel)
		switch {
		case err != nil && ctx.Err() != nil:
			return out, interrupted(ctx)
		case err != nil:
			out.failures[i] = explainError(err)
		case matches:
			add(out.matching, i)
		}
		add(out.known, i)
	}
	return out, nil
}

func newSelection(words int) *selection {
	return &selection{make([]uint64, words), make([]uint64, words), make(map[int]error)}
}

// missing returns the devices of a set without results, or nil if there are none.
func (s *selection) missing(set []uint64) (out []uint64) {
	for w := range set {
		if missing := set[w] &^ s.known[w]; missing != 0 {
			if out == nil {
				out = make([]uint64, len(set))
			}
			out[w] = missing
		}
	}
	return out
}

// merge adds results.
func (s *selection) merge(other *selection) {
	for w := range s.known {
		s.known[w] |= other.known[w]
		s.matching[w] |= other.matching[w]
	}
	maps.Copy(s.failures, other.failures)
}

func interrupted(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, ctx.Err()) {
		return fmt.Errorf("allocation of devices was interrupted: %w: %w", ctx.Err(), cause)
	}
	return fmt.Errorf("allocation of devices was interrupted: %w", context.Cause(ctx))
}

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 != 0 }
func add(set []uint64, i int)      { set[i/64] |= 1 << (i % 64) }
func remove(set []uint64, i int)   { set[i/64] &^= 1 << (i % 64) }

func words(count int) int { return (count + 63) / 64 }

// readSlice reads the parts of a ResourceSlice that allocation needs.
func readSlice(source *ResourceSlice) *slice {
	s := &slice{
		name: source.Name, pool: sourcePool(source), generation: source.Spec.Pool.Generation, count: source.Spec.Pool.ResourceSliceCount,
		nodes:     nodes{deref(source.Spec.NodeName), isForAllNodes(source), source.Spec.NodeSelector},
		perDevice: source.Spec.PerDeviceNodeSelection, skipped: skippedOperations(source), grouped: hasGroups(source),
		devices: make([]device, 0, len(source.Spec.Devices)),
	}
	for i := range source.Spec.SharedCounters {
		s.counters = append(s.counters, readCounterSet(&source.Spec.SharedCounters[i]))
	}
	for i := range source.Spec.Devices {
		from := &source.Spec.Devices[i]
		d := readDevice(source, from)
		d.source = from
		d.nodes = nodes{deref(from.NodeName), isTrue(from.AllNodes), from.NodeSelector}
		d.shared = isTrue(from.AllowMultipleAllocations)
		d.taints, d.conditions, d.failures = from.Taints, from.BindingConditions, from.BindingFailureConditions
		d.setPlace()
		s.devices = append(s.devices, d)
		s.identities = append(s.identities, d.identity())
	}
	return s
}

// Attributes of the place of a device in the machine. They decide between allocations that are
// otherwise equal.
const (
	numaNodeAttribute = resourceapi.FullyQualifiedName("resource.kubernetes.io/numaNode")
	pcieRootAttribute = resourceapi.FullyQualifiedName("resource.kubernetes.io/pcieRoot")
)

// setPlace sets the place of a device from its attributes.
func (d *device) setPlace() {
	d.numaNode = -1
	nodes := d.attribute(numaNodeAttribute, true)
	if len(nodes) == 1 && nodes[0].kind == intValue && nodes[0].number >= 0 && nodes[0].number <= math.MaxInt32 {
		d.numaNode = int32(nodes[0].number)
	}
	if roots := d.attribute(pcieRootAttribute, true); len(roots) == 1 {
		d.pcieRoot = &roots[0]
	}
}

func isTrue(b *bool) bool { return b != nil && *b }

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
