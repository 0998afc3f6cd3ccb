package agent

// place is the CPU and memory placement of a container. Empty members leave the setting unchanged.
type place struct {
	cpus, mems string
	unlimited  bool
	quota      int64 // quota to restore when the container loses its exclusive CPUs; 0 for none
}

// differs reports whether a container needs an update if told is its last reported placement.
func (p place) differs(told place) bool {
	return p.cpus != "" && p.cpus != told.cpus || p.mems != "" && p.mems != told.mems || p.unlimited && !told.unlimited ||
		p.quota != 0
}
