package facts

// Place is the CPU and memory placement of a container. Empty members leave the setting unchanged.
type Place struct {
	CPUs, Mems string
	Unlimited  bool
	Quota      int64 // quota to restore when the container loses its exclusive CPUs; 0 for none
}

// Differs reports whether a container needs an update if told is its last reported placement.
func (p Place) Differs(told Place) bool {
	return p.CPUs != "" && p.CPUs != told.CPUs || p.Mems != "" && p.Mems != told.Mems || p.Unlimited && !told.Unlimited ||
		p.Quota != 0
}
