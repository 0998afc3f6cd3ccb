//go:build kube1_36

package dra

import (
	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/dynamic-resource-allocation/structured"
)

type skippedOperation = string

func skippedOperations(*ResourceSlice) []skippedOperation { return nil }

func setSkippedOperations(*resourceapi.DeviceRequestAllocationResult, []skippedOperation) {}

func canSkip(structured.Features, *v1.Node) bool { return false }

func hasFractions(structured.Features) bool { return false }

func hasGroups(*ResourceSlice) bool { return false }

func hasDerivedAttributes(*resourceapi.ExactDeviceRequest) bool { return false }

func hasDerivedAttributesInSubrequest(*resourceapi.DeviceSubRequest) bool { return false }

func explainError(err error) error { return err }
