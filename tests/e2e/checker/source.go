package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
)

// State is what the checker looks at.
type State struct {
	Pods       []v1.Pod
	Nodes      []v1.Node
	Topologies []Topology
	Devices    []Device
	Groups     []PodGroup
}

// Topology is a NodeResourceTopology, as far as it is looked at.
type Topology struct {
	metav1.ObjectMeta `json:"metadata"`
	TopologyPolicies  []string `json:"topologyPolicies"`
	Attributes        []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"attributes"`
	Zones []struct {
		Name      string `json:"name"`
		Type      string `json:"type"`
		Resources []struct {
			Name        string `json:"name"`
			Allocatable string `json:"allocatable"`
		} `json:"resources"`
	} `json:"zones"`
}

// Device is a Device object, as far as it is looked at.
type Device struct {
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Devices []struct {
			Type      string            `json:"type"`
			ID        string            `json:"id"`
			Minor     int               `json:"minor"`
			Health    bool              `json:"health"`
			Resources v1.ResourceList   `json:"resources"`
			Labels    map[string]string `json:"labels"`
			Topology  *struct {
				NodeID *int   `json:"nodeID"`
				PCIEID string `json:"pcieID"`
			} `json:"topology"`
			VFGroups []struct {
				VFs []struct {
					BusID string `json:"busID"`
				} `json:"vfs"`
			} `json:"vfGroups"`
		} `json:"devices"`
	} `json:"spec"`
}

// PodGroup is a PodGroup, as far as it is looked at.
type PodGroup struct {
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		MinMember int `json:"minMember"`
	} `json:"spec"`
}

// add puts an object, or the items of a list, where they belong; other kinds are left out.
func (s *State) add(document []byte) error {
	var kind struct {
		Kind  string            `json:"kind"`
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(document, &kind); err != nil {
		return err
	}
	switch kind.Kind {
	case "Pod":
		return decode(document, &s.Pods)
	case "Node":
		return decode(document, &s.Nodes)
	case "NodeResourceTopology":
		return decode(document, &s.Topologies)
	case "Device":
		return decode(document, &s.Devices)
	case "PodGroup":
		return decode(document, &s.Groups)
	}
	for _, item := range kind.Items {
		if err := s.add(item); err != nil {
			return err
		}
	}
	return nil
}

func decode[T any](document []byte, into *[]T) error {
	var object T
	if err := json.Unmarshal(document, &object); err != nil {
		return err
	}
	*into = append(*into, object)
	return nil
}

func fromFiles(names []string) (*State, error) {
	state := &State{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
			var document json.RawMessage
			err := decoder.Decode(&document)
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				err = state.add(document)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return state, nil
}

const koordinator = "scheduling.koordinator.sh"

func fromServer(ctx context.Context, kubeconfig string) (*State, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 1000, 1000
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	state := &State{}
	for _, kind := range []struct {
		resource schema.GroupVersionResource
		optional bool
	}{
		{schema.GroupVersionResource{Version: "v1", Resource: "nodes"}, false},
		{schema.GroupVersionResource{Group: "topology.node.k8s.io", Version: "v1alpha1", Resource: "noderesourcetopologies"}, false},
		{schema.GroupVersionResource{Group: koordinator, Version: "v1alpha1", Resource: "devices"}, false},
		{schema.GroupVersionResource{Group: "scheduling.sigs.k8s.io", Version: "v1alpha1", Resource: "podgroups"}, true},
		// Last: what a pod holds must be among what was read before.
		{schema.GroupVersionResource{Version: "v1", Resource: "pods"}, false},
	} {
		// Without pages: all is of one moment.
		found, err := client.Resource(kind.resource).List(ctx, metav1.ListOptions{})
		if kind.optional && apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.resource.Resource, err)
		}
		for i := range found.Items {
			document, err := found.Items[i].MarshalJSON()
			if err == nil {
				err = state.add(document)
			}
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", kind.resource.Resource, found.Items[i].GetName(), err)
			}
		}
	}
	return state, nil
}
