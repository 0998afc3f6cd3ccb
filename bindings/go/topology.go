package koord

import "context"

// DiscoverTopology reads this machine through hwloc. log may be nil. Errors: ErrInvalid, ErrIO,
// ErrNoMemory, those of ctx.
func DiscoverTopology(ctx context.Context, log *Diagnostics, flags TopologyFlags) (*Topology, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callTopologyDiscover(log, flags)
	return unlessDone(ctx, made, err)
}

// unlessDone closes a result if ctx ended meanwhile.
func unlessDone[T interface{ Close() error }](ctx context.Context, made T, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if err := ctx.Err(); err != nil {
		made.Close()
		return none, err
	}
	return made, nil
}

// CPUSet returns one set of the machine's CPUs, with the length of the machine's sets. kind defines
// the meaning of id. Errors: ErrInvalid.
func (t *Topology) CPUSet(kind CPUSetKind, id int32) (CPUSet, error) {
	info, err := t.Info()
	if err != nil {
		return nil, err
	}
	set := make(CPUSet, info.Words)
	if err := callTopologyCPUSet(t, kind, id, set); err != nil {
		return nil, err
	}
	return set, nil
}

// NRT returns a NodeResourceTopology object as JSON, for a kubelet with this Config and CPUState.
// Errors: ErrInvalid (names the field), ErrCorrupt (a wrong checksum), ErrLimit, ErrNoMemory.
func (t *Topology) NRT(nodeName string, setup KubeletSetup) (nrt []byte, err error) {
	err = setup.use(func(setup *kubeletSetupHandle) (err error) {
		nrt, err = callTopologyToNRT(t, setup, nodeName)
		return err
	})
	return nrt, err
}
