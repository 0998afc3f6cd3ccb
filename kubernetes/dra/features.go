//go:build !kube1_36

package dra

import (
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// optionalOperations is the feature that a node declares if it may skip operations for devices.
const optionalOperations = "DRAOptionalNodeOperations"

type skippedOperation = resourceapi.SkipNodeOperation

func skippedOperations(s *ResourceSlice) []skippedOperation { return s.Spec.SkipNodeOperations }

func setSkippedOperations(r *resourceapi.DeviceRequestAllocationResult, skipped []skippedOperation) {
	r.SkipNodeOperations = skipped
}

// canSkip reports whether devices that skip operations may be allocated on the node.
func canSkip(features structured.Features, node *v1.Node) bool {
	return features.OptionalNodeOperations && slices.Contains(node.Status.DeclaredFeatures, optionalOperations)
}

func hasFractions(features structured.Features) bool { return features.FractionalCapacityRange }

// hasGroups reports whether a device of the slice has compatibility groups, which are not supported.
func hasGroups(s *ResourceSlice) bool {
	for i := range s.Spec.Devices {
		for j := range s.Spec.Devices[i].ConsumesCounters {
			if len(s.Spec.Devices[i].ConsumesCounters[j].CompatibilityGroups) > 0 {
				return true
			}
		}
	}
	return false
}

func hasDerivedAttributes(r *resourceapi.ExactDeviceRequest) bool {
	return len(r.DerivedAttributes) > 0
}

func hasDerivedAttributesInSubrequest(r *resourceapi.DeviceSubRequest) bool {
	return len(r.DerivedAttributes) > 0
}

// explainError adds a hint to errors of selectors.
func explainError(err error) error { return cel.EnhanceRuntimeError(err) }
