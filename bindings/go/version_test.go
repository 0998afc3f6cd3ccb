package koord

import "testing"

// A library of another minor release may have changed the experimental half.
func TestOnlyTheSameMinorReleaseIsCompatible(t *testing.T) {
	const this = VersionMajor<<16 | VersionMinor<<8
	for version, want := range map[uint32]bool{
		this: true, this + 1: true, this + 255: true, // patch releases
		this + 1<<8: false, this - 1: false, this + 1<<16: false, 0: false,
	} {
		if isCompatible(version) != want {
			t.Errorf("version %#x: compatible %v", version, !want)
		}
	}
	if !isCompatible(Version()) {
		t.Errorf("the loaded library, %s, is not compatible", VersionString())
	}
}
