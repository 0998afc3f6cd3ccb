package facts

// Place is the CPU and memory placement of a container. Empty members leave the setting unchanged.
type Place struct {
	CPUs, Mems string
	Unlimited  bool
	Quota      int64 // quota to restore when the container loses its exclusive CPUs; 0 for none
}

// Differs reports whether a container needs an update if reported is its last reported placement.
func (p Place) Differs(reported Place) bool {
	return p.CPUs != "" && p.CPUs != reported.CPUs || p.Mems != "" && p.Mems != reported.Mems || p.Unlimited && !reported.Unlimited ||
		p.Quota != 0
}
