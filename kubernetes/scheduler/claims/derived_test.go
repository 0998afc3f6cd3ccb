//go:build !kube1_36

package claims

import (
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	featuretesting "k8s.io/component-base/featuregate/testing"
	"k8s.io/kubernetes/pkg/features"
)

// A claim with derived attributes, which the library does not support, is kube-scheduler's.
func TestDerivedAttributesAreUpstreams(t *testing.T) {
	featuretesting.SetFeatureGateDuringTest(t, utilfeature.DefaultFeatureGate, features.DRADerivedAttributes, true)
	c := withGPUs(t, "a")
	derived := requestOf("r", "gpu", 1)
	derived.Exactly.DerivedAttributes = []resourceapi.DeviceDerivedAttribute{{Name: "derived.example.com/name", Expression: "device.driver"}}
	c.claim("derived", derived)
	c.create(podOf("pod", "derived"))
	c.bound("pod")
	c.isReserved("derived", "pod")
}
