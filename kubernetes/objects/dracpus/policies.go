package dracpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"

	"libkoord.invalid/koord/kubernetes/objects"
)

// PolicyDriver is the driver of configurations in which a claim or a DeviceClass states policies for CPUs.
// There is no driver of this name: schedulers read them.
const PolicyDriver = "scheduling.koordinator.sh"

// stated are the parameters of such a configuration: annotations of pods, as objects.
type stated struct {
	ResourceSpec     json.RawMessage `json:"resourceSpec"`
	NUMATopologySpec json.RawMessage `json:"numaTopologySpec"`
}

// policiesFor returns the policies for the CPUs of a request, as annotations: those of the pod, replaced
// by those of the DeviceClass, and by those of the claim. A nil pod states none.
func policiesFor(allocation *resourceapi.AllocationResult, request string, pod *v1.Pod) (map[string]string, error) {
	out := map[string]string{}
	if pod != nil {
		for _, key := range []string{objects.AnnotationResourceSpec, objects.AnnotationNUMATopologySpec} {
			if value, has := pod.Annotations[key]; has {
				out[key] = value
			}
		}
	}
	if allocation == nil {
		return out, nil
	}
	for _, source := range []resourceapi.AllocationConfigSource{resourceapi.AllocationConfigSourceClass, resourceapi.AllocationConfigSourceClaim} {
		for i := range allocation.Devices.Config {
			of := &allocation.Devices.Config[i]
			if of.Source != source || of.Opaque == nil || of.Opaque.Driver != PolicyDriver || !appliesTo(of.Requests, request) {
				continue
			}
			read, err := readPolicies(of.Opaque.Parameters.Raw)
			if err != nil {
				return nil, fmt.Errorf("request %s: configuration of %s: parameters: %w", request, PolicyDriver, err)
			}
			maps.Copy(out, read)
		}
	}
	return out, nil
}

// appliesTo reports whether a configuration for some requests, or for all of them if there are none, is for
// a request or subrequest.
func appliesTo(requests []string, request string) bool {
	main, _, _ := strings.Cut(request, "/")
	return len(requests) == 0 || slices.Contains(requests, request) || slices.Contains(requests, main)
}

func readPolicies(raw []byte) (map[string]string, error) {
	var read stated
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil {
		return nil, fmt.Errorf("found %q, expected an object with resourceSpec and numaTopologySpec: %w", raw, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("found %q, expected one object", raw)
	}
	out := map[string]string{}
	for key, value := range map[string]json.RawMessage{objects.AnnotationResourceSpec: read.ResourceSpec,
		objects.AnnotationNUMATopologySpec: read.NUMATopologySpec} {
		if len(value) > 0 {
			out[key] = string(value)
		}
	}
	return out, nil
}
