package dra_test

import (
	"context"
	"fmt"
	"log"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"

	"libkoord.invalid/koord/kubernetes/dra"
)

// A scheduler has one cache, and an allocator for each pod. Here a node has two GPUs, and the claim
// asks for both of them.
func Example() {
	cache := dra.NewCache(cel.NewCache(100, cel.Features{}))
	allocator, err := cache.NewAllocator(context.Background(), structured.Features{}, structured.AllocatedState{}, classes{}, slices())
	if err != nil {
		log.Fatal(err)
	}
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1"}}
	results, err := allocator.Allocate(context.Background(), node, []*resourceapi.ResourceClaim{claim()})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range results { // none if the claims do not fit on the node
		for _, device := range result.Devices.Results {
			fmt.Println(device.Request, device.Driver, device.Pool, device.Device)
		}
	}
	// Output:
	// gpus gpu.example.com node-1 gpu-0
	// gpus gpu.example.com node-1 gpu-1
}
